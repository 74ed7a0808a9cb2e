/** Events that auth consumes: each that declares a notice reaches its player once, in the list of notices and by mail. Reviews of documents decide the verification level too. */

import { type Consumer, consume, type Received } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import type { Infer } from '@fairline/proto/contract';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { ledgerEvents } from '@fairline/proto/wallet/ledger';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { playerEvents } from '@fairline/proto/wallet/players';
import { failureTexts } from '@fairline/proto/wallet/texts';
import type { z } from 'zod';
import { decideByDocuments } from './account/verification.ts';
import { notify, notifyOffer, notifyRegistered, notifySignIn } from './mail/commands.ts';
import type { MailContext } from './mail/context.ts';
import type { Template, TemplateData } from './mail/templates.ts';

export function consumers(ctx: MailContext): Consumer[] {
  const notifyWith =
    <T extends Template, D extends { playerId: string }>(template: T, fill: (data: D) => TemplateData[T]) =>
    (tx: Tx, events: Received<D>[]) =>
      notify(ctx, tx, { template, fill: ({ data }) => fill(data) }, events);
  return [
    consume(userEvents.userRegistered, (tx, events) => notifyRegistered(ctx, tx, events)),
    consume(sessionEvents.userSignedIn, (tx, events) => notifySignIn(ctx, tx, 'signed_in', events)),
    consume(sessionEvents.deviceAdded, (tx, events) => notifySignIn(ctx, tx, 'new_device', events)),
    consume(sessionEvents.passwordChanged, notifyWith('password_changed', noData)),
    consume(sessionEvents.twoFactorChanged, notifyWith('two_factor_changed', switched)),
    consume(userEvents.userStatusChanged, notifyWith('status_changed', status)),
    consume(userEvents.verificationChanged, (tx, events) =>
      notify(ctx, tx, { template: 'verification_changed', fill: ({ data }) => level(data) }, events.filter(isByOperator)),
    ),
    consume(paymentEvents.depositApproved, notifyWith('deposit_approved', payment)),
    consume(paymentEvents.depositRejected, notifyWith('deposit_rejected', paymentAndReason)),
    consume(paymentEvents.depositFailed, (tx, events) =>
      notify(ctx, tx, { template: 'deposit_failed', fill: ({ data }) => paymentAndReason(data), mails: notByPayer }, events),
    ),
    consume(paymentEvents.withdrawalApproved, notifyWith('withdrawal_approved', payment)),
    consume(paymentEvents.withdrawalRejected, notifyWith('withdrawal_rejected', paymentAndReason)),
    consume(paymentEvents.withdrawalReturned, notifyWith('withdrawal_returned', paymentAndReason)),
    consume(paymentEvents.destinationAdded, notifyWith('destination_added', destination)),
    consume(playerEvents.withdrawalPinChanged, notifyWith('pin_changed', switched)),
    consume(ledgerEvents.balanceLow, notifyWith('balance_low', remainder)),
    consume(adjustmentEvents.balanceAdjusted, notifyWith('balance_adjusted', adjustment)),
    consume(grantEvents.bonusGranted, (tx, events) =>
      notifyOffer(ctx, tx, { template: 'free_bet_given', fill: ({ data }) => freeBet(data) }, events.filter(isNews(ctx))),
    ),
    ...verificationConsumers(ctx),
  ];
}

/** The outcome of a review decides the level and notifies the player, in one transaction. */
function verificationConsumers(ctx: MailContext): Consumer[] {
  const { approved, rejected, expired } = verificationEvents;
  return [
    consume(approved, async (tx, events) => {
      await decideByDocuments(
        tx,
        events.map(({ at, data }) => ({ ...reviewed(data), level: 'verified', at })),
      );
      await notify(ctx, tx, { template: 'kyc_approved', fill: ({ data }) => ({ validUntil: data.validUntil }) }, events);
    }),
    consume(rejected, async (tx, events) => {
      await decideByDocuments(
        tx,
        events.map(({ at, data }) => ({ ...reviewed(data), level: 'unverified', at, reason: data.reason })),
      );
      await notify(ctx, tx, { template: 'kyc_rejected', fill: ({ data }) => ({ reason: data.reason }) }, events);
    }),
    consume(expired, async (tx, events) => {
      const ended = events.filter(({ data }) => data.wasApproved);
      await decideByDocuments(
        tx,
        ended.map(({ at, data }) => ({ playerId: data.playerId, operatorId: undefined, level: 'unverified', at })),
      );
      await notify(ctx, tx, { template: 'kyc_expired', fill: ({ data }) => ({ wasApproved: data.wasApproved }) }, events);
    }),
  ];
}

const reviewed = ({ playerId, operatorId }: { playerId: string; operatorId: string | null }) => ({ playerId, operatorId: operatorId ?? undefined });
/** The events of kyc notify of what documents decided. */
const isByOperator = ({ data }: Received<Data<typeof userEvents.verificationChanged>>) => data.cause !== 'documents';

type Data<E extends { data: z.ZodType }> = Infer<E['data']>;
type Payment = Data<typeof paymentEvents.depositApproved>;

const noData = () => ({});
const switched = ({ on }: { playerId: string; on: boolean }) => ({ on });
const status = ({ status: now }: Data<typeof userEvents.userStatusChanged>) => ({ status: now });
const level = ({ level: now }: Data<typeof userEvents.verificationChanged>) => ({ level: now });
const payment = ({ paymentId, amountMinor, currency }: Payment) => ({ paymentId, amountMinor, currency });
const paymentAndReason = (event: Payment & { reason: string }) => ({ ...payment(event), reason: event.reason });
/** Players who cancelled their own deposit have seen it end: no mail follows. */
const notByPayer = ({ data }: Received<Data<typeof paymentEvents.depositFailed>>) => data.reason !== failureTexts.canceled_by_payer;
const destination = ({ paymentId, method, destinationEnd }: Data<typeof paymentEvents.destinationAdded>) => ({ paymentId, method, destinationEnd });
const remainder = ({ playableMinor, currency }: Data<typeof ledgerEvents.balanceLow>) => ({ amountMinor: playableMinor, currency });

/**
 * A free bet is news for half an hour: longer than a restart or an upgrade takes, and far shorter than the week of events that a new consumer begins with.
 * Players who were not notified in that time still see it in their wallet and on the slip.
 */
const newsMs = 30 * 60_000;
type Granted = Data<typeof grantEvents.bonusGranted>;
type FreeBetGiven = Granted & { grant: { claimId: string; expiresAt: string } };

/** The welcome mail covers the welcome bonus; a grant that has run out meanwhile is no news. */
const isNews =
  ({ clock }: MailContext) =>
  (event: Received<Granted>): event is Received<FreeBetGiven> =>
    event.data.grant?.kind === 'free_bet' &&
    event.data.grant.expiresAt !== undefined &&
    new Date(event.data.grant.expiresAt) > clock.now() &&
    clock.now().getTime() - event.at.getTime() <= newsMs;
const freeBet = ({ amountMinor, currency, grant: { claimId, expiresAt } }: FreeBetGiven) => ({ claimId, amountMinor, currency, expiresAt });
const adjustment = (event: Data<typeof adjustmentEvents.balanceAdjusted>) => {
  const { adjustmentId, amountMinor, currency, reason } = event;
  return { adjustmentId, amountMinor, currency, reason };
};
