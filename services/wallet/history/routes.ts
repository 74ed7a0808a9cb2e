/** HTTP: a player's figures and history, as a list, totals, CSV and a monthly statement; for operators, all players' transactions and a player's wallet. */
import { csv, csvHeaders, readPages, rowsAtOnce } from '@fairline/chassis/http/csv';
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { maskCards } from '@fairline/chassis/process/card-number';
import { common, Id, type Infer, pageSize, Refusal } from '@fairline/proto/contract';
import { type CurrencyCode, toDecimal } from '@fairline/proto/money';
import { periodStart } from '@fairline/proto/periods';
import { historyRoutes, type periods, type Transaction } from '@fairline/proto/wallet/history';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { playerRoutes } from '@fairline/proto/wallet/players';
import type { Wallet } from '../config.ts';
import { recordActionOnUnversioned } from '../operator.ts';
import { balanceOf, limitsOf, ownStats, walletOfUser } from './player-figures.ts';
import { statement } from './statement.ts';
import * as reads from './store.ts';
import { movementsForOperators } from './store-office.ts';
import { playerOf, summariesOf } from './store-players.ts';
import { findTypesByText, kindsOf, type MovementRow, summaryOf, toTransaction } from './transaction.ts';

interface HistoryQuery {
  type?: Transaction['type'] | 'cash_out' | 'all' | undefined;
  period?: (typeof periods)[number] | undefined;
  q?: string | undefined;
}

/** Which movements a query means, now. */
function filterOf(wallet: Wallet, { type, period, q }: HistoryQuery): Omit<reads.HistoryFilter, 'before'> {
  const text = q?.trim().toLowerCase();
  return {
    kinds: kindsOf(type ?? 'all'),
    since: periodStart(period ?? 'all', wallet.clock.now()) ?? new Date(0),
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

/** The history as CSV, and a month of it as PDF. */
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
    handle(historyRoutes.statement, async ({ player, query }) => {
      const opened = await playerOf(db, player.id);
      const since = new Date(`${query.month}-01T00:00:00Z`);
      if (!opened || since > wallet.clock.now()) throw new Refusal(common.notFound);
      const { currency } = opened;
      const until = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1, 1));
      const openingMinor = await reads.balanceAt(db, player.id, currency, since);
      const head = { playerId: player.id, currency, month: query.month, openingMinor, madeAt: wallet.clock.now() };
      const rows = readPages(
        (after) => reads.readPostedBetween(db, player.id, { currency, since, until, after }, rowsAtOnce + 1),
        ({ id }) => id,
        rowsAtOnce,
      );
      async function* transactions() {
        for await (const some of rows) yield some.map(toTransaction);
      }
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="statement_${query.month}.pdf"`,
        'cache-control': 'no-store',
      };
      return new Reply({ stream: statement(head, transactions()), headers });
    }),
  ];
}

type OfficeQuery = Infer<(typeof historyRoutes.exportOperatorTransactions)['query']>;

/** Which movements an operator means, now. */
function officeFilterOf(wallet: Wallet, { type, period, q, players, userId, status, currency, method, from, until, minMinor, maxMinor }: OfficeQuery) {
  const filter = filterOf(wallet, { type, period, q });
  return {
    ...filter,
    since: from && new Date(from) > filter.since ? new Date(from) : filter.since,
    until: until === undefined ? undefined : new Date(until),
    userId,
    players: players?.split(','),
    status,
    currency,
    methods: method && [method],
    minMinor,
    maxMinor,
  };
}

const officeHeader = ['Date', 'Id', 'User', 'Type', 'Amount', 'Currency', 'Fee', 'Method', 'Status', 'Description', 'Reference', 'Balance after'];

/** The pages of the list, so that the file has the transactions of the screen. */
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
      const after = { ...query, ...(query.q !== undefined && { q: maskCards(query.q) }) };
      const record = { action: 'transaction.export', resourceType: 'transaction', resourceId: 'transactions', after };
      await db.tx((tx) => recordActionOnUnversioned(tx, { operator, address, agent }, record));
      return new Reply({ stream: csv(officeHeader, officeCells(wallet, query)), headers: csvHeaders('transactions', wallet.clock.now()) });
    }),
    handle(historyRoutes.summaries, async ({ body }) => ({ items: await summariesOf(db, body.playerIds) })),
    handle(historyRoutes.walletOfUser, ({ params }) => walletOfUser(wallet, params.id)),
  ];
}

/** An amount as it changes the balance; the fee beside it is what was taken before. */
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
