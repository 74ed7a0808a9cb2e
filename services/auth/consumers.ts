/** The door for facts: every event that declares a notice becomes a mail to its player, once. */

import { type Reaction, react } from '@fairline/chassis/inbox';
import { authEvents } from '@fairline/proto/auth';
import type { CurrencyCode } from '@fairline/proto/money';
import { walletEvents } from '@fairline/proto/wallet';
import { notify, welcome } from './commands-mail.ts';
import type { Auth } from './config.ts';

export function consumers(room: Auth): Reaction[] {
  return [
    react(authEvents.userRegistered, (tx, facts) => welcome(room, tx, facts)),
    react(walletEvents.depositApproved, (tx, facts) => notify(room, tx, 'deposit_approved', facts, amount)),
    react(walletEvents.depositRejected, (tx, facts) => notify(room, tx, 'deposit_rejected', facts, amountAndReason)),
    react(walletEvents.withdrawalApproved, (tx, facts) => notify(room, tx, 'withdrawal_approved', facts, amount)),
    react(walletEvents.withdrawalRejected, (tx, facts) => notify(room, tx, 'withdrawal_rejected', facts, amountAndReason)),
  ];
}

interface Payment {
  amountMinor: number;
  currency: CurrencyCode;
}

const amount = ({ amountMinor, currency }: Payment) => ({ amountMinor, currency });
const amountAndReason = ({ amountMinor, currency, reason }: Payment & { reason: string }) => ({ amountMinor, currency, reason });
