/** Events: one line per consumer. Players are taken in one order, so that no two batches wait for each other. */
import { type Fact, type Reaction, react } from '@fairline/chassis/inbox';
import { authEvents } from '@fairline/proto/auth';
import { bettingEvents } from '@fairline/proto/betting';
import type { Wallet } from './config.ts';
import { payBets } from './ledger/stakes.ts';
import { erasePlayer, openPlayer, restrictPlayer } from './players/commands.ts';

export function reactionsOf(wallet: Wallet): Reaction[] {
  return [
    react(authEvents.userRegistered, async (tx, events) => {
      for (const { data, version } of byPlayer(events)) {
        await openPlayer(wallet, tx, { ...data, version, status: 'active', book: data.demo ? 'play' : 'real' });
      }
    }),
    react(authEvents.userStatusChanged, async (tx, events) => {
      for (const { data, version } of byPlayer(events)) await restrictPlayer(tx, { part: 'account', ...data, version });
    }),
    react(authEvents.verificationChanged, async (tx, events) => {
      for (const { data, version } of byPlayer(events)) await restrictPlayer(tx, { part: 'account', ...data, version });
    }),
    react(authEvents.accountErased, async (tx, events) => {
      for (const { data } of byPlayer(events)) await erasePlayer(wallet, tx, data.playerId);
    }),
    react(bettingEvents.betRejected, (tx, events) => payBets(wallet, tx, events, 'returned')),
    react(bettingEvents.betVoided, (tx, events) => payBets(wallet, tx, events, 'returned')),
    react(bettingEvents.betSettled, (tx, events) => payBets(wallet, tx, events, 'settled')),
    react(bettingEvents.betCashedOut, (tx, events) => payBets(wallet, tx, events, 'sold')),
    react(bettingEvents.betResettled, (tx, events) => payBets(wallet, tx, events, 'corrected')),
  ];
}

/** Events about one player stay in the order in which they came. */
export function byPlayer<D extends { playerId: string }>(events: readonly Fact<D>[]): Fact<D>[] {
  return [...events].sort(({ data: a }, { data: b }) => (a.playerId === b.playerId ? 0 : a.playerId < b.playerId ? -1 : 1));
}
