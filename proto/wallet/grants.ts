/**
 * Grants: what the house gives a player to play with, one per claim. A free bet is the stake of one bet: used whole, once, before it expires,
 * and not returned with what it wins. A bet that is rejected or void gives it back with the expiry it had.
 */
import { z } from 'zod';
import { Id, Instant, refusal } from '../contract.ts';
import { AmountMinor, PlayCurrency } from '../money.ts';

export const freeBetRefusals = {
  freeBetUnknown: refusal('free_bet_unknown', 404, 'Free bet not found'),
  freeBetUsed: refusal('free_bet_used', 409, 'This free bet was used already'),
  freeBetExpired: refusal('free_bet_expired', 422, 'This free bet has expired'),
  freeBetForfeited: refusal('free_bet_forfeited', 422, 'This free bet was taken back'),
  /** params: {amountMinor} */
  freeBetWhole: refusal('free_bet_whole', 422, 'A free bet is used whole: its stake is {amount}'),
} as const;

export const grantRefusals = {
  /** Nobody is invited back to play who may not, or does not want to. */
  notPlaying: refusal('player_not_playing', 422, 'This player is suspended, closed or excluded from play'),
  freeBetAmount: refusal('free_bet_amount', 422, 'The player could not stake this: it is below the least stake or above what he may bet'),
} as const;

export const grantKinds = ['free_bet'] as const;
export const products = ['sports', 'casino'] as const;

/** `products` is what it may be played on; a free bet on sports. */
export const Grant = z.object({
  claimId: Id,
  playerId: Id,
  kind: z.enum(grantKinds),
  currency: PlayCurrency,
  amountMinor: AmountMinor,
  expiresAt: Instant,
  products: z.array(z.enum(products)),
});
export type Grant = z.infer<typeof Grant>;

/** A free bet that can be used now: send its claim with a bet of this stake. */
export const FreeBet = z.object({ claimId: Id, amountMinor: AmountMinor, currency: PlayCurrency, expiresAt: Instant });
export type FreeBet = z.infer<typeof FreeBet>;
