/** Shapes of the suits and where a card's pips lie. A shape is drawn around 0, 0 and about 32 high; a card is 240 by 336. */

export const cardWidth = 240;
export const cardHeight = 336;

export type Suit = 'c' | 'd' | 'h' | 's';

export const suitPaths: Readonly<Record<Suit, string>> = {
  h: 'M0 15C-4 9-15.500 3.500-15.500-5.800C-15.500-11-12-14.500-7.800-14.500C-4.300-14.500-1.300-12.300 0-8.800C1.300-12.300 4.300-14.500 7.800-14.500C12-14.500 15.500-11 15.500-5.800C15.500 3.500 4 9 0 15Z',
  d: 'M0-16.500C3.200-10.500 7.800-4.800 12.500 0C7.800 4.800 3.200 10.500 0 16.500C-3.200 10.500-7.800 4.800-12.500 0C-7.800-4.800-3.200-10.500 0-16.500Z',
  s: 'M0-16C4-9.500 15.500-3.500 15.500 4.500C15.500 9 12.300 11.800 8.600 11.800C5.800 11.800 3.200 10.400 1.700 8C2 11.800 3.300 14 6 15.800L-6 15.800C-3.300 14-2 11.800-1.700 8C-3.200 10.400-5.800 11.800-8.600 11.800C-12.300 11.800-15.500 9-15.500 4.500C-15.500-3.500-4-9.500 0-16Z',
  c: 'M0-16A7.200 7.200 0 0 1 5.300-3.900A7.200 7.200 0 1 1 1.500 6.200C1.900 10.800 3.300 14 6 15.800L-6 15.800C-3.300 14-1.900 10.800-1.500 6.200A7.200 7.200 0 1 1-5.300-3.900A7.200 7.200 0 0 1 0-16Z',
};

export const isRed = (suit: Suit): boolean => suit === 'd' || suit === 'h';

type Place = readonly [x: number, y: number];

const [left, middle, right] = [82, 120, 158];
const [top, bottom] = [62, 274];
const centre = (top + bottom) / 2;
const third = (bottom - top) / 3;
const sides = (...heights: readonly number[]): Place[] =>
  heights.flatMap((y): Place[] => [
    [left, y],
    [right, y],
  ]);

/** The places of the pips of each number; those of the lower half are drawn upside down. */
export const pipPlaces: Readonly<Record<string, readonly Place[]>> = {
  2: [
    [middle, top],
    [middle, bottom],
  ],
  3: [
    [middle, top],
    [middle, centre],
    [middle, bottom],
  ],
  4: sides(top, bottom),
  5: [...sides(top, bottom), [middle, centre]],
  6: sides(top, centre, bottom),
  7: [...sides(top, centre, bottom), [middle, (top + centre) / 2]],
  8: [...sides(top, centre, bottom), [middle, (top + centre) / 2], [middle, (bottom + centre) / 2]],
  9: [...sides(top, top + third, bottom - third, bottom), [middle, centre]],
  T: [...sides(top, top + third, bottom - third, bottom), [middle, top + third / 2], [middle, bottom - third / 2]],
};

export const isUpsideDown = ([, y]: Place): boolean => y > centre;

export const rankOf = (card: string): string => card.charAt(0);
export const suitOf = (card: string): Suit => card.charAt(1) as Suit;
/** As it is printed: a ten has two digits. */
export const printedRank = (card: string): string => (rankOf(card) === 'T' ? '10' : rankOf(card));
