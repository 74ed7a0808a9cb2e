/** Events: one line per consumer. Players are taken in one order, so that no two batches wait for each other. */
import { type Fact, type Reaction, react } from '@fairline/chassis/inbox';
import { authEvents } from '@fairline/proto/auth';
import { bettingEvents } from '@fairline/proto/betting';
import type { Wallet } from './config.ts';
import { payBets } from './ledger/stakes.ts';
import { erase, openPlayer, restrict } from './players/commands.ts';

export function reactionsOf(wallet: Wallet): Reaction[] {
  return [
    react(authEvents.userRegistered, async (tx, facts) => {
      for (const { data, version } of byPlayer(facts)) {
        await openPlayer(wallet, tx, { ...data, version, status: 'active', book: data.demo ? 'play' : 'real' });
      }
    }),
    react(authEvents.userStatusChanged, async (tx, facts) => {
      for (const { data, version } of byPlayer(facts)) await restrict(tx, { part: 'account', ...data, version });
    }),
    react(authEvents.verificationChanged, async (tx, facts) => {
      for (const { data, version } of byPlayer(facts)) await restrict(tx, { part: 'account', ...data, version });
    }),
    react(authEvents.accountErased, async (tx, facts) => {
      for (const { data } of byPlayer(facts)) await erase(wallet, tx, data.playerId);
    }),
    react(bettingEvents.betRejected, (tx, facts) => payBets(wallet, tx, facts, 'returned')),
    react(bettingEvents.betVoided, (tx, facts) => payBets(wallet, tx, facts, 'returned')),
    react(bettingEvents.betSettled, (tx, facts) => payBets(wallet, tx, facts, 'settled')),
    react(bettingEvents.betCashedOut, (tx, facts) => payBets(wallet, tx, facts, 'sold')),
    react(bettingEvents.betResettled, (tx, facts) => payBets(wallet, tx, facts, 'corrected')),
  ];
}

/** Facts about one player stay in the order in which they came. */
export function byPlayer<D extends { playerId: string }>(facts: readonly Fact<D>[]): Fact<D>[] {
  return [...facts].sort(({ data: a }, { data: b }) => (a.playerId === b.playerId ? 0 : a.playerId < b.playerId ? -1 : 1));
}
