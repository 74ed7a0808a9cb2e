/** The sentences of PAR sheets: each game's rules, how its figures were computed, and the tables of the basic strategy. */
import type { GameId } from '@fairline/proto/games/catalogue';
import { basicStrategy, upCards } from '../cards/blackjack-strategy.ts';
import { tableOf } from './table.ts';

export const rulesInProse: Readonly<Record<GameId, string>> = {
  'mega-fortune-slots':
    'Five reels of three rows. Each of the 15 cells is drawn independently with the weights below, in the order cherry, lemon, orange, grape, star, diamond, seven, crown. Up to nine paylines pay from the left for three, four or five of a kind: 1, 1.8 or 3.24 times the value of the symbol, times the line bet, rounded down. The values are 2, 3, 4, 6, 10, 25, 50 and 100. The star is wild. A line pays once, the higher of its leading stars and its first other symbol. A round wins the jackpot with a probability of its stake divided by 250,000,000.00; line 1 then shows five crowns and pays only the pool. Any other grid with five natural crowns on one of the nine lines is drawn again.',
  'premium-roulette':
    'One ball, 37 pockets from 0 to 36, each equally likely. No la partage and no en prison. Returns include the stake.',
  'professional-blackjack':
    "Six decks, shuffled for each round. The dealer hits soft 17 and peeks for blackjack with an ace or a ten up. A blackjack pays 3 to 2, rounded down; against a dealer blackjack it is a push. Double on any two cards, also after a split. Split cards of the same rank, up to four hands; split aces once, with one card each; 21 after a split is not a blackjack. No insurance, no surrender. The limits apply to the main bet; each side bet is 0 to 50.00. Perfect Pairs is decided by the first two cards: it pays 25 to 1 for a pair of one suit, 12 to 1 for one colour and 6 to 1 for two colours. 21+3 is decided by the first two cards and the dealer's up card: suited trips pay 100 to 1, a straight flush 40, three of a kind 30, a straight 10 and a flush 5. In a straight the ace is low or high.",
  'elite-baccarat':
    'Eight decks, shuffled for each round; third cards by the standard table. Winning bets return, stake included: player 2 times the stake, banker 1.95 times rounded down, tie 9 times, player pair and banker pair 12 times. On a tie, player and banker bets push.',
  'prize-lottery':
    'Six of 49 numbers are drawn for all tickets of a round. Each ticket also draws an integer from 0 to 999,999,999. A ticket with at least one match wins if this integer is below the threshold of its stake. The thresholds are listed below, by stake in minor units. A winning ticket draws its prize among those of its tier, by their weights.',
};

export const methods: Readonly<Record<GameId, string>> = {
  'mega-fortune-slots':
    'By enumeration of the 32,768 patterns of a line. Grids that are drawn again are excluded exactly, by inclusion and exclusion over the nine lines. The RTP is before payouts are rounded down. The jackpot returns 2 %: 1 % from the seed of its pool and 1 % from contributions.',
  'premium-roulette': 'By enumeration of the 37 pockets.',
  'professional-blackjack':
    'The RTP of the main bet is exact for the basic strategy below. Every deal, every sequence of player cards and every final hand of the dealer is weighted by the composition of the shoe, given the hole card. Split hands count with the mean of one hand, given how many cards of the pair and how many other cards are known to be out. Hit rate, standard deviation and distribution of the main bet are simulated. There, what doubles and splits add to the stake is deducted from the return, so a round returns between -7 and 9 times its first stake. Side bets are by enumeration of their cards. Composition-dependent play, which decides by all cards of a hand and not by its total alone, would return 99.3846 %. With five decks that method gives a house edge of 0.5921 %, where Wizard of Odds, blackjack appendix 9 (dealer hits soft 17, double after split, resplit to four hands except aces), publishes 0.5918 %; with two decks 0.3802 % against 0.3797 %.',
  'elite-baccarat':
    'By enumeration of all 4,998,398,275,503,360 orders of six cards: the banker wins in 2,292,252,566,437,888 of them, the player in 2,230,518,282,592,256, and 475,627,426,473,216 are ties, as published for eight decks.',
  'prize-lottery':
    'In closed form: the probability of a match, 1 - C(43, 6) / C(49, 6), times the threshold divided by 1,000,000,000, times the mean prize of the tier.',
};

const actionCodes = { H: 'H', S: 'S', D: 'D', d: 'Ds', P: 'P', '.': '' } as const;

/** H hit, S stand, D double or else hit, Ds double or else stand, P split; an empty cell plays by its total. */
export function strategyTables(): string {
  const tableFor = (
    title: string,
    rows: Readonly<Record<string, string>>,
    order: readonly string[],
    nameOf = (row: string) => row,
  ) =>
    tableOf(
      [title, ...upCards],
      order.map((row) => [
        nameOf(row),
        ...[...(rows[row] ?? '')].map((cell) => actionCodes[cell as keyof typeof actionCodes]),
      ]),
      'centre',
    );
  return [
    "Rows are hands, columns the dealer's up card. H: hit. S: stand. D: double, or hit if doubling is not allowed. Ds: double, or stand if doubling is not allowed. P: split. A pair with an empty cell plays by its total.",
    tableFor('hard', basicStrategy.hard, Object.keys(basicStrategy.hard)),
    tableFor('soft', basicStrategy.soft, Object.keys(basicStrategy.soft)),
    tableFor('pair', basicStrategy.pairs, [...upCards], (rank) => `${rank}, ${rank}`),
  ].join('\n\n');
}
