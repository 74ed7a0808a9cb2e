/** Operators tune rules: back-tests on stored signals, audit records, refusal of noisy values, and alerts on loosened rules. Alerts follow their events within about a second. */
import { randomUUID } from 'node:crypto';
import { eventually, problemOf } from '@fairline/chassis/testing';
import { userEvents } from '@fairline/proto/auth/users';
import { common, type Infer } from '@fairline/proto/contract';
import { alertRefusals, type alertRoutes } from '@fairline/proto/risk/alerts';
import { type BackTest, type RiskRule, ruleLimits, ruleRefusals, type ruleRoutes } from '@fairline/proto/risk/rules';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operators, Stage } from '../testing.ts';
import { rules } from './rules.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

type Body = Infer<typeof ruleRoutes.setRule.body>;
const path = '/api/admin/risk/rules';
const read = async (id: string) =>
  (await stage.as<{ items: RiskRule[] }>('auditor', 'GET', path)).body.items.find((rule) => rule.id === id) as RiskRule;
const set = async (id: string, changes: Partial<Body>, role: 'compliance' | 'auditor' = 'compliance') => {
  const { enabled, severity, threshold, windowMinutes, version } = await read(id);
  const body = {
    id,
    enabled,
    severity,
    threshold,
    ...(windowMinutes && { windowMinutes }),
    version,
    reason: 'fewer false alarms',
    ...changes,
  };
  return stage.as<RiskRule>(role, 'PUT', path, body);
};
const attempt = (body: object) => stage.as<BackTest>('auditor', 'POST', `${path}/back-test`, body);
type Alerts = Infer<typeof alertRoutes.alerts.reply>;
const alerts = async (query: Record<string, string>) =>
  (await stage.as<Alerts>('auditor', 'GET', `/api/admin/risk/alerts?${new URLSearchParams(query)}`)).body.items;
const deposit = (playerId: string, amountMinor: number) =>
  ({
    paymentId: randomUUID(),
    playerId,
    type: 'deposit',
    amountMinor,
    currency: 'EUR',
    method: 'card',
    book: 'real',
  }) as const;
const at = (minutes: number) => new Date(stage.clock.now().getTime() - minutes * 60_000);

it('lists every rule with its defaults', async () => {
  const { body } = await stage.as<{ items: RiskRule[] }>('auditor', 'GET', path);
  expect(body.items.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
  expect(body.items.find(({ id }) => id === 'large_deposit')).toMatchObject({
    threshold: 500_000,
    version: 0,
    raised: 0,
    defaults: { threshold: 500_000 },
  });
});

it('raises an alert with its events, names its rule, and finds it by a player', async () => {
  const playerId = randomUUID();
  const id = await stage.publish(paymentEvents.depositApproved, deposit(playerId, 600_000));
  const [alert] = await eventually(
    () => alerts({ userId: playerId, type: 'large_deposit' }),
    ({ length }) => length === 1,
  );
  expect(alert).toMatchObject({
    severity: 'medium',
    amountMinor: 600_000,
    currency: 'EUR',
    rule: { id: 'large_deposit' },
  });
  const { body } = await stage.as<Infer<typeof alertRoutes.alertEvents.reply>>(
    'auditor',
    'GET',
    `/api/admin/risk/alerts/${alert?.id}/events`,
  );
  expect(body.items).toMatchObject([{ id, service: 'wallet', name: 'DepositApproved', playerId, value: 600_000 }]);
  expect((await stage.as('auditor', 'GET', `/api/admin/risk/alerts/${randomUUID()}/events`)).status).toBe(404);
});

it('back-tests values on what is stored and changes nothing', async () => {
  await stage.publishMany(
    paymentEvents.depositApproved,
    Array.from({ length: 30 }, (_, n) => ({
      id: randomUUID(),
      data: deposit(randomUUID(), 100_000 + n),
      at: at(24 * 60 * (n % 3)),
    })),
  );
  const trial = () => attempt({ id: 'large_deposit', threshold: 100_015 });
  const { body } = await eventually(trial, ({ body }) => body.alerts >= 15);
  expect(body.days).toHaveLength(3);
  expect(body.examples.length).toBe(10);
  expect((await read('large_deposit')).threshold).toBe(500_000);
});

it('runs one trial at a time and refuses others meanwhile', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => attempt({ id: 'large_deposit', threshold: 100_015 })),
  );
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.length).toBeLessThan(replies.length);
  expect(new Set(refused.map((reply) => problemOf(reply).code))).toEqual(new Set([common.busy.code]));
  expect((await attempt({ id: 'large_deposit', threshold: 100_015 })).status).toBe(200);
});

/** Sends a request twice while neither can end. Returns the one that is refused, and the other, which runs until the test releases it. */
async function sendTwice<T>(send: () => Promise<T>): Promise<{ refused: T; running: Promise<T> }> {
  const sent = [send(), send()].map((reply, place) => reply.then((value) => ({ place, value })));
  const first = await Promise.race(sent);
  return { refused: first.value, running: (sent[1 - first.place] as (typeof sent)[number]).then(({ value }) => value) };
}

it('changes a rule while a trial runs, one change at a time', async () => {
  const lock = new pg.Client({ connectionString: stage.world.env.DATABASE_URL });
  await lock.connect();
  try {
    await lock.query('begin; lock table signals in access exclusive mode');
    const trial = await sendTwice(() => attempt({ id: 'large_deposit', threshold: 100_015 }));
    const change = await sendTwice(() => set('kyc_rejections', { threshold: 1 }));
    await lock.query('rollback');
    expect([trial.refused, change.refused].map((reply) => problemOf(reply).code)).toEqual([
      common.busy.code,
      common.busy.code,
    ]);
    expect([(await trial.running).status, (await change.running).status]).toEqual([200, 200]);
  } finally {
    await lock.end();
  }
});

it('refuses an unknown rule, a window of a year, a zero threshold, and another version', async () => {
  const year = 365 * 24 * 60;
  const replies = await Promise.all([
    attempt({ id: '__proto__', threshold: 1 }),
    attempt({ id: 'failed_deposits', threshold: 5, windowMinutes: year }),
    set('failed_deposits', { windowMinutes: year }),
    set('failed_deposits', { version: 7 }),
  ]);
  const codes = replies.map((reply) => [reply.status, problemOf(reply).code]);
  expect(codes).toEqual([
    [404, ruleRefusals.unknown.code],
    [422, ruleRefusals.window.code],
    [422, ruleRefusals.window.code],
    [409, ruleRefusals.changed.code],
  ]);
  for (const threshold of [0, 2.5]) expect((await set('failed_deposits', { threshold })).status).toBe(400);
  expect((await set('unplayed_withdrawal', { threshold: 101 })).status).toBe(400);
  expect((await set('large_deposit', { windowMinutes: 60 })).status).toBe(400);
  expect((await set('large_deposit', {}, 'auditor')).status).toBe(403);
});

it('records a change; loosening raises an alert that its operator cannot close', async () => {
  const changed = await set('failed_deposits', { threshold: 8 });
  expect(changed.body).toMatchObject({ threshold: 8, version: 1, defaults: { threshold: 5 } });
  const [alert] = await alerts({ type: 'risk_rule_loosened' });
  expect(alert?.description).toContain('threshold 5 to 8');
  const closing = await stage.as('compliance', 'PATCH', `/api/admin/risk/alerts/${alert?.id}`, { status: 'resolved' });
  expect([closing.status, problemOf(closing).code]).toEqual([403, alertRefusals.own.code]);
  const record = () =>
    stage.sql<{ before: object; after: object }>(
      `select before, after from audit_log where action = 'rule.change' and resource_id = 'failed_deposits'`,
    );
  const [kept] = await eventually(record, ({ length }) => length === 1);
  expect(kept).toMatchObject({ before: { threshold: 5 }, after: { threshold: 8 } });
  await set('failed_deposits', { threshold: 4, severity: 'critical' });
  expect(await alerts({ type: 'risk_rule_loosened' })).toHaveLength(1);
});

it('raises one critical alert when an operator loosens many rules within a day, also at once', async () => {
  const rules = ['large_win', 'kyc_rejections', 'arbitrage', 'late_bets'];
  const replies = await Promise.all(rules.map((id) => set(id, { enabled: false })));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const raised = await alerts({ type: 'risk_rule_loosened' });
  const critical = raised.filter(({ severity }) => severity === 'critical');
  expect(critical).toMatchObject([
    { operatorId: operators.compliance, message: { code: 'rules_loosened' }, about: { type: 'operator' } },
  ]);
  expect(new Set(raised.flatMap(({ about }) => about?.id ?? []))).toEqual(
    new Set(['failed_deposits', ...rules, operators.compliance]),
  );
  for (const id of rules) await set(id, { enabled: true });
});

it('refuses a rule that matches everything, and throttles one that raises too many alerts', async () => {
  const many = Array.from({ length: 250 }, () => ({
    id: randomUUID(),
    data: deposit(randomUUID(), 200_000),
    at: at(5),
  }));
  await stage.publishMany(paymentEvents.depositApproved, many);
  await eventually(
    () => stage.sql(`select 1 from signals where value = 200000`),
    ({ length }) => length === many.length,
  );
  await stage.sql(`delete from signals where at < $1`, [at(60)]);
  const noisy = await set('large_deposit', { threshold: 1 });
  expect([noisy.status, problemOf(noisy).code]).toEqual([422, ruleRefusals.noisy.code]);
  const surge = Array.from({ length: ruleLimits.maxAlertsPerHour + 20 }, () => ({
    id: randomUUID(),
    data: deposit(randomUUID(), 700_000),
  }));
  await stage.publishMany(paymentEvents.depositApproved, surge);
  await eventually(
    () => alerts({ type: 'rule_throttled' }),
    ({ length }) => length === 1,
  );
  await eventually(
    () => stage.sql('select 1 from signal_marks where rule_id is null'),
    ({ length }) => length === 0,
  );
  const rule = await read('large_deposit');
  expect(rule).toMatchObject({ raised: ruleLimits.maxAlertsPerHour });
  expect(rule.throttledUntil).toBeDefined();
  // The hour is over, so the alerts that were held back are raised.
  await stage.sql(`update alerts set created_at = created_at - interval '2 hours'`);
  await stage.sql('delete from rule_throttles');
  await stage.sql(`update signal_marks set marked_at = now() - interval '1 second'`);
  await eventually(
    () =>
      stage.sql(
        `select 1 from alerts a join alert_events e on e.alert_id = a.id where rule_id = 'large_deposit' and e.event_id = any ($1)`,
        [surge.map(({ id }) => id)],
      ),
    ({ length }) => length === surge.length,
  );
});

it('keeps no signal, day or mark of an erased player, nor of events that arrive later', async () => {
  const [playerId, other] = [randomUUID(), randomUUID()];
  const countKept = async (id: string) =>
    (
      await stage.sql<{ count: number }>(
        `select (select count(*) from signals where subject = $1)::int + (select count(*) from signal_days where subject = $1)::int
         + (select count(*) from play_minutes where subject = $1)::int + (select count(*) from signal_marks where subject = $1)::int as count`,
        [id],
      )
    )[0]?.count;
  await stage.publish(paymentEvents.depositApproved, deposit(playerId, 100));
  await eventually(
    () => countKept(playerId),
    (count) => (count ?? 0) >= 2,
  );
  await stage.publish(userEvents.accountErased, { playerId });
  await eventually(
    () => countKept(playerId),
    (count) => count === 0,
    60_000, // A mark that was just being measured may wait another 30 s.
  );
  await stage.publish(paymentEvents.depositApproved, deposit(playerId, 100));
  await stage.publish(paymentEvents.depositApproved, deposit(other, 100));
  await eventually(
    () => countKept(other),
    (count) => (count ?? 0) >= 2,
  );
  expect(await countKept(playerId)).toBe(0);
});
