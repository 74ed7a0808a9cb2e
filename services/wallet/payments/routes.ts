/** The door for operators: payments, adjustments, figures, players and the books. A decision above the amount of the configuration asks for a fresh proof. */
import { page, readCursor } from '@fairline/chassis/cursor';
import { type Call, checkFresh, type Handler, handle, Reply } from '@fairline/chassis/http';
import { once } from '@fairline/chassis/keyed';
import { common, Id, type Infer, pageSize, Refusal, type RouteType } from '@fairline/proto/contract';
import { toDecimal } from '@fairline/proto/money';
import { type OperatorStats, officeRoutes, type WalletOfUser } from '@fairline/proto/wallet/office';
import {
  adjust,
  approveAdjustment,
  autoApproval,
  type Decided,
  rejectAdjustment,
  setAutoApproval,
  takeBackFreeBet,
  toAdjustment,
} from '../adjustments/commands.ts';
import * as office from '../adjustments/store.ts';
import type { Wallet } from '../config.ts';
import { csv, csvHeaders, rowsAtOnce, through } from '../csv.ts';
import * as figures from '../figures/store.ts';
import { limitsOf, statsOf } from '../history/player-figures.ts';
import { filterOf } from '../history/routes.ts';
import * as reads from '../history/store.ts';
import { toTransaction } from '../history/transaction.ts';
import { freeBets, integrity, liftStop } from '../ledger/stakes.ts';
import { type RangeName, revenueOf, spanOf } from '../period.ts';
import * as cashier from './manual-deposits.ts';
import { type PaymentRow, toPaymentForOperator } from './payment.ts';

export function officeHandlers(wallet: Wallet): Handler[] {
  const { db } = wallet;
  const proven = <R extends RouteType>({ operator }: Call<R>) => checkFresh(operator, wallet.clock.now());
  return [
    handle(officeRoutes.operatorPayments, async ({ query }) => {
      const { cursor, order = 'newest', ...filter } = query;
      const rows = await reads.paymentsForOperators(db, { ...meant(filter), order, mark: readCursor(Id, cursor) }, pageSize + 1);
      const shared = await reads.sharedTransactions(
        db,
        rows.map(({ id }) => id),
      );
      return page(
        rows,
        ({ id }) => id,
        (row) => ({ ...toPaymentForOperator(row), ...(shared.has(row.id) && { sameTransaction: shared.get(row.id) }) }),
      );
    }),
    handle(officeRoutes.exportPayments, async ({ query }) => {
      const rows = through(
        (mark) => reads.paymentsForOperators(db, { ...meant(query), order: 'newest', mark }, rowsAtOnce),
        ({ id }) => id,
        rowsAtOnce,
      );
      async function* cells() {
        for await (const some of rows) yield some.map(paymentCells);
      }
      return new Reply({ stream: csv(paymentHeader, cells()), headers: csvHeaders('payments', wallet.clock.now()) });
    }),
    handle(officeRoutes.approve, async (call) => {
      const waiting = await reads.paymentById(db, call.params.id);
      if (waiting?.status === 'pending' && waiting.countsMinor >= wallet.stepUpMinor) proven(call);
      const { payment, complete } = await cashier.approve(wallet, call.params.id, by(call));
      return complete ? payment : new Reply({ status: 202, body: payment });
    }),
    handle(officeRoutes.reject, (call) => cashier.reject(wallet, call.params.id, call.body.reason, by(call))),
    handle(officeRoutes.proof, async (call) => file(await cashier.viewProof(wallet, call.params.id, by(call)))),
    handle(officeRoutes.destination, (call) => cashier.viewDestination(wallet, call.params.id, by(call))),

    handle(officeRoutes.adjustments, async ({ query }) => {
      const { status, userId, cursor } = query;
      return page(await office.adjustments(db, { status, userId, before: readCursor(Id, cursor) }), ({ id }) => id, toAdjustment);
    }),
    handle(officeRoutes.adjust, async (call) => {
      proven(call);
      return decided(await once(db, call.keyed, (tx) => adjust(wallet, tx, call.body, by(call))), 201);
    }),
    handle(officeRoutes.giveFreeBet, async (call) => {
      proven(call);
      return decided(await once(db, call.keyed, (tx) => adjust(wallet, tx, call.body, by(call))), 201);
    }),
    handle(officeRoutes.takeBackFreeBet, (call) => {
      proven(call);
      return takeBackFreeBet(wallet, call.params.id, call.body.reason, by(call));
    }),
    handle(officeRoutes.approveAdjustment, async (call) => {
      proven(call);
      return decided(await approveAdjustment(wallet, call.params.id, by(call)), 200);
    }),
    handle(officeRoutes.rejectAdjustment, async (call) => (await rejectAdjustment(wallet, call.params.id, call.body.reason, by(call))).adjustment),
    handle(officeRoutes.autoApproval, () => autoApproval(wallet)),
    handle(officeRoutes.setAutoApproval, async (call) => {
      proven(call);
      return setAutoApproval(wallet, call.body, by(call));
    }),

    handle(officeRoutes.operatorTransactions, async ({ query }) => {
      const filter = { ...filterOf(wallet, query), before: readCursor(Id, query.cursor) };
      const rows = await reads.movementsForOperators(db, { ...filter, userId: query.userId, now: wallet.clock.now() }, pageSize + 1);
      return page(
        rows,
        ({ id }) => id,
        (row) => ({ ...toTransaction(row), userId: row.playerId, demo: row.book === 'play' }),
      );
    }),
    handle(officeRoutes.summaries, async ({ body }) => ({ items: await office.summariesOf(db, body.playerIds) })),
    handle(officeRoutes.walletOfUser, ({ params }) => walletOf(wallet, params.id)),
    handle(officeRoutes.operatorStats, ({ query }) => statsOfRange(wallet, query.range ?? '24h')),
    handle(officeRoutes.integrity, () => integrity(wallet)),
    handle(officeRoutes.liftStop, async (call) => {
      proven(call);
      await liftStop(wallet, { ...by(call), ...call.body });
      return integrity(wallet);
    }),
  ];
}

export function by<R extends RouteType>({ operator, address, agent }: Call<R>): cashier.By {
  return { operatorId: operator.id, address, agent };
}

function meant({ players, ...filter }: Infer<(typeof officeRoutes.exportPayments)['query']>): Omit<reads.PaymentFilter, 'order' | 'mark'> {
  return { ...filter, players: players?.split(',') };
}

function decided({ adjustment, complete }: Decided, status: number): Reply {
  return new Reply({ status: complete ? status : 202, body: adjustment });
}

/** Shown as what its first bytes say it is, and nothing else. */
export function file({ bytes, type }: { bytes: Uint8Array; type: string }): Reply {
  const headers = { 'content-type': type, 'content-disposition': 'inline', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
  return new Reply({ body: bytes, headers });
}

const paymentHeader = [
  'Date',
  'Id',
  'Reference',
  'User',
  'Type',
  'Status',
  'Amount',
  'Currency',
  'Method',
  'Customer',
  'Email',
  'Bank transaction',
  'UPI',
  'Decided',
  'Reason',
];

function paymentCells(row: PaymentRow): string[] {
  const { amountMinor, currency, customerName, email, bankTransactionId, upiId, decidedAt, rejectionReason } = row;
  const of = [row.submittedAt.toISOString(), row.id, row.reference, row.playerId, row.type, row.status, toDecimal(amountMinor, currency), currency, row.method];
  return [...of, customerName ?? '', email ?? '', bankTransactionId ?? '', upiId ?? '', decidedAt?.toISOString() ?? '', rejectionReason ?? ''];
}

async function walletOf(wallet: Wallet, playerId: string): Promise<WalletOfUser> {
  const [[summary], permit] = await Promise.all([office.summariesOf(wallet.db, [playerId]), office.permitOf(wallet.db, playerId)]);
  if (!summary || !permit) throw new Refusal(common.notFound);
  const { excludedUntil, ownLimits, hasPin, autoConvert, receivableMinor } = permit;
  return {
    summary,
    accounts: await reads.accountsOf(wallet.db, playerId),
    receivableMinor: -receivableMinor,
    stats: await statsOf(wallet, playerId),
    limits: await limitsOf(wallet, playerId),
    excludedUntil: excludedUntil?.toISOString() ?? null,
    ownLimits: ownLimits ?? {},
    hasPin,
    autoConvert,
    freeBets: await freeBets(wallet, playerId),
  };
}

async function statsOfRange(wallet: Wallet, range: RangeName): Promise<OperatorStats> {
  const { db, clock } = wallet;
  const { before, since, until, starts } = spanOf(range, clock.now());
  const [now, earlier, standing, series] = await Promise.all([
    figures.figuresOf(db, since, until),
    figures.figuresOf(db, before, since),
    figures.standingOf(db),
    figures.seriesOf(db, starts, until),
  ]);
  const { players, ...rest } = standing;
  return {
    range,
    since: since.toISOString(),
    until: until.toISOString(),
    currency: figures.reportCurrency,
    ...rest,
    ...revenueOf(now),
    before: revenueOf(earlier),
    averageBalanceMinor: players > 0 ? Math.floor(standing.heldByPlayersMinor / players) : 0,
    series: series.map(({ at, ...point }) => ({ at: at.toISOString(), ...point })),
  };
}
