/** Queries of the books: proofs, mismatches, the stop, and the house's balances. */
import type { Log } from '@fairline/chassis/process/log';
import { Database, type Queries, type Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, type Row, text, texts, uuid } from '@fairline/chassis/storage/rows';
import { Invariant } from '@fairline/proto/wallet/books';
import { z } from 'zod';
import { book, currency, oneRow } from '../columns.ts';

const invariantRow = { name: text, holds: bool, checked: integer, offenders: texts };
export type InvariantRow = Row<typeof invariantRow>;

/** The whole proof, from the first entry. The caller's transaction must be repeatable read, so that it reads one snapshot. */
export function proveWhole(db: Queries): Promise<InvariantRow[]> {
  return db.rows(
    invariantRow,
    `select name, wrong is null as holds, checked, first_ten(array(select w ->> 'offender' from jsonb_array_elements(wrong) w)) as offenders from prove_books(null)`,
  );
}

/** Runs the incremental proof, also compares `accountsInTurn` other accounts in rotation, stores the result, and stops stakes and withdrawals if it must. */
export function proveSince(db: Queries, at: Date, accountsInTurn: number): Promise<number> {
  return db.run('select prove_since($1, $2)', [at, accountsInTurn]);
}

const runRow = { run: text };

/**
 * Runs the whole proof in a read-only transaction; a second, short one then stores the result (`keepWhole`).
 * It takes minutes, so it has its own connection and occupies none of the pool.
 */
export async function readWhole(databaseUrl: string, log: Log): Promise<string> {
  const own = new Database(databaseUrl, log, 1);
  try {
    return await own.tx(async (tx) => {
      await allowTime(tx);
      const { run } = await oneRow(
        tx,
        runRow,
        `select jsonb_agg(jsonb_build_object('name', name, 'checked', checked, 'wrong', wrong))::text as run from prove_books(null)`,
      );
      return run;
    }, 'repeatable read');
  } finally {
    await own.close();
  }
}

/** Stores the result of a whole proof. If the carried sums are wrong they are deleted, and the next incremental proof begins from the first entry. */
export async function keepWhole(db: Queries, at: Date, run: string): Promise<void> {
  await db.run('select keep_proof($1, true, $2)', [at, run]);
  await db.run(
    `select forget_proven() where exists (select from mismatches where name = 'proofs carry the right sums')`,
  );
}

const ranRow = { ranAt: instant };

export async function wholeProvenAt(db: Queries): Promise<Date | undefined> {
  const row = await db.row(ranRow, 'select ran_at as "ranAt" from proofs where whole order by id desc limit 1');
  return row?.ranAt;
}

/** Accepts the mismatches as they are now. They stay listed and stop nothing until their difference changes. */
export function acceptMismatches(db: Queries): Promise<number> {
  return db.run('update mismatches set accepted = found where accepted is distinct from found');
}

/** Whether there is a mismatch that nobody has accepted. */
export function hasNewMismatches(db: Queries): Promise<boolean> {
  return db.exists('select from mismatches where accepted is distinct from found limit 1');
}

const proofRow = { id: uuid, ranAt: instant, holds: bool, invariants: json(z.array(Invariant)), seen: text };

/** `seen` is a digest of the mismatches that nobody has accepted. It is read in the same statement as the proof, so it belongs to the list that is shown. */
export function lastProof(db: Queries, { whole }: { whole?: boolean } = {}): Promise<Row<typeof proofRow> | undefined> {
  return db.row(
    proofRow,
    `select id, ran_at as "ranAt", holds, invariants,
       (select md5(coalesce(string_agg(concat_ws(e'\n', m.name, m.offender, m.found), e'\n' order by m.name, m.offender), ''))
        from mismatches m where m.accepted is distinct from m.found) as seen
     from proofs where $1::boolean is null or whole = $1 order by id desc limit 1`,
    [whole ?? null],
  );
}

const legsRow = { legs: integer };

/** Adds the house's new entries to its balances. Returns their number. */
export async function addHouseLegs(db: Queries): Promise<number> {
  return (await oneRow(db, legsRow, 'select add_house_legs() as legs')).legs;
}

const countedRow = { isDone: bool };

/** Adds the results of bets to the figures, and up to `most` stakes from before `closings` existed. False if more of those are left. */
export async function countClosed(db: Queries, most: number): Promise<boolean> {
  return (await oneRow(db, countedRow, 'select count_closed($1) as "isDone"', [most])).isDone;
}

/** Lifts the time limits for a proof, which reads longer than a request may take and writes nothing that others wait for. Takes no snapshot, so it may come first. */
export async function allowTime(db: Queries): Promise<void> {
  await db.run('set local transaction_timeout = 0');
  await db.run(`set local statement_timeout = '600s'`);
}

/**
 * Only one transaction at a time stores a proof or accepts mismatches. The next one waits here, then sees the result of the one before, and is never aborted as a conflict.
 * Must be the first call of its transaction, before anything is read.
 */
export async function keepAlone(tx: Tx): Promise<void> {
  await allowTime(tx);
  await tx.run(`set local lock_timeout = '600s'`);
  await tx.run('lock table mismatches in share row exclusive mode');
}

const stopRow = { reason: nullable(text) };

export async function stopReason(db: Queries): Promise<string | null> {
  const row = await db.row(stopRow, 'select reason from stop');
  return row?.reason ?? null;
}

export function liftStop(db: Queries): Promise<number> {
  return db.run('update stop set reason = null, since = null');
}

export async function pruneProofs(db: Queries, before: Date): Promise<void> {
  await db.run('delete from proofs where ran_at < $1', [before]);
}

const totalRow = { book, currency, kind: text, balanceMinor: integer };

/** Totals of every kind of account by book and currency: players' money and debts, and the house's balances including entries not yet added to them. */
export function readTotals(db: Queries): Promise<Row<typeof totalRow>[]> {
  return db.rows(
    totalRow,
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
