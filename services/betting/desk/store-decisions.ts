/** Queries of operators' decisions on markets: the records and bets to preview, previews, and decisions. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import {
  type Decision,
  DecisionApproval,
  DecisionInput,
  DecisionPreview,
  decisionStatuses,
} from '@fairline/proto/betting/desk';
import { pageSize } from '@fairline/proto/contract';
import { FixtureStatus, fixtureReasons } from '@fairline/proto/feed';
import { z } from 'zod';
import { type BetKey, bookKinds, NamedJson, openBetRow, outcomes, SettledLegJson } from '../columns.ts';
import { closeWithin, isoText, type Suspended, suspendedRow } from '../offer/store.ts';
import { resultsOf } from '../outcome.ts';
import { lowestId, openColumns } from '../settlement/store.ts';
import type { DecisionRow, KeptPreview, MarketRecord } from './preview.ts';

const amountRow = { minor: integer };
const names = nullable(json(z.array(NamedJson)));
const namesRow = { fixtureId: uuid, fixture: text, market: text, selections: names };
export type MarketNames = Row<typeof namesRow>;

/** The names of a market, its fixture and its selections. */
export function namesOfMarket(db: Queries, marketId: string): Promise<MarketNames | undefined> {
  return db.row(
    namesRow,
    `select f.id as "fixtureId", f.home_team || ' vs ' || f.away_team as fixture, m.name as market,
       (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.place) from selections s where s.market_id = m.id) as selections
     from markets m join fixtures f on f.id = m.fixture_id where m.id = $1`,
    [marketId],
  );
}

const WindowJson = z.object({ from: z.string().nullable(), until: z.string().nullable(), own: z.boolean() });
const recordRow = {
  feed: outcomes,
  own: outcomes,
  status: oneOf(FixtureStatus.options),
  reason: nullable(oneOf(fixtureReasons)),
  startsAt: text,
  windows: json(z.array(WindowJson)),
};

/** The records on a market; undefined if it is not stored. Operators' cancellations have negative sequences, so that they never collide with the feed's. */
export async function marketRecordOf(db: Queries, marketId: string): Promise<MarketRecord | undefined> {
  const row = await db.row(
    recordRow,
    `select r.outcomes as feed, o.outcomes as own, f.status, f.reason, ${isoText('f.starts_at')} as "startsAt", coalesce((
       select json_agg(json_build_object('from', c.from_at, 'until', c.until_at, 'own', c.sequence < 0) order by c.sequence)
       from cancellations c where c.market_id = m.id), '[]'::json) as windows
     from markets m join fixtures f on f.id = m.fixture_id
     left join results r on r.market_id = m.id left join operator_results o on o.market_id = m.id
     where m.id = $1`,
    [marketId],
  );
  if (!row) return undefined;
  const { feed, own, windows, ...fixture } = row;
  const windowsOf = (wanted: boolean) =>
    windows
      .filter((window) => window.own === wanted)
      .map(({ from, until }) => ({
        from: from === null ? null : new Date(from),
        until: until === null ? null : new Date(until),
      }));
  return {
    feed: { outcomes: feed, windows: windowsOf(false) },
    own: { outcomes: own, windows: windowsOf(true) },
    fixture,
  };
}

const isSettleable = `b.status not in ('pending', 'rejected', 'cashed_out')`;
const betOnMarketRow = { ...openBetRow, book: oneOf(bookKinds), stands: bool, legs: json(z.array(SettledLegJson)) };
export type BetOnMarket = Row<typeof betOnMarketRow>;

/** The next bets with a leg on the market, in the order of their keys, each with whether it can be settled. Keys are selected first, so that every page costs the same. */
export function betsOnMarket(
  db: Queries,
  marketId: string,
  after: BetKey | null,
  limit: number,
): Promise<BetOnMarket[]> {
  return db.rows(
    betOnMarketRow,
    `with keys as materialized (
       select player_id, bet_id from bet_legs where market_id = $1 and (player_id, bet_id) > ($2, $3) order by player_id, bet_id limit $4
     )
     select ${openColumns}, b.book, ${isSettleable} as stands,
       (select json_agg(json_build_object('marketId', o.market_id, 'selectionId', o.selection_id, 'oddsMilli', o.odds_milli,
          'status', o.status, 'deadHeat', o.dead_heat) order by o.place) from bet_legs o where o.player_id = b.player_id and o.bet_id = b.id) as legs
     from keys k join bets b on b.player_id = k.player_id and b.id = k.bet_id
     order by k.player_id, k.bet_id`,
    [marketId, after?.playerId ?? lowestId, after?.id ?? lowestId, limit],
  );
}

/** The most that real-money bets on the market can pay that were accepted or settled after that instant. */
export async function changedSince(tx: Tx, marketId: string, at: Date): Promise<number> {
  const row = await tx.row(
    amountRow,
    `select coalesce(sum(greatest(b.potential_minor, b.stake_minor)), 0)::bigint as minor from bets b
     where b.changed_at > $2 and b.book = 'real' and ${isSettleable}
       and exists (select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id and l.market_id = $1)`,
    [marketId, at],
  );
  return row?.minor ?? 0;
}

/** Money moved on the market since that instant by decisions of one operator alone, summed over all operators. */
export async function movedOnMarket(db: Queries, marketId: string, since: Date): Promise<number> {
  const row = await db.row(
    amountRow,
    `select coalesce(sum((preview ->> 'movedMinor')::bigint), 0)::bigint as minor from decisions
     where market_id = $1 and status = 'applied' and decided_by = requested_by and decided_at >= $2`,
    [marketId, since],
  );
  return row?.minor ?? 0;
}

const sinceRow = { accepted: integer, rejected: integer };

/** The numbers of bets on the market that were accepted and rejected since that instant. */
export async function betsSince(tx: Tx, marketId: string, at: Date): Promise<{ accepted: number; rejected: number }> {
  const row = await tx.row(
    sinceRow,
    `select count(*) filter (where b.accepted_at > $2)::int as accepted, count(*) filter (where b.status = 'rejected')::int as rejected
     from bet_legs l join bets b on b.player_id = l.player_id and b.id = l.bet_id where l.market_id = $1 and b.changed_at > $2`,
    [marketId, at],
  );
  return row ?? { accepted: 0, rejected: 0 };
}

/** Counts an interruption of the market, which rejects its pending bets, even if the market is soon open again. */
export async function breakMarket(tx: Tx, marketId: string): Promise<Suspended> {
  const row = await tx.row(
    suspendedRow,
    'update markets set breaks = breaks + 1, version = version + 1 where id = $1 returning id as "marketId", fixture_id as "fixtureId", version',
    [marketId],
  );
  if (!row) throw new Error(`there is no market ${marketId}`);
  return row;
}

// ---- Previews ----------------------------------------------------------------------------------

export async function insertPreview(
  db: Queries,
  { id, operatorId, marketId, state, moneyMinor, needsSecond, expiresAt }: KeptPreview,
): Promise<void> {
  await db.run(
    'insert into decision_previews (id, operator_id, market_id, state, money_minor, needs_second, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, operatorId, marketId, state, moneyMinor, needsSecond, expiresAt],
  );
}

const previewRow = {
  id: uuid,
  operatorId: uuid,
  marketId: uuid,
  state: text,
  moneyMinor: integer,
  needsSecond: bool,
  expiresAt: instant,
};

export function previewOf(tx: Tx, id: string): Promise<KeptPreview | undefined> {
  return tx.row(
    previewRow,
    `select id, operator_id as "operatorId", market_id as "marketId", state, money_minor as "moneyMinor", needs_second as "needsSecond",
       expires_at as "expiresAt"
     from decision_previews where id = $1`,
    [id],
  );
}

export async function prunePreviews(db: Queries, at: Date): Promise<void> {
  await db.run('delete from decision_previews where expires_at < $1', [at]);
}

// ---- Decisions ---------------------------------------------------------------------------------

const decisionRow = {
  id: uuid,
  marketId: uuid,
  fixture: text,
  market: text,
  decision: json(DecisionInput),
  preview: json(DecisionPreview),
  reason: text,
  status: oneOf(decisionStatuses),
  requestedBy: uuid,
  requestedAt: instant,
  decidedBy: nullable(uuid),
  decidedAt: nullable(instant),
  withdrawnReason: nullable(text),
  fixtureId: nullable(uuid),
  selections: names,
  flagged: bool,
  requester: nullable(json(Requester)),
  approval: nullable(json(DecisionApproval)),
};
const decisionColumns = `id, market_id as "marketId", fixture, market, decision, preview, reason, status, requested_by as "requestedBy",
  requested_at as "requestedAt", decided_by as "decidedBy", decided_at as "decidedAt", withdrawn_reason as "withdrawnReason", flagged, requester, approval,
  (select m.fixture_id from markets m where m.id = decisions.market_id) as "fixtureId",
  (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.place) from selections s where s.market_id = decisions.market_id) as selections`;

export function decisionOf(db: Queries, id: string): Promise<DecisionRow | undefined> {
  return db.row(decisionRow, `select ${decisionColumns} from decisions where id = $1`, [id]);
}

const stateRow = { state: text };

/** The state of the market when the decision was requested. */
export async function stateOfDecision(tx: Tx, id: string): Promise<string> {
  return (
    (
      await tx.row(
        stateRow,
        `select coalesce(state, split_part(preview ->> 'fingerprint', '.', 1), '') as state from decisions where id = $1`,
        [id],
      )
    )?.state ?? ''
  );
}

/** `state` is the fingerprint of the decision and of the market's records. */
export async function insertDecision(tx: Tx, row: DecisionRow, state: string): Promise<void> {
  await tx.run(
    `insert into decisions (id, market_id, fixture, market, decision, preview, reason, status, requested_by, requested_at, decided_by, decided_at, state,
       flagged, requester)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      row.id,
      row.marketId,
      row.fixture,
      row.market,
      JSON.stringify(row.decision),
      JSON.stringify(row.preview),
      row.reason,
      row.status,
      row.requestedBy,
      row.requestedAt,
      row.decidedBy,
      row.decidedAt,
      state,
      row.flagged,
      row.requester && JSON.stringify(row.requester),
    ],
  );
}

export function lockDecision(tx: Tx, id: string): Promise<DecisionRow | undefined> {
  return tx.row(decisionRow, `select ${decisionColumns} from decisions where id = $1 for update`, [id]);
}

export async function closeDecision(
  tx: Tx,
  id: string,
  status: 'applied' | 'withdrawn',
  by: { operatorId: string; at: Date; withdrawnReason?: string; approval?: DecisionApproval },
): Promise<DecisionRow> {
  const row = await tx.row(
    decisionRow,
    `update decisions set status = $2, decided_by = $3, decided_at = $4, withdrawn_reason = $5, approval = $6 where id = $1 returning ${decisionColumns}`,
    [id, status, by.operatorId, by.at, by.withdrawnReason ?? null, by.approval ? JSON.stringify(by.approval) : null],
  );
  if (!row) throw new Error(`there is no decision ${id}`);
  return row;
}

/** One row more than a page, newest first. */
export function listDecisions(
  db: Queries,
  { status, marketId }: { status?: Decision['status'] | undefined; marketId?: string | undefined },
  before: string | undefined,
): Promise<DecisionRow[]> {
  return db.rows(
    decisionRow,
    `select ${decisionColumns} from decisions
     where ($1::text is null or status = $1) and ($2::uuid is null or market_id = $2) and ($3::uuid is null or id < $3)
     order by id desc limit ${pageSize + 1}`,
    [status ?? null, marketId ?? null, before ?? null],
  );
}

const sequenceRow = { sequence: integer };
const appliedRow = { marketId: uuid, fixtureId: uuid, version: integer, open: bool };

/** Records the decision on the market and makes the market due for settlement; returns whether it is still on offer. */
export async function applyDecision(tx: Tx, at: Date, row: DecisionRow): Promise<Suspended & { open: boolean }> {
  const { marketId, decision } = row;
  const sequence = await writeDecision(tx, at, row);
  const results = decision.kind === 'result' ? JSON.stringify(resultsOf(decision.outcomes)) : null;
  const [from, until] = decision.kind === 'void' ? [decision.from, decision.until] : [null, null];
  await tx.run(
    `insert into market_words (market_id, sequence, source, kind, outcomes, from_at, until_at, heard_at) values ($1, $2, 'operator', $3, $4, $5, $6, $7)`,
    [marketId, sequence, decision.kind === 'void' ? 'cancel' : decision.kind, results, from, until, at],
  );
  await tx.run('insert into due_markets (market_id, due_at) values ($1, $2)', [marketId, at]);
  await tx.run('update markets set breaks = breaks + 1, version = version + 1 where id = $1', [marketId]);
  const market = await tx.row(
    appliedRow,
    'select m.id as "marketId", m.fixture_id as "fixtureId", m.version, s.open from markets m join market_states s on s.id = m.id where m.id = $1',
    [marketId],
  );
  if (!market) throw new Error(`there is no market ${marketId}`);
  return market;
}

/** Returns the sequence of a cancellation; 0 for other decisions. */
async function writeDecision(tx: Tx, at: Date, { id, marketId, decision, reason }: DecisionRow): Promise<number> {
  if (decision.kind === 'result') {
    await tx.run(
      `insert into operator_results (market_id, outcomes, decision_id, at) values ($1, $2, $3, $4)
       on conflict (market_id) do update set outcomes = excluded.outcomes, decision_id = excluded.decision_id, at = excluded.at`,
      [marketId, JSON.stringify(resultsOf(decision.outcomes)), id, at],
    );
    return 0;
  }
  if (decision.kind === 'void') {
    const row = await tx.row(
      sequenceRow,
      `insert into cancellations (market_id, sequence, from_at, until_at, reason)
       select $1, least(coalesce(min(sequence), 0), 0) - 1, $2, $3, $4 from cancellations where market_id = $1 returning sequence`,
      [marketId, decision.from, decision.until, reason],
    );
    // A bet within the window would be void, so no bet is taken until the window ends.
    await closeWithin(tx, at, [marketId]);
    return row?.sequence ?? 0;
  }
  await tx.run('delete from operator_results where market_id = $1', [marketId]);
  await tx.run(
    `update markets m set volatile_until = null from cancellations c
     where m.id = $1 and c.market_id = m.id and c.sequence < 0 and c.until_at = m.volatile_until`,
    [marketId],
  );
  await tx.run('delete from cancellations where market_id = $1 and sequence < 0', [marketId]);
  return 0;
}
