/** Professional Blackjack: wager, actions and outcome. Six decks, the dealer hits soft 17. */
import { z } from 'zod';
import { AmountMinor, BalanceMinor } from '../money.ts';
import { Card } from './cards.ts';

/** The largest side bet of each kind. */
export const maxSideBetMinor = 5_000;

export const BlackjackWager = z.strictObject({
  amountMinor: AmountMinor,
  perfectPairsMinor: z.int().min(0).max(maxSideBetMinor).optional(),
  twentyOnePlusThreeMinor: z.int().min(0).max(maxSideBetMinor).optional(),
});
export type BlackjackWager = z.infer<typeof BlackjackWager>;

export const handActions = ['hit', 'stand', 'double', 'split'] as const;
export const HandAction = z.enum(handActions);
export type HandAction = z.infer<typeof HandAction>;

/** The winnings of each side bet per 1 of its stake. */
export const perfectPairsPay = { perfect: 25, coloured: 12, mixed: 6 } as const;
export const twentyOnePlusThreePay = {
  suited_trips: 100,
  straight_flush: 40,
  three_of_a_kind: 30,
  straight: 10,
  flush: 5,
} as const;

export const BlackjackHand = z.object({
  cards: z.array(Card),
  stakeMinor: AmountMinor,
  doubled: z.boolean(),
  /** `active` is the hand whose turn it is, `waiting` one whose turn comes, `stood` one that waits for the dealer; the others are decided. */
  status: z.enum(['active', 'waiting', 'stood', 'bust', 'won', 'lost', 'push', 'blackjack']),
  payoutMinor: BalanceMinor.optional(),
});

const sideBet = <Kind extends z.ZodType>(result: Kind) =>
  z.object({ stakeMinor: AmountMinor, result: result.nullable(), payoutMinor: BalanceMinor }).optional();

export const BlackjackOutcome = z.object({
  hands: z.array(BlackjackHand),
  /** The dealer's cards; only the first one while a hand is open. */
  dealer: z.array(Card),
  /** The actions that are allowed now; empty once the round is decided. */
  actions: z.array(HandAction),
  /** Side bets are decided by the first cards and paid when the round is settled. */
  perfectPairs: sideBet(z.enum(['perfect', 'coloured', 'mixed'])),
  twentyOnePlusThree: sideBet(z.enum(['suited_trips', 'straight_flush', 'three_of_a_kind', 'straight', 'flush'])),
});
export type BlackjackOutcome = z.infer<typeof BlackjackOutcome>;
