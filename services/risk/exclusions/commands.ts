/** Use cases of exclusions: a player excludes themselves, and the last exclusion ends. The player gets the reply once wallet refuses their stakes and deposits. */
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { type Exclusion, type ExclusionBody, exclusionEvents } from '@fairline/proto/risk/exclusions';
import type { Risk } from '../config.ts';
import { confirmPermit } from '../players/commands.ts';
import { forever } from '../players/permit.ts';
import { lockPlayer, raiseVersion, setExcludedUntil } from '../players/store.ts';
import { checkLonger, endOf, isOver, kindOf } from './exclusion.ts';
import * as store from './store.ts';

/** Excludes a player. The event is published with the change, so that other services react even before wallet has confirmed it. */
export async function excludePlayer(risk: Risk, playerId: string, body: ExclusionBody, key: IdempotencyKey): Promise<Exclusion> {
  const { days = null, reason } = body;
  const { id } = await runOnce(risk.db, key, async (tx) => {
    refuseCardNumber(reason);
    const startsAt = risk.clock.now();
    await lockPlayer(tx, playerId, startsAt);
    const endsAt = endOf(days, startsAt);
    checkLonger((await store.currentExclusion(tx, playerId, startsAt))?.endsAt, endsAt);
    await setExcludedUntil(tx, playerId, endsAt ?? forever);
    const permitVersion = await raiseVersion(tx, playerId, startsAt);
    const row = await store.insertExclusion(tx, { playerId, days, reason, startsAt, endsAt, permitVersion });
    await publishExcluded(tx, row);
    return { id: row.id };
  });
  const row = await store.exclusionById(risk.db, id);
  if (!row) throw new Error(`exclusion ${id} is gone`);
  await confirmPermit(risk, playerId, row.permitVersion);
  return toExclusion(row, risk.clock.now());
}

async function publishExcluded(tx: Tx, { id, playerId, days, endsAt }: store.ExclusionRow): Promise<void> {
  await publish(tx, exclusionEvents.playerExcluded, id, 1, {
    exclusionId: id,
    playerId,
    kind: kindOf(days),
    permanent: endsAt === null,
    ...(endsAt && { endsAt: endsAt.toISOString() }),
  });
}

/** The exclusion in force that ends last, and all others, newest first. */
export async function readExclusions(db: Queries, playerId: string, now: Date): Promise<{ current?: Exclusion; items: Exclusion[] }> {
  const rows = await store.exclusionsOf(db, playerId);
  const current = await store.currentExclusion(db, playerId, now);
  const items = rows.filter(({ id }) => id !== current?.id).map((row) => toExclusion(row, now));
  return { ...(current && { current: toExclusion(current, now) }), items };
}

/** All exclusions of a player, newest first. */
export async function listExclusions(db: Queries, playerId: string, now: Date): Promise<Exclusion[]> {
  return (await store.exclusionsOf(db, playerId)).map((row) => toExclusion(row, now));
}

function toExclusion({ id, days, reason, startsAt, endsAt }: store.ExclusionRow, now: Date): Exclusion {
  return {
    id,
    type: endsAt ? 'timed' : 'permanent',
    kind: kindOf(days),
    reason,
    startsAt: startsAt.toISOString(),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    status: isOver(endsAt, now) ? 'ended' : 'active',
    createdAt: startsAt.toISOString(),
  };
}

/** Blanks the reasons, which may name people. */
export async function eraseExclusions(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await store.eraseReasons(tx, playerIds);
}

const endsPerRun = 100;

/** Publishes that a player can play again. Wallet needs no request: the end is part of the permit. */
export async function endExclusions({ db, clock }: Risk): Promise<void> {
  for (;;) {
    const ended = await db.tx(async (tx) => {
      const rows = await store.takeEnded(tx, clock.now(), endsPerRun);
      for (const { id, playerId, days } of rows) await publish(tx, exclusionEvents.exclusionEnded, id, 2, { exclusionId: id, playerId, kind: kindOf(days) });
      return rows.length;
    });
    if (ended < endsPerRun) return;
  }
}
