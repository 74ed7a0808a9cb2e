/** The door for facts: every event that declares a notice is told to its player, once, in his list and by mail. */

import { type Fact, type Reaction, react } from '@fairline/chassis/inbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents } from '@fairline/proto/auth';
import type { Infer } from '@fairline/proto/contract';
import { walletEvents } from '@fairline/proto/wallet';
import { failureWords } from '@fairline/proto/wallet/words';
import type { z } from 'zod';
import { invite, notify, notifySignIn, welcome } from './commands-mail.ts';
import type { Auth } from './config.ts';
import type { MailFacts, Template } from './letter.ts';

export function consumers(room: Auth): Reaction[] {
  const tell =
    <T extends Template, D extends { playerId: string }>(template: T, fill: (data: D) => MailFacts[T]) =>
    (tx: Tx, facts: Fact<D>[]) =>
      notify(room, tx, { template, fill: ({ data }) => fill(data) }, facts);
  return [
    react(authEvents.userRegistered, (tx, facts) => welcome(room, tx, facts)),
    react(authEvents.userSignedIn, (tx, facts) => notifySignIn(room, tx, 'signed_in', facts)),
    react(authEvents.deviceAdded, (tx, facts) => notifySignIn(room, tx, 'new_device', facts)),
    react(authEvents.passwordChanged, tell('password_changed', nothing)),
    react(authEvents.twoFactorChanged, tell('two_factor_changed', switched)),
    react(authEvents.userStatusChanged, tell('status_changed', status)),
    react(authEvents.verificationChanged, tell('verification_changed', level)),
    react(walletEvents.depositApproved, tell('deposit_approved', payment)),
    react(walletEvents.depositRejected, tell('deposit_rejected', paymentAndReason)),
    react(walletEvents.depositFailed, (tx, facts) =>
      notify(room, tx, { template: 'deposit_failed', fill: ({ data }) => paymentAndReason(data), mails: notByPayer }, facts),
    ),
    react(walletEvents.withdrawalApproved, tell('withdrawal_approved', payment)),
    react(walletEvents.withdrawalRejected, tell('withdrawal_rejected', paymentAndReason)),
    react(walletEvents.withdrawalReturned, tell('withdrawal_returned', paymentAndReason)),
    react(walletEvents.destinationAdded, tell('destination_added', destination)),
    react(walletEvents.withdrawalPinChanged, tell('pin_changed', switched)),
    react(walletEvents.balanceLow, tell('balance_low', remainder)),
    react(walletEvents.balanceAdjusted, tell('balance_adjusted', adjustment)),
    react(walletEvents.bonusGranted, (tx, facts) =>
      invite(room, tx, { template: 'free_bet_given', fill: ({ data }) => freeBet(data) }, facts.filter(isNews(room))),
    ),
  ];
}

type Data<E extends { data: z.ZodType }> = Infer<E['data']>;
type Payment = Data<typeof walletEvents.depositApproved>;

const nothing = () => ({});
const switched = ({ on }: { playerId: string; on: boolean }) => ({ on });
const status = ({ status: now }: Data<typeof authEvents.userStatusChanged>) => ({ status: now });
const level = ({ level: now }: Data<typeof authEvents.verificationChanged>) => ({ level: now });
const payment = ({ paymentId, amountMinor, currency }: Payment) => ({ paymentId, amountMinor, currency });
const paymentAndReason = (fact: Payment & { reason: string }) => ({ ...payment(fact), reason: fact.reason });
/** Who cancelled his deposit himself has seen it end: no mail tells him what he did. */
const notByPayer = ({ data }: Fact<Data<typeof walletEvents.depositFailed>>) => data.reason !== failureWords.canceled_by_payer;
const destination = ({ paymentId, method, destinationEnd }: Data<typeof walletEvents.destinationAdded>) => ({ paymentId, method, destinationEnd });
const remainder = ({ playableMinor, currency }: Data<typeof walletEvents.balanceLow>) => ({ amountMinor: playableMinor, currency });

/**
 * A free bet is news for half an hour: longer than a restart or an upgrade takes, and far shorter than the week of facts that a consumer which is new begins with.
 * Who was not told in that time sees it in his wallet and on the slip all the same.
 */
const newsMs = 30 * 60_000;
type Granted = Data<typeof walletEvents.bonusGranted>;
type FreeBetGiven = Granted & { grant: NonNullable<Granted['grant']> };

/** The welcome bonus is told by the welcome; of a grant that has run out meanwhile there is nothing to tell. */
const isNews =
  ({ clock }: Auth) =>
  (fact: Fact<Granted>): fact is Fact<FreeBetGiven> =>
    fact.data.grant !== undefined && new Date(fact.data.grant.expiresAt) > clock.now() && clock.now().getTime() - fact.at.getTime() <= newsMs;
const freeBet = ({ amountMinor, currency, grant: { claimId, expiresAt } }: FreeBetGiven) => ({ claimId, amountMinor, currency, expiresAt });
const adjustment = (fact: Data<typeof walletEvents.balanceAdjusted>) => {
  const { adjustmentId, amountMinor, currency, reason } = fact;
  return { adjustmentId, amountMinor, currency, reason };
};
