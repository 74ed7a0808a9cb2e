/** The watch of the audit log: what is cut off its end raises an alert, and nothing that is on its way does. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Bus } from '@fairline/chassis/messaging/bus';
import { DeliveryMonitor } from '@fairline/chassis/messaging/deliveries';
import { actionDaysOf, actionDigest } from '@fairline/chassis/messaging/operator-action';
import { rowStore } from '@fairline/chassis/messaging/row-store';
import { readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import { Database } from '@fairline/chassis/storage/postgres';
import { asOperator, eventually, proven } from '@fairline/chassis/testing';
import type { Infer } from '@fairline/proto/contract';
import type { alertRoutes } from '@fairline/proto/risk/alerts';
import { riskAuditEvents } from '@fairline/proto/risk/audit';
import type { OperatorActions } from '@fairline/proto/risk/deliveries';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Head } from '../audit/chain.ts';
import { HeadWriter } from '../audit/commands.ts';
import { differencesOf } from '../audit/comparison.ts';
import { Stage } from '../testing.ts';
import { AuditWatch } from './audit-watch.ts';

type Alerts = Infer<typeof alertRoutes.alerts.reply>['items'];
const event = walletAuditEvents.operatorActed;

let stage: Stage;
let db: Database;
let bus: Bus;
let watch: AuditWatch;
/** The actions that wallet counts. */
const committed: { id: string; at: Date; data: Infer<typeof event.data> }[] = [];
let oldestPendingAt: string | undefined;

beforeAll(async () => {
  stage = await Stage.open();
  const log = createLog('test', 'silent');
  db = new Database(stage.world.env.DATABASE_URL ?? '', log, 2);
  bus = await Bus.open('risk', readConfig('risk', stage.world.env, {}), log, createMetrics('risk'));
  const store = rowStore(db);
  const deliveries = new DeliveryMonitor({ name: 'risk', store: store.deliveries, inbox: store.inbox });
  // All events of the test are old enough to be compared.
  const clock = { now: () => new Date(Date.now() + 60_000) };
  const parts = { db, bus, deliveries, auditHeadFile: stage.headFile, clock };
  watch = new AuditWatch(parts, new HeadWriter(parts));
  stage.world.nats.subscribe('rpc.wallet.operatorActions', {
    callback: (_error, message) => {
      const { input } = message.json<{ input: { from: string; until: string } }>();
      const days = actionDaysOf(
        committed
          .filter(({ at }) => at >= new Date(input.from))
          .map(({ id, at, data }) => ({ at, digest: actionDigest(id, data) })),
      );
      const answer: OperatorActions = { from: input.from, ...(oldestPendingAt && { oldestPendingAt }), days };
      message.respond(JSON.stringify({ ok: answer }));
    },
  });
});
afterAll(async () => {
  await bus.close();
  await db.close();
  await stage.close();
});
beforeEach(() => {
  oldestPendingAt = undefined;
});

const act = () => ({
  id: randomUUID() as string,
  at: new Date(),
  data: {
    operatorId: randomUUID() as string,
    action: 'payment.approve',
    resourceType: 'payment',
    resourceId: randomUUID() as string,
  },
});
const drained = () => eventually(() => stage.isDrained(event));
async function commit(count: number): Promise<typeof committed> {
  const actions = Array.from({ length: count }, act);
  committed.push(...actions);
  await stage.publishMany(event, actions);
  await drained();
  return actions;
}
const alerts = async (): Promise<string[]> =>
  (await stage.as<{ items: Alerts }>('auditor', 'GET', '/api/admin/risk/alerts?about=audit_log')).body.items
    .map(({ message }) => message?.code ?? '')
    .sort();
/** Three looks: a difference counts when two find it. */
async function look(): Promise<string[]> {
  for (let times = 0; times < 3; times++) await watch.look();
  return alerts();
}

it('raises nothing while actions are repeated, reordered or on their way', async () => {
  const actions = await commit(40);
  await stage.publishMany(event, actions.toReversed());
  await drained();
  expect(await look()).toEqual([]);
  const [late] = [act()];
  committed.push(late);
  oldestPendingAt = late.at.toISOString();
  expect(await look()).toEqual([]);
  oldestPendingAt = undefined;
  await watch.look();
  await stage.publishMany(event, [late]);
  await drained();
  expect(await look()).toEqual([]);
});

it('counts an action that became a dead letter, and its own', async () => {
  const [dead] = [act()];
  committed.push(dead);
  const payload = JSON.stringify({ id: dead.id, time: dead.at.toISOString(), data: dead.data });
  await stage.sql(
    `insert into dead_letters (consumer, event_id, subject, payload, error) values ('risk_wallet_OperatorActed', $1, $2, $3, 'x'), ('risk_wallet_OperatorActed', 'y', $2, 'no json', 'x')`,
    [dead.id, event.subject, payload],
  );
  const exported = await stage.call('GET', '/api/admin/risk/audit-logs/export', {
    as: proven(asOperator('auditor', randomUUID()), stage.clock),
  });
  expect(exported.status).toBe(200);
  await eventually(
    () => stage.sql(`select from audit_log where action = 'audit.export'`),
    ({ length }) => length === 1,
  );
  expect(await look()).toEqual([]);
  expect((await stage.sql<{ count: number }>('select count(*) as count from operator_actions'))[0]?.count).toBe(1);
  await eventually(() => stage.isDrained(riskAuditEvents.operatorActed));
});

it('finds the last row cut off with every head, by what the service counts, within two looks', async () => {
  const file = readFileSync(stage.headFile, 'utf8');
  const [before] = await stage.sql<Head>('select sequence, hash from audit_head');
  await commit(1);
  await stage.sql('alter table audit_log disable trigger append_only');
  await stage.sql('delete from audit_log where sequence > $1', [before?.sequence]);
  await stage.sql('alter table audit_log enable trigger append_only');
  await stage.sql('update audit_head set sequence = $1, hash = $2', [before?.sequence, before?.hash]);
  await stage.sql('update audit_written set sequence = $1', [before?.sequence]);
  writeFileSync(stage.headFile, file);
  await watch.look();
  expect(await alerts()).toEqual([]);
  await watch.look();
  expect(await alerts()).toEqual(['audit_actions_differ']);
  expect(await look()).toEqual(['audit_actions_differ']);
});

it('finds a cut file, and a cut row by the file', async () => {
  const file = readFileSync(stage.headFile, 'utf8');
  await commit(1);
  const whole = readFileSync(stage.headFile, 'utf8');
  writeFileSync(stage.headFile, file);
  await watch.look();
  expect(await alerts()).toEqual(['audit_actions_differ', 'audit_heads_cut']);
  expect(readFileSync(stage.headFile, 'utf8').split('\n').length).toBe(whole.split('\n').length);
  const [head] = await stage.sql<{ sequence: number }>('select sequence from audit_head');
  await stage.sql('alter table audit_log disable trigger append_only');
  await stage.sql('delete from audit_log where sequence = $1', [head?.sequence]);
  await stage.sql('alter table audit_log enable trigger append_only');
  await watch.look();
  expect(await alerts()).toEqual(['audit_actions_differ', 'audit_heads_cut', 'audit_rows_changed']);
  // A second cut of the day is another difference; actions that follow raise nothing.
  const second = ['audit_actions_differ', 'audit_actions_differ', 'audit_heads_cut', 'audit_rows_changed'];
  expect(await look()).toEqual(second);
  const old = { ...act(), at: new Date(Date.now() - 10 * 24 * 60 * 60_000) };
  committed.push(old);
  oldestPendingAt = old.at.toISOString();
  expect(await look()).toEqual(second);
  // While a service could not be compared, every look goes back as far as the first.
  oldestPendingAt = undefined;
  expect(await look()).toEqual(['audit_actions_differ', ...second]);
});

it.each([
  ['the same', { count: 2, hash: 'a' }, { count: 2, hash: 'a' }, []],
  ['an action that the log lacks', { count: 2, hash: 'a' }, { count: 1, hash: 'b' }, [[2, 1]]],
  ['an action that only the log has', { count: 1, hash: 'a' }, { count: 2, hash: 'b' }, [[1, 2]]],
  ['as many others', { count: 2, hash: 'a' }, { count: 2, hash: 'b' }, [[2, 2]]],
  ['none in the log', { count: 2, hash: 'a' }, undefined, [[2, 0]]],
  ['none of the service', undefined, { count: 1, hash: 'a' }, [[0, 1]]],
])('compares days: %s', (_name, own, log, expected) => {
  const day = '2026-11-20';
  const found = differencesOf('wallet', own ? [{ day, ...own }] : [], log ? [{ day, ...log }] : []);
  expect(found.map(({ committed: one, logged }) => [one, logged])).toEqual(expected);
});
