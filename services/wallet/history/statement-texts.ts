/** The texts of a statement, one typed record per language. */
import type { Language } from '@fairline/proto/auth/fields';
import { catalogue, roundReference } from '@fairline/proto/games/catalogue';
import { formatMoney, numberMarks } from '@fairline/proto/money';
import {
  spanishMethods,
  spanishMovements,
  spanishRounds,
  spanishTypes,
} from '@fairline/proto/notices/spanish-movements';
import type { Transaction, transactionTypes } from '@fairline/proto/wallet/history';
import { paymentMethods, withdrawalMethods } from '@fairline/proto/wallet/methods';

export interface StatementTexts {
  title: (span: string) => string;
  /** The first and the last day. */
  span: (from: string, until: string) => string;
  account: string;
  currency: string;
  made: string;
  opening: string;
  closing: string;
  none: string;
  page: string;
  columns: readonly [date: string, type: string, description: string, amount: string, balance: string];
  type: (type: Type) => string;
  total: (type: Type) => string;
  describe: (row: Transaction) => string;
}

type Type = (typeof transactionTypes)[number];

const english: StatementTexts = {
  title: (span) => `Statement for ${span}`,
  span: (from, until) => `${from} to ${until}`,
  account: 'Account',
  currency: 'Currency',
  made: 'Made',
  opening: 'Opening balance',
  closing: 'Closing balance',
  none: 'No transactions in this period.',
  page: 'page',
  columns: ['Date (UTC)', 'Type', 'Description', 'Amount', 'Balance'],
  type: (type) => type,
  total: (type) => `Total ${type}`,
  describe: ({ description }) => description,
};

const spanish: StatementTexts = {
  title: (span) => `Extracto de ${span}`,
  span: (from, until) => `${from} a ${until}`,
  account: 'Cuenta',
  currency: 'Divisa',
  made: 'Emitido',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  none: 'Sin movimientos en este periodo.',
  page: 'página',
  columns: ['Fecha (UTC)', 'Tipo', 'Descripción', 'Importe', 'Saldo'],
  type: (type) => spanishTypes[type],
  total: (type) => `Total ${spanishTypes[type]}`,
  describe: inSpanish,
};

const methodNames = new Map<string, keyof typeof spanishMethods>(
  [...withdrawalMethods, ...paymentMethods].map(({ id, name }) => [id, name]),
);

function inSpanish({ kind, gameId, roundId, multiplier, method, note, currency, description }: Transaction): string {
  if (!kind) return description;
  if (gameId && roundId) {
    const parts = {
      game: catalogue[gameId].name,
      multiplier: multiplier?.toFixed(2).replace('.', numberMarks.es.decimal) ?? '',
      reference: roundReference(roundId),
    };
    if (kind === 'jackpot') return spanishRounds.jackpot(parts);
    if (kind === 'round_refund') return spanishRounds.roundRefund(parts);
    if (kind === 'round_correction') return spanishRounds.roundCorrection(parts);
    return multiplier === undefined ? spanishRounds.roundStake(parts) : spanishRounds.over(parts);
  }
  const title = spanishMovements[kind];
  if (kind === 'bonus_conversion' && note) return `${title}: ${formatMoney(Number(note), currency, numberMarks.es)}`;
  const name = method === null ? undefined : methodNames.get(method);
  if (method !== null) return `${title}: ${name === undefined ? method : spanishMethods[name]}`;
  return note ? `${title}: ${note}` : title;
}

export const statementTexts: Readonly<Record<Language, StatementTexts>> = { en: english, es: spanish };
