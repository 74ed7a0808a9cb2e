/** The door for time: the house's legs are folded, and the books are proven, again and again. */
import type { Job } from '@fairline/chassis/jobs';
import { foldBooks, proveBooks } from './commands.ts';
import type { Wallet } from './config.ts';
import { pruneProofs } from './store.ts';

const proofsKeptMs = 30 * 24 * 60 * 60 * 1_000;

/** `broken` is told when the books do not hold. */
export function jobsOf(wallet: Wallet, broken: () => void): Job[] {
  return [
    { name: 'fold', everyMs: 5_000, where: 'leased', run: () => foldBooks(wallet) },
    {
      name: 'proof',
      everyMs: 30_000,
      where: 'leased',
      run: async () => {
        if (!(await proveBooks(wallet))) broken();
        await pruneProofs(wallet.db, new Date(wallet.clock.now().getTime() - proofsKeptMs));
      },
    },
  ];
}
