/**
 * What people read of wallet, straight from the tables: balances, history, payments, statistics.
 * Lists go newest first by their time-ordered ids; one row more than a page says whether there is another.
 */
import type { Queries } from '@fairline/chassis/postgres';
import { pageSize } from '@fairline/proto/contract';
import type { CurrencyCode, PlayCurrencyCode } from '@fairline/proto/money';
import type { PaymentRow } from './payment.ts';
import { paymentColumns } from './store.ts';
import type { Kind, MovementRow } from './transaction.ts';

export interface PlayerRow {
  currency: PlayCurrencyCode;
  level: 'unverified' | 'verified';
  openedAt: Date;
}

/** Undefined until the player's accounts are open. */
export function playerOf(db: Queries, playerId: string): Promise<PlayerRow | undefined> {
  return db.row(`select currency, level, opened_at as "openedAt" from players where player_id = $1 and opened_at is not null`, [playerId]);
}

export interface AccountRow {
  currency: CurrencyCode;
  cashMinor: number;
  bonusMinor: number;
  heldMinor: number;
  openStakes: number;
  wageredMinor: number;
  wonMinor: number;
  depositedMinor: number;
  withdrawnMinor: number;
  movedAt: Date | null;
}

export function accountsOf(db: Queries, playerId: string): Promise<AccountRow[]> {
  return db.rows(
    `select currency, cash_minor as "cashMinor", bonus_minor as "bonusMinor", held_minor as "heldMinor", open_stakes as "openStakes",
       wagered_minor as "wageredMinor", won_minor as "wonMinor", deposited_minor as "depositedMinor", withdrawn_minor as "withdrawnMinor", moved_at as "movedAt"
     from accounts where player_id = $1 order by currency`,
    [playerId],
  );
}

export interface Counted {
  dayDepositMinor: number;
  dayWithdrawMinor: number;
  monthDepositMinor: number;
  monthWithdrawMinor: number;
}

/** What counts against the limits: asked for or approved, by the time of asking. */
export async function countedOf(db: Queries, playerId: string, day: Date, month: Date): Promise<Counted> {
  const row = await db.row<Counted>(
    `select paid_since($1, 'deposit', $2) as "dayDepositMinor", paid_since($1, 'withdrawal', $2) as "dayWithdrawMinor",
       paid_since($1, 'deposit', $3) as "monthDepositMinor", paid_since($1, 'withdrawal', $3) as "monthWithdrawMinor"`,
    [playerId, day, month],
  );
  return row as Counted;
}

/** Money that really came in and went out since an instant. */
export async function approvedSince(db: Queries, playerId: string, since: Date): Promise<{ depositedMinor: number; withdrawnMinor: number }> {
  const row = await db.row<{ depositedMinor: number; withdrawnMinor: number }>(
    `select coalesce(sum(amount_minor) filter (where type = 'deposit'), 0)::bigint as "depositedMinor",
       coalesce(sum(amount_minor) filter (where type = 'withdrawal'), 0)::bigint as "withdrawnMinor"
     from payments where player_id = $1 and status = 'approved' and decided_at >= $2`,
    [playerId, since],
  );
  return row as { depositedMinor: number; withdrawnMinor: number };
}

export interface HistoryFilter {
  kinds: readonly Kind[];
  since: Date;
  /** Searched in ids and references; kinds and methods whose words match it are found too. */
  search: { text: string; kinds: readonly Kind[]; methods: readonly string[] } | undefined;
  before: string | undefined;
}

/** Transfers and payments in one order. A payment stands where it was asked for and its transfer is left out. */
export function historyOf(db: Queries, playerId: string, { kinds, since, search, before }: HistoryFilter): Promise<MovementRow[]> {
  return db.rows(
    `select id, kind, amount_minor as "amountMinor", currency, status, method, reference, created_at as "createdAt", balance_after_minor as "balanceAfterMinor"
     from (
       (select id, kind, amount_minor, currency, 'completed' as status, null as method, reference::text, created_at, balance_after_minor
        from transfers
        where player_id = $1 and kind = any ($2) and kind not in ('deposit', 'withdrawal') and amount_minor <> 0 and created_at >= $3
          and ($4::uuid is null or id < $4)
          and ($5::text is null or position($5 in id::text) > 0 or position($5 in reference::text) > 0 or kind = any ($6))
        order by id desc limit $8)
       union all
       (select id, type, case type when 'deposit' then amount_minor else -amount_minor end, currency,
          case status when 'approved' then 'completed' when 'pending' then 'pending' else 'failed' end,
          method, reference, submitted_at, balance_after_minor
        from payments
        where player_id = $1 and type = any ($2) and submitted_at >= $3
          and ($4::uuid is null or id < $4)
          and ($5::text is null or position($5 in id::text) > 0 or position($5 in lower(reference)) > 0 or type = any ($6) or method = any ($7))
        order by id desc limit $8)
     ) movements
     order by id desc limit $8`,
    [playerId, kinds, since, before ?? null, search?.text ?? null, search?.kinds ?? [], search?.methods ?? [], pageSize + 1],
  );
}

export function paymentsOf(db: Queries, playerId: string, status: string | undefined, before: string | undefined): Promise<PaymentRow[]> {
  return db.rows(
    `select ${paymentColumns} from payments
     where player_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [playerId, status ?? null, before ?? null, pageSize + 1],
  );
}

export interface PaymentFilter {
  status: string | undefined;
  type: string | undefined;
  /** Searched in id, reference, user id, customer, e-mail, bank transaction and UPI id. */
  q: string | undefined;
  before: string | undefined;
}

export function paymentsForOperators(db: Queries, { status, type, q, before }: PaymentFilter): Promise<PaymentRow[]> {
  return db.rows(
    `select ${paymentColumns} from payments
     where ($1::text is null or status = $1) and ($2::text is null or type = $2) and ($3::text is null or position($3 in search) > 0)
       and ($4::uuid is null or id < $4) order by id desc limit $5`,
    [status ?? null, type ?? null, q?.trim().toLowerCase() || null, before ?? null, pageSize + 1],
  );
}

export function paymentById(db: Queries, id: string): Promise<PaymentRow | undefined> {
  return db.row(`select ${paymentColumns} from payments where id = $1`, [id]);
}

/** The sealed destination of a withdrawal, as it lies in its row. */
export async function destinationOf(db: Queries, id: string): Promise<string | null> {
  const row = await db.row<{ destination: string | null }>('select destination from payments where id = $1', [id]);
  return row?.destination ?? null;
}

export interface OperatorFigures {
  pendingPayments: number;
  pendingDeposits: number;
  pendingWithdrawals: number;
  pendingAmountMinor: number;
  depositedMinor: number;
  withdrawnMinor: number;
}

/** Real money only. */
export async function operatorFigures(db: Queries): Promise<OperatorFigures> {
  const row = await db.row<OperatorFigures>(
    `select count(*) filter (where status = 'pending') as "pendingPayments",
       count(*) filter (where status = 'pending' and type = 'deposit') as "pendingDeposits",
       count(*) filter (where status = 'pending' and type = 'withdrawal') as "pendingWithdrawals",
       coalesce(sum(amount_minor) filter (where status = 'pending'), 0)::bigint as "pendingAmountMinor",
       coalesce(sum(amount_minor) filter (where status = 'approved' and type = 'deposit'), 0)::bigint as "depositedMinor",
       coalesce(sum(amount_minor) filter (where status = 'approved' and type = 'withdrawal'), 0)::bigint as "withdrawnMinor"
     from payments where book = 'real'`,
  );
  return row as OperatorFigures;
}

/** Every kind of account by book and currency: what players own, what they owe, and the house's side with the legs not folded yet. */
export function totals(db: Queries): Promise<{ book: 'real' | 'play'; currency: CurrencyCode; kind: string; balanceMinor: number }[]> {
  return db.rows(
    `select book, currency, kind, sum(amount)::bigint as "balanceMinor"
     from (
       select book, currency, k.kind, k.amount from accounts
       cross join lateral (values ('cash', cash_minor), ('bonus', bonus_minor), ('receivable', receivable_minor)) as k (kind, amount)
       union all
       select book, currency, account, balance_minor from house_accounts
       union all
       select e.book, e.currency, e.account, e.amount_minor from marks m cross join lateral entries_since(m.snapshot) e where m.reader = 'fold' and e.house
     ) sides
     group by book, currency, kind order by book desc, currency, kind`,
  );
}
