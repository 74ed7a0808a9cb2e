/** Jobs: the house's balances, counts for operators' figures, polling the provider, automatic approval, proofs of the books, expired bonuses, and deleting old quotes, events and files. */

import { checkJobs } from '@fairline/chassis/messaging/checks';
import type { Log } from '@fairline/chassis/process/log';
import type { Metrics } from '@fairline/chassis/process/metrics';
import type { Job } from '@fairline/chassis/storage/jobs';
import { walletCheckEvents } from '@fairline/proto/checks';
import { hourMs } from '@fairline/proto/time';
import { Gauge, type Registry } from 'prom-client';
import { applyRules } from './automatic/commands.ts';
import { type BooksHealth, proveBooks, proveWholeBooks, updateHouseBalances } from './books/commands.ts';
import type { Wallet } from './config.ts';
import { forgetQuotes } from './exchange/commands.ts';
import { countAhead } from './figures/commands.ts';
import { forfeitExpired } from './grants/commands.ts';
import { sweepProofs } from './payments/manual-deposits.ts';
import { forgetEvents, pollProvider } from './payments/provider-updates.ts';

/** `proven` receives the result of each proof. */
export function jobsOf(wallet: Wallet, proven: (books: BooksHealth) => void): Job[] {
  /** What does not balance stops the books, which raises an alert of its own. */
  const prove = async (books: Promise<BooksHealth>) => {
    proven(await books);
    return 0;
  };
  return [
    { name: 'house_legs', everyMs: 5_000, where: 'leased', run: () => updateHouseBalances(wallet) },
    { name: 'provider', everyMs: 1_000, where: 'everywhere', run: () => pollProvider(wallet) },
    { name: 'auto-approval', everyMs: 2_000, where: 'leased', run: () => applyRules(wallet) },
    ...checkJobs(wallet, walletCheckEvents.checkOverdue, [
      { check: 'books', name: 'proof', everyMs: 30_000, where: 'leased', run: () => prove(proveBooks(wallet)) },
      // Proves once an hour; each minute it checks whether an hour has passed.
      {
        check: 'whole_books',
        name: 'whole-proof',
        everyMs: 60_000,
        where: 'leased',
        run: () => prove(proveWholeBooks(wallet)),
      },
    ]),
    { name: 'bonuses', everyMs: 60_000, where: 'leased', run: () => forfeitExpired(wallet) },
    { name: 'figures', everyMs: 60_000, where: 'everywhere', run: () => countAhead(wallet) },
    { name: 'quotes', everyMs: 600_000, where: 'leased', run: () => forgetQuotes(wallet) },
    { name: 'events', everyMs: hourMs, where: 'leased', run: () => forgetEvents(wallet) },
    { name: 'proof-files', everyMs: 60_000, where: 'leased', run: () => sweepProofs(wallet) },
  ];
}

/** Reports a proof of the books. Metrics: an invariant at 0 or a stop at 1 raises an alarm. Log: a fatal line for mismatches that nobody has accepted. */
export function reporterOf({
  metrics,
  log,
}: {
  metrics: Pick<Metrics, 'registry'>;
  log: Log;
}): (books: BooksHealth) => void {
  const show = gaugesOf(metrics.registry);
  return (books) => {
    show(books);
    if (books.hasNewMismatches) log.fatal('the books do not hold: see the integrity page');
  };
}

function gaugesOf(
  registry: Registry,
): (books: { invariants: readonly { name: string; holds: boolean }[]; stopped: boolean }) => void {
  const registers = [registry];
  const invariant = new Gauge({
    name: 'fairline_wallet_invariant_holds',
    help: 'The last proof of the books: 1 where an invariant holds',
    labelNames: ['invariant'],
    registers,
  });
  const stop = new Gauge({
    name: 'fairline_wallet_stopped',
    help: '1 while stakes and withdrawals are paused',
    registers,
  });
  return ({ invariants, stopped }) => {
    for (const { name, holds } of invariants) invariant.set({ invariant: name }, holds ? 1 : 0);
    stop.set(stopped ? 1 : 0);
  };
}
