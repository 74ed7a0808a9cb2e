/** Events: one line per consumer. Players are handled in the order of their ids, so that batches cannot deadlock. */
import { type Consumer, consume, type Received } from '@fairline/chassis/messaging/inbox';
import { mailEvents } from '@fairline/proto/auth/mail';
import { userEvents } from '@fairline/proto/auth/users';
import { betEvents } from '@fairline/proto/betting/bets';
import type { Wallet } from './config.ts';
import { payBets } from './ledger/stakes.ts';
import { erasePlayer, openPlayer, restrictPlayer } from './players/commands.ts';
import { settleConfirmed } from './players/welcome.ts';

export function consumersOf(wallet: Wallet): Consumer[] {
  return [
    consume(userEvents.userRegistered, async (tx, events) => {
      for (const { data, version } of byPlayer(events)) {
        await openPlayer(wallet, tx, { ...data, version, status: 'active', book: data.demo ? 'play' : 'real' });
      }
    }),
    consume(mailEvents.emailVerified, (tx, events) =>
      settleConfirmed(
        wallet,
        tx,
        byPlayer(events).map(({ data }) => data),
      ),
    ),
    consume(userEvents.userStatusChanged, async (tx, events) => {
      for (const { data, version } of byPlayer(events)) await restrictPlayer(tx, { part: 'account', ...data, version });
    }),
    consume(userEvents.verificationChanged, async (tx, events) => {
      for (const { data, version } of byPlayer(events)) await restrictPlayer(tx, { part: 'account', ...data, version });
    }),
    consume(userEvents.accountErased, async (tx, events) => {
      for (const { data } of byPlayer(events)) await erasePlayer(wallet, tx, data.playerId);
    }),
    consume(betEvents.betRejected, (tx, events) => payBets(wallet, tx, events, 'returned')),
    consume(betEvents.betVoided, (tx, events) => payBets(wallet, tx, events, 'returned')),
    consume(betEvents.betSettled, (tx, events) => payBets(wallet, tx, events, 'settled')),
    consume(betEvents.betCashedOut, (tx, events) => payBets(wallet, tx, events, 'sold')),
    consume(betEvents.betResettled, (tx, events) => payBets(wallet, tx, events, 'corrected')),
  ];
}

/** Sorts events by player; the events of one player keep their order. */
export function byPlayer<D extends { playerId: string }>(events: readonly Received<D>[]): Received<D>[] {
  return [...events].sort(({ data: a }, { data: b }) =>
    a.playerId === b.playerId ? 0 : a.playerId < b.playerId ? -1 : 1,
  );
}
