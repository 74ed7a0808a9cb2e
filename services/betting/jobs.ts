/** The door for time: every sweep claims rows that say when they are due, so any instance may run it and none needs to remember. */
import type { Job } from '@fairline/chassis/jobs';
import { askAgain, decideDue, rejectOverdue } from './commands.ts';
import { sellDue } from './commands-cash-out.ts';
import { pruneCatalogue } from './commands-catalogue.ts';
import { compareBets } from './commands-compare.ts';
import { settleDue, tossCoins } from './commands-settlement.ts';
import { projectAllOwn, releaseCalmed } from './commands-trading.ts';
import type { Betting } from './config.ts';
import type { FeedReader } from './feed.ts';

/** `tell` learns how many bets do not agree with wallet. */
export function jobsOf(room: Betting, reader: FeedReader, tell: (mismatches: number) => void): Job[] {
  return [
    { name: 'ask_again', everyMs: 1_000, where: 'everywhere', run: () => askAgain(room) },
    { name: 'decide', everyMs: 100, where: 'everywhere', run: () => decideDue(room) },
    { name: 'reject_overdue', everyMs: 1_000, where: 'everywhere', run: () => rejectOverdue(room) },
    { name: 'settle', everyMs: 250, where: 'everywhere', run: () => settleDue(room) },
    ...(room.settlement === 'instant' ? [{ name: 'toss_coins', everyMs: 250, where: 'everywhere' as const, run: () => tossCoins(room) }] : []),
    { name: 'auto_cash_out', everyMs: 1_000, where: 'leased', run: () => sellDue(room) },
    { name: 'watch_feed', everyMs: 500, where: 'everywhere', run: () => reader.watch() },
    { name: 'sample_prices', everyMs: 1_000, where: 'everywhere', run: () => reader.keepSamples() },
    { name: 'calm', everyMs: 500, where: 'everywhere', run: () => releaseCalmed(room) },
    { name: 'own_prices', everyMs: 5_000, where: 'leased', run: () => projectAllOwn(room) },
    { name: 'compare', everyMs: 10_000, where: 'leased', run: () => compareBets(room, tell) },
    { name: 'prune', everyMs: 10 * 60 * 1_000, where: 'leased', run: () => pruneCatalogue(room) },
  ];
}
