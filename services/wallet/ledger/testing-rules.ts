/**
 * The setup of the tables of money rules: a player with 100.00, commands under short names, and a ledger that runs them.
 * The same tables run against the model and against the functions in sql/.
 */
import type { Command, Holder } from './testing-model-books.ts';

export const at = new Date('2026-11-20T12:00:00Z');
export const player = 'p1';

/** The fields of its player that a test may change. */
export type Changes = Partial<Holder>;

/** A ledger as a test uses it: it runs commands, returns codes, and shows the player's accounts. */
export interface Ledger {
  run(...commands: Command[]): Promise<string[]>;
  runAt(at: Date, command: Command): Promise<string>;
  set(changes: Changes): Promise<void>;
  stop(on: boolean): Promise<void>;
  left(): Promise<{ cash: number; bonus: number; held: number; receivable: number }>;
  player(): Promise<object>;
  /** The balance of a house account in the player's book and currency, from this ledger's postings only. */
  house(account: 'bonus_expense' | 'sports'): Promise<number>;
  grant(claimId: string): Promise<object>;
  /** The sum of all balances, which is always zero. */
  sum(): Promise<number>;
}

export interface Ledgers {
  /** A verified player with 100.00 in cash, with the changes of the test. */
  given(changes?: Changes): Promise<Ledger>;
  empty(): Promise<Ledger>;
}

export const bet = { betId: 'b1', playerId: player, currency: 'USD' } as const;
export const stake = (amountMinor: number, changes: Partial<Extract<Command, { do: 'stake' }>> = {}): Command => ({
  do: 'stake',
  ...bet,
  stakeMinor: amountMinor,
  potentialPayoutMinor: amountMinor * 10,
  ...changes,
});
export const pay = (
  dueMinor: number,
  version: number,
  changes: Partial<Extract<Command, { do: 'pay' }>> = {},
): Command => ({
  do: 'pay',
  ...bet,
  version,
  dueMinor,
  outcome: 'settled',
  ...changes,
});
