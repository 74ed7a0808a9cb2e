/** A player's harm score as other subjects read it, and what it stopped or offered. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import { HarmMarkerName, HarmScore } from '@fairline/proto/risk/harm';
import { z } from 'zod';

export const interventionKinds = ['bonus_stopped', 'raise_refused', 'pause_offered'] as const;

export const scoreRow = {
  playerId: uuid,
  score: integer,
  markers: json(HarmScore.shape.markers),
  version: integer,
  atRiskSince: nullable(instant),
  computedAt: instant,
};
export type ScoreRow = Row<typeof scoreRow>;

export const scoreColumns = `player_id as "playerId", score, markers, version, at_risk_since as "atRiskSince", computed_at as "computedAt"`;

export function scoreOf(db: Queries, playerId: string): Promise<ScoreRow | undefined> {
  return db.row(scoreRow, `select ${scoreColumns} from harm_scores where player_id = $1`, [playerId]);
}

export interface Intervention {
  readonly playerId: string;
  readonly kind: (typeof interventionKinds)[number];
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Stores what the score stopped. It is committed even where the call that asked is refused, so never inside its transaction. */
export async function recordIntervention(db: Queries, { playerId, kind, score, reasons }: Intervention, at: Date): Promise<void> {
  await db.run('insert into interventions (player_id, kind, score, reasons, created_at) values ($1, $2, $3, $4, $5)', [
    playerId,
    kind,
    score,
    JSON.stringify(reasons),
    at,
  ]);
}

const interventionRow = {
  id: uuid,
  kind: oneOf(interventionKinds),
  score: integer,
  reasons: json(z.array(HarmMarkerName)),
  answer: nullable(oneOf(['taken', 'declined'])),
  createdAt: instant,
};
export type InterventionRow = Row<typeof interventionRow>;

const columns = 'id, kind, score, reasons, answer, created_at as "createdAt"';

/** Newest first. */
export function interventionsOf(db: Queries, playerId: string, most: number): Promise<InterventionRow[]> {
  return db.rows(interventionRow, `select ${columns} from interventions where player_id = $1 order by id desc limit $2`, [playerId, most]);
}

/** The offer of a UTC day; made if there was none. */
export async function offerOf(db: Queries, { playerId, score, reasons }: Omit<Intervention, 'kind'>, at: Date): Promise<InterventionRow | undefined> {
  await db.run(
    `insert into interventions (player_id, kind, score, reasons, created_at, offered_on) values ($1, 'pause_offered', $2, $3, $4, ($4::timestamptz at time zone 'utc')::date)
     on conflict (player_id, offered_on) do nothing`,
    [playerId, score, JSON.stringify(reasons), at],
  );
  return db.row(interventionRow, `select ${columns} from interventions where player_id = $1 and offered_on = ($2::timestamptz at time zone 'utc')::date`, [
    playerId,
    at,
  ]);
}

/** Answers whether there is such an offer. The first answer stays. */
export async function declineOffer(db: Queries, playerId: string, id: string): Promise<boolean> {
  const statement = `update interventions set answer = coalesce(answer, 'declined') where id = $1 and player_id = $2 and kind = 'pause_offered'`;
  return (await db.run(statement, [id, playerId])) > 0;
}

/** These players took a break: what was offered to them in the day before and not answered was taken. */
export async function takeOffers(db: Queries, playerIds: readonly string[], at: Date): Promise<void> {
  await db.run(
    `update interventions set answer = 'taken' where player_id = any ($1) and kind = 'pause_offered' and answer is null and created_at > $2::timestamptz - interval '1 day'`,
    [playerIds, at],
  );
}
