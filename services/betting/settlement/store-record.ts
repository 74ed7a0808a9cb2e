/** Queries of the records from which bets are computed again. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import {
  bool,
  instant,
  integer,
  integers,
  json,
  nullable,
  oneOf,
  type Row,
  uuid,
} from '@fairline/chassis/storage/rows';
import { BetMoment, betStatuses } from '@fairline/proto/betting/bets';
import { z } from 'zod';
import { betKeyRow, outcomes } from '../columns.ts';
import type { MarketEntry } from './resettlement.ts';

const LegJson = z.object({ marketId: z.string(), selectionId: z.string(), oddsMilli: z.number() });
const recordedBetRow = {
  ...betKeyRow,
  status: oneOf(betStatuses),
  dueMinor: integer,
  stakeMinor: integer,
  potentialPayoutMinor: integer,
  sizes: integers,
  lines: integer,
  freeBet: bool,
  placedAt: instant,
  byHand: bool,
  legs: json(z.array(LegJson)),
  moments: json(z.array(BetMoment.omit({ at: true }))),
};
export type RecordedBet = Row<typeof recordedBetRow>;

const marketEntryRow = {
  marketId: uuid,
  sequence: integer,
  source: oneOf(['feed', 'operator']),
  kind: oneOf(['result', 'rollback', 'release', 'cancel', 'fixture_cancelled', 'fixture_revived']),
  outcomes,
  from: nullable(instant),
  until: nullable(instant),
};

/** Bets that were ever accepted, in the order of their ids: those with these ids, or all. */
export function readRecordedBets(
  db: Queries,
  ids: readonly string[] | null,
  after: string | null,
  limit: number,
): Promise<RecordedBet[]> {
  return db.rows(
    recordedBetRow,
    `select b.id, b.player_id as "playerId", b.status, b.due_minor as "dueMinor", b.stake_minor as "stakeMinor", b.potential_minor as "potentialPayoutMinor",
       b.sizes, b.lines, b.free_bet_claim_id is not null as "freeBet", b.placed_at as "placedAt", b.by_hand as "byHand",
       (select json_agg(json_build_object('marketId', l.market_id, 'selectionId', l.selection_id, 'oddsMilli', l.odds_milli) order by l.place)
        from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id) as legs,
       coalesce((select json_agg(m.data || jsonb_build_object('kind', m.kind) order by m.place)
        from bet_moments m where m.player_id = b.player_id and m.bet_id = b.id), '[]') as moments
     from bets b
     where b.accepted_at is not null and b.status <> 'rejected' and ($1::uuid[] is null or b.id = any ($1)) and ($2::uuid is null or b.id > $2)
     order by b.id limit $3`,
    [ids, after, limit],
  );
}

/** Every record on these markets, in the order of arrival. */
export function readMarketEntries(db: Queries, marketIds: readonly string[]): Promise<MarketEntry[]> {
  return db.rows(
    marketEntryRow,
    `select market_id as "marketId", sequence, source, kind, outcomes, from_at as "from", until_at as "until"
     from market_words where market_id = any ($1) order by place`,
    [marketIds],
  );
}
