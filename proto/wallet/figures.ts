/** Operators' figures of money in and out, real players only. */
import { z } from 'zod';
import { Instant, route } from '../contract.ts';
import { BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { Range } from '../ranges.ts';

/**
 * Money of a period, real players only, every currency at its rate in the currency of report. Of bets that were settled in it: what was staked on them (wagered)
 * and what they paid. GGR = wagered - paid; NGR = GGR - bonuses, of which free bets count when their bet is settled.
 */
const figuresOfPeriod = {
  depositedMinor: BalanceMinor,
  withdrawnMinor: SignedMinor,
  wageredMinor: SignedMinor,
  paidMinor: SignedMinor,
  ggrMinor: SignedMinor,
  bonusMinor: SignedMinor,
  feesMinor: BalanceMinor,
  ngrMinor: SignedMinor,
  /** Players who staked. */
  activePlayers: z.int(),
};

export const OperatorStats = z.object({
  range: Range,
  since: Instant,
  until: Instant.optional(),
  currency: PlayCurrency,
  pendingPayments: z.int(),
  pendingDeposits: z.int(),
  pendingWithdrawals: z.int(),
  pendingAmountMinor: BalanceMinor,
  ...figuresOfPeriod,
  /** The period of the same length before this one. */
  before: z.object(figuresOfPeriod),
  /** What players hold now: cash and bonus. */
  heldByPlayersMinor: BalanceMinor,
  averageBalanceMinor: BalanceMinor,
  /** Oldest first, at most 60; each until the next one begins, by the clock, and the last one until `until`. */
  series: z.array(z.object({ at: Instant, depositedMinor: BalanceMinor, withdrawnMinor: SignedMinor, ggrMinor: SignedMinor })),
});
export type OperatorStats = z.infer<typeof OperatorStats>;

export const figureRoutes = {
  operatorStats: route('GET /api/admin/wallet/stats', {
    summary: 'Pending payments now, and money in and out, GGR and NGR of settled bets of a time with the time before it; real money only',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ range: Range.optional() }),
    reply: OperatorStats,
  }),
} as const;
