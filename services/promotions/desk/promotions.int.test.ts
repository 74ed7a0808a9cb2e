/** Operators write promotions: refusals, figures, concurrent edits, and who sees what. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { common } from '@fairline/proto/contract';
import type { OperatorPromotion, PromotionStats } from '@fairline/proto/promotions/desk';
import { deskRefusals } from '@fairline/proto/promotions/desk';
import { offerRefusals } from '@fairline/proto/promotions/offers';
import { grantBounds } from '@fairline/proto/wallet/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk } from '../testing-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open({ FAIRLINE_DEMO: '1', PROMOTION_COST_LIMIT_MINOR: '9000000000' });
});
afterAll(() => desk.close());

const create = (body: unknown, as = desk.operator()) => desk.call('POST', '/api/admin/promotions', { as, body });
const change = (id: string, body: unknown, at: 0 | 1 = 0, as = desk.operator()) =>
  desk.call('PATCH', `/api/admin/promotions/${id}`, { as, body, at });
const list = async (query = '') =>
  (await desk.get(`/api/admin/promotions${query}`, desk.operator())).body as unknown as {
    items: OperatorPromotion[];
    nextCursor: string | null;
  };

describe('the seeds', () => {
  it('are there once, however many instances start, and run from today on', async () => {
    const seeds = (await list()).items.filter(({ createdBy }) => createdBy === null);
    expect(seeds.map(({ name, type, status }) => [name, type, status])).toEqual([
      ['100% Welcome Bonus', 'welcome_bonus', 'active'],
      ['25.00 Free Bet', 'free_bet', 'active'],
      ['50% Deposit Bonus', 'deposit_bonus', 'active'],
      ['Weekly Cashback', 'cashback', 'active'],
      ['25% Extra Points', 'loyalty_points', 'active'],
    ]);
    const [welcome, freeBet] = seeds;
    expect(welcome).toMatchObject({
      startsAt: '2026-03-10T00:00:00.000Z',
      eligibility: { minDepositMinor: 2_000, newUsersOnly: true, countries: ['US', 'CA', 'GB', 'AU'] },
      reward: { type: 'percentage', value: 100, maxAmountMinor: 50_000, wageringFactor: 30 },
      usage: { claimed: 0, redeemed: 0, valueMinor: 0, maxClaims: 10_000 },
      worstCostMinor: 500_000_000,
    });
    expect(freeBet).toMatchObject({
      eligibility: { minOddsMilli: 1_500, newUsersOnly: true },
      reward: { value: 2_500 },
      usage: { maxClaims: 5_000 },
    });
  });
});

describe('creating', () => {
  it('returns the promotion as it is listed, audited and published', async () => {
    const operator = desk.operator();
    const { status, body } = await create(
      desk.form({ name: 'Created', eligibility: { newUsersOnly: false, countries: ['United States'], sports: [] } }),
      operator,
    );
    expect(status).toBe(201);
    const created = body as OperatorPromotion;
    expect(created).toMatchObject({
      name: 'Created',
      status: 'active',
      createdBy: operator.id,
      eligibility: { countries: ['US'] },
      worstCostMinor: 500_000,
    });
    expect((await list('?q=creat')).items).toEqual([created]);
    expect(await desk.published('PromotionChanged')).toContainEqual({ promotionId: created.id, status: 'active' });
    const acted = (await desk.published('OperatorActed')).find(({ resourceId }) => resourceId === created.id);
    expect(acted).toMatchObject({ operatorId: operator.id, action: 'promotion.create', address: '127.0.0.1' });
  });

  it.each<[string, (form: ReturnType<Desk['form']>) => unknown, number, string, string]>([
    [
      'no name',
      (form) => ({ ...form, name: '  ' }),
      400,
      common.invalidRequest.code,
      'Please fill in all required fields',
    ],
    [
      'no description',
      (form) => ({ ...form, description: undefined }),
      400,
      common.invalidRequest.code,
      'Please fill in all required fields',
    ],
    [
      'a country of nowhere',
      (form) => ({ ...form, eligibility: { countries: ['Atlantis'] } }),
      400,
      common.invalidRequest.code,
      'Countries must be among',
    ],
    [
      'an end before the start',
      (form) => ({ ...form, endsAt: form.startsAt }),
      422,
      deskRefusals.period.code,
      deskRefusals.period.message,
    ],
    [
      'a reward that does not fit',
      (form) => ({ ...form, type: 'free_bet' }),
      422,
      deskRefusals.reward.code,
      deskRefusals.reward.message,
    ],
    [
      'a reward that wallet would never grant',
      (form) => ({ ...form, reward: { ...form.reward, maxAmountMinor: grantBounds.claimMinor + 1 } }),
      422,
      deskRefusals.rewardAboveClaim.code,
      deskRefusals.rewardAboveClaim.message,
    ],
    [
      'a card number',
      (form) => ({ ...form, terms: 'Pay to 4111 1111 1111 1111' }),
      422,
      common.cardNumber.code,
      common.cardNumber.message,
    ],
    ['a status of the past', (form) => ({ ...form, status: 'expired' }), 400, common.invalidRequest.code, ''],
    [
      'an own field __proto__',
      (form) => JSON.parse(`{"__proto__": {"status": "active"}, ${JSON.stringify(form).slice(1)}`),
      400,
      common.invalidRequest.code,
      '',
    ],
    [
      'a field constructor',
      (form) => ({ ...form, constructor: { prototype: {} } }),
      400,
      common.invalidRequest.code,
      'Unknown field constructor',
    ],
    [
      'a product toString',
      (form) => ({ ...form, wagering: { contributionPercent: { toString: 1 } } }),
      400,
      common.invalidRequest.code,
      '',
    ],
  ])('refuses %s', async (_name, of, status, code, detail) => {
    const reply = await create(of(desk.form()));
    expect([reply.status, problemOf(reply).code]).toEqual([status, code]);
    expect(problemOf(reply).detail).toContain(detail);
  });

  it('creates one per key, however often it is sent, also where a second operator must approve', async () => {
    const [as, body] = [desk.operator(), desk.form({ name: 'Once' })];
    const send = (key: string, changes = {}, at: 0 | 1 = 0) =>
      desk.call('POST', '/api/admin/promotions', { as, body: { ...body, ...changes }, key, at });
    const key = randomUUID();
    const replies = [...(await Promise.all([send(key), send(key, {}, 1)])), await send(key)];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map((reply) => (reply.body as { id: string }).id)).size).toBe(1);
    expect(problemOf(await send(key, { name: 'Another' })).code).toBe('idempotency_key_reused');
    expect(problemOf(await send('short')).code).toBe('idempotency_key_required');
    const { maxClaims: _places, ...unbounded } = body;
    const waiting = await Promise.all(
      [1, 2].map(() =>
        desk.call('POST', '/api/admin/promotions', { as, body: unbounded, key: `${key} change`.replace(' ', '-') }),
      ),
    );
    expect(waiting.map(({ status }) => status)).toEqual([202, 202]);
    expect(new Set(waiting.map((reply) => (reply.body as unknown as { changeId: string }).changeId)).size).toBe(1);
    expect((await desk.world.db.query(`select from promotions where name = 'Once'`)).rows).toHaveLength(1);
  });

  it('needs the permission and a fresh proof', async () => {
    expect(problemOf(await create(desk.form(), asOperator('finance'))).code).toBe(common.stepUpRequired.code);
    expect((await create(desk.form(), { ...desk.operator(), ...asOperator('support') })).status).toBe(403);
    expect((await desk.get('/api/admin/promotions', asPlayer())).status).toBe(403);
    expect((await desk.get('/api/admin/promotions', asOperator('compliance'))).status).toBe(200);
  });

  it('keeps markup and odd names as the text they are', async () => {
    const text = '<img src=x onerror=alert(1)> & __proto__';
    expect((await create(desk.form({ name: text, description: text, terms: text }))).body).toMatchObject({
      name: text,
      description: text,
      terms: text,
    });
  });
});

describe('changing', () => {
  it('edits, pauses, activates and ends, each audited with what it was', async () => {
    const { id } = await desk.promotion({ status: 'draft' });
    expect((await change(id, { name: 'Renamed', status: 'active' })).body).toMatchObject({
      name: 'Renamed',
      status: 'active',
    });
    expect((await change(id, { status: 'paused' })).body).toMatchObject({ status: 'paused' });
    expect((await change(id, { status: 'active' })).body).toMatchObject({ status: 'active' });
    const ended = await change(id, { status: 'expired' });
    expect(ended.body).toMatchObject({ status: 'expired', endsAt: desk.clock.now().toISOString() });
    const acts = (await desk.published('OperatorActed'))
      .filter(({ resourceId }) => resourceId === id)
      .map(({ action, before }) => [action, before]);
    expect(acts).toEqual([
      ['promotion.create', undefined],
      ['promotion.change', { name: 'Spring match', status: 'draft' }],
      ['promotion.pause', { status: 'active' }],
      ['promotion.change', { status: 'paused' }],
      ['promotion.end', { status: 'active', endsAt: expect.any(String) }],
    ]);
    expect(problemOf(await change(id, { name: 'Later' }))).toMatchObject({
      status: 409,
      code: deskRefusals.ended.code,
    });
  });

  it('refuses other terms once claimed, but takes text, end and more places', async () => {
    const { id } = await desk.promotion();
    await desk.claim({
      promotionId: id,
      type: 'deposit_bonus',
      status: 'claimed',
      waitingFor: 'deposit',
      claimedAt: desk.clock.now(),
    });
    await desk.claim({
      promotionId: id,
      type: 'deposit_bonus',
      status: 'claimed',
      waitingFor: 'deposit',
      claimedAt: desk.clock.now(),
    });
    const refused = await change(id, { reward: { ...desk.form().reward, wageringFactor: 40 } });
    expect(problemOf(refused)).toMatchObject({
      status: 409,
      code: deskRefusals.termsFixed.code,
      params: { field: 'reward' },
    });
    expect(problemOf(await change(id, { status: 'draft' })).code).toBe(deskRefusals.termsFixed.code);
    expect(problemOf(await change(id, { maxClaims: 1 }))).toMatchObject({
      status: 422,
      code: deskRefusals.placesTaken.code,
      params: { claimed: 2 },
    });
    const { maxClaims: _places, ...form } = desk.form();
    const taken = await change(id, { ...form, name: 'New text', endsAt: '2026-06-01T00:00:00.000Z', maxClaims: 2 });
    expect(taken.body).toMatchObject({ name: 'New text', endsAt: '2026-06-01T00:00:00.000Z', usage: { maxClaims: 2 } });
  });

  it('refuses an end together with other changes, an unknown promotion and an unknown field', async () => {
    const { id } = await desk.promotion();
    expect((await change(id, { status: 'expired', name: 'Last words' })).status).toBe(400);
    expect(problemOf(await change(randomUUID(), { name: 'Nobody' })).detail).toBe(offerRefusals.unknown.message);
    expect((await change(id, { usage: { claimed: 0 } })).status).toBe(400);
    expect(problemOf(await change(id, { endsAt: '2026-03-10T11:59:59.000Z' })).code).toBe(deskRefusals.period.code);
  });

  it('merges edits of two operators at once, and publishes one event for each', async () => {
    const { id } = await desk.promotion();
    const replies = await Promise.all([
      change(id, { name: 'By one' }, 0),
      change(id, { description: 'By the other' }, 1),
      change(id, { maxClaims: 50 }, 0),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [after] = (await list('?q=by the other')).items;
    expect(after).toMatchObject({
      name: 'By one',
      description: 'By the other',
      usage: { maxClaims: 50 },
      worstCostMinor: 250_000,
    });
    const { rows } = await desk.world.db.query(
      `select version::int from outbox where subject = $1 and type like '%PromotionChanged%' order by version`,
      [id],
    );
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it('changes nothing where nothing differs', async () => {
    const { id } = await desk.promotion();
    expect((await change(id, { name: 'Spring match' })).status).toBe(200);
    const { rows } = await desk.world.db.query('select version from promotions where id = $1', [id]);
    expect(rows).toEqual([{ version: 1 }]);
  });
});

describe('reading', () => {
  it('counts claims, grants, cost and what is open', async () => {
    const readStats = async () =>
      (await desk.get('/api/admin/promotions/stats', desk.operator())).body as unknown as PromotionStats;
    const before = await readStats();
    const { id } = await desk.promotion({ name: 'Counted' });
    const claimedAt = desk.clock.now();
    const claim = { promotionId: id, type: 'deposit_bonus', claimedAt };
    await desk.claim({ ...claim, bonusMinor: 5_000 });
    await desk.claim({ ...claim, status: 'completed', endedAt: claimedAt, bonusMinor: 4_000, convertedMinor: 3_500 });
    await desk.claim({ ...claim, status: 'forfeited', endedAt: claimedAt, bonusMinor: 1_000 });
    await desk.claim({ ...claim, status: 'claimed', waitingFor: 'operator' });
    const [promotion] = (await list('?q=counted&status=active')).items;
    const figures = {
      activeClaims: 1,
      completedClaims: 1,
      waitingClaims: 1,
      grantedMinor: 10_000,
      costMinor: 3_500,
      openMinor: 5_000,
    };
    expect(promotion).toMatchObject({ ...figures, usage: { claimed: 4, redeemed: 1, valueMinor: 3_500 } });
    const after = await readStats();
    const added = { claims: 4, waitingClaims: 1, costMinor: 3_500, openMinor: 5_000, waitingChanges: 0 };
    const fields = Object.keys(added) as (keyof typeof added)[];
    expect(Object.fromEntries(fields.map((field) => [field, after[field] - before[field]]))).toEqual(added);
  });

  it('pages and filters by status, with those past their end as expired', async () => {
    const { id } = await desk.promotion({
      name: 'Short run',
      endsAt: new Date(desk.clock.now().getTime() + 60_000).toISOString(),
    });
    desk.clock.advance(60_000);
    expect((await list('?status=expired&q=short run')).items).toMatchObject([{ id, status: 'expired' }]);
    await eventually(
      () => desk.published('PromotionChanged'),
      (events) => events.some(({ promotionId, status }) => promotionId === id && status === 'expired'),
    );
    for (let at = 0; at < 51; at++) await desk.promotion({ name: `Page ${at}` });
    const first = await list('?q=page');
    expect(first.items).toHaveLength(50);
    const second = await list(`?q=page&cursor=${first.nextCursor}`);
    expect([second.items.map(({ name }) => name), second.nextCursor]).toEqual([['Page 0'], null]);
    expect((await desk.get('/api/admin/promotions?cursor=nonsense', desk.operator())).status).toBe(400);
  });

  it('previews who could claim, and what it could cost', async () => {
    const fitting = await desk.player({ country: 'CA' });
    await desk.player({ country: 'CA', deposits: 1 });
    await desk.player({ country: 'CA', status: 'suspended' });
    await desk.player({ country: 'CA', demo: true });
    const busy = await desk.player({ country: 'CA' });
    await desk.claim({
      promotionId: (await desk.promotion()).id,
      playerId: busy.id,
      type: 'deposit_bonus',
      claimedAt: desk.clock.now(),
    });
    const body = desk.form({
      type: 'welcome_bonus',
      eligibility: { newUsersOnly: false, countries: ['CA'], sports: [] },
    });
    const preview = (form: unknown) =>
      desk.call('POST', '/api/admin/promotions/preview', { as: desk.operator(), body: form });
    expect((await preview(body)).body).toEqual({
      players: 1,
      ofPlayers: 4,
      samplePlayerIds: [fitting.id],
      worstCostMinor: 500_000,
      needsSecondOperator: false,
    });
    const { maxClaims: _places, ...unbounded } = body;
    expect((await preview(unbounded)).body).toMatchObject({ worstCostMinor: null, needsSecondOperator: true });
    expect(problemOf(await preview({ ...body, type: 'cashback' })).code).toBe(deskRefusals.reward.code);
    expect(problemOf(await preview({ ...body, endsAt: body.startsAt })).code).toBe(deskRefusals.period.code);
  });

  it('summarises claims and tiers of players for other lists', async () => {
    const { id: promotionId } = await desk.promotion();
    const player = await desk.player();
    await desk.claim({
      promotionId,
      playerId: player.id,
      type: 'deposit_bonus',
      claimedAt: desk.clock.now(),
      bonusMinor: 700,
    });
    const nobody = randomUUID();
    const reply = await desk.call('POST', '/api/admin/promotions/summaries', {
      as: asOperator('compliance'),
      body: { playerIds: [player.id, nobody] },
    });
    expect(reply.body).toEqual({
      items: [
        { playerId: player.id, tier: 'bronze', claims: 1, activeClaims: 1, bonusMinor: 700 },
        { playerId: nobody, tier: 'bronze', claims: 0, activeClaims: 0, bonusMinor: 0 },
      ],
    });
  });
});
