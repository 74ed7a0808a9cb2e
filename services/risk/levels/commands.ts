/** Use cases of risk levels, which are computed in the transaction that changes an alert. Each change of the level in force is published once. Operators' overrides are in alerts/level-override.ts. */
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import type { RiskLevelName } from '@fairline/proto/auth/fields';
import { common, Refusal } from '@fairline/proto/contract';
import { levelEvents, type RiskLevel } from '@fairline/proto/risk/levels';
import type { Risk } from '../config.ts';
import { isKnown } from '../players/peers.ts';
import { eraseTexts } from './interactions.ts';
import { computeLevel, isCounted, levelInForce, outlasts } from './level.ts';
import * as store from './store.ts';

const alertsShown = 20;
const playersAtOnce = 100;

/** Computes the levels of players about whom alerts were raised or changed in this transaction. */
export async function computeLevels(tx: Tx, playerIds: readonly string[], at: Date): Promise<void> {
  if (playerIds.length === 0) return;
  const rows = await store.lockLevels(tx, playerIds);
  const alerts = Map.groupBy(await store.alertsOf(tx, playerIds, at), ({ playerId }) => playerId);
  for (const row of rows) {
    const { level: computed, recomputeAt } = computeLevel(alerts.get(row.playerId) ?? [], at);
    const overrideLevel = outlasts(row, computed) ? row.overrideLevel : null;
    const after = { ...row, computed, overrideLevel, version: row.version + (computed === row.computed ? 0 : 1) };
    await store.saveComputed(tx, after, recomputeAt);
    if (overrideLevel !== row.overrideLevel) await store.saveOverride(tx, row.playerId, after.version, null, at);
    await publishChange(tx, row, after, { byOperator: false });
  }
}

/** Recomputes levels with a resolved alert that has stopped counting with time. */
export async function refreshLevels({ db, clock }: Pick<Risk, 'db' | 'clock'>): Promise<void> {
  for (let count = playersAtOnce; count === playersAtOnce; ) {
    count = await db.tx(async (tx) => {
      const at = clock.now();
      const playerIds = await store.duePlayers(tx, at, playersAtOnce);
      await computeLevels(tx, playerIds, at);
      return playerIds.length;
    });
  }
}

/** Publishes a change of the level in force, if it has changed. */
export async function publishChange(
  tx: Tx,
  before: store.LevelRow,
  after: store.LevelRow,
  { byOperator }: { byOperator: boolean },
): Promise<void> {
  const { playerId, version } = after;
  const [from, level] = [levelInForce(before), levelInForce(after)];
  if (from === level) return;
  await publish(tx, levelEvents.riskLevelChanged, playerId, version, { playerId, level, from, byOperator });
}

/** Refuses players unknown to both risk and wallet. */
export async function requirePlayer({ db, bus }: Pick<Risk, 'db' | 'bus'>, playerId: string): Promise<void> {
  if ((await store.levelsOf(db, [playerId])).length > 0 || (await store.hasAlerts(db, playerId))) return;
  if (!(await isKnown(bus, playerId))) throw new Refusal(common.notFound);
}

export async function readLevel(db: Queries, playerId: string, now: Date): Promise<RiskLevel> {
  const [[row], alerts] = [await store.levelsOf(db, [playerId]), await store.alertsOf(db, [playerId], now)];
  const alertIds = alerts.filter((alert) => isCounted(alert, now)).slice(0, alertsShown);
  const { overrideLevel, overrideReason, overrideBy, overrideAt } = row ?? {};
  const override = overrideLevel && overrideBy && overrideAt;
  return {
    level: row ? levelInForce(row) : 'low',
    computed: row?.computed ?? 'low',
    alertIds: alertIds.map(({ id }) => id),
    ...(override && {
      override: {
        level: overrideLevel,
        reason: overrideReason ?? '',
        operatorId: overrideBy,
        at: overrideAt.toISOString(),
      },
    }),
    version: row?.version ?? 0,
  };
}

/** The levels in force. Players without a row are left out; their level is low. */
export async function levelsInForce(
  db: Queries,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, RiskLevelName>> {
  return new Map((await store.levelsOf(db, playerIds)).map((row) => [row.playerId, levelInForce(row)]));
}

/** Blanks operators' texts about erased players; levels and the log of interactions stay. */
export async function erasePlayersTexts(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await store.blankReasons(tx, playerIds);
  await eraseTexts(tx, playerIds);
}
