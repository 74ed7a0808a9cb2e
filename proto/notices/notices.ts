/**
 * The notices that a player may get, each with its data and the page that it links to.
 * Stored notices are read by every later release, so a field is only added as optional.
 * A language is one record of texts (english.ts, spanish.ts) for the mail and for the list of notices; the compiler names those it lacks.
 */
import { z } from 'zod';
import { passkeyChanges } from '../auth/passkeys.ts';
import { Id, Instant } from '../contract.ts';
import { Currency } from '../money.ts';
import { claimEndReasons } from '../promotions/claims.ts';
import { PromotionType, Tier } from '../promotions/offers.ts';

const amount = { amountMinor: z.int(), currency: Currency };
const payment = { paymentId: Id, ...amount };
const failedPayment = { ...payment, reason: z.string() };
/** `device`: the common names of browser and system. */
const signIn = { device: z.string(), address: z.string(), at: Instant };
const switched = { on: z.boolean() };
const passkey = { change: z.enum(passkeyChanges) };

/** `data` is kept in the queue of mail and in the list of notices, so it never holds a secret. */
const notice = <S extends z.ZodRawShape>(data: S, page: (data: z.infer<z.ZodObject<S>>) => string) => ({
  data: z.object(data),
  page,
});

const account = () => '/account';
const history = () => '/wallet?tab=history';
const promotions = () => '/promotions';
const security = () => '/account?tab=security';
const ticket = ({ ticketId }: { ticketId: string }) => `/support?ticket=${encodeURIComponent(ticketId)}`;
const walletSettings = () => '/wallet?tab=settings';
const verification = () => '/account?tab=verification';

export const notices = {
  welcome: notice({}, account),
  signed_in: notice(signIn, security),
  new_device: notice(signIn, security),
  /** Mailed to the old address, with a link that cancels the change. */
  email_change_requested: notice({ changeId: Id, by: z.enum(['player', 'operator']) }, account),
  email_changed: notice({ how: z.enum(['changed', 'undone']) }, account),
  password_changed: notice({}, security),
  two_factor_changed: notice(switched, security),
  passkey_changed: notice(passkey, security),
  status_changed: notice({ status: z.enum(['active', 'suspended', 'closed']) }, account),
  verification_changed: notice({ level: z.enum(['unverified', 'verified']) }, verification),
  /** `endsAt` is empty if it is permanent. */
  player_excluded: notice(
    { kind: z.enum(['time_out', 'self_exclusion']), endsAt: z.union([Instant, z.literal('')]) },
    () => '/safe-play',
  ),
  kyc_approved: notice({ validUntil: Instant }, verification),
  kyc_rejected: notice({ reason: z.string() }, verification),
  kyc_expired: notice({ wasApproved: z.boolean() }, verification),
  deposit_approved: notice(payment, history),
  deposit_rejected: notice(failedPayment, history),
  deposit_failed: notice(failedPayment, history),
  withdrawal_approved: notice(payment, history),
  withdrawal_paid: notice({ ...payment, bankReference: z.string() }, history),
  withdrawal_rejected: notice(failedPayment, history),
  withdrawal_returned: notice(failedPayment, history),
  destination_added: notice({ paymentId: Id, method: z.string(), destinationEnd: z.string() }, security),
  destination_saved: notice({ destinationId: Id, method: z.string(), destinationEnd: z.string() }, walletSettings),
  pin_changed: notice(switched, security),
  balance_low: notice(amount, () => '/wallet'),
  balance_adjusted: notice({ adjustmentId: Id, ...amount, reason: z.string() }, history),
  free_bet_given: notice({ claimId: Id, ...amount, expiresAt: Instant }, () => '/sports'),
  bonus_granted: notice({ claimId: Id, ...amount, expiresAt: Instant }, promotions),
  promotion_claimed: notice(
    { claimId: Id, type: PromotionType, waitingFor: z.enum(['deposit', 'operator', 'nothing']) },
    promotions,
  ),
  wagering_completed: notice({ claimId: Id, ...amount }, history),
  claim_ended: notice({ claimId: Id, ...amount, type: PromotionType, reason: z.enum(claimEndReasons) }, promotions),
  cashback_paid: notice({ statementId: Id, ...amount, weekStartsAt: Instant }, history),
  tier_changed: notice({ tier: Tier, from: Tier }, promotions),
  ticket_answered: notice({ ticketId: Id }, ticket),
  chat_kept: notice({ ticketId: Id }, ticket),
} as const;

export type NoticeTemplate = keyof typeof notices;

export type NoticeData = { [T in NoticeTemplate]: z.infer<(typeof notices)[T]['data']> };

/** The page that a notice links to: from a button in the mail, and from its line in the list. */
export function pageOf<T extends NoticeTemplate>(template: T, data: NoticeData[T]): string {
  const page = notices[template].page as (data: NoticeData[T]) => string;
  return page(data);
}

/** The list shows `subject` and `summary`; the mail shows everything, with `action` on the button to the page of the notice. */
export interface NoticeText {
  subject: string;
  summary: string;
  more?: readonly string[];
  action?: string;
  /** Shown below the action. */
  closing?: string;
}

export interface Amount {
  amountMinor: number;
  currency: z.infer<typeof Currency>;
}

/** The formats of figures and times in mail or on a page. Amounts have no sign, because the sentences state the direction. */
export interface NoticeWriter {
  amount: (amount: Amount) => string;
  moment: (at: string) => string;
  day: (at: string) => string;
}

export type NoticeTexts = { readonly [T in NoticeTemplate]: (data: NoticeData[T], write: NoticeWriter) => NoticeText };
