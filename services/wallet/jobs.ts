/** The door for time: the house's legs are folded, the provider is asked, rules approve what they may, the books are proven, what is of no use any more is forgotten. */
import type { Job } from '@fairline/chassis/jobs';
import { Gauge, type Registry } from 'prom-client';
import { approveByRule } from './adjustments/commands.ts';
import type { Wallet } from './config.ts';
import { forgetQuotes } from './exchange/commands.ts';
import { type BooksHealth, foldBooks, proveBooks, proveWholeBooks } from './ledger/stakes.ts';
import { askProvider, forgetEvents } from './payments/instant-deposits.ts';
import { sweepProofs } from './payments/manual-deposits.ts';

/** `proven` is told what each proof found. */
export function jobsOf(wallet: Wallet, proven: (books: BooksHealth) => void): Job[] {
  return [
    { name: 'fold', everyMs: 5_000, where: 'leased', run: () => foldBooks(wallet) },
    { name: 'provider', everyMs: 1_000, where: 'everywhere', run: () => askProvider(wallet) },
    { name: 'auto-approval', everyMs: 2_000, where: 'leased', run: () => approveByRule(wallet) },
    { name: 'proof', everyMs: 30_000, where: 'leased', run: async () => proven(await proveBooks(wallet)) },
    // Once an hour; it looks each minute whether that is over.
    { name: 'whole-proof', everyMs: 60_000, where: 'leased', run: async () => proven(await proveWholeBooks(wallet)) },
    { name: 'quotes', everyMs: 600_000, where: 'leased', run: () => forgetQuotes(wallet) },
    { name: 'events', everyMs: 3_600_000, where: 'leased', run: () => forgetEvents(wallet) },
    { name: 'proof-files', everyMs: 60_000, where: 'leased', run: () => sweepProofs(wallet) },
  ];
}

/** What the last proof of the books found, as metrics: any invariant at 0, or a stop at 1, wakes somebody. */
export function gaugesOf(registry: Registry): (books: { invariants: readonly { name: string; holds: boolean }[]; stopped: boolean }) => void {
  const registers = [registry];
  const invariant = new Gauge({
    name: 'fairline_wallet_invariant_holds',
    help: 'The last proof of the books: 1 where an invariant holds',
    labelNames: ['invariant'],
    registers,
  });
  const stop = new Gauge({ name: 'fairline_wallet_stopped', help: '1 while stakes and withdrawals are paused', registers });
  return ({ invariants, stopped }) => {
    for (const { name, holds } of invariants) invariant.set({ invariant: name }, holds ? 1 : 0);
    stop.set(stopped ? 1 : 0);
  };
}
