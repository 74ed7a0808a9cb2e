/** Operators' figures of money in and out, real players only. */
import { z } from 'zod';
import { Instant, route } from '../contract.ts';
import { BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { Range } from '../ranges.ts';

/**
 * Money of a period, real players only, converted to the reporting currency. `wagered` and `paid` are the stakes and payouts of bets settled in the period.
 * GGR = wagered - paid. NGR = GGR - bonuses; a free bet counts when its bet is settled.
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
  /** Number of players who staked. */
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
  /** The preceding period of the same length. */
  before: z.object(figuresOfPeriod),
  /** Current balances of players: cash and bonus. */
  heldByPlayersMinor: BalanceMinor,
  averageBalanceMinor: BalanceMinor,
  /** Oldest first, at most 60. Each step ends where the next one starts, the last one at `until`; steps start on full hours or days. */
  series: z.array(z.object({ at: Instant, depositedMinor: BalanceMinor, withdrawnMinor: SignedMinor, ggrMinor: SignedMinor })),
});
export type OperatorStats = z.infer<typeof OperatorStats>;

export const figureRoutes = {
  operatorStats: route('GET /api/admin/wallet/stats', {
    summary: 'Pending payments now; deposits, withdrawals, GGR and NGR of a period and of the one before it. Real money only',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ range: Range.optional() }),
    reply: OperatorStats,
  }),
} as const;
