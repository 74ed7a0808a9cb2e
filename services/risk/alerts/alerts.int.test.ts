/** Alerts: events raise them once, operators work on them, and every step is published and recorded. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eventually, problemOf } from '@fairline/chassis/testing';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { userEvents } from '@fairline/proto/auth/users';
import { bettingAuditEvents } from '@fairline/proto/betting/audit';
import { casinoDeskEvents } from '@fairline/proto/casino/desk';
import { bettingCheckEvents, casinoCheckEvents, walletCheckEvents } from '@fairline/proto/checks';
import { common } from '@fairline/proto/contract';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { type Alert, type AlertCounts, alertRefusals, alertRules } from '@fairline/proto/risk/alerts';
import { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { bookEvents } from '@fairline/proto/wallet/books';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operators, Stage } from '../testing.ts';

type List = { items: Alert[]; nextCursor: string | null; counts: AlertCounts };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const list = async (query = '') => (await stage.as<List>('auditor', 'GET', `/api/admin/risk/alerts${query}`)).body;
const of = (playerId: string) =>
  eventually(async () => (await list(`?userId=${playerId}`)).items[0]).then((alert) => alert ?? expect.fail());
const change = (id: string, body: object) =>
  stage.as<Alert>('compliance', 'PATCH', `/api/admin/risk/alerts/${id}`, body);
const adjustment = (changes: object = {}) => ({
  adjustmentId: randomUUID() as string,
  playerId: randomUUID() as string,
  amountMinor: 500_000,
  currency: 'USD' as const,
  book: 'real' as const,
  reason: 'Goodwill',
  ...changes,
});
const raise = async (changes: object = {}) => {
  const data = adjustment(changes);
  await stage.publish(adjustmentEvents.balanceAdjusted, data);
  return of(data.playerId);
};
const published = (type: string, alertId: string) =>
  stage.sql<{ status: string; version: number }>(
    `select data ->> 'status' as status, version from outbox where type = $1 and subject = $2 order by seq`,
    [type, alertId],
  );

describe('an event', () => {
  it('raises one alert, however often it comes and whatever its id is', async () => {
    const data = adjustment();
    const id = await stage.publish(adjustmentEvents.balanceAdjusted, data);
    for (let repeat = 0; repeat < 3; repeat++) await stage.publish(adjustmentEvents.balanceAdjusted, data, { id });
    await stage.publish(adjustmentEvents.balanceAdjusted, data);
    const alert = await of(data.playerId);
    await eventually(() => stage.isDrained(adjustmentEvents.balanceAdjusted));
    const { items } = await list(`?userId=${data.playerId}`);
    expect(items).toHaveLength(1);
    expect((await list(`?id=${items[0]?.id}`)).items).toEqual(items);
    expect((await list(`?id=${data.playerId}`)).items).toEqual([]);
    expect(alert).toMatchObject({
      type: 'large_adjustment',
      severity: 'high',
      status: 'open',
      amountMinor: 500_000,
      currency: 'USD',
      about: { type: 'adjustment', id: data.adjustmentId },
      notes: [],
      version: 1,
    });
    expect(await published('evt.risk.AlertRaised.v1', alert.id)).toEqual([{ status: 'open', version: 1 }]);
  });

  it('of each source raises its type', async () => {
    const [game, proofId, claimant, wagering] = [`game-${randomUUID()}`, randomUUID(), randomUUID(), randomUUID()];
    await stage.publish(casinoDeskEvents.gameOutOfRange, {
      gameId: 'premium-roulette',
      version: 3,
      rounds: 5_000,
      observed: 1.2,
      computed: 0.98,
      low: 0.9,
      high: 1,
      alpha: 0.001,
    });
    await stage.publish(bookEvents.booksStopped, { proofId, invariant: 'transfers sum to zero' });
    for (const { checkOverdue } of [bettingCheckEvents, casinoCheckEvents, walletCheckEvents])
      await stage.publish(checkOverdue, {
        check: 'books',
        completedAt: new Date(0).toISOString(),
        overdueMinutes: 1_440,
      });
    await stage.publish(claimEvents.promotionClaimed, {
      claimId: randomUUID(),
      promotionId: randomUUID(),
      playerId: claimant,
      type: 'deposit_bonus',
      currency: 'USD',
      waitingFor: 'operator',
    });
    await stage.publish(claimEvents.linkedBetsFound, {
      marketId: game,
      sides: [
        { playerId: wagering, betId: randomUUID(), selectionId: 'home', claimId: randomUUID() },
        { playerId: randomUUID(), betId: randomUUID(), selectionId: 'away' },
      ],
    });
    const flagged = {
      operatorId: randomUUID(),
      action: 'payment.approve',
      resourceType: 'payment',
      resourceId: randomUUID(),
      after: { flagged: true },
    };
    await stage.publish(walletAuditEvents.operatorActed, flagged);
    const wanted = ['game_out_of_bounds', 'books_unbalanced', 'bonus_abuse', 'near_threshold'];
    const all = await eventually(
      () => list(),
      ({ items }) =>
        wanted.every((type) => items.some((alert) => alert.type === type)) &&
        items.filter(({ type }) => type === 'bonus_abuse').length === 2 &&
        items.filter(({ type }) => type === 'check_overdue').length === 3,
    );
    expect(all.items.find(({ type }) => type === 'game_out_of_bounds')).toMatchObject({ severity: 'critical' });
    const [overdue] = all.items.filter(({ type }) => type === 'check_overdue');
    expect(overdue).toMatchObject({ severity: 'critical', message: { params: { check: 'books', minutes: 1_440 } } });
    expect(overdue?.description).toBe(
      'The proof of the latest ledger entries has not succeeded for 1,440 minutes: it finds records that differ, or it cannot be completed.',
    );
    expect(all.items.find(({ type }) => type === 'near_threshold')).toMatchObject({
      severity: 'medium',
      operatorId: flagged.operatorId,
    });
    expect(all.counts.critical).toBe(5);
    expect((await list('?severity=critical')).items).toHaveLength(5);
  });

  it('of a type of a later release is listed with its text, and closed', async () => {
    const data = adjustment();
    await stage.publish(adjustmentEvents.balanceAdjusted, data);
    const { id, description } = await of(data.playerId);
    await stage.world.db.query(
      `update alerts set type = 'of_a_later_release', message = '{"code": "of_a_later_release", "params": {}}' where id = $1`,
      [id],
    );
    expect(await of(data.playerId)).toMatchObject({ type: 'of_a_later_release', description });
    expect((await change(id, { status: 'resolved', note: 'Checked' })).body).toMatchObject({
      status: 'resolved',
      type: 'of_a_later_release',
    });
  });

  it('of a new account raises an alert where its namesake is excluded, not where nobody is', async () => {
    const [excluded, over, namesake, returned] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await stage.sql(`insert into players (player_id, check_minutes, settings) values ($1, 60, '{}'), ($2, 60, '{}')`, [
      excluded,
      over,
    ]);
    await stage.sql(
      `insert into exclusions (id, player_id, days, reason, starts_at, ends_at, permit_version)
       values (uuidv7(), $1, null, 'Enough', '2026-01-01', null, 1), (uuidv7(), $2, 7, 'Enough', '2026-01-01', '2026-01-08', 1)`,
      [excluded, over],
    );
    await stage.publish(userEvents.duplicateSuspected, { playerId: namesake, others: [over, randomUUID()] });
    await stage.publish(userEvents.duplicateSuspected, { playerId: returned, others: [over, excluded] });
    expect(await of(returned)).toMatchObject({
      type: 'excluded_person',
      severity: 'high',
      about: { type: 'player', id: excluded },
    });
    expect((await list(`?userId=${namesake}`)).items).toEqual([]);
  });
});

describe('an operator', () => {
  it('moves an alert on, assigns it and adds a note in one step, published and recorded', async () => {
    const { id } = await raise();
    const operatorId = operators.compliance;
    const taken = await change(id, {
      status: 'investigating',
      assigneeId: operatorId,
      note: 'Asked for papers',
      version: 1,
    });
    expect([taken.status, taken.body]).toMatchObject([
      200,
      {
        status: 'investigating',
        assigneeId: operatorId,
        version: 2,
        notes: [{ operatorId, text: 'Asked for papers' }],
      },
    ]);
    const closed = await change(id, { status: 'false_positive', assigneeId: null });
    expect(closed.body).toMatchObject({ status: 'false_positive', version: 3 });
    expect(closed.body).not.toHaveProperty('assigneeId');
    expect((await published('evt.risk.AlertUpdated.v1', id)).map(({ status }) => status)).toEqual([
      'investigating',
      'false_positive',
    ]);
    const records = await eventually(
      // Two instances read the actions, so that the log may have them in either order.
      () =>
        stage.sql<{ before: object; after: object }>(
          `select before, after from audit_log where resource_id = $1 order by before::text like '%"open"%' desc`,
          [id],
        ),
      ({ length }) => length === 2,
    );
    expect(records).toMatchObject([
      {
        before: { status: 'open', assigneeId: null },
        after: { status: 'investigating', assigneeId: operatorId, noted: true },
      },
      {
        before: { status: 'investigating', assigneeId: operatorId },
        after: { status: 'false_positive', assigneeId: null },
      },
    ]);
  });

  it('is refused an invalid change, and nothing changes', async () => {
    const { id } = await raise();
    const refused = async (body: object) => {
      const reply = await change(id, body);
      return [reply.status, problemOf(reply).code];
    };
    expect(await refused({ status: 'false_positive' })).toEqual([409, alertRefusals.transition.code]);
    expect(await refused({ status: 'open' })).toEqual([409, alertRefusals.transition.code]);
    expect(await refused({ assigneeId: randomUUID() })).toEqual([422, alertRefusals.assignee.code]);
    expect(await refused({ note: 'Card 4111 1111 1111 1111' })).toEqual([422, common.cardNumber.code]);
    expect(await refused({ note: 'late', version: 7 })).toEqual([409, alertRefusals.changed.code]);
    for (const body of [{ status: 'gone' }, {}, { version: 1 }])
      expect(await refused(body)).toEqual([400, common.invalidRequest.code]);
    expect((await change(randomUUID(), { status: 'resolved' })).status).toBe(404);
    expect((await list('?status=open')).items.find((alert) => alert.id === id)).toMatchObject({
      version: 1,
      notes: [],
    });
  });

  it('cannot close an alert about their own decision', async () => {
    const operatorId = operators.compliance as string;
    const adjustmentId = randomUUID();
    await stage.publish(walletAuditEvents.operatorActed, {
      operatorId,
      action: 'adjustment.approve',
      resourceType: 'adjustment',
      resourceId: adjustmentId,
    });
    await stage.publish(walletAuditEvents.operatorActed, {
      operatorId,
      action: 'payment.approve',
      resourceType: 'payment',
      resourceId: adjustmentId,
      after: { flagged: true },
    });
    const large = await raise({ adjustmentId });
    const { items } = await eventually(
      () => list('?severity=medium&status=open'),
      (page) => page.items.some((alert) => alert.operatorId === operatorId),
    );
    const near = items.find((alert) => alert.operatorId === operatorId);
    await eventually(() => stage.isDrained(walletAuditEvents.operatorActed));
    for (const id of [large.id, near?.id ?? '']) {
      const refused = await change(id, { status: 'resolved' });
      expect([refused.status, problemOf(refused).code]).toEqual([403, alertRefusals.own.code]);
      expect((await change(id, { status: 'investigating' })).status).toBe(200);
      const closed = await stage.as<Alert>('super_admin', 'PATCH', `/api/admin/risk/alerts/${id}`, {
        status: 'resolved',
      });
      expect(closed.body).toMatchObject({ status: 'resolved' });
    }
  });

  it('cannot close an alert on a request that they made or approved', async () => {
    const [operatorId, other] = [operators.compliance as string, randomUUID() as string];
    const [requestId, marketId, eventId] = [randomUUID(), randomUUID(), randomUUID()];
    const act = (by: string, action: string, resourceType: string, resourceId: string, after: object, id?: string) =>
      stage.publish(
        bettingAuditEvents.operatorActed,
        { operatorId: by, action, resourceType, resourceId, after: { ...after } },
        { ...(id && { id }) },
      );
    await act(other, 'request.ask', 'desk_request', requestId, { change: { kind: 'prices', ratio: null } });
    await act(operatorId, 'request.approve', 'desk_request', requestId, { status: 'applied' });
    await act(other, 'market.prices.approve', 'market', marketId, { requestedBy: operatorId }, eventId);
    await eventually(() => stage.isDrained(bettingAuditEvents.operatorActed));
    const approved = await eventually(async () =>
      (await list('?type=price_far_from_fair')).items.find(({ about }) => about?.id === requestId),
    );
    const [caused] = await stage.sql<{ id: string }>(
      `with alert as (
         insert into alerts (cause, type, severity, status, description, operator_id, rule_id, rule_from, rule_until, created_at, updated_at)
         values ($1, 'own_rates_used', 'high', 'open', 'x', $2, 'own_rates_used', now(), now(), now(), now()) returning id)
       insert into alert_events (alert_id, event_id, service, name, at, aggregate, value)
       select id, $3, 'betting', 'OperatorActed', now(), $4, 0 from alert returning alert_id as id`,
      [`test ${eventId}`, other, eventId, marketId],
    );
    expect((await list('?rule=own_rates_used')).items.map(({ id }) => id)).toEqual([caused?.id]);
    expect((await list('?rule=own_prices_used')).items).toEqual([]);
    expect((await list(`?about=${requestId}`)).items.map(({ id }) => id)).toEqual([approved?.id]);
    for (const id of [approved?.id ?? '', caused?.id ?? '']) {
      expect(problemOf(await change(id, { status: 'resolved' })).code).toBe(alertRefusals.own.code);
      const closed = await stage.as<Alert>('super_admin', 'PATCH', `/api/admin/risk/alerts/${id}`, {
        status: 'resolved',
      });
      expect(closed.body).toMatchObject({ status: 'resolved' });
    }
  });

  it('cannot close an alert about a player on whom they acted in the same matter shortly before', async () => {
    const operatorId = operators.compliance as string;
    const [corrected, noted, longAgo, cleared] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const act = (playerId: string, action: string) =>
      stage.publish(authAuditEvents.operatorActed, { operatorId, action, resourceType: 'user', resourceId: playerId });
    await act(corrected, 'user.email');
    await act(noted, 'user.noted');
    await act(longAgo, 'user.email');
    await act(cleared, 'user.verified');
    await act(cleared, 'user.signed_out');
    await eventually(() => stage.isDrained(authAuditEvents.operatorActed));
    const alertOn = async (playerId: string, days: number) => {
      const [alert] = await stage.sql<{ id: string }>(
        `insert into alerts (cause, type, severity, status, description, player_id, created_at, updated_at)
         values ($1::uuid::text, 'account_takeover', 'high', 'investigating', 'x', $1, now() + make_interval(days => $2), now()) returning id`,
        [playerId, days],
      );
      return alert?.id ?? '';
    };
    const id = await alertOn(corrected, 6);
    expect((await list(`?id=${id}`)).items[0]?.actingOperatorIds).toEqual([operatorId]);
    for (const status of ['resolved', 'false_positive']) {
      const refused = await change(id, { status });
      expect([refused.status, problemOf(refused).code]).toEqual([403, alertRefusals.actedOn.code]);
    }
    const closed = await stage.as<Alert>('super_admin', 'PATCH', `/api/admin/risk/alerts/${id}`, {
      status: 'false_positive',
    });
    expect(closed.body.status).toBe('false_positive');
    const before = await alertOn(cleared, -1);
    expect(problemOf(await change(before, { status: 'resolved' })).code).toBe(alertRefusals.actedOn.code);
    for (const other of [await alertOn(noted, 6), await alertOn(longAgo, 8)])
      expect((await change(other, { status: 'resolved' })).status).toBe(200);
  });

  it('counts the actions of the days before the upgrade, which the migration reads', async () => {
    const [operatorId, player, other] = [randomUUID(), randomUUID(), randomUUID()];
    const act = { operatorId, action: 'x', resourceType: 'payment', resourceId: randomUUID() };
    await stage.publish(authAuditEvents.operatorActed, {
      ...act,
      before: { note: '\u0001"' },
      after: { playerId: player },
    });
    await stage.publish(authAuditEvents.operatorActed, { ...act, resourceType: 'user', resourceId: other });
    await stage.publish(authAuditEvents.operatorActed, act);
    await eventually(() => stage.isDrained(authAuditEvents.operatorActed));
    const acts = () => stage.sql('select * from player_acts where operator_id = $1 order by player_id', [operatorId]);
    const recorded = await acts();
    expect(recorded).toHaveLength(2);
    await stage.sql('delete from player_acts');
    const migration = readFileSync(new URL('../migrations/0062_player_acts.sql', import.meta.url), 'utf8');
    await stage.sql(migration.slice(migration.indexOf('insert into player_acts')));
    expect(await acts()).toEqual(recorded);
  });

  it('of two that change an alert at once is refused if second', async () => {
    const { id } = await raise();
    const replies = await Promise.all([change(id, { status: 'resolved' }), change(id, { status: 'resolved' })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it('lists 50 a page, newest first', async () => {
  await stage.publishMany(
    adjustmentEvents.balanceAdjusted,
    Array.from({ length: 60 }, () => ({ id: randomUUID(), data: adjustment() })),
  );
  await eventually(async () => (await list()).counts.open >= 60);
  const first = await list('?status=open');
  const second = await list(`?status=open&cursor=${first.nextCursor}`);
  expect(first.items).toHaveLength(50);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());
  expect(new Set(ids).size).toBe(ids.length);
});

it('counts closed alerts up to a bound', async () => {
  const { counts } = await list();
  await stage.sql(
    `insert into alerts (cause, type, severity, status, description, created_at, updated_at)
     select 'closed ' || n, 'near_threshold', 'medium', 'resolved', 'x', now(), now() from generate_series(1, $1::int) n`,
    [alertRules.closedCounted + 1],
  );
  expect((await list('?status=open')).counts).toEqual({ ...counts, resolved: alertRules.closedCounted });
});

it('loses the text of its notes, and nothing else, with the account of its player', async () => {
  const data = adjustment();
  await stage.publish(adjustmentEvents.balanceAdjusted, data);
  const { id } = await of(data.playerId);
  await change(id, { note: 'Called Ada Lovelace' });
  const other = await raise();
  await change(other.id, { note: 'Kept' });
  await stage.publish(userEvents.accountErased, { playerId: data.playerId });
  const { notes } = await eventually(
    () => of(data.playerId),
    (alert) => alert.notes[0]?.text === '',
  );
  expect(notes).toHaveLength(1);
  expect((await list()).items.find((alert) => alert.id === other.id)?.notes).toMatchObject([{ text: 'Kept' }]);
});
