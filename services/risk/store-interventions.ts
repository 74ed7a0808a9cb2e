/** Queries of players' harm scores for several subjects, and of interventions: what a score stopped or offered. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import { HarmMarkerName, HarmScore, Intervention as Stored } from '@fairline/proto/risk/harm';
import { z } from 'zod';

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

type Kind = Stored['kind'];

export interface Intervention {
  readonly playerId: string;
  readonly kind: Kind;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Stores an intervention in the caller's transaction. A caller that then refuses must commit first. */
export async function recordIntervention(
  db: Queries,
  { playerId, kind, score, reasons }: Intervention,
  at: Date,
): Promise<void> {
  await db.run('insert into interventions (player_id, kind, score, reasons, created_at) values ($1, $2, $3, $4, $5)', [
    playerId,
    kind,
    score,
    JSON.stringify(reasons),
    at,
  ]);
}

/** Stores that the score prevented loosening a limit, once per UTC day. The caller has locked the player. */
export async function recordRefusedRaise(
  tx: Tx,
  { playerId, score, reasons }: Omit<Intervention, 'kind'>,
  at: Date,
): Promise<void> {
  await tx.run(
    `insert into interventions (player_id, kind, score, reasons, created_at) select $1, 'raise_refused', $2, $3, $4
     where not exists (select from interventions where player_id = $1 and kind = 'raise_refused' and created_at >= date_trunc('day', $4::timestamptz, 'UTC'))`,
    [playerId, score, JSON.stringify(reasons), at],
  );
}

const interventionRow = {
  id: uuid,
  kind: oneOf(Stored.shape.kind.options),
  score: integer,
  reasons: json(z.array(HarmMarkerName)),
  answer: nullable(oneOf(['taken', 'declined'])),
  createdAt: instant,
};
export type InterventionRow = Row<typeof interventionRow>;

const columns = 'id, kind, score, reasons, answer, created_at as "createdAt"';

/** A player's interventions, newest first. */
export function interventionsOf(db: Queries, playerId: string, most: number): Promise<InterventionRow[]> {
  return db.rows(
    interventionRow,
    `select ${columns} from interventions where player_id = $1 order by id desc limit $2`,
    [playerId, most],
  );
}

/** The offer of a UTC day, which is created if there is none. */
export async function offerOf(
  db: Queries,
  { playerId, score, reasons }: Omit<Intervention, 'kind'>,
  at: Date,
): Promise<InterventionRow | undefined> {
  await db.run(
    `insert into interventions (player_id, kind, score, reasons, created_at, offered_on) values ($1, 'pause_offered', $2, $3, $4, ($4::timestamptz at time zone 'utc')::date)
     on conflict (player_id, offered_on) do nothing`,
    [playerId, score, JSON.stringify(reasons), at],
  );
  return db.row(
    interventionRow,
    `select ${columns} from interventions where player_id = $1 and offered_on = ($2::timestamptz at time zone 'utc')::date`,
    [playerId, at],
  );
}

/** Declines an offer; the first answer stays. Returns whether the offer exists. */
export async function declineOffer(db: Queries, playerId: string, id: string): Promise<boolean> {
  const statement = `update interventions set answer = coalesce(answer, 'declined') where id = $1 and player_id = $2 and kind = 'pause_offered'`;
  return (await db.run(statement, [id, playerId])) > 0;
}

/** Marks offers as taken: those made in the 24 hours before a player's exclusion and not answered. */
export async function takeOffers(db: Queries, breaks: readonly { playerId: string; at: Date }[]): Promise<void> {
  await db.run(
    `update interventions i set answer = 'taken' from unnest($1::uuid[], $2::timestamptz[]) as b (player_id, at)
     where i.player_id = b.player_id and i.kind = 'pause_offered' and i.answer is null and i.created_at > b.at - interval '1 day' and i.created_at <= b.at`,
    [breaks.map(({ playerId }) => playerId), breaks.map(({ at }) => at)],
  );
}
