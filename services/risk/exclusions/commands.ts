/** Use cases of exclusions: a player excludes themselves, and the last exclusion ends. The player gets the reply once wallet refuses their stakes and deposits. */

import type { Player } from '@fairline/chassis/http/identity';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import {
  type Exclusion,
  type ExclusionBody,
  exclusionEnd,
  exclusionEvents,
  exclusionKind,
  exclusionRefusals,
  returnsOnRequest,
} from '@fairline/proto/risk/exclusions';
import { hourMs } from '@fairline/proto/time';
import type { Risk } from '../config.ts';
import { confirmPermit } from '../players/commands.ts';
import { forever, untilAsked } from '../players/permit.ts';
import { endExclusionAt, extendExclusion, lockPlayer, raiseVersion } from '../players/store.ts';
import { checkLonger, isOver } from './exclusion.ts';
import * as store from './store.ts';

type Excluding = Pick<Player, 'id' | 'jurisdiction'>;

/** Excludes a player. The event is published with the change, so that other services react even before wallet has confirmed it. */
export async function excludePlayer(
  risk: Risk,
  { id: playerId, jurisdiction }: Excluding,
  body: ExclusionBody,
  key: IdempotencyKey,
): Promise<Exclusion> {
  const { days = null, reason } = body;
  const rules = jurisdictionRules[jurisdiction];
  const { id } = await runOnce(risk.db, key, async (tx) => {
    refuseCardNumber(reason);
    const startsAt = risk.clock.now();
    await lockPlayer(tx, playerId, startsAt);
    const endsAt = exclusionEnd(days, startsAt, rules);
    const waits = returnsOnRequest(days, rules);
    checkLonger((await store.currentExclusion(tx, playerId, startsAt))?.endsAt, endsAt);
    await extendExclusion(tx, playerId, waits ? untilAsked : (endsAt ?? forever));
    const permitVersion = await raiseVersion(tx, playerId, startsAt);
    const row = await store.insertExclusion(tx, {
      playerId,
      days,
      reason,
      startsAt,
      endsAt,
      returnsOnRequest: waits,
      permitVersion,
    });
    await publishExcluded(tx, row);
    return { id: row.id };
  });
  const row = await store.exclusionById(risk.db, id);
  if (!row) throw new Error(`exclusion ${id} is gone`);
  await confirmPermit(risk, playerId, row.permitVersion);
  return toExclusion(row, risk.clock.now());
}

/** The longest of all jurisdictions, because the player may have moved since they excluded themselves. */
const longestReturnHours = Math.max(...Object.values(jurisdictionRules).map(({ returnHours }) => returnHours ?? 0));

/** Ends the player's exclusion a day after they asked to return, once all of their exclusions are over. A repeat returns the same. */
export async function askReturn(risk: Risk, playerId: string): Promise<Exclusion> {
  const now = risk.clock.now();
  const version = await risk.db.tx(async (tx) => {
    const { permitVersion } = await lockPlayer(tx, playerId, now);
    const current = await store.currentExclusion(tx, playerId, now);
    if (!current?.returnsOnRequest || current.endsAt === null || current.endsAt > now)
      throw new Refusal(exclusionRefusals.noReturn);
    if (current.returnsAt) return permitVersion;
    const returnsAt = new Date(now.getTime() + longestReturnHours * hourMs);
    await endExclusionAt(tx, playerId, returnsAt);
    const raised = await raiseVersion(tx, playerId, now);
    await store.setReturn(tx, playerId, returnsAt, raised);
    return raised;
  });
  await confirmPermit(risk, playerId, version);
  const asked = await store.currentExclusion(risk.db, playerId, now);
  if (!asked) throw new Error(`the exclusion of ${playerId} is gone`);
  return toExclusion(asked, now);
}

async function publishExcluded(
  tx: Tx,
  { id, playerId, days, endsAt, returnsOnRequest }: store.ExclusionRow,
): Promise<void> {
  await publish(tx, exclusionEvents.playerExcluded, id, 1, {
    exclusionId: id,
    playerId,
    kind: exclusionKind(days),
    permanent: endsAt === null,
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    ...(returnsOnRequest && { returnsOnRequest }),
  });
}

/** The exclusion in force that ends last, and all others, newest first. */
export async function readExclusions(
  db: Queries,
  playerId: string,
  now: Date,
): Promise<{ current?: Exclusion; items: Exclusion[] }> {
  const rows = await store.exclusionsOf(db, playerId);
  const current = await store.currentExclusion(db, playerId, now);
  const items = rows.filter(({ id }) => id !== current?.id).map((row) => toExclusion(row, now));
  return { ...(current && { current: toExclusion(current, now) }), items };
}

/** All exclusions of a player, newest first. */
export async function listExclusions(db: Queries, playerId: string, now: Date): Promise<Exclusion[]> {
  return (await store.exclusionsOf(db, playerId)).map((row) => toExclusion(row, now));
}

function toExclusion(
  { id, days, reason, startsAt, endsAt, returnsOnRequest, returnsAt }: store.ExclusionRow,
  now: Date,
): Exclusion {
  return {
    id,
    type: endsAt ? 'timed' : 'permanent',
    kind: exclusionKind(days),
    reason,
    startsAt: startsAt.toISOString(),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    ...(returnsOnRequest && { returnsOnRequest }),
    ...(returnsAt && { returnsAt: returnsAt.toISOString() }),
    status: isOver(returnsOnRequest ? returnsAt : endsAt, now) ? 'ended' : 'active',
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
      for (const { id, playerId, days } of rows)
        await publish(tx, exclusionEvents.exclusionEnded, id, 2, {
          exclusionId: id,
          playerId,
          kind: exclusionKind(days),
        });
      return rows.length;
    });
    if (ended < endsPerRun) return;
  }
}
