/** Risk levels follow alerts and time, or an operator's override; each change is published once. Interactions are logged once, next to automatic ones. */

import { randomUUID } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { asOperator, eventually, problemOf } from '@fairline/chassis/testing';
import { userEvents } from '@fairline/proto/auth/users';
import { common, pageSize } from '@fairline/proto/contract';
import type { Alert } from '@fairline/proto/risk/alerts';
import type { harmRoutes } from '@fairline/proto/risk/harm';
import { type Interaction, levelRefusals, type RiskLevel } from '@fairline/proto/risk/levels';
import { dayMs } from '@fairline/proto/time';
import { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { playerRequests } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { operators, Stage } from '../testing.ts';
import { refreshLevels } from './commands.ts';

type Player = z.infer<typeof harmRoutes.riskPlayer.reply>;

let stage: Stage;
let db: Database;
beforeAll(async () => {
  stage = await Stage.open();
  db = new Database(stage.world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 2);
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

const raise = async (playerId: string) => {
  const adjustment = {
    adjustmentId: randomUUID(),
    playerId,
    amountMinor: 500_000,
    currency: 'USD' as const,
    book: 'real' as const,
    reason: 'Goodwill',
  };
  const id = await stage.publish(adjustmentEvents.balanceAdjusted, adjustment);
  return { id, adjustment };
};
const alertOf = async (playerId: string) => {
  const list = () => stage.as<{ items: Alert[] }>('auditor', 'GET', `/api/admin/risk/alerts?userId=${playerId}`);
  return (await eventually(async () => (await list()).body.items[0])) as Alert;
};
const close = (id: string, status: Alert['status']) =>
  stage.as<Alert>('compliance', 'PATCH', `/api/admin/risk/alerts/${id}`, { status });
const levelOf = async (playerId: string) =>
  (await stage.as<Player>('auditor', 'GET', `/api/admin/risk/players/${playerId}`)).body.riskLevel;
const setLevel = (playerId: string, body: object, role: 'compliance' | 'auditor' | 'super_admin' = 'compliance') =>
  stage.as<RiskLevel>(role, 'PUT', `/api/admin/risk/players/${playerId}/level`, body);
const lowered = async (playerId: string) =>
  (
    await stage.as<{ items: Alert[] }>(
      'auditor',
      'GET',
      `/api/admin/risk/alerts?userId=${playerId}&type=risk_level_lowered`,
    )
  ).body.items;
const published = (playerId: string) =>
  stage.sql<{ level: string; from: string; byOperator: boolean; version: number }>(
    `select data ->> 'level' as level, data ->> 'from' as from, (data ->> 'byOperator')::boolean as "byOperator", version::int from outbox where type = 'evt.risk.RiskLevelChanged.v1' and subject = $1 order by seq`,
    [playerId],
  );
const log = async (playerId: string, cursor?: string | null) =>
  (
    await stage.as<{ items: Interaction[]; nextCursor: string | null }>(
      'auditor',
      'GET',
      `/api/admin/risk/players/${playerId}/interactions${cursor ? `?cursor=${cursor}` : ''}`,
    )
  ).body;

describe('the level', () => {
  it('rises with an alert, however often its event comes, and falls when it was a false positive', async () => {
    const playerId = randomUUID();
    const { id, adjustment } = await raise(playerId);
    for (let repeat = 0; repeat < 3; repeat++)
      await stage.publish(adjustmentEvents.balanceAdjusted, adjustment, { id });
    await stage.publish(adjustmentEvents.balanceAdjusted, adjustment);
    const alert = await alertOf(playerId);
    await eventually(() => stage.isDrained(adjustmentEvents.balanceAdjusted));
    expect(await levelOf(playerId)).toMatchObject({
      level: 'high',
      computed: 'high',
      alertIds: [alert.id],
      version: 1,
    });
    await close(alert.id, 'investigating');
    expect((await levelOf(playerId)).level).toBe('high');
    await close(alert.id, 'false_positive');
    expect(await levelOf(playerId)).toMatchObject({ level: 'low', computed: 'low', alertIds: [], version: 2 });
    expect(await published(playerId)).toEqual([
      { level: 'high', from: 'low', byOperator: false, version: 1 },
      { level: 'low', from: 'high', byOperator: false, version: 2 },
    ]);
  });

  it('counts all alerts that are raised at the same moment', async () => {
    const playerId = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => raise(playerId)));
    const level = await eventually(
      () => levelOf(playerId),
      (found) => found?.alertIds.length === 5,
    );
    expect(level).toMatchObject({ level: 'high', version: 1 });
    expect(await published(playerId)).toHaveLength(1);
  });

  it('falls 30 days after its last alert was resolved, notes or not, once in two instances', async () => {
    const playerId = randomUUID();
    await raise(playerId);
    const { id } = await alertOf(playerId);
    await close(id, 'resolved');
    stage.clock.advance(10 * dayMs);
    await stage.as('compliance', 'PATCH', `/api/admin/risk/alerts/${id}`, { note: 'Looked again' });
    stage.clock.advance(20 * dayMs - 1);
    const refresh = () => refreshLevels({ db, clock: stage.clock });
    expect((await levelOf(playerId)).level).toBe('high');
    stage.clock.advance(1);
    await Promise.all([refresh(), refresh()]);
    expect(await levelOf(playerId)).toMatchObject({ level: 'low', alertIds: [] });
    expect(await published(playerId)).toHaveLength(2);
  });

  it('is overridden with a reason, recorded and published, until it is given back to the rule', async () => {
    const playerId = randomUUID();
    await raise(playerId);
    await alertOf(playerId);
    const reply = await setLevel(playerId, { level: 'low', reason: 'Known to us for years', version: 1 });
    expect(reply.body).toMatchObject({
      level: 'low',
      computed: 'high',
      version: 2,
      override: { level: 'low', reason: 'Known to us for years', operatorId: operators.compliance },
    });
    expect(await lowered(playerId)).toMatchObject([
      { severity: 'medium', status: 'open', operatorId: operators.compliance },
    ]);
    expect((await levelOf(playerId)).alertIds).toHaveLength(1);
    expect(problemOf(await setLevel(playerId, { level: 'medium', reason: 'x', version: 1 }))).toMatchObject({
      status: 409,
      code: levelRefusals.changed.code,
    });
    await raise(playerId);
    await eventually(async () => (await levelOf(playerId)).alertIds.length === 2);
    expect((await setLevel(playerId, { level: null, reason: 'No longer' })).body).toMatchObject({
      level: 'high',
      version: 3,
    });
    expect((await setLevel(playerId, { level: null, reason: 'Again' })).body).toMatchObject({
      level: 'high',
      version: 3,
    });
    expect((await published(playerId)).map(({ level, version }) => [level, version])).toEqual([
      ['high', 1],
      ['low', 2],
      ['high', 3],
    ]);
    const acts = await stage.sql<{ action: string; reason: string }>(
      `select data ->> 'action' as action, data ->> 'reason' as reason from outbox where subject = $1 and data ->> 'action' is not null order by seq`,
      [playerId],
    );
    expect(acts).toEqual([
      { action: 'risk_level.set', reason: 'Known to us for years' },
      { action: 'risk_level.set', reason: 'No longer' },
    ]);
  });

  it('rises with a new alert, whatever an operator set before; an override at or above it stays', async () => {
    const [playerId, watched] = [randomUUID(), randomUUID()];
    await raise(playerId);
    const { id } = await alertOf(playerId);
    for (const status of ['investigating', 'false_positive'] as const) await close(id, status);
    expect((await setLevel(playerId, { level: 'low', reason: 'Known to us' })).body).toMatchObject({
      level: 'low',
      computed: 'low',
    });
    expect(await lowered(playerId)).toEqual([]);
    await Promise.all([raise(playerId), raise(watched)]);
    await eventually(async () => (await levelOf(playerId)).level === 'high');
    expect(await levelOf(playerId)).not.toHaveProperty('override');
    expect((await published(playerId)).at(-1)).toMatchObject({ level: 'high', from: 'low', byOperator: false });
    await alertOf(watched);
    await setLevel(watched, { level: 'high', reason: 'Watched' });
    await raise(watched);
    await eventually(async () => (await levelOf(watched)).alertIds.length === 2);
    expect(await levelOf(watched)).toMatchObject({ level: 'high', override: { level: 'high' } });
  });

  it('cannot be lowered by an operator who may not close its alerts; raising it raises none', async () => {
    const playerId = randomUUID();
    const { adjustment } = await raise(playerId);
    await alertOf(playerId);
    const act = {
      operatorId: operators.compliance as string,
      action: 'adjustment.approve',
      resourceType: 'adjustment',
      resourceId: adjustment.adjustmentId,
    };
    await stage.publish(walletAuditEvents.operatorActed, act);
    await eventually(() => stage.isDrained(walletAuditEvents.operatorActed));
    const refused = await setLevel(playerId, { level: 'medium', reason: 'Looks fine' });
    expect([refused.status, problemOf(refused).code]).toEqual([403, levelRefusals.own.code]);
    expect((await setLevel(playerId, { level: 'high', reason: 'Stays' })).status).toBe(200);
    expect(await lowered(playerId)).toEqual([]);
    expect((await setLevel(playerId, { level: 'low', reason: 'Known to us' }, 'super_admin')).body).toMatchObject({
      level: 'low',
      computed: 'high',
    });
    expect(await lowered(playerId)).toMatchObject([{ operatorId: operators.super_admin }]);
  });

  it("is in other services' lists; refuses card numbers, other roles and unknown players", async () => {
    const [playerId, quiet] = [randomUUID(), randomUUID()];
    await raise(playerId);
    await alertOf(playerId);
    const { body } = await stage.as<{ items: { riskLevel: string }[] }>(
      'auditor',
      'POST',
      '/api/admin/risk/summaries',
      { playerIds: [playerId, quiet] },
    );
    expect(body.items.map(({ riskLevel }) => riskLevel)).toEqual(['high', 'low']);
    expect(problemOf(await setLevel(playerId, { level: 'low', reason: '4111 1111 1111 1111' })).code).toBe(
      common.cardNumber.code,
    );
    expect((await setLevel(playerId, { level: 'low', reason: 'x' }, 'auditor')).status).toBe(403);
    const { code, status, message: detail } = common.notFound;
    stage.world.nats.subscribe(playerRequests.playState.subject, {
      callback: (_error, message) => void message.respond(JSON.stringify({ refusal: { code, status, detail } })),
    });
    expect((await setLevel(quiet, { level: 'high', reason: 'x' })).status).toBe(404);
  });

  it('stays without its texts when the account is erased', async () => {
    const playerId = randomUUID();
    await raise(playerId);
    await alertOf(playerId);
    await setLevel(playerId, { level: 'medium', reason: 'Ada Lovelace called' });
    await stage.as('compliance', 'POST', `/api/admin/risk/players/${playerId}/interactions`, {
      kind: 'call',
      subject: 'fraud',
      text: 'Ada Lovelace',
    });
    await stage.publish(userEvents.accountErased, { playerId });
    await eventually(async () => (await log(playerId)).items[0]?.text === '');
    expect(await levelOf(playerId)).toMatchObject({ level: 'medium', override: { reason: '' } });
  });
});

describe('interactions', () => {
  const add = (playerId: string, body: object, key?: string) =>
    stage.call<Interaction>('POST', `/api/admin/risk/players/${playerId}/interactions`, {
      as: asOperator('compliance', operators.compliance),
      body,
      ...(key && { key }),
    });

  it('are logged once per key, with the automatic ones between, newest first and page by page', async () => {
    const playerId = randomUUID();
    await raise(playerId);
    await alertOf(playerId);
    const key = randomUUID();
    const body = { kind: 'call', subject: 'safe_play', text: 'Talked about limits', outcome: 'limits_set' };
    const [one, again] = [await add(playerId, body, key), await add(playerId, body, key)];
    expect([one.status, again.body.id]).toEqual([201, one.body.id]);
    await stage.sql(
      `insert into interventions (player_id, kind, score, reasons, created_at, answer) values ($1, 'pause_offered', 60, '[]', now(), 'taken')`,
      [playerId],
    );
    for (let count = 0; count < pageSize; count++)
      await add(playerId, { kind: 'note', subject: 'other', text: `Note ${count}` });
    const first = await log(playerId);
    expect([first.items.length, first.items[0]?.text]).toEqual([pageSize, `Note ${pageSize - 1}`]);
    const second = await log(playerId, first.nextCursor);
    expect(second.items).toMatchObject([
      { kind: 'automatic', subject: 'safe_play', text: 'pause_offered', outcome: 'time_out', harmScore: 60 },
      {
        kind: 'call',
        text: 'Talked about limits',
        outcome: 'limits_set',
        operatorId: operators.compliance,
        harmScore: 0,
      },
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it('refuse card numbers and empty texts', async () => {
    const playerId = randomUUID();
    await raise(playerId);
    await alertOf(playerId);
    expect(problemOf(await add(playerId, { kind: 'note', subject: 'other', text: '4111111111111111' })).code).toBe(
      common.cardNumber.code,
    );
    expect((await add(playerId, { kind: 'note', subject: 'other', text: '  ' })).status).toBe(400);
  });
});

it('a deposit approved during an exclusion raises an alert; one before or after does not', async () => {
  const playerId = randomUUID();
  const at = (minutes: number) => new Date(stage.clock.now().getTime() + minutes * 60_000);
  await stage.sql(
    `insert into players (player_id, check_minutes, settings) values ($1, 60, '{}') on conflict do nothing`,
    [playerId],
  );
  await stage.sql(
    `insert into exclusions (id, player_id, days, reason, starts_at, ends_at, permit_version) values (uuidv7(), $1, 1, 'cooling_off', $2, $3, 1)`,
    [playerId, at(0), at(10)],
  );
  const data = () => ({
    paymentId: randomUUID(),
    playerId,
    type: 'deposit' as const,
    amountMinor: 5_000,
    currency: 'USD' as const,
    method: 'bank_transfer',
    book: 'real' as const,
  });
  const during = data();
  await stage.publishMany(paymentEvents.depositApproved, [
    { id: randomUUID(), data: data(), at: at(-1) },
    { id: randomUUID(), data: during, at: at(5) },
    { id: randomUUID(), data: data(), at: at(11) },
  ]);
  const alert = await alertOf(playerId);
  expect(alert).toMatchObject({
    type: 'excluded_person',
    amountMinor: 5_000,
    about: { type: 'payment', id: during.paymentId },
  });
});
