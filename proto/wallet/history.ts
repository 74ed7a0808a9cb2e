/** Transactions, statements and totals of a player, for the player and for operators. */

import { z } from 'zod';
import { languages } from '../auth/fields.ts';
import { byId, Cursor, common, fileReply, Id, Instant, Page, PlayerIds, route } from '../contract.ts';
import { GameId } from '../games/catalogue.ts';
import { BalanceMinor, Currency, PlayCurrency, SignedMinor } from '../money.ts';
import { PlayByProduct } from '../play-figures.ts';
import { fieldMessages } from '../texts.ts';
import { dayMs } from '../time.ts';
import { FreeBet } from './grants.ts';
import { Account, ActiveBonus } from './ledger.ts';
import { paymentMethodIds } from './methods.ts';
import { OwnPlay, PlayLimits, WalletLimits } from './players.ts';
import { pendingParties } from './rules.ts';

export const transactionTypes = [
  'deposit',
  'withdrawal',
  'bet',
  'win',
  'bonus',
  'refund',
  'fee',
  'adjustment',
  'conversion',
] as const;

export const TransactionType = z.enum(transactionTypes);

export const TransactionStatus = z.enum(['pending', 'completed', 'failed']);

/** Calendar periods (UTC); weeks begin on Monday. */
export const periods = ['all', 'today', 'week', 'month', 'quarter'] as const;

/** The kinds of movements of money: the kinds of transfers, and the types of payments. */
export const movementKinds = [
  'stake',
  'win',
  'cash_out',
  'refund',
  'correction',
  'round_stake',
  'round_win',
  'jackpot',
  'round_refund',
  'round_correction',
  'welcome',
  'opening',
  'test_win',
  'adjustment',
  'conversion',
  'currency',
  'bonus',
  'bonus_conversion',
  'bonus_forfeit',
  'cashback',
  'loyalty',
  'forfeit',
  'rest',
  'deposit',
  'withdrawal',
  'returned',
] as const;

export const Transaction = z.object({
  id: Id,
  type: TransactionType,
  amountMinor: SignedMinor,
  currency: Currency,
  status: TransactionStatus,
  waitsFor: z.enum(pendingParties).optional(),
  method: z.string().nullable(),
  description: z.string(),
  /** The parts of `description`, for other languages. `note` is the reason of an adjustment, or the amount of a bonus that became cash, in minor units. */
  kind: z.enum(movementKinds).optional(),
  note: z.string().optional(),
  reference: z.string(),
  /** When money moved. For a payment that moved none, when it was requested. */
  createdAt: Instant,
  /** Only for a casino round. `multiplier`: the payout per unit of its stake, once it is over. */
  gameId: GameId.optional(),
  roundId: Id.optional(),
  multiplier: z.number().optional(),
  /** True for a deposit report that the player withdrew. */
  withdrawn: z.boolean().optional(),
  /** Only for a payment: when it was requested. */
  requestedAt: Instant.optional(),
  balanceAfterMinor: BalanceMinor.nullable(),
});
export type Transaction = z.infer<typeof Transaction>;

export const TransactionForOperator = Transaction.extend({ userId: Id, demo: z.boolean() });
export type TransactionForOperator = z.infer<typeof TransactionForOperator>;

/** Totals of completed transactions in the play currency. Those in other currencies are in `others`. */
export const TransactionSummary = z.object({
  count: z.int(),
  inMinor: BalanceMinor,
  outMinor: BalanceMinor,
  netMinor: SignedMinor,
  byType: z.array(z.object({ type: TransactionType, count: z.int(), amountMinor: SignedMinor })),
  others: z.array(z.object({ currency: Currency, netMinor: SignedMinor })),
});
export type TransactionSummary = z.infer<typeof TransactionSummary>;

export const WalletStats = z.object({
  currency: PlayCurrency,
  depositedMinor: BalanceMinor,
  withdrawnMinor: BalanceMinor,
  wageredMinor: BalanceMinor.meta({ description: 'as stakedMinor of play.all' }),
  wonMinor: BalanceMinor.meta({ description: 'as returnedMinor of play.all' }),
  netMinor: SignedMinor.meta({ description: 'as netMinor of play.all' }),
  play: z.object({ today: PlayByProduct, week: PlayByProduct, month: PlayByProduct, all: PlayByProduct }),
  netDepositsMinor: SignedMinor.meta({ description: 'deposited minus withdrawn, lifetime' }),
  activeBets: z.int(),
  /** The number of casino rounds that wait for the player. */
  openRounds: z.int().optional(),
  todayDepositedMinor: BalanceMinor,
  todayWithdrawnMinor: BalanceMinor,
  lastActivityAt: Instant.nullable(),
  memberSince: Instant,
});
export type WalletStats = z.infer<typeof WalletStats>;

export const WalletSummary = z.object({
  playerId: Id,
  currency: PlayCurrency,
  totalMinor: BalanceMinor,
  availableMinor: BalanceMinor,
  bonusMinor: BalanceMinor,
  activeBets: z.int(),
  depositedMinor: BalanceMinor,
  withdrawnMinor: BalanceMinor,
  wageredMinor: BalanceMinor.meta({ description: 'as stakedMinor of the play figures of all time' }),
  wonMinor: BalanceMinor.meta({ description: 'as returnedMinor of the play figures of all time' }),
});
export type WalletSummary = z.infer<typeof WalletSummary>;

export const WalletOfUser = z.object({
  summary: WalletSummary,
  accounts: z.array(Account),
  receivableMinor: BalanceMinor,
  stats: WalletStats,
  limits: WalletLimits,
  excludedUntil: Instant.nullable(),
  ownLimits: PlayLimits,
  hasPin: z.boolean(),
  autoConvert: z.boolean(),
  freeBets: z.array(FreeBet),
  bonus: ActiveBonus.optional(),
});
export type WalletOfUser = z.infer<typeof WalletOfUser>;

/** The filter of the transactions, their summary and their export. `cash_out`: only wins from cash-outs. */
export const transactionFilter = {
  type: z.enum([...transactionTypes, 'cash_out', 'all']).optional(),
  period: z.enum(periods).optional(),
  q: z.string().max(100).optional(),
  /** Narrow the period: `from` is included, `until` is not. */
  from: Instant.optional(),
  until: Instant.optional(),
};

/** The filter of the operators' list and its export: that of the player's list, and more fields. */
const officeFilter = {
  ...transactionFilter,
  userId: Id.optional(),
  status: TransactionStatus.optional(),
  currency: Currency.optional(),
  method: z.enum(paymentMethodIds).optional(),
  /** The range of the amount without its sign, in minor units of its currency. */
  minMinor: z.coerce.number().int().min(0).optional(),
  maxMinor: z.coerce.number().int().min(0).optional(),
  /** Players whose transactions are found in addition to those that match `q`. The page gets them from auth, which searches names and addresses. */
  players: PlayerIds.optional(),
};

/** The longest statement, in days. */
const maxStatementDays = 366;

const Day = z.iso.date({ error: fieldMessages.daysRequired });

const isSpan = ({ from, until }: { from: string; until: string }) =>
  from <= until && Date.parse(until) - Date.parse(from) < maxStatementDays * dayMs;

export const historyRoutes = {
  transactions: route('GET /api/wallet/transactions', {
    summary:
      'Transactions of the player, newest first by when money moved; a payment is one row whose status changes. Within a currency each balance follows from the one before it',
    access: 'player',
    query: z.strictObject({ ...transactionFilter, cursor: Cursor }),
    reply: Page(Transaction),
  }),
  summary: route('GET /api/wallet/transactions/summary', {
    summary: 'Totals of the transactions of a filter',
    access: 'player',
    query: z.strictObject(transactionFilter),
    reply: TransactionSummary,
  }),
  exportTransactions: route('GET /api/wallet/transactions/export.csv', {
    summary:
      'The transactions of a filter as CSV, streamed: Date, Type, Amount, Currency, Fee, Method, Status, Description',
    access: 'player',
    query: z.strictObject(transactionFilter),
    reply: fileReply('text/csv'),
  }),
  statement: route('GET /api/wallet/statement.pdf', {
    summary: 'A statement of one UTC month as PDF',
    access: 'player',
    query: z.strictObject({
      month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, fieldMessages.monthRequired),
      language: z.enum(languages).optional(),
    }),
    reply: fileReply('application/pdf'),
    refusals: [common.notFound],
  }),
  statementOfDays: route('GET /api/wallet/statement/days.pdf', {
    summary: 'A statement from one UTC day to another as PDF, both included, at most a year',
    access: 'player',
    query: z
      .strictObject({ from: Day, until: Day, language: z.enum(languages).optional() })
      .refine(isSpan, { path: ['until'], message: fieldMessages.daysRequired }),
    reply: fileReply('application/pdf'),
    refusals: [common.notFound],
  }),
  stats: route('GET /api/wallet/stats', {
    summary: 'Statistics of the player: payments, betting figures by period, and the current session',
    access: 'player',
    reply: WalletStats.extend(OwnPlay.shape),
  }),
  operatorTransactions: route('GET /api/admin/wallet/transactions', {
    summary:
      'Transactions of all players or of one, newest first. A page may be short or empty and still have a next one, because a filter by amount or currency reads a limited number of transactions at once',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ ...officeFilter, cursor: Cursor }),
    reply: Page(TransactionForOperator),
  }),
  exportOperatorTransactions: route('GET /api/admin/wallet/transactions/export.csv', {
    summary: 'The list of transactions as CSV, streamed: the same filter gives the same transactions',
    access: { operator: 'wallet.read' },
    stepUp: true,
    query: z.strictObject(officeFilter),
    reply: fileReply('text/csv'),
  }),
  summaries: route('POST /api/admin/wallet/summaries', {
    summary: 'Balances and totals of players by id, for lists of other services; 100 at most',
    access: { operator: 'wallet.read' },
    body: z.strictObject({ playerIds: z.array(Id).max(100) }),
    reply: z.object({ items: z.array(WalletSummary) }),
  }),
  walletOfUser: route('GET /api/admin/wallet/users/:id', {
    summary: 'All data of wallet about a player',
    access: { operator: 'wallet.read' },
    params: byId,
    reply: WalletOfUser,
    refusals: [common.notFound],
  }),
} as const;
