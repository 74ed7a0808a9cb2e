/** The third-card rules of baccarat, and the value of each card. */

export const baccaratDecks = 8;

/** The properties of a deal that decide every bet of a round. */
export interface BaccaratDeal {
  result: 'player' | 'banker' | 'tie';
  playerPair: boolean;
  bankerPair: boolean;
}

/** The points of a rank (0 is the ace): an ace counts 1, tens and face cards 0. */
export const pointsOf = (rank: number) => (rank < 9 ? rank + 1 : 0);

export const totalOf = (points: readonly number[]) => points.reduce((sum, each) => sum + each, 0) % 10;

/** Whether the player draws, by the total of two cards. Applies if neither side has a natural. */
export const playerDraws = (total: number) => total <= 5;

/** The points of the player's third card on which the banker draws, by the banker's total. */
const drawsOn: Readonly<Record<number, readonly [number, number]>> = { 4: [2, 7], 5: [4, 7], 6: [6, 7] };

/** Whether the banker draws, by the total of two cards and the points of the player's third card (null if the player stood). */
export function bankerDraws(total: number, third: number | null): boolean {
  if (third === null) return playerDraws(total);
  if (total <= 2) return true;
  if (total === 3) return third !== 8;
  const [low, high] = drawsOn[total] ?? [10, 0];
  return third >= low && third <= high;
}
