/** Queries by which a player reads bets: lists, one bet, its timeline, figures of a period, counts of the day, the origins of bets. */
import type { Queries } from '@fairline/chassis/storage/postgres';
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
import {
  type Bet,
  BetMoment,
  type BetStats,
  type BetStatus,
  BetType,
  betMomentKinds,
  betStatuses,
  LegStatus,
  RejectedLeg,
} from '@fairline/proto/betting/bets';
import { VoidReason } from '@fairline/proto/betting/incidents';
import { pageSize } from '@fairline/proto/contract';
import { DeadHeat } from '@fairline/proto/feed';
import { playCurrencies } from '@fairline/proto/money';
import { z } from 'zod';
import { betKeyRow, bookKinds, stakeStates } from '../columns.ts';
import type { BetRow, Origin } from './bet.ts';

const momentRow = { at: instant, kind: oneOf(betMomentKinds), data: json(BetMoment.omit({ at: true, kind: true })) };
const figuresRow = {
  bets: integer,
  openBets: integer,
  won: integer,
  lost: integer,
  void: integer,
  cashedOut: integer,
  bestOddsMilli: nullable(integer),
  bigWins: integer,
  bestMultiplier: nullable(float),
};
const originRow = { address: text, agent: text };
const ownOriginRow = { betId: uuid, at: instant, ...originRow };
const countsRow = { betsToday: integer, playersToday: integer };

const BetLegJson = z.object({
  fixtureId: z.string(),
  marketId: z.string(),
  selectionId: z.string(),
  fixture: z.string(),
  market: z.string(),
  selection: z.string(),
  oddsMilli: z.number(),
  status: LegStatus,
  deadHeat: DeadHeat.nullable(),
  voidReason: VoidReason.nullable(),
});
const RejectionJson = z.object({
  code: z.string(),
  message: z.string(),
  status: z.number(),
  params: z.record(z.string(), z.unknown()).exactOptional(),
  legs: z.array(RejectedLeg).exactOptional(),
});
export const betRow = {
  ...betKeyRow,
  book: oneOf(bookKinds),
  type: oneOf(BetType.options),
  system: nullable(text),
  sizes: integers,
  lines: integer,
  freeBet: bool,
  status: oneOf(betStatuses),
  stake: oneOf(stakeStates),
  stakeMinor: integer,
  oddsMilli: integer,
  potentialPayoutMinor: integer,
  dueMinor: integer,
  cashedMinor: integer,
  closedStakeMinor: integer,
  autoCashOutMinor: nullable(integer),
  currency: oneOf(playCurrencies),
  rejection: nullable(json(RejectionJson)),
  placedAt: instant,
  acceptedAt: nullable(instant),
  settledAt: nullable(instant),
  legs: json(z.array(BetLegJson)),
};

/** The history of a bet, oldest first; empty if the player has no such bet. */
export async function momentsOf(db: Queries, playerId: string, betId: string): Promise<BetMoment[]> {
  const rows = await db.rows(
    momentRow,
    'select at, kind, data from bet_moments where player_id = $1 and bet_id = $2 order by place',
    [playerId, betId],
  );
  return rows.map(({ at, kind, data }) => ({ at: at.toISOString(), kind, ...data }));
}

/** Figures of the player's bets from an id on, without rejected ones. Summing by status first halves the time for a player with 100,000 bets. */
export async function figuresOf(
  db: Queries,
  playerId: string,
  firstId: string | null,
): Promise<Omit<BetStats, 'period'>> {
  const row = await db.row(
    figuresRow,
    `select coalesce(sum(bets), 0)::int as bets, coalesce(sum(bets) filter (where status in ('pending', 'accepted')), 0)::int as "openBets",
       coalesce(sum(bets) filter (where status in ('won', 'half_won')), 0)::int as won,
       coalesce(sum(bets) filter (where status in ('lost', 'half_lost')), 0)::int as lost,
       coalesce(sum(bets) filter (where status = 'void'), 0)::int as void,
       coalesce(sum(bets) filter (where status = 'cashed_out'), 0)::int as "cashedOut", max(best) filter (where status = 'won') as "bestOddsMilli",
       coalesce(sum(big) filter (where status in ('won', 'half_won')), 0)::int as "bigWins",
       max(multiplier) filter (where status in ('won', 'half_won')) as "bestMultiplier"
     from (
       select status, count(*) as bets, max(odds_milli) as best, count(*) filter (where due_minor > 5 * stake_minor) as big,
         max(due_minor::float8 / stake_minor) as multiplier
       from bets where player_id = $1 and status <> 'rejected' and ($2::uuid is null or id >= $2) group by 1
     ) g`,
    [playerId, firstId],
  );
  if (!row) throw new Error('figures are always one row');
  return row;
}

export const betColumns = `b.id, b.player_id as "playerId", b.book, b.type, b.system, b.sizes, b.lines, b.free_bet_claim_id is not null as "freeBet", b.status, b.stake,
  b.stake_minor as "stakeMinor", b.odds_milli as "oddsMilli", b.potential_minor as "potentialPayoutMinor", b.due_minor as "dueMinor", b.cashed_minor as "cashedMinor",
  b.closed_stake_minor as "closedStakeMinor", b.auto_cash_out_minor as "autoCashOutMinor", b.currency, b.rejection, b.placed_at as "placedAt",
  b.accepted_at as "acceptedAt", b.settled_at as "settledAt",
  (select json_agg(json_build_object('fixtureId', l.fixture_id, 'marketId', l.market_id, 'selectionId', l.selection_id, 'fixture', l.fixture,
     'market', l.market, 'selection', l.selection, 'oddsMilli', l.odds_milli, 'status', l.status, 'deadHeat', l.dead_heat,
     'voidReason', l.void_reason) order by l.place)
   from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id) as legs`;

export function betOf(db: Queries, playerId: string, id: string): Promise<BetRow | undefined> {
  return db.row(betRow, `select ${betColumns} from bets b where b.player_id = $1 and b.id = $2`, [playerId, id]);
}

const groups: Record<'open' | 'settled', BetStatus[]> = {
  open: ['pending', 'accepted'],
  settled: ['won', 'lost', 'void', 'half_won', 'half_lost', 'cashed_out'],
};

export interface BetFilter {
  status?: BetStatus | 'open' | 'settled' | undefined;
  type?: Bet['type'] | undefined;
  from?: string | undefined;
  until?: string | undefined;
  q?: string | undefined;
}

/** The statuses that a filter includes; null for all. */
export function statusesOf(status: BetFilter['status']): readonly BetStatus[] | null {
  return status === 'open' || status === 'settled' ? groups[status] : status ? [status] : null;
}

/** One row more than a page, newest first. */
export function betsOf(
  db: Queries,
  playerId: string,
  { status, type, from, until, q }: BetFilter,
  before: string | undefined,
): Promise<BetRow[]> {
  return db.rows(
    betRow,
    `select ${betColumns} from bets b
     where b.player_id = $1 and ($2::text[] is null or b.status = any ($2)) and ($3::uuid is null or b.id < $3) and ($4::text is null or b.type = $4)
       and ($5::timestamptz is null or b.placed_at >= $5) and ($6::timestamptz is null or b.placed_at < $6)
       and ($7::text is null or b.id::text like $7 || '%' or exists (
         select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id
           and position($7 in lower(l.fixture || ' ' || l.market || ' ' || l.selection)) > 0))
     order by b.id desc limit ${pageSize + 1}`,
    [
      playerId,
      statusesOf(status),
      before ?? null,
      type ?? null,
      from ?? null,
      until ?? null,
      q?.trim().toLowerCase() || null,
    ],
  );
}

export function originOf(db: Queries, playerId: string, betId: string): Promise<Origin | undefined> {
  return db.row(originRow, 'select address, agent from bet_origins where player_id = $1 and bet_id = $2', [
    playerId,
    betId,
  ]);
}

/** The address and browser of each of the player's bets: one row more than a page, newest first. */
export function originsOf(
  db: Queries,
  playerId: string,
  before: string | undefined,
): Promise<Row<typeof ownOriginRow>[]> {
  return db.rows(
    ownOriginRow,
    `select bet_id as "betId", at, address, agent from bet_origins
     where player_id = $1 and ($2::uuid is null or bet_id < $2) order by bet_id desc limit ${pageSize + 1}`,
    [playerId, before ?? null],
  );
}

export async function countsOf(db: Queries, at: Date): Promise<{ betsToday: number; playersToday: number }> {
  const row = await db.row(
    countsRow,
    `select coalesce(sum(bets), 0)::int as "betsToday", count(*)::int as "playersToday" from player_days
     where day = ($1::timestamptz at time zone 'utc')::date and book = 'real' and bets > 0`,
    [at],
  );
  return row ?? { betsToday: 0, playersToday: 0 };
}
