/** The door for facts: every event that declares a notice becomes a mail to its player, once. */

import { type Fact, type Reaction, react } from '@fairline/chassis/inbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents } from '@fairline/proto/auth';
import type { CurrencyCode } from '@fairline/proto/money';
import { walletEvents } from '@fairline/proto/wallet';
import type { Auth } from './config.ts';
import type { MailFacts, Template } from './mail.ts';
import { queueMail } from './store.ts';

export function consumers({ clock }: Auth): Reaction[] {
  const mail =
    <T extends Template, D extends { playerId: string }>(template: T, factsOf: (data: D) => MailFacts[T]) =>
    (tx: Tx, facts: Fact<D>[]) =>
      queueMail(
        tx,
        facts.map(({ id, data }) => ({ id, playerId: data.playerId, template, facts: factsOf(data) })),
        clock.now(),
      );
  return [
    react(authEvents.userRegistered, (tx, facts) =>
      mail('welcome', nothing)(
        tx,
        facts.filter(({ data }) => !data.demo),
      ),
    ),
    react(walletEvents.depositApproved, mail('deposit_approved', amount)),
    react(walletEvents.depositRejected, mail('deposit_rejected', amountAndReason)),
    react(walletEvents.withdrawalApproved, mail('withdrawal_approved', amount)),
    react(walletEvents.withdrawalRejected, mail('withdrawal_rejected', amountAndReason)),
  ];
}

interface Payment {
  playerId: string;
  amountMinor: number;
  currency: CurrencyCode;
}

const nothing = (_data: { playerId: string }) => ({});
const amount = ({ amountMinor, currency }: Payment) => ({ amountMinor, currency });
const amountAndReason = ({ amountMinor, currency, reason }: Payment & { reason: string }) => ({ amountMinor, currency, reason });
