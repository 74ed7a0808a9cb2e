/** The door for facts: every event that declares a notice is told to its player, once, in his list and by mail. */

import { type Fact, type Reaction, react } from '@fairline/chassis/inbox';
import { authEvents } from '@fairline/proto/auth';
import type { EventType, Infer } from '@fairline/proto/contract';
import { walletEvents } from '@fairline/proto/wallet';
import type { z } from 'zod';
import { notify, notifySignIn, welcome } from './commands-mail.ts';
import type { Auth } from './config.ts';
import type { MailFacts, Template } from './letter.ts';

export function consumers(room: Auth): Reaction[] {
  const tell = <D extends z.ZodType<{ playerId: string }>, T extends Template>(event: EventType<D>, template: T, fill: (data: Infer<D>) => MailFacts[T]) =>
    react(event, (tx, facts) => notify(room, tx, { event, template, fill: ({ data }: Fact<Infer<D>>) => fill(data) }, facts));
  return [
    react(authEvents.userRegistered, (tx, facts) => welcome(room, tx, facts)),
    react(authEvents.userSignedIn, (tx, facts) => notifySignIn(room, tx, { event: authEvents.userSignedIn, template: 'signed_in' }, facts)),
    react(authEvents.deviceAdded, (tx, facts) => notifySignIn(room, tx, { event: authEvents.deviceAdded, template: 'new_device' }, facts)),
    tell(authEvents.passwordChanged, 'password_changed', () => ({})),
    tell(authEvents.twoFactorChanged, 'two_factor_changed', ({ on }) => ({ on })),
    tell(authEvents.userStatusChanged, 'status_changed', ({ status }) => ({ status })),
    tell(authEvents.verificationChanged, 'verification_changed', ({ level }) => ({ level })),
    tell(walletEvents.depositApproved, 'deposit_approved', payment),
    tell(walletEvents.depositRejected, 'deposit_rejected', paymentAndReason),
    tell(walletEvents.depositFailed, 'deposit_failed', paymentAndReason),
    tell(walletEvents.withdrawalApproved, 'withdrawal_approved', payment),
    tell(walletEvents.withdrawalRejected, 'withdrawal_rejected', paymentAndReason),
    tell(walletEvents.withdrawalReturned, 'withdrawal_returned', paymentAndReason),
    tell(walletEvents.destinationAdded, 'destination_added', ({ paymentId, method, destinationEnd }) => ({ paymentId, method, destinationEnd })),
    tell(walletEvents.withdrawalPinChanged, 'pin_changed', ({ on }) => ({ on })),
    tell(walletEvents.balanceLow, 'balance_low', ({ playableMinor, currency }) => ({ amountMinor: playableMinor, currency })),
    tell(walletEvents.balanceAdjusted, 'balance_adjusted', ({ adjustmentId, amountMinor, currency, reason }) => ({
      adjustmentId,
      amountMinor,
      currency,
      reason,
    })),
  ];
}

type Payment = Infer<(typeof walletEvents.depositApproved)['data']>;

const payment = ({ paymentId, amountMinor, currency }: Payment) => ({ paymentId, amountMinor, currency });
const paymentAndReason = (fact: Payment & { reason: string }) => ({ ...payment(fact), reason: fact.reason });
