/** Use cases of alerts: events raise them, operators work on them. */
import type { RecordedAct } from '@fairline/chassis/http/operator-act';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { alertEvents, alertRefusals, type alertRoutes, alertTypes } from '@fairline/proto/risk/alerts';
import type { Risk } from '../config.ts';
import { recordAction } from '../operator.ts';
import { changed } from './alert.ts';
import type { Draft } from './intake.ts';
import * as store from './store.ts';

/** Raises those alerts whose cause raised none before. */
export async function raiseAlerts(tx: Tx, drafts: readonly (Draft | undefined)[], at: Date): Promise<void> {
  const wanted = drafts.filter((draft) => draft !== undefined);
  if (wanted.length === 0) return;
  for (const { id, draft } of await store.insertNew(tx, wanted, at)) {
    const { type, playerId } = draft;
    await publish(tx, alertEvents.raised, id, 1, { alertId: id, type, severity: alertTypes[type], status: 'open', ...(playerId && { playerId }) });
  }
}

type Change = Infer<typeof alertRoutes.changeAlert.body>;

/** Moves an alert on, assigns it, adds a note; all of it or nothing, and one record in the audit log. */
export async function changeAlert({ db, clock }: Risk, id: string, { note, ...change }: Change, act: RecordedAct): Promise<store.AlertRow> {
  if (note) refuseCardNumber(note);
  return db.tx(async (tx) => {
    const alert = await store.lockAlert(tx, id);
    if (!alert) throw new Refusal(alertRefusals.unknown);
    const [at, after] = [clock.now(), changed(alert, change, act.operator.id)];
    await store.changeAlert(tx, id, after, at);
    if (note) await store.addNote(tx, id, act.operator.id, note, at);
    const { type, severity, playerId } = alert;
    await publish(tx, alertEvents.updated, id, after.version, { alertId: id, type, severity, status: after.status, ...(playerId && { playerId }) });
    await recordAction(tx, act, after.version, {
      action: 'alert.change',
      resourceType: 'alert',
      resourceId: id,
      before: { status: alert.status, assigneeId: alert.assigneeId },
      after: { status: after.status, assigneeId: after.assigneeId, ...(note && { noted: true }) },
    });
    return (await store.findAlert(tx, id)) ?? alert;
  });
}
