/**
 * A player's history: what each movement of money is called, and which of them a filter means.
 * Pure; the words are the same on the page, in the search and in an export.
 */
import type { CurrencyCode } from '@fairline/proto/money';
import type { Transaction, transactionTypes } from '@fairline/proto/wallet';
import { paymentMethods, withdrawalMethods } from '@fairline/proto/wallet/methods';

type TransactionType = (typeof transactionTypes)[number];

/** What moved: the kinds of transfers, and payments under their own type whatever their status. */
const kinds = {
  stake: { type: 'bet', words: 'Sports bet' },
  win: { type: 'win', words: 'Winnings' },
  refund: { type: 'refund', words: 'Stake returned' },
  correction: { type: 'adjustment', words: 'Bet result corrected' },
  welcome: { type: 'bonus', words: 'Welcome bonus' },
  opening: { type: 'adjustment', words: 'Play money' },
  conversion: { type: 'conversion', words: 'Currency conversion' },
  currency: { type: 'bonus', words: 'Welcome bonus in another currency' },
  deposit: { type: 'deposit', words: 'Deposit' },
  withdrawal: { type: 'withdrawal', words: 'Withdrawal' },
} as const satisfies Record<string, { type: TransactionType; words: string }>;
export type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

export interface MovementRow {
  id: string;
  kind: Kind;
  amountMinor: number;
  currency: CurrencyCode;
  status: 'pending' | 'completed' | 'failed';
  method: string | null;
  reference: string;
  createdAt: Date;
  balanceAfterMinor: number | null;
}

export function kindsOf(type: TransactionType | 'all'): Kind[] {
  return kindNames.filter((kind) => type === 'all' || kinds[kind].type === type);
}

/** The kinds and methods whose words contain what was searched for. */
export function wordsMatching(text: string): { kinds: Kind[]; methods: string[] } {
  const wanted = text.trim().toLowerCase();
  const methods = [...paymentMethods, ...withdrawalMethods].filter(({ id, name }) => id.includes(wanted) || name.toLowerCase().includes(wanted));
  return {
    kinds: kindNames.filter((kind) => kinds[kind].words.toLowerCase().includes(wanted) || kinds[kind].type.includes(wanted)),
    methods: [...new Set(methods.map(({ id }) => id))],
  };
}

const methodNames = new Map<string, string>([...withdrawalMethods, ...paymentMethods].map(({ id, name }) => [id, name]));

export function toTransaction(row: MovementRow): Transaction {
  const { words, type } = kinds[row.kind];
  const opening = row.kind === 'welcome' || row.kind === 'opening' || row.kind === 'currency';
  return {
    id: row.id,
    type,
    amountMinor: row.amountMinor,
    currency: row.currency,
    status: row.status,
    method: row.method,
    description: row.method === null ? words : `${words}: ${methodNames.get(row.method) ?? row.method}`,
    reference: opening ? words : row.reference,
    createdAt: row.createdAt.toISOString(),
    balanceAfterMinor: row.status === 'completed' ? row.balanceAfterMinor : null,
  };
}
