/** The sentences of PAR sheets: each game's rules, how its figures were computed, and the tables of the basic strategy. */
import type { GameId } from '@fairline/proto/games/catalogue';
import { basicStrategy, upCards } from '../cards/blackjack-strategy.ts';
import { tableOf } from './table.ts';

export const rulesInProse: Readonly<Record<GameId, string>> = {
  'mega-fortune-slots':
    'Five reels of three rows; each of the 15 cells is drawn by itself with the weights below, in the order cherry, lemon, orange, grape, star, diamond, seven, crown. Up to nine lines pay from the left for three, four or five equal symbols: value, 1.8 times value and 3.24 times value of the line bet, rounded down. Values: 2, 3, 4, 6, 10, 25, 50, 100. The star is wild; a line pays the higher of its leading stars and its first other symbol. A round wins the jackpot with a probability of its stake divided by 250,000,000.00; line 1 then shows five crowns and pays only the pool. Any other grid with five natural crowns on one of the nine lines is drawn again.',
  'premium-roulette': 'One ball, 37 pockets from 0 to 36, each equally likely. Returns include the stake.',
  'professional-blackjack':
    'Six decks, shuffled for each round. The dealer hits a soft 17 and looks at the hole card under an ace or a ten. A blackjack pays 3 to 2, rounded down; against a blackjack of the dealer it is a push. Double on any two cards, also after a split; split cards of equal rank, up to four hands; aces once, with one card each; 21 after a split is no blackjack. No insurance, no surrender. Limits bind the main bet; each side bet is 0 to 50.00. Perfect pairs pay 25, 12 and 6 to 1 for a pair of one suit, of one colour and of two colours. 21+3 pays 100, 40, 30, 10 and 5 to 1 for suited trips, a straight flush, three of a kind, a straight and a flush of the first two cards and the card of the dealer; the ace is low or high.',
  'elite-baccarat':
    'Eight decks, shuffled for each round; third cards by the standard table. Returned with the stake: player 2, banker 1.95 rounded down, tie 9, a pair of the first two cards 12. A tie gives bets on player and banker back.',
  'prize-lottery':
    'Six of 49 numbers are drawn for all tickets of a round. A ticket with a match or more wins when an integer below 1,000,000,000 is below the threshold of its stake, in minor units, as below; it then draws its prize among those of its tier, by their weights.',
};

export const methods: Readonly<Record<GameId, string>> = {
  'mega-fortune-slots':
    'By enumeration of the 32,768 patterns of a line, with the grids that are drawn again taken out exactly, by inclusion and exclusion over the nine lines. The RTP is before payouts are rounded down. The jackpot returns 1 % by the seed of its pool and 1 % by contributions.',
  'premium-roulette': 'By enumeration of the 37 pockets.',
  'professional-blackjack':
    'The main bet exactly, by the basic strategy below: every deal, every order of further cards of a hand and every end of the dealer, weighted by the composition of the shoe and conditional on the hole card; hands of a split by the mean of a hand, given how many cards of the pair and how many others are known to be out. Hit rate, spread and distribution of the main bet are simulated; what doubles and splits add to the stake is taken off the return, so a round returns between -7 and 9 times its first stake. Side bets by enumeration of all three cards. To decide by all cards of a hand, not by its total alone, would return 99.3846 %. With five decks that method gives a house edge of 0.5921 %, where Wizard of Odds, blackjack appendix 9 (dealer hits soft 17, double after split, resplit to four hands except aces), publishes 0.5918 %; with two decks 0.3802 % against 0.3797 %.',
  'elite-baccarat':
    'By enumeration of all 4,998,398,275,503,360 orders of six cards: the banker wins in 2,292,252,566,437,888 of them, the player in 2,230,518,282,592,256, and 475,627,426,473,216 are ties, as published for eight decks.',
  'prize-lottery':
    'In closed form: the probability of a match, 1 - C(43, 6) / C(49, 6), times the threshold divided by 1,000,000,000, times the mean prize of the tier.',
};

const letters = { H: 'H', S: 'S', D: 'D', d: 'Ds', P: 'P', '.': '' } as const;

/** H hit, S stand, D double or else hit, Ds double or else stand, P split; an empty cell plays by its total. */
export function strategyTables(): string {
  const tableFor = (title: string, rows: Readonly<Record<string, string>>, order: readonly string[], nameOf = (row: string) => row) =>
    tableOf(
      [title, ...upCards],
      order.map((row) => [nameOf(row), ...[...(rows[row] ?? '')].map((cell) => letters[cell as keyof typeof letters])]),
      'centre',
    );
  return [
    'Rows are hands, columns the card of the dealer. H: hit, S: stand, D: double, or hit where that is not allowed, Ds: double, or else stand, P: split. A pair with an empty cell plays by its total.',
    tableFor('hard', basicStrategy.hard, Object.keys(basicStrategy.hard)),
    tableFor('soft', basicStrategy.soft, Object.keys(basicStrategy.soft)),
    tableFor('pair', basicStrategy.pairs, [...upCards], (rank) => `${rank}, ${rank}`),
  ].join('\n\n');
}
