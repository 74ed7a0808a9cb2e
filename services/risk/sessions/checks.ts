/** Use cases of reality checks: publish a due check once, show it, acknowledge it. Wallet decides when a check is due, because wallet refuses the stakes. */
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import { type RealityCheck, type Session, sessionEvents, sessionRefusals } from '@fairline/proto/risk/sessions';
import type { PlayState } from '@fairline/proto/wallet/players';
import type { Risk } from '../config.ts';
import { limitOfType } from '../limits/store.ts';
import { confirmPermit } from '../players/commands.ts';
import { readPlayState, tryPlayState } from '../players/peers.ts';
import { initialSettings } from '../players/permit.ts';
import { findPlayer, lockPlayer, raiseVersion, setChecks } from '../players/store.ts';
import { allowedSettings, type Playing, planLook } from './session.ts';
import * as store from './store.ts';

/** The session from wallet. A due check is stored, so that it can be acknowledged by its id. */
export async function readSession(risk: Risk, { id: playerId, jurisdiction }: Playing): Promise<Session> {
  const state = await readPlayState(risk.bus, playerId);
  const dueAt = dueOf(state, risk.clock.now());
  const realityCheck = dueAt && (await risk.db.tx((tx) => openCheck(risk, tx, playerId, dueAt)));
  const player = await findPlayer(risk.db, playerId);
  const limit = await limitOfType(risk.db, playerId, 'session_time');
  const { session, checkDueAt, currency } = state;
  const { stakedMinor = 0, returnedMinor = 0, netMinor = 0 } = session ?? {};
  return {
    currency,
    ...(session && { startedAt: session.startedAt, endsAt: session.endsAt }),
    stakedMinor,
    returnedMinor,
    netMinor,
    ...(limit?.value && { limitMinutes: limit.value }),
    ...(checkDueAt && { nextCheckAt: checkDueAt }),
    ...(realityCheck && { realityCheck }),
    settings: allowedSettings(player?.settings ?? initialSettings, jurisdiction),
  };
}

function dueOf({ checkDueAt }: PlayState, now: Date): Date | undefined {
  const dueAt = checkDueAt === undefined ? undefined : new Date(checkDueAt);
  return dueAt && dueAt <= now ? dueAt : undefined;
}

/** Stores the check that is due at an instant, or reads it if it is stored. The call that stores it also publishes it. */
async function openCheck({ clock }: Risk, tx: Tx, playerId: string, dueAt: Date): Promise<RealityCheck> {
  const { checkMinutes } = await lockPlayer(tx, playerId, clock.now());
  const inserted = await store.insertCheck(tx, playerId, dueAt, checkMinutes);
  const check = inserted ?? (await store.checkAt(tx, playerId, dueAt));
  if (!check) throw new Error('a reality check is neither new nor known');
  if (inserted)
    await publish(tx, sessionEvents.realityCheckDue, check.id, 1, {
      playerId,
      checkId: check.id,
      minutes: check.minutes,
    });
  return { id: check.id, dueAt: check.dueAt.toISOString(), minutes: check.minutes };
}

/**
 * Acknowledges a check; before the reply wallet accepts stakes again. Only the check that stops stakes now reschedules the next one. Acknowledging an older check does not.
 */
export async function acknowledge(risk: Risk, player: Playing, checkId: string): Promise<Session> {
  const { id: playerId } = player;
  const check = await store.checkById(risk.db, playerId, checkId);
  if (!check) throw new Refusal(sessionRefusals.checkUnknown);
  const permitVersion = check.acknowledgedAt ? check.permitVersion : await acknowledgeOpen(risk, playerId, check);
  if (permitVersion !== null) await confirmPermit(risk, playerId, permitVersion);
  return readSession(risk, player);
}

async function acknowledgeOpen(risk: Risk, playerId: string, { id, dueAt }: store.CheckRow): Promise<number | null> {
  const state = await readPlayState(risk.bus, playerId);
  return risk.db.tx(async (tx) => {
    const now = risk.clock.now();
    const player = await lockPlayer(tx, playerId, now);
    const check = await store.checkById(tx, playerId, id);
    if (check?.acknowledgedAt) return check.permitVersion;
    const isCurrent = dueOf(state, now)?.getTime() === dueAt.getTime();
    const permitVersion = isCurrent ? await raiseVersion(tx, playerId, now) : null;
    if (isCurrent)
      await setChecks(
        tx,
        playerId,
        { checkMinutes: player.nextMinutes ?? player.checkMinutes, nextMinutes: null, acknowledgedAt: now },
        now,
      );
    await store.setAcknowledged(tx, id, now, permitVersion);
    return permitVersion;
  });
}

const looksPerRun = 100;
/** The delay after which a claimed session is looked at again; longer than wallet may take to reply. */
const againMs = 5_000;

/** Asks wallet about sessions that are due for a look. Publishes due checks, and applies longer intervals once a session is over. */
export async function watchSessions(risk: Risk): Promise<void> {
  const due = await store.claimLooks(risk.db, risk.clock.now(), { limit: looksPerRun, againMs });
  const states = await Promise.all(due.map(({ playerId }) => tryPlayState(risk.bus, playerId)));
  // One after the other, so that connections stay free for calls and events.
  for (const [place, look] of due.entries()) {
    const state = states[place];
    // A failed look is repeated by a later run and does not stop the others.
    if (!state) continue;
    await finishLook(risk, look, state).catch(({ message, stack }: Error) =>
      risk.log.error({ error: message, stack, playerId: look.playerId }, 'a look failed'),
    );
  }
}

async function finishLook(risk: Risk, look: store.LookRow, { session, checkDueAt }: PlayState): Promise<void> {
  const { playerId, nextMinutes } = look;
  const now = risk.clock.now();
  const dueAt = checkDueAt === undefined ? undefined : new Date(checkDueAt);
  const plan = planLook({ sessionEndsAt: session && new Date(session.endsAt), checkDueAt: dueAt, nextMinutes }, now);
  if (plan.isDue && dueAt) await risk.db.tx((tx) => openCheck(risk, tx, playerId, dueAt));
  if (plan.appliesNext) await risk.db.tx((tx) => applyNext(tx, playerId, now));
  // This must come last, so that the look is repeated after a crash before it.
  await store.setLook(risk.db, look, plan.lookAt);
}

/** Applies a longer interval outside a session. The job sends the permit to wallet, because no player waits for it. */
async function applyNext(tx: Tx, playerId: string, now: Date): Promise<void> {
  const { nextMinutes, acknowledgedAt } = await lockPlayer(tx, playerId, now);
  if (nextMinutes === null) return;
  await setChecks(tx, playerId, { checkMinutes: nextMinutes, nextMinutes: null, acknowledgedAt }, now);
  await raiseVersion(tx, playerId, now, 0);
}
