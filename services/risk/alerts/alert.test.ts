/** Transitions of an alert between every pair of statuses, and its assignment. */
import { randomUUID } from 'node:crypto';
import { type AlertStatus, alertRefusals, alertStatuses } from '@fairline/proto/risk/alerts';
import { describe, expect, it } from 'vitest';
import { type AlertState, applyChange } from './alert.ts';

const operatorId = randomUUID();
const alert = (changes: Partial<AlertState> = {}): AlertState => ({
  status: 'open',
  assigneeId: null,
  version: 3,
  ...changes,
});
const allowed: readonly string[] = [
  'open>investigating',
  'open>resolved',
  'investigating>resolved',
  'investigating>false_positive',
];
const pairs = alertStatuses.flatMap((from) => alertStatuses.map((to): [AlertStatus, AlertStatus] => [from, to]));

describe('an alert', () => {
  it.each(pairs)('%s to %s', (from, to) => {
    const change = () => applyChange(alert({ status: from }), { status: to }, operatorId);
    if (allowed.includes(`${from}>${to}`)) expect(change()).toMatchObject({ status: to, version: 4 });
    else expect(change).toThrow(expect.objectContaining({ code: alertRefusals.transition.code, params: { from, to } }));
  });

  it.each<[string, string | null | undefined, string | null, string | null]>([
    ['takes oneself', operatorId, null, operatorId],
    ['takes whoever is assigned off', null, randomUUID(), null],
    ['stays as it is without a word of it', undefined, operatorId, operatorId],
  ])('%s', (_name, assigneeId, before, after) => {
    expect(applyChange(alert({ assigneeId: before }), { assigneeId }, operatorId).assigneeId).toBe(after);
  });

  it('is assigned to nobody else', () => {
    expect(() => applyChange(alert(), { assigneeId: randomUUID() }, operatorId)).toThrow(
      expect.objectContaining({ code: alertRefusals.assignee.code }),
    );
  });

  it('is changed only if its version is the one named in the call', () => {
    expect(applyChange(alert(), { version: 3 }, operatorId).version).toBe(4);
    expect(() => applyChange(alert(), { version: 2 }, operatorId)).toThrow(
      expect.objectContaining({ code: alertRefusals.changed.code, params: { version: 3 } }),
    );
  });
});
