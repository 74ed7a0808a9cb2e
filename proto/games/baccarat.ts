/** Elite Baccarat: wager and outcome. Eight decks, shuffled anew for each round. */
import { z } from 'zod';
import { AmountMinor, BalanceMinor } from '../money.ts';
import { fieldMessages } from '../texts.ts';
import { Card } from './cards.ts';

/** The payout of each bet as a multiple of its stake in hundredths, the stake included. */
export const baccaratReturns = { player: 200, banker: 195, tie: 900, player_pair: 1_200, banker_pair: 1_200 } as const;
export const baccaratTypes = Object.keys(baccaratReturns) as [
  keyof typeof baccaratReturns,
  ...(keyof typeof baccaratReturns)[],
];

export const BaccaratWager = z.strictObject({
  bets: z
    .array(z.strictObject({ type: z.enum(baccaratTypes), amountMinor: AmountMinor }))
    .min(1, fieldMessages.noBetPlaced)
    .max(baccaratTypes.length)
    .refine((bets) => new Set(bets.map(({ type }) => type)).size === bets.length, fieldMessages.betRepeated),
});
export type BaccaratWager = z.infer<typeof BaccaratWager>;

const Side = z.object({ cards: z.array(Card), value: z.int().min(0).max(9) });

export const BaccaratOutcome = z.object({
  player: Side,
  banker: Side,
  result: z.enum(['player', 'banker', 'tie']),
  natural: z.boolean(),
  playerPair: z.boolean(),
  bankerPair: z.boolean(),
  /** The payout of each bet, in the order of the wager. On a tie, bets on player and banker get their stake back. */
  bets: z.array(z.object({ payoutMinor: BalanceMinor })),
});
export type BaccaratOutcome = z.infer<typeof BaccaratOutcome>;
