/** Figures for operators of money in and out, of real players only. */
import { z } from 'zod';
import { Instant, route } from '../contract.ts';
import { BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { Range } from '../periods.ts';

/** `ngrMinor`: GGR less the bonuses of this product. Bonuses for all products count only in the total. */
const figuresOfProduct = {
  wageredMinor: SignedMinor,
  paidMinor: SignedMinor,
  ggrMinor: SignedMinor,
  ngrMinor: SignedMinor,
};

/**
 * Money of a period, of real players only, converted to the reporting currency. `wagered` and `paid` are the stakes and payouts of bets settled in the period,
 * and of casino rounds by the time they were taken and paid, less those of void rounds. A jackpot counts when it is paid: until then the house owns the seed amount and contributions of its pool.
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
  /** The number of players who staked. */
  activePlayers: z.int(),
  /** The parts of `wagered`, `paid` and GGR; `jackpotMinor` is the part of casino's `paid` that its pools paid. */
  byProduct: z
    .object({
      sports: z.object(figuresOfProduct),
      casino: z.object({ ...figuresOfProduct, jackpotMinor: SignedMinor }),
    })
    .optional(),
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
  series: z.array(
    z.object({ at: Instant, depositedMinor: BalanceMinor, withdrawnMinor: SignedMinor, ggrMinor: SignedMinor }),
  ),
});
export type OperatorStats = z.infer<typeof OperatorStats>;

export const figureRoutes = {
  operatorStats: route('GET /api/admin/wallet/stats', {
    summary:
      'Pending payments now; deposits, withdrawals, GGR and NGR of a period and of the one before it. Real money only',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ range: Range.optional() }),
    reply: OperatorStats,
  }),
} as const;
