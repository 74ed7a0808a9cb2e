/** Events that auth consumes. Each that declares a notice reaches its player once, in the list and by mail. Reviews of documents also decide the verification level, and risk levels are stored. */

import { type Consumer, consume, type Received } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { emailEvents } from '@fairline/proto/auth/email';
import { passkeyEvents } from '@fairline/proto/auth/passkeys';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import type { Infer } from '@fairline/proto/contract';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { loyaltyEvents } from '@fairline/proto/promotions/loyalty';
import { Tier } from '@fairline/proto/promotions/offers';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { levelEvents } from '@fairline/proto/risk/levels';
import { ticketEvents } from '@fairline/proto/support/tickets';
import { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { ledgerEvents } from '@fairline/proto/wallet/ledger';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { playerEvents } from '@fairline/proto/wallet/players';
import { failureTexts } from '@fairline/proto/wallet/texts';
import type { z } from 'zod';
import type { AccountContext } from './account/context.ts';
import { applyKyc } from './account/verification.ts';
import { endExclusions, notify, notifyExcluded, notifyOffer, notifyRegistered, notifySignIn } from './mail/commands.ts';
import type { MailContext } from './mail/context.ts';
import type { Template, TemplateData } from './mail/templates.ts';
import { applyRiskLevels } from './staff/players.ts';

type ConsumerContext = MailContext & Pick<AccountContext, 'jurisdiction'>;

export function consumers(ctx: ConsumerContext): Consumer[] {
  const notifyWith =
    <T extends Template, D extends { playerId: string }>(template: T, fill: (data: D) => TemplateData[T]) =>
    (tx: Tx, events: Received<D>[]) =>
      notify(ctx, tx, { template, fill: ({ data }) => fill(data) }, events);
  return [
    consume(userEvents.userRegistered, (tx, events) => notifyRegistered(ctx, tx, events)),
    consume(sessionEvents.userSignedIn, (tx, events) => notifySignIn(ctx, tx, 'signed_in', events)),
    consume(sessionEvents.deviceAdded, (tx, events) => notifySignIn(ctx, tx, 'new_device', events)),
    consume(sessionEvents.passwordChanged, notifyWith('password_changed', noData)),
    consume(
      emailEvents.emailChangeRequested,
      notifyWith('email_change_requested', ({ changeId, by }) => ({ changeId, by })),
    ),
    consume(
      emailEvents.emailChanged,
      notifyWith('email_changed', ({ how }) => ({ how })),
    ),
    consume(sessionEvents.twoFactorChanged, notifyWith('two_factor_changed', switched)),
    consume(passkeyEvents.passkeyChanged, notifyWith('passkey_changed', passkey)),
    consume(userEvents.userStatusChanged, notifyWith('status_changed', status)),
    consume(userEvents.verificationChanged, (tx, events) =>
      notify(
        ctx,
        tx,
        { template: 'verification_changed', fill: ({ data }) => level(data) },
        events.filter(isByOperator),
      ),
    ),
    consume(paymentEvents.depositApproved, notifyWith('deposit_approved', payment)),
    consume(paymentEvents.depositRejected, notifyWith('deposit_rejected', paymentAndReason)),
    consume(paymentEvents.depositFailed, (tx, events) =>
      notify(
        ctx,
        tx,
        { template: 'deposit_failed', fill: ({ data }) => paymentAndReason(data), mails: notByPayer },
        events,
      ),
    ),
    consume(paymentEvents.withdrawalApproved, notifyWith('withdrawal_approved', payment)),
    consume(paymentEvents.withdrawalPaid, notifyWith('withdrawal_paid', paidPayment)),
    consume(paymentEvents.withdrawalRejected, notifyWith('withdrawal_rejected', paymentAndReason)),
    consume(paymentEvents.withdrawalReturned, notifyWith('withdrawal_returned', paymentAndReason)),
    consume(paymentEvents.destinationAdded, notifyWith('destination_added', destination)),
    consume(paymentEvents.destinationSaved, notifyWith('destination_saved', savedDestination)),
    consume(playerEvents.withdrawalPinChanged, notifyWith('pin_changed', switched)),
    consume(ledgerEvents.balanceLow, notifyWith('balance_low', remainder)),
    consume(adjustmentEvents.balanceAdjusted, notifyWith('balance_adjusted', adjustment)),
    consume(exclusionEvents.playerExcluded, (tx, events) => notifyExcluded(ctx, tx, events)),
    consume(exclusionEvents.exclusionEnded, (tx, events) => endExclusions(tx, events)),
    consume(levelEvents.riskLevelChanged, (tx, events) => applyRiskLevels(tx, events)),
    ...verificationConsumers(ctx),
    ...promotionConsumers(ctx),
    consume(ticketEvents.ticketOpened, (tx, events) =>
      notify(ctx, tx, { template: 'chat_kept', fill: ticket }, events.filter(isFromChat)),
    ),
    consume(ticketEvents.ticketAnswered, (tx, events) =>
      notify(ctx, tx, { template: 'ticket_answered', fill: ticket }, events),
    ),
  ];
}

/** The outcome of a review decides the level and notifies the player, in one transaction. A screening decides the level alone: a player must not learn of a match. */
function verificationConsumers(ctx: ConsumerContext): Consumer[] {
  return [
    consume(verificationEvents.approved, async (tx, events) => {
      await applyKyc(
        tx,
        ctx.jurisdiction,
        events.map((event) => ({
          ...reviewed(event),
          assessment: event.data.assessment ?? { approved: true, matches: [] },
          addressProvenAt: event.data.addressProvenAt,
        })),
      );
      await notify(
        ctx,
        tx,
        { template: 'kyc_approved', fill: ({ data }) => ({ validUntil: data.validUntil }) },
        events,
      );
    }),
    consume(verificationEvents.rejected, async (tx, events) => {
      await applyKyc(
        tx,
        ctx.jurisdiction,
        events.map((event) => ({
          ...reviewed(event),
          assessment: event.data.assessment ?? notApproved,
          ends: true,
          reason: event.data.reason,
        })),
      );
      await notify(ctx, tx, { template: 'kyc_rejected', fill: ({ data }) => ({ reason: data.reason }) }, events);
    }),
    consume(verificationEvents.expired, async (tx, events) => {
      await applyKyc(
        tx,
        ctx.jurisdiction,
        events.map((event) => ({
          ...reviewed(event),
          assessment: event.data.assessment ?? notApproved,
          ends: event.data.wasApproved,
        })),
      );
      await notify(
        ctx,
        tx,
        { template: 'kyc_expired', fill: ({ data }) => ({ wasApproved: data.wasApproved }) },
        events,
      );
    }),
    consume(verificationEvents.changed, (tx, events) =>
      applyKyc(
        tx,
        ctx.jurisdiction,
        events.flatMap((event) => {
          const { assessment, addressProvenAt } = event.data;
          return assessment ? [{ ...reviewed(event), assessment, addressProvenAt }] : [];
        }),
      ),
    ),
  ];
}

const notApproved = { approved: false, matches: [] };

const reviewed = ({
  version,
  at,
  data: { playerId, operatorId },
}: Received<{ playerId: string; operatorId?: string | null }>) => ({
  playerId,
  version,
  at,
  operatorId: operatorId ?? undefined,
});

/** Invitations to play reach active players only; news about their money reaches everybody. */
function promotionConsumers(ctx: MailContext): Consumer[] {
  return [
    consume(grantEvents.bonusGranted, async (tx, events) => {
      const news = events.filter(isNews(ctx));
      const of = (kind: GivenGrant['kind']) => news.filter(({ data }) => data.grant.kind === kind);
      await notifyOffer(ctx, tx, { template: 'free_bet_given', fill: ({ data }) => given(data) }, of('free_bet'));
      await notifyOffer(ctx, tx, { template: 'bonus_granted', fill: ({ data }) => given(data) }, of('bonus'));
    }),
    consume(claimEvents.promotionClaimed, (tx, events) =>
      notifyOffer(
        ctx,
        tx,
        { template: 'promotion_claimed', fill: ({ data }) => claimed(data), mails: () => false },
        events,
      ),
    ),
    consume(claimEvents.wageringCompleted, (tx, events) =>
      notify(
        ctx,
        tx,
        { template: 'wagering_completed', fill: ({ data }) => converted(data) },
        events.filter(({ data }) => data.convertedMinor > 0),
      ),
    ),
    consume(claimEvents.claimEnded, (tx, events) =>
      notify(
        ctx,
        tx,
        { template: 'claim_ended', fill: ({ data }) => ended(data), mails: ({ data }) => isEndMailed[data.reason] },
        events,
      ),
    ),
    consume(loyaltyEvents.tierChanged, (tx, events) =>
      notifyOffer(
        ctx,
        tx,
        { template: 'tier_changed', fill: ({ data: { tier, from } }) => ({ tier, from }), mails: isRaised },
        events,
      ),
    ),
    consume(loyaltyEvents.cashbackPaid, (tx, events) =>
      notifyOffer(ctx, tx, { template: 'cashback_paid', fill: ({ data }) => cashback(data) }, events),
    ),
  ];
}

/** If documents decided the level, the event of kyc notifies the player instead. A move changes the jurisdiction alone. */
const isByOperator = ({ data }: Received<Data<typeof userEvents.verificationChanged>>) => data.cause === 'operator';

type Data<E extends { data: z.ZodType }> = Infer<E['data']>;
type Payment = Data<typeof paymentEvents.depositApproved>;

const noData = () => ({});
const switched = ({ on }: { playerId: string; on: boolean }) => ({ on });
const passkey = ({ change }: Data<typeof passkeyEvents.passkeyChanged>) => ({ change });
const status = ({ status: now }: Data<typeof userEvents.userStatusChanged>) => ({ status: now });
const level = ({ level: now }: Data<typeof userEvents.verificationChanged>) => ({ level: now });
const payment = ({ paymentId, amountMinor, currency }: Payment) => ({ paymentId, amountMinor, currency });
const paymentAndReason = (event: Payment & { reason: string }) => ({ ...payment(event), reason: event.reason });
const paidPayment = (event: Data<typeof paymentEvents.withdrawalPaid>) => ({
  ...payment(event),
  bankReference: event.bankReference,
});
/** A deposit that the player cancelled themselves is not mailed. */
const notByPayer = ({ data }: Received<Data<typeof paymentEvents.depositFailed>>) =>
  data.reason !== failureTexts.canceled_by_payer;
const destination = ({ paymentId, method, destinationEnd }: Data<typeof paymentEvents.destinationAdded>) => ({
  paymentId,
  method,
  destinationEnd,
});
const savedDestination = ({ destinationId, method, destinationEnd }: Data<typeof paymentEvents.destinationSaved>) => ({
  destinationId,
  method,
  destinationEnd,
});
const remainder = ({ playableMinor, currency }: Data<typeof ledgerEvents.balanceLow>) => ({
  amountMinor: playableMinor,
  currency,
});

const ticket = ({ data: { ticketId } }: Received<{ ticketId: string }>) => ({ ticketId });
const isFromChat = ({ data }: Received<Data<typeof ticketEvents.ticketOpened>>) => data.chatId !== undefined;

/**
 * A free bet or a bonus is announced for half an hour only: longer than a restart or an upgrade takes, and far shorter than the week of events that a new consumer reads.
 * Players who were not notified in that time still see the offer in their wallet and on the slip.
 */
const newsMs = 30 * 60_000;
type Granted = Data<typeof grantEvents.bonusGranted>;
type GivenGrant = NonNullable<Granted['grant']> & { expiresAt: string };
type Given = Granted & { grant: GivenGrant };

/** Whether a grant is announced: it has an expiry (cash and the welcome bonus, which has its own mail, have none), has not expired, and was given at most half an hour ago. */
const isNews =
  ({ clock }: MailContext) =>
  (event: Received<Granted>): event is Received<Given> =>
    event.data.grant?.expiresAt !== undefined &&
    new Date(event.data.grant.expiresAt) > clock.now() &&
    clock.now().getTime() - event.at.getTime() <= newsMs;
const given = ({ amountMinor, currency, grant: { claimId, expiresAt } }: Given) => ({
  claimId,
  amountMinor,
  currency,
  expiresAt,
});

const claimed = ({ claimId, type, waitingFor }: Data<typeof claimEvents.promotionClaimed>) => ({
  claimId,
  type,
  waitingFor: waitingFor ?? ('nothing' as const),
});
const converted = ({ claimId, convertedMinor, currency }: Data<typeof claimEvents.wageringCompleted>) => ({
  claimId,
  amountMinor: convertedMinor,
  currency,
});
type Ended = Data<typeof claimEvents.claimEnded>;
const ended = ({ claimId, type, reason, forfeitedMinor, currency }: Ended) => ({
  claimId,
  type,
  reason,
  amountMinor: forfeitedMinor,
  currency,
});
/** Whether the end of a claim is mailed, by its reason. Players who cancelled it, closed their account, or are excluded from play get no mail about promotions. */
const isEndMailed: Readonly<Record<Ended['reason'], boolean>> = {
  expired: true,
  spent: true,
  operator: true,
  player: false,
  withdrawal: true,
  closed: false,
  excluded: false,
  no_bonus: false,
};
/** Only a higher tier is mailed; a lower one is in the list alone. */
const isRaised = ({ data: { tier, from } }: Received<Data<typeof loyaltyEvents.tierChanged>>) =>
  Tier.options.indexOf(tier) > Tier.options.indexOf(from);
const cashback = ({ statementId, amountMinor, currency, weekStartsAt }: Data<typeof loyaltyEvents.cashbackPaid>) => ({
  statementId,
  amountMinor,
  currency,
  weekStartsAt,
});

const adjustment = (event: Data<typeof adjustmentEvents.balanceAdjusted>) => {
  const { adjustmentId, amountMinor, currency, reason } = event;
  return { adjustmentId, amountMinor, currency, reason };
};
