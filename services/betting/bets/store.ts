/** Queries that take a bet from its placement to its decision. Hot steps take whole batches, one round trip each, and answer per item. */
import { traceparent } from '@fairline/chassis/process/trace';
import type { Database, Queries, Tx } from '@fairline/chassis/storage/postgres';
import {
  bool,
  float,
  instant,
  integer,
  integers,
  json,
  nullable,
  oneOf,
  type Row,
  text,
  uuid,
} from '@fairline/chassis/storage/rows';
import { BetType, betEvents, PricePolicy } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import type { Infer } from '@fairline/proto/contract';
import { playCurrencies } from '@fairline/proto/money';
import { z } from 'zod';
import { type BetKey, betKeyRow, bookKinds, idRow } from '../columns.ts';
import { type Placed, type Placement, PlacementOutcome, type Rejection, type Taken } from './bet.ts';
import type { Receipt } from './receipt.ts';

const breaksRow = { id: uuid, breaks: integer };

export async function pruneDays(db: Queries, before: Date): Promise<void> {
  await db.run(`delete from player_days where day < ($1::timestamptz at time zone 'utc')::date`, [before]);
}

/** Deletes at most so many that are older; returns how many it deleted. */
export function pruneOrigins(db: Queries, before: Date, rows: number): Promise<number> {
  return db.run(
    'delete from bet_origins where (player_id, bet_id) in (select player_id, bet_id from bet_origins where at < $1 order by at limit $2)',
    [before, rows],
  );
}

export type BetEventData = Infer<typeof betEvents.betPlaced.data>;

/** The time after which a stake is requested again: the first request has timed out by then. */
const askAgainMs = betRules.stakeDeadlineMs;

const placedRow = { place: integer, fresh: bool, same: bool, outcome: json(PlacementOutcome) };

/** Returns the outcomes in the order of the items. */
export async function placeBets(db: Queries, at: Date, items: readonly Placement[]): Promise<Placed[]> {
  const rows = await db.rows(
    placedRow,
    'select place, fresh, same, outcome from place_bets($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      at,
      JSON.stringify(items.map(placementAttributes)),
      betRules.acceptanceDelayMs.live,
      betRules.acceptanceDelayMs.least,
      betRules.acceptanceDelayMs.upcoming,
      askAgainMs,
      betRules.dailyPayoutCapMinor,
      betRules.maxLiabilityMinor,
    ],
  );
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
  return items.map((_, place) => {
    const row = byPlace.get(place);
    if (!row) throw new Error(`place_bets answered nothing for call ${place}`);
    return { ...row, at };
  });
}

/** A call under the attribute names of the SQL type `placement`. */
function placementAttributes({ scope, key, fingerprint, made, origin, breaks }: Placement, place: number): object {
  const common = { place, scope, key, fingerprint };
  if ('refused' in made) return { ...common, refusal: made.refused };
  const { draft } = made;
  return {
    ...common,
    id: draft.id,
    player_id: draft.playerId,
    book: draft.book,
    type: draft.type,
    system: draft.system,
    sizes: draft.sizes,
    lines: draft.lines,
    free_bet_claim_id: draft.freeBetClaimId,
    rules_version: betRules.rulesVersion,
    currency: draft.currency,
    stake_minor: draft.stakeMinor,
    odds_milli: draft.oddsMilli,
    potential_minor: draft.potentialPayoutMinor,
    price_policy: draft.pricePolicy,
    tolerance: draft.tolerance,
    ...origin,
    legs: draft.legs.map((leg) => ({
      place: leg.place,
      fixture_id: leg.fixtureId,
      market_id: leg.marketId,
      selection_id: leg.selectionId,
      fixture: leg.fixture,
      market: leg.market,
      selection: leg.selection,
      odds_milli: leg.oddsMilli,
      market_version: leg.marketVersion,
      breaks: breaks?.[leg.marketId],
      own_by: leg.ownBy,
      chance: leg.chance,
    })),
  };
}

export function selectionsOf({ made }: Placement): string[] {
  return 'draft' in made ? made.draft.legs.map(({ selectionId }) => selectionId) : [];
}

/** The selections of these bets whose exposure row another transaction has locked now. It waits for no lock. */
export async function heldSelections(db: Database, items: readonly Placement[]): Promise<Set<string>> {
  const ids = [...new Set(items.flatMap(selectionsOf))];
  if (ids.length === 0) return new Set();
  const free = await db.rows(
    idRow,
    'select selection_id as id from exposure where selection_id = any ($1) for no key update skip locked',
    [ids],
  );
  const known = await db.rows(idRow, 'select selection_id as id from exposure where selection_id = any ($1)', [ids]);
  const lockable = new Set(free.map(({ id }) => id));
  return new Set(known.map(({ id }) => id).filter((id) => !lockable.has(id)));
}

/** The number of interruptions of each market of these bets, by market. */
export async function breaksOf(db: Database, items: readonly Placement[]): Promise<Record<string, number>> {
  const ids = items.flatMap(({ made }) => ('draft' in made ? made.draft.legs.map(({ marketId }) => marketId) : []));
  const rows = await db.rows(breaksRow, 'select id, breaks from markets where id = any ($1)', [[...new Set(ids)]]);
  return Object.fromEntries(rows.map(({ id, breaks }) => [id, breaks]));
}

/** Deletes a key whose call ended in `busy`, so that it can be used again. */
export async function forgetKey(tx: Tx, { scope, key }: { scope: string; key: string }): Promise<void> {
  await tx.run('delete from idempotency where scope = $1 and key = $2', [scope, key]);
}

/** Players and ids as two columns, sorted by id: batches with the same bets lock them in the same order, so they cannot deadlock. */
export function columns(bets: readonly BetKey[]): [string[], string[]] {
  const sorted = [...bets].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [sorted.map(({ playerId }) => playerId), sorted.map(({ id }) => id)];
}

/** Records that the stakes were taken and publishes BetPlaced; returns the ids of the bets that were still waiting for it. */
export async function takeBets(db: Database, at: Date, bets: readonly Taken[]): Promise<Set<string>> {
  const keys = columns(bets.map(({ playerId, betId }) => ({ playerId, id: betId })));
  const published = [betEvents.betPlaced.subject, traceparent() ?? null];
  const rows = await db.rows(idRow, 'select take_bets as id from take_bets($1, $2, $3, $4, $5)', [
    at,
    ...keys,
    ...published,
  ]);
  db.wakeRelay();
  return new Set(rows.map(({ id }) => id));
}

/** Accepts bets, each with its receipt. If a coin settles bets, each is due for it after `coinMs`. */
export async function acceptBets(
  tx: Tx,
  at: Date,
  bets: readonly (BetKey & { receipt: Receipt })[],
  coinMs: number | null,
): Promise<void> {
  if (bets.length === 0) return;
  await tx.run(
    `with given as (
       select * from jsonb_to_recordset($2) as t ("playerId" uuid, id uuid, receipt jsonb)
     ),
     accepted as (
       update bets b set status = 'accepted', accepted_at = $1, version = b.version + 1, act_at = $1::timestamptz + $4 * interval '1 millisecond', changed_at = $1
       from given t
       where b.player_id = t."playerId" and b.id = t.id and b.status = 'pending' and b.stake = 'taken'
         and $1 < b.placed_at + $3 * interval '1 millisecond'
       returning b.player_id, b.id, b.version, bet_event_data(b) || leg_places(b) as data
     ),
     moments as (
       insert into bet_moments (player_id, bet_id, at, kind, data) select a.player_id, a.id, $1, 'accepted', '{"status": "accepted"}' from accepted a
     ),
     signed as (
       insert into receipts (player_id, bet_id, payload, signature, key_id)
       select a.player_id, a.id, t.receipt ->> 'payload', t.receipt ->> 'signature', t.receipt ->> 'keyId' from accepted a join given t on t.id = a.id
     )
     insert into outbox (type, subject, version, data, traceparent) select $5, a.id, a.version, a.data, $6 from accepted a`,
    [
      at,
      JSON.stringify(bets),
      betRules.decisionDeadlineMs,
      coinMs,
      betEvents.betAccepted.subject,
      traceparent() ?? null,
    ],
  );
  tx.wakeRelay();
}

export type Rejected = BetKey & { rejection: Rejection };

/** Rejects bets that are still pending. `refused`: wallet refused the stake, so it was never taken. */
export async function rejectBets(
  tx: Tx,
  at: Date,
  bets: readonly Rejected[],
  { refused }: { refused: boolean },
): Promise<void> {
  if (bets.length === 0) return;
  const sorted = [...bets].sort((a, b) => (a.id < b.id ? -1 : 1));
  await tx.run('select reject_bets($1, $2, $3, $4, $5, $6, $7)', [
    at,
    ...columns(bets),
    sorted.map(({ rejection }) => JSON.stringify(rejection)),
    refused,
    betEvents.betRejected.subject,
    traceparent() ?? null,
  ]);
  tx.wakeRelay();
}

const askedRow = {
  ...betKeyRow,
  currency: oneOf(playCurrencies),
  stakeMinor: integer,
  potentialPayoutMinor: integer,
  freeBetClaimId: nullable(uuid),
  oddsMilli: integer,
  placedAt: instant,
};
export type Asked = Row<typeof askedRow>;

/** Claims bets whose stake request has no reply, for `askAgainMs` each. */
export function claimUnanswered(db: Queries, at: Date, limit: number): Promise<Asked[]> {
  return db.rows(
    askedRow,
    `update bets b set act_at = $1::timestamptz + $2 * interval '1 millisecond'
     from (
       select player_id, id from bets where status = 'pending' and stake = 'asked' and act_at <= $1
       order by act_at limit $3 for update skip locked
     ) due
     where b.player_id = due.player_id and b.id = due.id
     returning b.player_id as "playerId", b.id, b.currency, b.stake_minor as "stakeMinor", b.potential_minor as "potentialPayoutMinor",
       b.free_bet_claim_id as "freeBetClaimId", b.odds_milli as "oddsMilli", b.placed_at as "placedAt"`,
    [at, askAgainMs, limit],
  );
}

/** Locks bets that were not decided in time. */
export function lockOverdue(tx: Tx, placedBefore: Date, limit: number): Promise<BetKey[]> {
  return tx.rows(
    betKeyRow,
    `select player_id as "playerId", id from bets where status = 'pending' and stake in ('asked', 'taken') and act_at is not null and placed_at <= $1
     limit $2 for update skip locked`,
    [placedBefore, limit],
  );
}

const LegPlaceJson = z.object({ fixtureId: z.string(), marketId: z.string() });
const dueRow = {
  ...betKeyRow,
  actAt: text,
  /** The end of the delay, up to which prices must be known; null for a bet without a delay. */
  pricedBeyond: nullable(instant),
  legs: json(z.array(LegPlaceJson)),
};
export type DueBet = Row<typeof dueRow>;

const UndecidedLegJson = z.object({
  fixtureId: z.string(),
  marketId: z.string(),
  selectionId: z.string(),
  fixture: z.string(),
  market: z.string(),
  selection: z.string(),
  oddsMilli: z.number(),
  marketVersion: z.number(),
  breaks: z.number(),
  ownBy: z.string().nullable(),
});
const undecidedRow = {
  ...betKeyRow,
  book: oneOf(bookKinds),
  sizes: integers,
  lines: integer,
  placedAt: instant,
  pricePolicy: oneOf(PricePolicy.options),
  tolerance: nullable(float),
  type: oneOf(BetType.options),
  system: nullable(text),
  stakeMinor: integer,
  currency: oneOf(playCurrencies),
  freeBet: bool,
  potentialPayoutMinor: integer,
  rulesVersion: text,
  legs: json(z.array(UndecidedLegJson)),
};
export type UndecidedBet = Row<typeof undecidedRow>;

/** Bets that are due for their decision, with their markets; nothing is locked. A bet with a delay is due once the prices up to its end are known. */
export function listUndecided(
  db: Queries,
  { at, pricedUntil, after, limit }: { at: Date; pricedUntil: Date; after: DueBet | undefined; limit: number },
): Promise<DueBet[]> {
  return db.rows(
    dueRow,
    `select b.player_id as "playerId", b.id, b.act_at::text as "actAt", case when b.delay_ms > 0 then b.act_at end as "pricedBeyond", (
       select json_agg(json_build_object('fixtureId', l.fixture_id, 'marketId', l.market_id))
       from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id) as legs
     from bets b where b.status = 'pending' and b.stake = 'taken' and b.act_at <= $1 and (b.delay_ms = 0 or b.act_at <= $2)
       and ($4::timestamptz is null or (b.act_at, b.id) > ($4::timestamptz, $5::uuid))
     order by b.act_at, b.id limit $3`,
    [at, pricedUntil, limit, after?.actAt ?? null, after?.id ?? null],
  );
}

/** Locks the bets that are still undecided, and reads them with their legs and the contents of their receipts. */
export function lockUndecided(tx: Tx, bets: readonly BetKey[]): Promise<UndecidedBet[]> {
  return tx.rows(
    undecidedRow,
    `select b.player_id as "playerId", b.id, b.book, b.sizes, b.lines, b.placed_at as "placedAt", b.price_policy as "pricePolicy", b.tolerance, b.type, b.system,
       b.stake_minor as "stakeMinor", b.currency, b.free_bet_claim_id is not null as "freeBet", b.potential_minor as "potentialPayoutMinor",
       b.rules_version as "rulesVersion",
       (select json_agg(json_build_object('fixtureId', l.fixture_id, 'marketId', l.market_id, 'selectionId', l.selection_id, 'fixture', l.fixture,
          'market', l.market, 'selection', l.selection, 'oddsMilli', l.odds_milli, 'marketVersion', l.market_version, 'breaks', l.breaks, 'ownBy', l.own_by) order by l.place)
        from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id) as legs
     from unnest($1::uuid[], $2::uuid[]) as t (player_id, id) join bets b on b.player_id = t.player_id and b.id = t.id
     where b.status = 'pending' and b.stake = 'taken' order by b.act_at for update of b skip locked`,
    columns(bets),
  );
}
