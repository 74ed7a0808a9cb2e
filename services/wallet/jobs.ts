/** The door for time: the house's legs are folded, the provider is asked, rules approve what they may, the books are proven, old quotes are forgotten. */
import type { Job } from '@fairline/chassis/jobs';
import { type BooksHealth, foldBooks, proveBooks } from './commands.ts';
import { forgetQuotes } from './commands-exchange.ts';
import { approveByRule } from './commands-office.ts';
import { askProvider } from './commands-provider.ts';
import type { Wallet } from './config.ts';

/** `proven` is told what each proof found. */
export function jobsOf(wallet: Wallet, proven: (books: BooksHealth) => void): Job[] {
  return [
    { name: 'fold', everyMs: 5_000, where: 'leased', run: () => foldBooks(wallet) },
    { name: 'provider', everyMs: 1_000, where: 'everywhere', run: () => askProvider(wallet) },
    { name: 'auto-approval', everyMs: 2_000, where: 'leased', run: () => approveByRule(wallet) },
    { name: 'proof', everyMs: 30_000, where: 'leased', run: async () => proven(await proveBooks(wallet)) },
    { name: 'quotes', everyMs: 600_000, where: 'leased', run: () => forgetQuotes(wallet) },
  ];
}
