/** Queries of risk levels. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type RiskLevelName, riskLevels } from '@fairline/proto/auth/fields';
import { alertStatuses, severities } from '@fairline/proto/risk/alerts';
import { levelRules } from '@fairline/proto/risk/levels';

const levelRow = {
  playerId: uuid,
  computed: oneOf(riskLevels),
  overrideLevel: nullable(oneOf(riskLevels)),
  overrideReason: nullable(text),
  overrideBy: nullable(uuid),
  overrideAt: nullable(instant),
  version: integer,
};
export type LevelRow = Row<typeof levelRow>;

const countedRow = {
  playerId: uuid,
  id: uuid,
  type: text,
  severity: oneOf(severities),
  status: oneOf(alertStatuses),
  closedAt: nullable(instant),
};
export type CountedRow = Row<typeof countedRow>;

const playerRow = { playerId: uuid };
const idRow = { id: uuid };

const columns = `player_id as "playerId", computed, override_level as "overrideLevel", override_reason as "overrideReason", override_by as "overrideBy",
  override_at as "overrideAt", version`;

export function levelsOf(db: Queries, playerIds: readonly string[]): Promise<LevelRow[]> {
  return db.rows(levelRow, `select ${columns} from risk_levels where player_id = any ($1)`, [playerIds]);
}

/** Creates missing rows of the players and locks all in one order, so the next computation sees the alerts of this transaction. */
export async function lockLevels(tx: Tx, playerIds: readonly string[]): Promise<LevelRow[]> {
  const sorted = [...new Set(playerIds)].sort();
  await tx.run(
    'insert into risk_levels (player_id) select id from unnest($1::uuid[]) as id order by id on conflict do nothing',
    [sorted],
  );
  return tx.rows(
    levelRow,
    `select ${columns} from risk_levels where player_id = any ($1) order by player_id for update`,
    [sorted],
  );
}

/** Alerts that may count for the levels of these players; `level.ts` decides which do. */
export function alertsOf(db: Queries, playerIds: readonly string[], now: Date): Promise<CountedRow[]> {
  return db.rows(
    countedRow,
    `select player_id as "playerId", id, type, severity, status, closed_at as "closedAt" from alerts where player_id = any ($1)
       and (status in ('open', 'investigating') or (status = 'resolved' and closed_at > $2::timestamptz - $3 * interval '1 day')) order by id desc`,
    [playerIds, now, levelRules.days],
  );
}

export async function saveComputed(
  tx: Tx,
  { playerId, computed, version }: LevelRow,
  recomputeAt: Date | null,
): Promise<void> {
  await tx.run('update risk_levels set computed = $2, version = $3, recompute_at = $4 where player_id = $1', [
    playerId,
    computed,
    version,
    recomputeAt,
  ]);
}

interface Override {
  readonly level: RiskLevelName;
  readonly reason: string;
  readonly operatorId: string;
}

export async function saveOverride(
  tx: Tx,
  playerId: string,
  version: number,
  override: Override | null,
  at: Date,
): Promise<void> {
  await tx.run(
    'update risk_levels set override_level = $2, override_reason = $3, override_by = $4, override_at = $5, version = $6 where player_id = $1',
    override
      ? [playerId, override.level, override.reason, override.operatorId, at, version]
      : [playerId, null, null, null, null, version],
  );
}

/** Players with a resolved alert that stopped counting, except those that another instance has locked. */
export async function duePlayers(tx: Tx, now: Date, most: number): Promise<string[]> {
  const statement = `select player_id as "playerId" from risk_levels where recompute_at <= $1 order by player_id limit $2 for update skip locked`;
  return (await tx.rows(playerRow, statement, [now, most])).map(({ playerId }) => playerId);
}

/** Blanks the reason of the override, which may name the player. */
export async function blankReasons(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(
    `update risk_levels set override_reason = '' where player_id = any ($1) and override_reason is not null`,
    [playerIds],
  );
}

/** Whether any alert was ever raised about the player. */
export async function hasAlerts(db: Queries, playerId: string): Promise<boolean> {
  return (await db.row(idRow, 'select id from alerts where player_id = $1 limit 1', [playerId])) !== undefined;
}
