/** Use cases of alerts: events raise them, operators change them. */
import type { RecordedAct } from '@fairline/chassis/http/operator-act';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { alertEvents, alertRefusals, type alertRoutes, alertTypes } from '@fairline/proto/risk/alerts';
import type { Risk } from '../config.ts';
import { findExcluded, findExcludedThen } from '../exclusions/store.ts';
import { computeLevels } from '../levels/commands.ts';
import { countsForLevel } from '../levels/level.ts';
import { recordAction } from '../operator.ts';
import { scoreOf } from '../store-interventions.ts';
import { applyChange, isClosing } from './alert.ts';
import { type Act, ofFreeBet } from './insiders.ts';
import { type Draft, ofDuplicate, ofExcludedDeposit } from './intake.ts';
import { playerActsOf } from './matters.ts';
import { ownRefusal } from './own.ts';
import * as store from './store.ts';

/** Raises alerts whose cause has raised none before, and computes the levels of their players. */
export async function raiseAlerts(tx: Tx, drafts: readonly (Draft | undefined)[], at: Date): Promise<void> {
  await computeLevels(tx, await raiseBeforeLevels(tx, drafts, at), at);
}

/**
 * Raises alerts without computing levels, for callers that raise several times in a transaction: levels must be locked after all alerts.
 * Returns the players whose levels the caller must compute.
 */
export async function raiseBeforeLevels(tx: Tx, drafts: readonly (Draft | undefined)[], at: Date): Promise<string[]> {
  const wanted = drafts.filter((draft) => draft !== undefined);
  if (wanted.length === 0) return [];
  const raised = await store.insertNew(tx, wanted, at);
  for (const { id, draft } of raised) {
    const { type, playerId, severity = alertTypes[type] } = draft;
    await publish(tx, alertEvents.raised, id, 1, {
      alertId: id,
      type,
      severity,
      status: 'open',
      ...(playerId && { playerId }),
    });
  }
  await store.addSources(tx, wanted);
  // Harm alerts do not count for levels. They are raised one player after another, so computing levels would lock rows out of order.
  return raised.filter(({ draft }) => countsForLevel(draft)).flatMap(({ draft }) => draft.playerId ?? []);
}

export const newestOfCases = store.newestOfCases;
export const countRaisedByRule = store.countRaisedByRule;
export const countLoosened = store.countLoosened;

/** Raises alerts on new accounts of persons who are excluded with another account. */
export async function raiseReturned(
  tx: Tx,
  events: readonly Parameters<typeof ofDuplicate>[0][],
  at: Date,
): Promise<void> {
  const excluded = await findExcluded(
    tx,
    events.flatMap(({ data }) => data.others),
    at,
  );
  await raiseAlerts(
    tx,
    events.map((event) => ofDuplicate(event, excluded)),
    at,
  );
}

/** Raises alerts on deposits that were approved while their players were excluded. */
export async function raiseExcludedDeposits(
  tx: Tx,
  events: readonly (Parameters<typeof ofExcludedDeposit>[0] & { readonly at: Date })[],
  at: Date,
): Promise<void> {
  const excluded = await findExcludedThen(
    tx,
    events.map((event) => ({ playerId: event.data.playerId, at: event.at })),
  );
  const drafts = events.filter((_, place) => excluded.has(place)).map(ofExcludedDeposit);
  await raiseAlerts(tx, drafts, at);
}

/** Stores whose actions on players alerts may be a consequence of. */
export async function recordPlayerActs(
  tx: Tx,
  acts: readonly (Omit<Act, 'service'> & { readonly at: Date })[],
): Promise<void> {
  await store.addPlayerActs(tx, acts.flatMap(playerActsOf));
}

/** Raises alerts on free bets that operators gave by hand to players with a harm score at the threshold or above. */
export async function raiseFreeBetsAtRisk(tx: Tx, acts: readonly Omit<Act, 'service'>[], at: Date): Promise<void> {
  const given = acts.flatMap((act) => ofFreeBet(act) ?? []);
  const drafts = [];
  for (const draft of given) {
    const score = draft.playerId ? await scoreOf(tx, draft.playerId) : undefined;
    if (score?.atRiskSince) drafts.push(draft);
  }
  await raiseAlerts(tx, drafts, at);
}

type Change = Infer<typeof alertRoutes.changeAlert.body>;

/** Changes the status or the assignee of an alert and adds a note, in one transaction with one record in the audit log. */
export async function changeAlert(
  { db, clock }: Risk,
  id: string,
  { note, ...change }: Change,
  act: RecordedAct,
): Promise<store.AlertRow> {
  if (note) refuseCardNumber(note);
  return db.tx(async (tx) => {
    const alert = await store.lockAlert(tx, id);
    if (!alert) throw new Refusal(alertRefusals.unknown);
    const [at, after] = [clock.now(), applyChange(alert, change, act.operator.id)];
    const own = isClosing(change) && (await ownRefusal(tx, alert, act.operator.id));
    if (own) throw new Refusal(own);
    await store.changeAlert(tx, id, after, at);
    if (note) await store.addNote(tx, id, act.operator.id, note, at);
    const { type, severity, playerId } = alert;
    await publish(tx, alertEvents.updated, id, after.version, {
      alertId: id,
      type,
      severity,
      status: after.status,
      ...(playerId && { playerId }),
    });
    await recordAction(tx, act, after.version, {
      action: 'alert.change',
      resourceType: 'alert',
      resourceId: id,
      before: { status: alert.status, assigneeId: alert.assigneeId },
      after: { status: after.status, assigneeId: after.assigneeId, ...(note && { noted: true }) },
    });
    if (playerId) await computeLevels(tx, [playerId], at);
    return (await store.findAlert(tx, id)) ?? alert;
  });
}

/** Blanks operators' notes, which may name the player; the alerts stay. */
export async function eraseNotes(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await store.eraseNotes(tx, playerIds);
}
