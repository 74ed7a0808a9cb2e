/** The door for people: one entry per route of the contract. */
import { page, readCursor } from '@fairline/chassis/cursor';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http';
import { fingerprint, once } from '@fairline/chassis/keyed';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { type Balance, limitsByLevel, minDepositMinor, minWithdrawMinor, type WalletLimits, type WalletStats, walletRoutes } from '@fairline/proto/wallet';
import { officeRoutes } from '@fairline/proto/wallet/office';
import * as cashier from './cashier.ts';
import { integrity, liftStop } from './commands.ts';
import { checkPin } from './commands-settings.ts';
import type { Wallet } from './config.ts';
import { methodList, toPayment, toPaymentForOperator } from './payment.ts';
import { dayResetsAt, dayStart, monthResetsAt, monthStart, periodStart } from './period.ts';
import { exchangeRoutesOf } from './routes-exchange.ts';
import * as reads from './store-reads.ts';
import { kindsOf, toTransaction, wordsMatching } from './transaction.ts';

export function routesOf(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(walletRoutes.balance, ({ player }) => balanceOf(wallet, player.id)),
    handle(walletRoutes.transactions, async ({ player, query }) => {
      const text = query.q?.trim().toLowerCase();
      const rows = await reads.historyOf(db, player.id, {
        kinds: kindsOf(query.type ?? 'all'),
        since: periodStart(query.period ?? 'all', wallet.clock.now()),
        search: text ? { text, ...wordsMatching(text) } : undefined,
        before: readCursor(Id, query.cursor),
      });
      return page(rows, ({ id }) => id, toTransaction);
    }),
    handle(walletRoutes.methods, async () => ({ items: methodList() })),
    handle(walletRoutes.limits, ({ player }) => limitsOf(wallet, player.id)),
    handle(walletRoutes.stats, ({ player }) => statsOf(wallet, player.id)),
    handle(walletRoutes.payments, async ({ player, query }) => {
      const rows = await reads.paymentsOf(db, player.id, query.status, readCursor(Id, query.cursor));
      return page(rows, ({ id }) => id, toPayment);
    }),
    handle(walletRoutes.depositManually, ({ player, body, file, keyed }) => once(db, keyed, (tx) => cashier.reportDeposit(wallet, tx, player.id, body, file))),
    handle(walletRoutes.withdraw, async ({ player, body, keyed }) => {
      // Before the key: a wrong PIN is counted for good, and the right one may come under the same key. No trace of a PIN is kept with it.
      const { pin, ...withdrawal } = body;
      await checkPin(wallet, player.id, pin);
      return once(db, { ...keyed, fingerprint: fingerprint(withdrawal) }, (tx) => cashier.requestWithdrawal(wallet, tx, player.id, withdrawal));
    }),
    ...exchangeRoutesOf(wallet),
    handle(officeRoutes.operatorPayments, async ({ query }) => {
      const { status, type, q, cursor } = query;
      const rows = await reads.paymentsForOperators(db, { status, type, q, before: readCursor(Id, cursor) });
      return page(rows, ({ id }) => id, toPaymentForOperator);
    }),
    handle(officeRoutes.approve, async (call) => {
      const { payment, complete } = await cashier.approve(wallet, call.params.id, by(call));
      return complete ? payment : new Reply({ status: 202, body: payment });
    }),
    handle(officeRoutes.reject, (call) => cashier.reject(wallet, call.params.id, call.body.reason, by(call))),
    handle(officeRoutes.proof, async (call) => {
      const { bytes, type } = await cashier.viewProof(wallet, call.params.id, by(call));
      const headers = { 'content-type': type, 'content-disposition': 'inline', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
      return new Reply({ body: bytes, headers });
    }),
    handle(officeRoutes.destination, (call) => cashier.viewDestination(wallet, call.params.id, by(call))),
    handle(officeRoutes.operatorStats, () => reads.operatorFigures(db)),
    handle(officeRoutes.integrity, () => integrity(wallet)),
    handle(officeRoutes.liftStop, async (call) => {
      await liftStop(wallet, { ...by(call), reason: call.body.reason });
      return integrity(wallet);
    }),
  ];
}

function by({ operator, address, agent }: Call): cashier.By {
  return { operatorId: operator.id, address, agent };
}

async function openedPlayer(wallet: Wallet, playerId: string): Promise<reads.PlayerRow> {
  const player = await reads.playerOf(wallet.db, playerId);
  // Registered a moment ago, and the wallet has not heard of it yet.
  if (!player) throw new Refusal(common.unavailable);
  return player;
}

async function balanceOf(wallet: Wallet, playerId: string): Promise<Balance> {
  const { currency } = await openedPlayer(wallet, playerId);
  const accounts = await reads.accountsOf(wallet.db, playerId);
  const { cashMinor, bonusMinor, heldMinor } = playAccount(accounts, currency);
  return {
    currency,
    totalMinor: cashMinor + bonusMinor,
    availableMinor: cashMinor - heldMinor,
    playableMinor: cashMinor - heldMinor + bonusMinor,
    bonusMinor,
    pendingWithdrawalsMinor: heldMinor,
    accounts,
  };
}

function playAccount(accounts: readonly reads.AccountRow[], currency: string): reads.AccountRow {
  const account = accounts.find((one) => one.currency === currency);
  if (!account) throw new Error('an open player has an account in the play currency');
  return account;
}

async function limitsOf(wallet: Wallet, playerId: string): Promise<WalletLimits> {
  const { level } = await openedPlayer(wallet, playerId);
  const now = wallet.clock.now();
  const counted = await reads.countedOf(wallet.db, playerId, dayStart(now), monthStart(now));
  const limits = limitsByLevel[level];
  const left = (limitMinor: number, countedMinor: number) => Math.max(0, limitMinor - countedMinor);
  return {
    level,
    minDepositMinor,
    minWithdrawMinor,
    ...limits,
    remaining: {
      dailyDepositMinor: left(limits.dailyDepositMinor, counted.dayDepositMinor),
      dailyWithdrawMinor: left(limits.dailyWithdrawMinor, counted.dayWithdrawMinor),
      monthlyDepositMinor: left(limits.monthlyDepositMinor, counted.monthDepositMinor),
      monthlyWithdrawMinor: left(limits.monthlyWithdrawMinor, counted.monthWithdrawMinor),
    },
    dayResetsAt: dayResetsAt(now).toISOString(),
    monthResetsAt: monthResetsAt(now).toISOString(),
  };
}

async function statsOf(wallet: Wallet, playerId: string): Promise<WalletStats> {
  const { currency, openedAt } = await openedPlayer(wallet, playerId);
  const [accounts, today] = await Promise.all([reads.accountsOf(wallet.db, playerId), reads.approvedSince(wallet.db, playerId, dayStart(wallet.clock.now()))]);
  const account = playAccount(accounts, currency);
  return {
    currency,
    depositedMinor: account.depositedMinor,
    withdrawnMinor: account.withdrawnMinor,
    wageredMinor: account.wageredMinor,
    wonMinor: account.wonMinor,
    netMinor: account.wonMinor - account.wageredMinor,
    activeBets: account.openStakes,
    todayDepositedMinor: today.depositedMinor,
    todayWithdrawnMinor: today.withdrawnMinor,
    lastActivityAt: account.movedAt?.toISOString() ?? null,
    memberSince: openedAt.toISOString(),
  };
}
