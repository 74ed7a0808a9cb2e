/**
 * Use cases of limits. Each change is one transaction: the limit, its event and, if the value in force changes, the version of the permit.
 * The player gets the reply once wallet has confirmed that version. A repeat of a call that was refused `unavailable` has the same outcome.
 */

import { publish } from '@fairline/chassis/messaging/outbox';
import { type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import { type HarmMarker, harmThreshold } from '@fairline/proto/risk/harm';
import {
  type LimitBody,
  type LimitType,
  limitEvents,
  limitRefusals,
  limitRules,
  type PlayLimit,
} from '@fairline/proto/risk/limits';
import { dayMs } from '@fairline/proto/time';
import type { PlayState } from '@fairline/proto/wallet/players';
import type { Risk } from '../config.ts';
import { confirmPermit } from '../players/commands.ts';
import { readPlayState, tryPlayState } from '../players/peers.ts';
import { lockPlayer, raiseVersion } from '../players/store.ts';
import { recordRefusedRaise, scoreOf } from '../store-interventions.ts';
import * as rules from './limit.ts';
import * as store from './store.ts';

/** The outcome of a call. `reasons`: the harm score forbids loosening a limit, so nothing changed. */
type Outcome = { limitId: string; permitVersion: number } | { reasons: HarmMarker[] };

/** Sets a limit: a new or lower value is in force before the reply, a higher one becomes a pending change. */
export async function setLimit(risk: Risk, playerId: string, body: LimitBody, key: IdempotencyKey): Promise<PlayLimit> {
  const outcome = await runOnce(risk.db, key, async (tx): Promise<Outcome> => {
    const value = rules.valueInForm(body);
    const at = risk.clock.now();
    await lockPlayer(tx, playerId, at);
    const row = await store.limitOfType(tx, playerId, body.limitType);
    return change(
      tx,
      { playerId, limitType: body.limitType, row },
      rules.decideSet(row ? store.stateOf(row) : rules.noLimit, value, at),
      at,
    );
  });
  return finish(risk, playerId, outcome);
}

/** Requests the removal of a limit; a repeat changes nothing. */
export function removeLimit(risk: Risk, playerId: string, id: string): Promise<PlayLimit> {
  return changeById(risk, playerId, id, (row, at) => rules.decideRemoval(store.stateOf(row), at));
}

export function cancelPending(risk: Risk, playerId: string, id: string): Promise<PlayLimit> {
  return changeById(risk, playerId, id, (row, at) => rules.decideCancellation(store.stateOf(row), at));
}

/** Confirms the pending change. A repeat while wallet has not confirmed the permit yet has the same outcome. */
export function confirmPending(risk: Risk, playerId: string, id: string): Promise<PlayLimit> {
  return changeById(risk, playerId, id, (row, at, confirmedVersion) =>
    row.pendingAt === null && row.permitVersion > confirmedVersion
      ? { state: store.stateOf(row), change: undefined }
      : rules.decideConfirmation(store.stateOf(row), at),
  );
}

type Decide = (row: store.LimitRow, at: Date, confirmedVersion: number) => rules.Decision;

async function changeById(risk: Risk, playerId: string, id: string, decide: Decide): Promise<PlayLimit> {
  const outcome = await risk.db.tx(async (tx): Promise<Outcome> => {
    const at = risk.clock.now();
    const { confirmedVersion } = await lockPlayer(tx, playerId, at);
    const row = await store.limitById(tx, playerId, id);
    if (!row) throw new Refusal(limitRefusals.unknown);
    return change(tx, { playerId, limitType: row.limitType, row }, decide(row, at, confirmedVersion), at);
  });
  return finish(risk, playerId, outcome);
}

interface About {
  playerId: string;
  limitType: LimitType;
  row: store.LimitRow | undefined;
}

async function change(
  tx: Tx,
  { playerId, limitType, row }: About,
  { state, change: what }: rules.Decision,
  at: Date,
): Promise<Outcome> {
  if (what === undefined && row) return { limitId: row.id, permitVersion: row.permitVersion };
  const reasons = rules.isLoosening(what) ? await reasonsAgainst(tx, playerId, at) : undefined;
  if (reasons) return { reasons };
  const permitVersion = rules.changesPermit(what) ? await raiseVersion(tx, playerId, at) : undefined;
  const saved = await store.saveLimit(tx, { playerId, limitType, state, permitVersion, at });
  if (what) await publishChange(tx, saved, what);
  return { limitId: saved.id, permitVersion: saved.permitVersion };
}

/** The reasons why the harm score forbids raising or removing a limit, which are recorded; undefined if it allows it. */
async function reasonsAgainst(tx: Tx, playerId: string, at: Date): Promise<HarmMarker[] | undefined> {
  const stored = await scoreOf(tx, playerId);
  if (!stored || stored.score < harmThreshold) return undefined;
  const reasons = stored.markers.map(({ marker }) => marker);
  await recordRefusedRaise(tx, { playerId, score: stored.score, reasons }, at);
  return reasons;
}

async function publishChange(
  tx: Tx,
  { id, playerId, limitType, value, version }: store.LimitRow,
  what: rules.LimitChange,
): Promise<void> {
  await publish(tx, limitEvents.limitSet, id, version, {
    playerId,
    limitId: id,
    limitType,
    change: what,
    ...(value !== null && { value }),
  });
}

async function finish(risk: Risk, playerId: string, outcome: Outcome): Promise<PlayLimit> {
  if ('reasons' in outcome) throw new Refusal(limitRefusals.noRaise, { reasons: outcome.reasons });
  await confirmPermit(risk, playerId, outcome.permitVersion);
  const row = await store.limitById(risk.db, playerId, outcome.limitId);
  if (!row) throw new Refusal(limitRefusals.unknown);
  return toLimit(row, risk.clock.now(), await tryPlayState(risk.bus, playerId));
}

/** The limits in force, with the rest of each, which only wallet knows. */
export async function readLimits(risk: Risk, playerId: string): Promise<PlayLimit[]> {
  const rows = await store.activeLimits(risk.db, playerId);
  if (rows.length === 0) return [];
  const state = await readPlayState(risk.bus, playerId);
  return rows.map((row) => toLimit(row, risk.clock.now(), state));
}

export async function declineDepositLimit({ db, clock }: Risk, playerId: string): Promise<void> {
  await db.tx(async (tx) => {
    const now = clock.now();
    await lockPlayer(tx, playerId, now);
    await store.setDepositLimitDeclined(tx, playerId, now);
  });
}

/** The limits in force, without the rest of each. */
export async function listLimits(db: Queries, playerId: string, now: Date): Promise<PlayLimit[]> {
  return (await store.activeLimits(db, playerId)).map((row) => toLimit(row, now, undefined));
}

function toLimit(row: store.LimitRow, now: Date, state: PlayState | undefined): PlayLimit {
  const { id, limitType, value, effectiveFrom, createdAt } = row;
  const { pending } = store.stateOf(row);
  const isPending = pending !== null && rules.lapsesAt(pending) > now;
  return {
    id,
    limitType,
    ...rules.valueFields(limitType, value),
    ...(state && rules.remainderOf(limitType, value, state, now)),
    active: value !== null,
    effectiveFrom: effectiveFrom.toISOString(),
    createdAt: createdAt.toISOString(),
    ...(isPending && {
      pending: {
        ...rules.valueFields(limitType, pending.value),
        confirmableAt: rules.confirmableAt(pending).toISOString(),
        lapsesAt: rules.lapsesAt(pending).toISOString(),
      },
    }),
  };
}

const lapsesPerRun = 100;

/** Drops pending changes that were not confirmed in time. */
export async function lapsePending({ db, clock }: Risk): Promise<void> {
  for (;;) {
    const lapsed = await db.tx(async (tx) => {
      const rows = await store.dropLapsed(
        tx,
        new Date(clock.now().getTime() - limitRules.lapseDays * dayMs),
        lapsesPerRun,
      );
      for (const row of rows) await publishChange(tx, row, 'lapsed');
      return rows.length;
    });
    if (lapsed < lapsesPerRun) return;
  }
}
