/** The integrity check of the ledger, and the stop of stakes and withdrawals if it fails, until a super admin lifts it. */
import { z } from 'zod';
import { common, event, Id, Instant, Reason, refusal, route } from '../contract.ts';
import { Currency, SignedMinor } from '../money.ts';
import { book } from './ledger.ts';

export const bookRefusals = {
  notStopped: refusal('not_stopped', 409, 'Stakes and withdrawals are not paused'),
  /** There are mismatches that the super admin has not seen, so the stop remains. */
  booksChanged: refusal(
    'books_changed',
    409,
    'The mismatches have changed since you looked. Please review them again.',
  ),
} as const;

/** The names of the invariants that the check tests. */
export const invariantNames = [
  'transfers sum to zero',
  'balances equal their entries',
  'versions are gapless',
  'holds have owners',
  'bonus money equals its grants',
  'every book sums to zero',
] as const;

export const Invariant = z.object({
  name: z.string(),
  holds: z.boolean(),
  checked: z.int(),
  offenders: z.array(z.string()),
});

export const Integrity = z.object({
  ranAt: Instant.nullable(),
  holds: z.boolean(),
  stopped: z.boolean(),
  invariants: z.array(Invariant),
  /** Identifies the listed mismatches that nobody has accepted yet. The request to lift the stop sends it back. */
  seen: z.string().optional(),
  totals: z.array(z.object({ book, currency: Currency, kind: z.string(), balanceMinor: SignedMinor })),
});
export type Integrity = z.infer<typeof Integrity>;

export const bookRoutes = {
  integrity: route('GET /api/admin/wallet/integrity', {
    summary: 'The latest integrity check of the ledger',
    access: { operator: 'wallet.read' },
    reply: Integrity,
  }),
  liftStop: route('POST /api/admin/wallet/integrity/lift', {
    summary:
      'Lifts the stop of stakes and withdrawals: a super admin accepts the books in their current state, with a reason',
    access: { operator: 'operators' },
    stepUp: true,
    /** Without `seen`, all mismatches found before the call are accepted. */
    body: z.strictObject({ reason: Reason, seen: z.string().max(100).optional() }),
    reply: Integrity,
    refusals: [bookRefusals.notStopped, bookRefusals.booksChanged, common.cardNumber, common.stepUpRequired],
  }),
} as const;

export const bookEvents = {
  booksStopped: event('wallet', 'BooksStopped', {
    summary: 'An integrity check found the ledger unbalanced; stakes and withdrawals are stopped.',
    data: z.object({ proofId: Id, invariant: z.string() }),
    audience: { operators: 'wallet.read' },
  }),
} as const;
