/** Cost control: the cost that one operator may allow alone on a day, and changes that wait for a second operator. */
import { asOperator, problemOf } from '@fairline/chassis/testing';
import { common } from '@fairline/proto/contract';
import type { OperatorPromotion, PromotionChange } from '@fairline/proto/promotions/desk';
import { deskRefusals } from '@fairline/proto/promotions/desk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk } from '../testing-desk.ts';

let desk: Desk;
beforeAll(async () => {
  // Two of the promotions that this test creates, 5,000.00 each, reach the limit.
  desk = await Desk.open({ PROMOTION_COST_LIMIT_MINOR: '1000000' });
});
afterAll(() => desk.close());

const create = (as = desk.operator(), changes: Parameters<Desk['form']>[0] = {}, at: 0 | 1 = 0) =>
  desk.call('POST', '/api/admin/promotions', { as, body: desk.form(changes), at });
const change = (id: string, body: unknown, as = desk.operator()) =>
  desk.call('PATCH', `/api/admin/promotions/${id}`, { as, body });
const approve = (id: string, as = desk.operator(), at: 0 | 1 = 0) =>
  desk.call('POST', `/api/admin/promotions/changes/${id}/approve`, { as, at });
const reject = (id: string, as = desk.operator(), reason = 'Too much') =>
  desk.call('POST', `/api/admin/promotions/changes/${id}/reject`, { as, body: { reason } });
const changes = async (as = desk.operator(), query = '') =>
  ((await desk.get(`/api/admin/promotions/changes${query}`, as)).body as unknown as { items: PromotionChange[] }).items;

/** A promotion that waits, and who requested it. */
async function waiting(form: Parameters<Desk['form']>[0] = { maxClaims: 1_000 }) {
  const requester = desk.operator();
  const { status, body } = await create(requester, form);
  expect(status).toBe(202);
  return { requester, changeId: (body as { changeId: string }).changeId };
}

describe('without demo mode', () => {
  it('the seeds are drafts, and activating one whose cost nobody allowed needs a second operator', async () => {
    const seeds = (
      (await desk.get('/api/admin/promotions?status=draft', desk.operator())).body as unknown as {
        items: OperatorPromotion[];
      }
    ).items;
    expect(seeds).toHaveLength(5);
    expect((await desk.get('/api/promotions', await desk.player())).body).toEqual({ items: [] });
    const [welcome] = seeds;
    const reply = await change(welcome?.id ?? '', { status: 'active' });
    expect(reply.status).toBe(202);
    const { changeId } = reply.body as { changeId: string };
    expect((await approve(changeId)).body).toMatchObject({ status: 'active', id: welcome?.id });
  });
});

describe('a day of one operator', () => {
  it('lets small promotions pass until together they reach the limit', async () => {
    const operator = desk.operator();
    expect((await create(operator)).status).toBe(201);
    expect((await create(operator, { maxClaims: 99 })).status).toBe(201);
    expect((await create(operator, { maxClaims: 1 })).status).toBe(202);
    expect((await create(desk.operator(), { maxClaims: 199 })).status).toBe(201);
  });

  it('counts at most the limit of many at once, over two instances', async () => {
    const operator = desk.operator();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) => create(operator, { maxClaims: 60 }, at % 2 === 0 ? 0 : 1)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(9);
  });

  it('begins anew at midnight, UTC', async () => {
    const operator = desk.operator();
    expect((await create(operator, { maxClaims: 199 })).status).toBe(201);
    expect((await create({ ...operator, provenAt: desk.clock.now().toISOString() }, { maxClaims: 1 })).status).toBe(
      202,
    );
    desk.clock.set(new Date('2026-03-11T00:00:00.000Z'));
    expect((await create({ ...operator, provenAt: desk.clock.now().toISOString() }, { maxClaims: 199 })).status).toBe(
      201,
    );
  });

  it('counts what an edit adds, not what was allowed before', async () => {
    const operator = desk.operator();
    const { id } = (await create(operator)).body as { id: string };
    expect((await change(id, { maxClaims: 10 }, operator)).status).toBe(200);
    expect((await change(id, { maxClaims: 100 }, operator)).status).toBe(200);
    expect((await change(id, { maxClaims: 199 }, operator)).status).toBe(200);
    expect((await change(id, { maxClaims: 200 }, operator)).status).toBe(202);
  });

  it('never allows a cost without a bound alone', async () => {
    const { maxClaims: _places, ...unbounded } = desk.form();
    expect((await desk.call('POST', '/api/admin/promotions', { as: desk.operator(), body: unbounded })).status).toBe(
      202,
    );
    expect(
      (
        await create(desk.operator(), {
          type: 'loyalty_points',
          reward: { type: 'percentage', value: 1, currency: 'USD', wageringFactor: 0 },
        })
      ).status,
    ).toBe(202);
  });

  it('takes the approval of a cost without a bound for its terms only', async () => {
    const { changeId } = await waiting({
      type: 'loyalty_points',
      reward: { type: 'percentage', value: 1, currency: 'USD', wageringFactor: 0 },
    });
    const { id } = (await approve(changeId)).body as { id: string };
    expect((await change(id, { name: 'Points' })).status).toBe(200);
    expect(
      (await change(id, { type: 'deposit_bonus', reward: { type: 'percentage', value: 1_000, currency: 'USD' } }))
        .status,
    ).toBe(202);
  });

  it('marks what came near the limit in the audit log', async () => {
    const operator = desk.operator();
    await create(operator, { maxClaims: 185 });
    const acted = (await desk.published('OperatorActed')).find(({ operatorId }) => operatorId === operator.id);
    expect(acted).toMatchObject({ action: 'promotion.create', after: { flagged: true } });
  });
});

describe('a change that waits', () => {
  it('is listed with all that was requested, and becomes exactly that', async () => {
    const { requester, changeId } = await waiting({ name: 'Large', maxClaims: 1_000 });
    const shown = (await changes(desk.operator(), '?status=pending')).find((one) => one.changeId === changeId);
    expect(shown).toMatchObject({
      name: 'Large',
      worstCostMinor: 5_000_000,
      requestedBy: requester.id,
      mayApprove: true,
      promotion: desk.form({ name: 'Large', maxClaims: 1_000 }),
    });
    expect((await changes(requester)).find((one) => one.changeId === changeId)?.mayApprove).toBe(false);
    expect((await changes(asOperator('auditor'))).find((one) => one.changeId === changeId)?.mayApprove).toBe(false);
    const second = desk.operator();
    const approved = await approve(changeId, second);
    expect(approved.status).toBe(200);
    const { maxClaims: _places, ...form } = desk.form({ name: 'Large' });
    expect(approved.body).toMatchObject({ ...form, createdBy: requester.id, usage: { maxClaims: 1_000 } });
    expect((await approve(changeId, second, 1)).body).toEqual(approved.body);
    expect((await changes()).find((one) => one.changeId === changeId)).toMatchObject({
      status: 'approved',
      decidedBy: second.id,
      promotionId: (approved.body as { id: string }).id,
    });
  });

  it.each<[string, (requester: ReturnType<Desk['operator']>) => Partial<ReturnType<Desk['operator']>>]>([
    ['who requested it', ({ id }) => ({ id })],
    ['who was activated after the request', () => ({ activatedAt: '2027-01-01T00:00:00.000Z' })],
    [
      'whom the requester invited today',
      ({ id }) => ({ invitedBy: id, activatedAt: new Date(desk.clock.now().getTime() - 3_600_000).toISOString() }),
    ],
    ['whose access the requester reset today', ({ id }) => ({ resetBy: id, resetAt: desk.clock.now().toISOString() })],
  ])('is not approved by an operator %s', async (_name, of) => {
    const { requester, changeId } = await waiting();
    const reply = await approve(changeId, desk.operator(of(requester)));
    expect(problemOf(reply)).toMatchObject({ status: 403, code: common.secondOperatorNeeded.code });
    expect((await changes()).find((one) => one.changeId === changeId)?.status).toBe('pending');
  });

  it('is decided once, by whoever is first', async () => {
    const { changeId } = await waiting();
    const replies = await Promise.all([
      approve(changeId, desk.operator(), 0),
      approve(changeId, desk.operator(), 1),
      reject(changeId),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const lost of replies.filter(({ status }) => status !== 200))
      expect(problemOf(lost)).toMatchObject({ status: 409, code: deskRefusals.alreadyDecided.code });
  });

  it('needs a fresh proof, a reason to reject, and may be withdrawn by its requester', async () => {
    const { requester, changeId } = await waiting();
    expect(problemOf(await approve(changeId, asOperator('finance'))).code).toBe(common.stepUpRequired.code);
    expect((await reject(changeId, desk.operator(), ' ')).status).toBe(400);
    expect(problemOf(await reject(changeId, desk.operator(), 'See 4111111111111111')).code).toBe(
      common.cardNumber.code,
    );
    expect((await reject(changeId, requester, 'A typing error')).body).toMatchObject({
      status: 'rejected',
      rejectionReason: 'A typing error',
      decidedBy: requester.id,
    });
    expect(problemOf(await approve('019aa1c8-7f00-7000-8000-00000000ffff')).code).toBe(common.notFound.code);
  });

  it('blocks other edits of its promotion, but neither pausing nor ending', async () => {
    const { id } = await desk.promotion({ maxClaims: 10 });
    const requested = await change(id, { maxClaims: 5_000 });
    const { changeId } = requested.body as { changeId: string };
    expect(problemOf(await change(id, { name: 'Other' })).code).toBe(deskRefusals.changeWaits.code);
    expect(problemOf(await change(id, { maxClaims: 6_000 })).code).toBe(deskRefusals.changeWaits.code);
    expect((await change(id, { status: 'paused' })).body).toMatchObject({ status: 'paused', changeId });
    const approved = (await approve(changeId)).body as OperatorPromotion;
    expect(approved).toMatchObject({ status: 'paused', usage: { maxClaims: 5_000 } });
    expect(approved.changeId).toBeUndefined();
  });

  it('is refused on approval where the promotion ended, was claimed or is out of its time', async () => {
    const ended = await desk.promotion({ maxClaims: 10 });
    const { changeId: ofEnded } = (await change(ended.id, { maxClaims: 5_000 })).body as { changeId: string };
    await change(ended.id, { status: 'expired' });
    expect(problemOf(await approve(ofEnded)).code).toBe(deskRefusals.ended.code);
    const claimed = await desk.promotion({ maxClaims: 10 });
    const { changeId: ofClaimed } = (
      await change(claimed.id, { reward: { ...desk.form().reward, maxAmountMinor: 900_000 } })
    ).body as { changeId: string };
    await desk.claim({ promotionId: claimed.id, type: 'deposit_bonus', claimedAt: desk.clock.now() });
    expect(problemOf(await approve(ofClaimed)).code).toBe(deskRefusals.termsFixed.code);
    expect((await reject(ofClaimed)).status).toBe(200);
    const { changeId: late } = await waiting({
      maxClaims: 1_000,
      endsAt: new Date(desk.clock.now().getTime() + 1_000).toISOString(),
    });
    desk.clock.advance(1_000);
    expect(problemOf(await approve(late)).code).toBe(deskRefusals.period.code);
  });
});
