/** The margins that the feed prices with, apart from its messages: only the terms show them. */

/** The margin in the feed's prices, in basis points of overround, before a match and during it; published in the terms. In play it is higher: prices are older there by the time a bet arrives. */
export const feedMarginsBp = {
  /** Moneyline, spreads, totals, draw no bet, odd or even. */
  twoWay: { upcoming: 450, live: 600 },
  /** Spreads and totals of games in tennis. */
  games: { upcoming: 550, live: 700 },
  matchResult: { upcoming: 500, live: 700 },
  /** Both teams to score, and the result of regular time beside a moneyline. */
  special: { upcoming: 550, live: 750 },
} as const;
