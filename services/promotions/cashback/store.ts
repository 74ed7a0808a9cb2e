/** Queries of cashback: claims with weeks that are over, statements, and their payment. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import {
  bool,
  float,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  type Row,
  text,
  uuid,
} from '@fairline/chassis/storage/rows';
import { pageSize } from '@fairline/proto/contract';
import { Reward } from '@fairline/proto/promotions/offers';
import { playCurrency } from '../columns.ts';

const claimRow = {
  id: uuid,
  promotionId: uuid,
  playerId: uuid,
  currency: playCurrency,
  claimedAt: instant,
  endsAt: instant,
  statedUntil: nullable(instant),
  reward: json(Reward),
};
export type CashbackClaim = Row<typeof claimRow>;

/**
 * Claims with a week that ended before `until` and has no statement yet, in the order of their ids. A claim that was cancelled or forfeited
 * loses the week in which it ended. A claim that waits for an operator has not begun.
 */
export function dueClaims(db: Queries, until: Date, afterId: string | null, limit: number): Promise<CashbackClaim[]> {
  return db.rows(
    claimRow,
    `select * from (
       select c.id, c.promotion_id as "promotionId", c.player_id as "playerId", c.currency, c.claimed_at as "claimedAt", p.reward, s.stated_until as "statedUntil",
         case when c.ended_at is null then c.expires_at
           when c.status in ('cancelled', 'forfeited') then least(c.expires_at, date_trunc('week', c.ended_at, 'UTC'))
           else least(c.expires_at, c.ended_at) end as "endsAt"
       from claims c join promotions p on p.id = c.promotion_id left join cashback_progress s on s.claim_id = c.id
       where c.type = 'cashback' and ($2::uuid is null or c.id > $2) and c.status <> 'claimed' and (c.status = 'active' or c.started_at is not null)
     ) as claim
     where coalesce("statedUntil", date_trunc('week', "claimedAt", 'UTC')) + interval '7 days' <= $1 and coalesce("statedUntil", "claimedAt") < "endsAt"
     order by id limit $3`,
    [until, afterId, limit],
  );
}

const statementRow = {
  id: uuid,
  claimId: uuid,
  promotionId: uuid,
  playerId: uuid,
  weekStartsAt: instant,
  weekEndsAt: instant,
  stakedMinor: integer,
  returnedMinor: integer,
  percent: float,
  amountMinor: integer,
  currency: playCurrency,
  status: oneOf(['pending', 'paid', 'unpaid', 'nothing']),
  paidAt: nullable(instant),
  unpaidWhy: nullable(oneOf(['not_playing', 'at_risk'])),
  /** Whether the payment has been requested, so that wallet may have paid it. */
  requested: bool,
};
export type Statement = Row<typeof statementRow>;
const statementColumns = `s.id, s.claim_id as "claimId", s.promotion_id as "promotionId", s.player_id as "playerId", s.week_starts_at as "weekStartsAt",
  s.week_ends_at as "weekEndsAt", s.staked_minor as "stakedMinor", s.returned_minor as "returnedMinor", s.percent, s.amount_minor as "amountMinor", s.currency, s.status,
  s.paid_at as "paidAt", s.unpaid_why as "unpaidWhy", s.requested`;

const weekRow = {
  claimId: uuid,
  playerId: uuid,
  weekStartsAt: instant,
  from: instant,
  to: instant,
  currency: playCurrency,
  stakedMinor: integer,
  returnedMinor: integer,
};
export type CountedWeek = Row<typeof weekRow>;

/** The amounts that statements have counted of these claims, for weeks that began from `since` on and before `before`. */
export function countedWeeks(
  db: Queries,
  claimIds: readonly string[],
  since: Date,
  before: Date,
): Promise<CountedWeek[]> {
  return db.rows(
    weekRow,
    `select w.claim_id as "claimId", c.player_id as "playerId", w.week_starts_at as "weekStartsAt", w.from_at as from, w.to_at as to, w.currency,
       w.staked_minor as "stakedMinor", w.returned_minor as "returnedMinor"
     from cashback_weeks w join claims c on c.id = w.claim_id
     where w.claim_id = any ($1) and w.week_starts_at >= $2 and w.week_starts_at < $3 order by w.week_starts_at, w.claim_id`,
    [claimIds, since, before],
  );
}

async function keepWeeks(tx: Tx, weeks: readonly Omit<CountedWeek, 'playerId'>[]): Promise<void> {
  await tx.run(
    `insert into cashback_weeks as w (claim_id, week_starts_at, from_at, to_at, currency, staked_minor, returned_minor)
     select x."claimId", x."weekStartsAt", x."from", x."to", x.currency, x."stakedMinor", x."returnedMinor"
     from jsonb_to_recordset($1) as x ("claimId" uuid, "weekStartsAt" timestamptz, "from" timestamptz, "to" timestamptz, currency text, "stakedMinor" bigint, "returnedMinor" bigint)
     order by 1, 2 on conflict (claim_id, week_starts_at) do update set staked_minor = excluded.staked_minor, returned_minor = excluded.returned_minor`,
    [JSON.stringify(weeks)],
  );
}

/** A statement with the weeks it covers: for its own week and each earlier one, the total amounts counted once it is made. */
export interface NewStatement extends Omit<Statement, 'status' | 'paidAt' | 'unpaidWhy' | 'requested'> {
  weeks: readonly Omit<CountedWeek, 'playerId'>[];
}

/** Inserts statements, each once, and stores up to which week each claim has its statements. */
export async function insertStatements(tx: Tx, statements: readonly NewStatement[], at: Date): Promise<void> {
  for (const statement of statements) {
    const inserted = await tx.run(
      `insert into cashback_statements (id, claim_id, promotion_id, player_id, week_starts_at, week_ends_at, staked_minor, returned_minor, percent, amount_minor, currency,
         status, created_at, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) on conflict do nothing`,
      [
        statement.id,
        statement.claimId,
        statement.promotionId,
        statement.playerId,
        statement.weekStartsAt,
        statement.weekEndsAt,
        statement.stakedMinor,
        statement.returnedMinor,
        statement.percent,
        statement.amountMinor,
        statement.currency,
        statement.amountMinor === 0 ? 'nothing' : 'pending',
        at,
      ],
    );
    // If another instance inserted the statement first, it has stored the weeks too.
    if (inserted > 0) await keepWeeks(tx, statement.weeks);
    await tx.run(
      `insert into cashback_progress as g (claim_id, stated_until) values ($1, $2)
       on conflict (claim_id) do update set stated_until = greatest(g.stated_until, excluded.stated_until)`,
      [statement.claimId, statement.weekEndsAt],
    );
  }
}

/** Picks unpaid statements; the next attempt is due at `dueAt`. Marks each as requested, unless its player is at risk and it was not requested before. */
export function claimUnpaid(db: Queries, now: Date, dueAt: Date, limit: number): Promise<Statement[]> {
  return db.rows(
    statementRow,
    `update cashback_statements s set due_at = $2,
       requested = s.requested or not exists (select from harm_scores h where h.player_id = s.player_id and h.is_at_risk) where id in (
       select id from cashback_statements where status = 'pending' and due_at <= $1 order by due_at limit $3 for update skip locked)
     returning ${statementColumns}`,
    [now, dueAt, limit],
  );
}

/** Returns false if the statement was already paid or marked unpaid. */
export async function decideStatement(
  tx: Queries,
  id: string,
  outcome: { paidAt: Date } | { unpaid: NonNullable<Statement['unpaidWhy']> },
): Promise<boolean> {
  const values = 'paidAt' in outcome ? ['paid', outcome.paidAt, null] : ['unpaid', null, outcome.unpaid];
  const statement = `update cashback_statements set status = $2, paid_at = $3, unpaid_why = $4 where id = $1 and status = 'pending'`;
  return (await tx.run(statement, [id, ...values])) > 0;
}

const namedRow = { ...statementRow, name: text };
export type NamedStatement = Row<typeof namedRow>;

/** The statements of a player, newest first: one row more than a page. */
export function statementsOf(
  db: Queries,
  playerId: string,
  after: { at: string; id: string } | undefined,
): Promise<NamedStatement[]> {
  return db.rows(
    namedRow,
    `select ${statementColumns}, p.name from cashback_statements s join promotions p on p.id = s.promotion_id
     where s.player_id = $1 and ($2::timestamptz is null or (s.week_starts_at, s.id) < ($2, $3)) order by s.week_starts_at desc, s.id desc limit ${pageSize + 1}`,
    [playerId, after?.at ?? null, after?.id ?? null],
  );
}
