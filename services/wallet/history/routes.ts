/** HTTP: a player's figures and history, as a list, totals, CSV and statement; for operators, all players' transactions and a player's wallet. */

import { csv, csvHeaders, readPages, rowsAtOnce } from '@fairline/chassis/http/csv';
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import type { Language } from '@fairline/proto/auth/fields';
import { common, Id, type Infer, pageSize, Refusal } from '@fairline/proto/contract';
import { type CurrencyCode, toDecimal } from '@fairline/proto/money';
import { periodStart } from '@fairline/proto/periods';
import { dayMs } from '@fairline/proto/time';
import { historyRoutes, type periods, type Transaction } from '@fairline/proto/wallet/history';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { playerRoutes } from '@fairline/proto/wallet/players';
import type { Wallet } from '../config.ts';
import { recordExport } from '../operator.ts';
import { balanceOf, limitsOf, ownStats, walletOfUser } from './player-figures.ts';
import * as reads from './store.ts';
import { movementsForOperators } from './store-office.ts';
import { playerOf, summariesOf } from './store-players.ts';
import { findTypesByText, kindsOf, type MovementRow, summaryOf, toTransaction } from './transaction.ts';

interface HistoryQuery {
  type?: Transaction['type'] | 'cash_out' | 'all' | undefined;
  period?: (typeof periods)[number] | undefined;
  q?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** The filter for a player's query, at the present time. */
function filterOf(wallet: Wallet, { type, period, q, from, until }: HistoryQuery): Omit<reads.HistoryFilter, 'before'> {
  const text = q?.trim().toLowerCase();
  const start = periodStart(period ?? 'all', wallet.clock.now()) ?? new Date(0);
  return {
    kinds: kindsOf(type ?? 'all'),
    since: from && new Date(from) > start ? new Date(from) : start,
    until: until === undefined ? undefined : new Date(until),
    search: text ? { text, ...findTypesByText(text) } : undefined,
  };
}

export function historyHandlers(wallet: Wallet): Handler[] {
  return [...playerHandlers(wallet), ...fileHandlers(wallet), ...operatorHandlers(wallet)];
}

function playerHandlers(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(ledgerRoutes.balance, ({ player }) => balanceOf(wallet, player.id)),
    handle(playerRoutes.limits, ({ player }) => limitsOf(wallet, player.id)),
    handle(historyRoutes.stats, ({ player }) => ownStats(wallet, player.id)),
    handle(historyRoutes.transactions, async ({ player, query }) => {
      const filter = { ...filterOf(wallet, query), before: readCursor(Id, query.cursor) };
      return page(await reads.historyOf(db, [player.id], filter, pageSize + 1), ({ place }) => place, toTransaction);
    }),
    handle(historyRoutes.summary, async ({ player, query }) => {
      const opened = await playerOf(db, player.id);
      if (!opened) throw new Refusal(common.unavailable);
      return summaryOf(await reads.movementTotals(db, player.id, filterOf(wallet, query)), opened.currency);
    }),
  ];
}

/** The history as CSV, and a month or a span of days of it as PDF. */
function fileHandlers(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(historyRoutes.exportTransactions, async ({ player, query }) => {
      const filter = filterOf(wallet, query);
      const rows = readPages(
        (before) => reads.historyOf(db, [player.id], { ...filter, before }, rowsAtOnce + 1),
        ({ place }) => place,
        rowsAtOnce,
      );
      async function* cells() {
        for await (const some of rows) yield some.map((row) => cellsOf(toTransaction(row), row.feeMinor));
      }
      const header = ['Date', 'Type', 'Amount', 'Currency', 'Fee', 'Method', 'Status', 'Description'];
      return new Reply({ stream: csv(header, cells()), headers: csvHeaders('transactions', wallet.clock.now()) });
    }),
    handle(historyRoutes.statement, ({ player, query: { month, language } }) =>
      statementOf(wallet, player.id, { ...daysOf(month), month, language }),
    ),
    handle(historyRoutes.statementOfDays, ({ player, query }) => statementOf(wallet, player.id, query)),
  ];
}

interface Span {
  /** UTC days, both included. */
  from: string;
  until: string;
  month?: string;
  language?: Language | undefined;
}

async function statementOf(
  wallet: Wallet,
  playerId: string,
  { from, until, month, language = 'en' }: Span,
): Promise<Reply> {
  const { db } = wallet;
  const opened = await playerOf(db, playerId);
  const since = new Date(from);
  if (!opened || since > wallet.clock.now()) throw new Refusal(common.notFound);
  const { currency } = opened;
  const end = new Date(Date.parse(until) + dayMs);
  const openingMinor = await reads.balanceAt(db, playerId, currency, since);
  const rows = readPages(
    (after) => reads.readPostedBetween(db, playerId, { currency, since, until: end, after }, rowsAtOnce + 1),
    ({ id }) => id,
    rowsAtOnce,
  );
  async function* transactions() {
    for await (const some of rows) yield some.map(toTransaction);
  }
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="statement_${month ?? `${from}_${until}`}.pdf"`,
    'cache-control': 'no-store',
  };
  const head = { playerId, currency, days: { from, until }, month, language, openingMinor, madeAt: wallet.clock.now() };
  // Loaded with the first statement, because the library takes 12 MB.
  const { statement } = await import('./statement.ts');
  return new Reply({ stream: statement(head, transactions()), headers });
}

/** The first and the last UTC day of a month. */
function daysOf(month: string): { from: string; until: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, until: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

type OfficeQuery = Infer<(typeof historyRoutes.exportOperatorTransactions)['query']>;

/** The filter for an operator's query, at the present time. */
function officeFilterOf(
  wallet: Wallet,
  { players, userId, status, currency, method, minMinor, maxMinor, ...query }: OfficeQuery,
) {
  return {
    ...filterOf(wallet, query),
    userId,
    players: players?.split(','),
    status,
    currency,
    methods: method && [method],
    minMinor,
    maxMinor,
  };
}

const officeHeader = [
  'Date',
  'Id',
  'User',
  'Type',
  'Amount',
  'Currency',
  'Fee',
  'Method',
  'Status',
  'Description',
  'Reference',
  'Balance after',
];

/** The export reads the pages of the list, so the file has the same transactions as the screen. */
async function* officeCells(wallet: Wallet, query: OfficeQuery) {
  const now = wallet.clock.now();
  const filter = officeFilterOf(wallet, query);
  for (let before: string | null | undefined; before !== null; ) {
    const { rows, stoppedAt } = await movementsForOperators(wallet.db, { ...filter, before }, now, rowsAtOnce + 1);
    const shown = rows.slice(0, rowsAtOnce);
    yield shown.map(officeRow);
    before = rows.length > rowsAtOnce ? (shown.at(-1)?.place ?? null) : stoppedAt;
  }
}

function officeRow(row: MovementRow): (string | number)[] {
  const shown = toTransaction(row);
  const [date = '', ...rest] = cellsOf(shown, row.feeMinor);
  const after = shown.balanceAfterMinor === null ? '' : toDecimal(shown.balanceAfterMinor, row.currency);
  return [date, row.id, row.playerId, ...rest, shown.reference, after];
}

function operatorHandlers(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(historyRoutes.operatorTransactions, async ({ query }) => {
      const filter = { ...officeFilterOf(wallet, query), before: readCursor(Id, query.cursor) };
      const { rows, stoppedAt } = await movementsForOperators(db, filter, wallet.clock.now(), pageSize + 1);
      const shown = (row: MovementRow) => ({ ...toTransaction(row), userId: row.playerId, demo: row.book === 'play' });
      return page(rows, ({ place }) => place, shown, stoppedAt);
    }),
    handle(historyRoutes.exportOperatorTransactions, async ({ query, operator, address, agent }) => {
      const exported = { action: 'transaction.export', resourceType: 'transaction', resourceId: 'transactions' };
      await db.tx((tx) => recordExport(tx, { operator, address, agent }, exported, query));
      return new Reply({
        stream: csv(officeHeader, officeCells(wallet, query)),
        headers: csvHeaders('transactions', wallet.clock.now()),
      });
    }),
    handle(historyRoutes.summaries, async ({ body }) => ({ items: await summariesOf(db, body.playerIds) })),
    handle(historyRoutes.walletOfUser, ({ params }) => walletOfUser(wallet, params.id)),
  ];
}

/** The amount by which the balance changes. The fee in the next column was subtracted before. */
function cellsOf(row: Transaction, feeMinor: number): (string | number)[] {
  const currency: CurrencyCode = row.currency;
  return [
    row.createdAt,
    row.type,
    toDecimal(row.amountMinor, currency),
    currency,
    toDecimal(feeMinor, currency),
    row.method ?? '',
    row.status,
    row.description,
  ];
}
