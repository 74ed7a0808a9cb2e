/** Events that auth consumes: each that declares a notice reaches its player once, in the list of notices and by mail. */

import { type Fact, type Reaction, react } from '@fairline/chassis/inbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents } from '@fairline/proto/auth';
import type { Infer } from '@fairline/proto/contract';
import { walletEvents } from '@fairline/proto/wallet';
import { failureWords } from '@fairline/proto/wallet/words';
import type { z } from 'zod';
import { notify, notifyOffer, notifyRegistered, notifySignIn } from './mail/commands.ts';
import type { MailContext } from './mail/context.ts';
import type { Template, TemplateData } from './mail/templates.ts';

export function consumers(ctx: MailContext): Reaction[] {
  const notifyWith =
    <T extends Template, D extends { playerId: string }>(template: T, fill: (data: D) => TemplateData[T]) =>
    (tx: Tx, events: Fact<D>[]) =>
      notify(ctx, tx, { template, fill: ({ data }) => fill(data) }, events);
  return [
    react(authEvents.userRegistered, (tx, events) => notifyRegistered(ctx, tx, events)),
    react(authEvents.userSignedIn, (tx, events) => notifySignIn(ctx, tx, 'signed_in', events)),
    react(authEvents.deviceAdded, (tx, events) => notifySignIn(ctx, tx, 'new_device', events)),
    react(authEvents.passwordChanged, notifyWith('password_changed', noData)),
    react(authEvents.twoFactorChanged, notifyWith('two_factor_changed', switched)),
    react(authEvents.userStatusChanged, notifyWith('status_changed', status)),
    react(authEvents.verificationChanged, notifyWith('verification_changed', level)),
    react(walletEvents.depositApproved, notifyWith('deposit_approved', payment)),
    react(walletEvents.depositRejected, notifyWith('deposit_rejected', paymentAndReason)),
    react(walletEvents.depositFailed, (tx, events) =>
      notify(ctx, tx, { template: 'deposit_failed', fill: ({ data }) => paymentAndReason(data), mails: notByPayer }, events),
    ),
    react(walletEvents.withdrawalApproved, notifyWith('withdrawal_approved', payment)),
    react(walletEvents.withdrawalRejected, notifyWith('withdrawal_rejected', paymentAndReason)),
    react(walletEvents.withdrawalReturned, notifyWith('withdrawal_returned', paymentAndReason)),
    react(walletEvents.destinationAdded, notifyWith('destination_added', destination)),
    react(walletEvents.withdrawalPinChanged, notifyWith('pin_changed', switched)),
    react(walletEvents.balanceLow, notifyWith('balance_low', remainder)),
    react(walletEvents.balanceAdjusted, notifyWith('balance_adjusted', adjustment)),
    react(walletEvents.bonusGranted, (tx, events) =>
      notifyOffer(ctx, tx, { template: 'free_bet_given', fill: ({ data }) => freeBet(data) }, events.filter(isNews(ctx))),
    ),
  ];
}

type Data<E extends { data: z.ZodType }> = Infer<E['data']>;
type Payment = Data<typeof walletEvents.depositApproved>;

const noData = () => ({});
const switched = ({ on }: { playerId: string; on: boolean }) => ({ on });
const status = ({ status: now }: Data<typeof authEvents.userStatusChanged>) => ({ status: now });
const level = ({ level: now }: Data<typeof authEvents.verificationChanged>) => ({ level: now });
const payment = ({ paymentId, amountMinor, currency }: Payment) => ({ paymentId, amountMinor, currency });
const paymentAndReason = (event: Payment & { reason: string }) => ({ ...payment(event), reason: event.reason });
/** Players who cancelled their own deposit have seen it end: no mail follows. */
const notByPayer = ({ data }: Fact<Data<typeof walletEvents.depositFailed>>) => data.reason !== failureWords.canceled_by_payer;
const destination = ({ paymentId, method, destinationEnd }: Data<typeof walletEvents.destinationAdded>) => ({ paymentId, method, destinationEnd });
const remainder = ({ playableMinor, currency }: Data<typeof walletEvents.balanceLow>) => ({ amountMinor: playableMinor, currency });

/**
 * A free bet is news for half an hour: longer than a restart or an upgrade takes, and far shorter than the week of events that a new consumer begins with.
 * Players who were not notified in that time still see it in their wallet and on the slip.
 */
const newsMs = 30 * 60_000;
type Granted = Data<typeof walletEvents.bonusGranted>;
type FreeBetGiven = Granted & { grant: NonNullable<Granted['grant']> };

/** The welcome mail covers the welcome bonus; a grant that has run out meanwhile is no news. */
const isNews =
  ({ clock }: MailContext) =>
  (event: Fact<Granted>): event is Fact<FreeBetGiven> =>
    event.data.grant !== undefined && new Date(event.data.grant.expiresAt) > clock.now() && clock.now().getTime() - event.at.getTime() <= newsMs;
const freeBet = ({ amountMinor, currency, grant: { claimId, expiresAt } }: FreeBetGiven) => ({ claimId, amountMinor, currency, expiresAt });
const adjustment = (event: Data<typeof walletEvents.balanceAdjusted>) => {
  const { adjustmentId, amountMinor, currency, reason } = event;
  return { adjustmentId, amountMinor, currency, reason };
};
