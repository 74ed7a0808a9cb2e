/** The append-only log of interactions with a player: operators' records, and interventions of the harm score. */
import type { RecordedAct } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, oneOf, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { Infer } from '@fairline/proto/contract';
import {
  type Interaction,
  interactionKinds,
  interactionOutcomes,
  type levelRoutes,
  Interaction as Shape,
} from '@fairline/proto/risk/levels';
import type { Risk } from '../config.ts';
import { recordAction } from '../operator.ts';
import { scoreOf } from '../store-interventions.ts';

const interactionRow = {
  id: uuid,
  kind: oneOf(interactionKinds),
  subject: oneOf(Shape.shape.subject.options),
  text,
  outcome: nullable(oneOf(interactionOutcomes)),
  operatorId: nullable(uuid),
  harmScore: integer,
  createdAt: instant,
};
export type InteractionRow = Row<typeof interactionRow>;

const columns =
  'id, kind, subject, text, outcome, operator_id as "operatorId", harm_score as "harmScore", created_at as "createdAt"';

/** Columns of an intervention as an interaction. A stopped bonus or refused raise is a restriction. An offered time-out was taken, declined or not answered. */
const automatic = `id, 'automatic', 'safe_play', kind, case when kind <> 'pause_offered' then 'restricted' when answer = 'taken' then 'time_out' when answer = 'declined' then 'no_action' end,
  null::uuid, score, created_at`;

/** Recorded and automatic interactions together, newest first. The ids of both tables are UUIDv7, so they sort by time. */
export function interactionsBefore(
  db: Queries,
  playerId: string,
  before: string | undefined,
  most: number,
): Promise<InteractionRow[]> {
  const part = (list: string, table: string) =>
    `(select ${list} from ${table} where player_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3)`;
  return db.rows(
    interactionRow,
    `${part(columns, 'interactions')} union all ${part(automatic, 'interventions')} order by id desc limit $3`,
    [playerId, before ?? null, most],
  );
}

export function toInteraction({
  id,
  kind,
  subject,
  text: written,
  outcome,
  operatorId,
  harmScore,
  createdAt,
}: InteractionRow): Interaction {
  return {
    id,
    kind,
    subject,
    text: written,
    ...(outcome && { outcome }),
    ...(operatorId && { operatorId }),
    harmScore,
    at: createdAt.toISOString(),
  };
}

type Body = Infer<typeof levelRoutes.addInteraction.body>;

/** Records an interaction with the player's current harm score; once per idempotency key. */
export function addInteraction(
  { db, clock }: Risk,
  playerId: string,
  body: Body,
  act: RecordedAct,
  key: IdempotencyKey,
): Promise<Interaction> {
  refuseCardNumber(body.text);
  const add = async (tx: Tx) => {
    const score = (await scoreOf(tx, playerId))?.score ?? 0;
    const { kind, subject, outcome } = body;
    const statement = `insert into interactions (player_id, kind, subject, text, outcome, operator_id, harm_score, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning ${columns}`;
    const values = [playerId, kind, subject, body.text, outcome ?? null, act.operator.id, score, clock.now()];
    const row = only(await tx.row(interactionRow, statement, values));
    await recordAction(tx, act, 1, {
      action: 'interaction.add',
      resourceType: 'interaction',
      resourceId: row.id,
      after: { playerId, kind, subject, ...(outcome && { outcome }) },
    });
    return toInteraction(row);
  };
  return key.key === '' ? db.tx(add) : runOnce(db, key, add);
}

/** Blanks operators' texts, which may name the player; the interaction itself stays. */
export async function eraseTexts(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(`update interactions set text = '' where player_id = any ($1)`, [playerIds]);
}
