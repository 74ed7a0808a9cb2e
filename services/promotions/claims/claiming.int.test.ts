/** Claims of promotions at two instances: each refusal, persons with several accounts, and many players who claim few places. */

import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { asPlayer, problemOf } from '@fairline/chassis/testing';
import { dayMs } from '@fairline/proto/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const whyOf = (reply: { body: unknown }) => problemOf(reply).params?.why;
const at = (ms: number) => new Date(stage.clock.now().getTime() + ms).toISOString();

describe('a claim', () => {
  it('of a deposit bonus waits for a deposit, and is listed with its terms', async () => {
    const promotionId = await stage.promotion({ eligibility: { minDepositMinor: 2_000 } });
    const as = asPlayer();
    const claim = await stage.claimed(promotionId, as);
    expect(claim).toMatchObject({
      promotionId,
      name: 'Match',
      type: 'deposit_bonus',
      status: 'claimed',
      waitingFor: 'deposit',
      minDepositMinor: 2_000,
      bonusMinor: 0,
    });
    expect(claim).toMatchObject({ claimedAt: at(0), expiresAt: at(30 * dayMs), currency: 'USD', jurisdiction: 'open' });
    expect(await stage.read(claim)).toEqual({ ...claim, as: undefined });
    expect(await stage.published(claim.id)).toEqual([
      [
        'PromotionClaimed',
        {
          claimId: claim.id,
          promotionId,
          playerId: as.id,
          type: 'deposit_bonus',
          currency: 'USD',
          waitingFor: 'deposit',
        },
      ],
    ]);
    expect(await stage.sql('select claimed from promotions where id = $1', [promotionId])).toEqual([{ claimed: 1 }]);
  });

  it.each<[string, string, number, () => Promise<string> | string]>([
    ['unknown', 'not_found', 404, () => randomUUIDv7()],
    ['no id at all', 'not_found', 404, () => '__proto__'],
    ['a draft', 'promotion_not_active', 409, () => stage.promotion({ status: 'draft' })],
    ['paused', 'promotion_not_active', 409, () => stage.promotion({ status: 'paused' })],
    ['not begun', 'promotion_not_active', 409, () => stage.promotion({ startsAt: at(1) })],
    ['over', 'promotion_not_active', 409, () => stage.promotion({ endsAt: at(0) })],
  ])('of a promotion that is %s is refused %s', async (_name, code, status, promotion) => {
    const reply = await stage.claim(await promotion());
    expect([codeOf(reply), reply.status]).toEqual([code, status]);
  });

  it('is made once: a repeat of its key returns it, another key is refused, also at once', async () => {
    const [promotionId, as, key] = [await stage.promotion(), asPlayer(), randomUUID()];
    const first = await stage.claim(promotionId, { as, key });
    expect((await stage.claim(promotionId, { as, key, at: 1 })).body).toEqual(first.body);
    expect(codeOf(await stage.claim(promotionId, { as }))).toBe('promotion_already_claimed');
    const other = asPlayer();
    const replies = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((instance) => stage.claim(promotionId, { as: other, at: instance })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await stage.sql('select claimed from promotions where id = $1', [promotionId])).toEqual([{ claimed: 2 }]);
  });

  it('is refused as already claimed before it is refused as full', async () => {
    const promotionId = await stage.promotion({ maxClaims: 1 });
    const claim = await stage.claimed(promotionId);
    expect(codeOf(await stage.claim(promotionId, { as: claim.as }))).toBe('promotion_already_claimed');
    expect(codeOf(await stage.claim(promotionId))).toBe('promotion_fully_claimed');
  });

  it.each<[string, (id: string) => void, Parameters<Stage['promotion']>[0]]>([
    ['play_money', (id) => stage.peers.persons.set(id, { demo: true }), {}],
    ['not_playing', (id) => stage.peers.persons.set(id, { status: 'suspended' }), {}],
    ['excluded', (id) => stage.peers.eligible.set(id, { mayPlay: false }), {}],
    ['limit_reached', (id) => stage.peers.eligible.set(id, { limitReached: true }), {}],
    ['country', (id) => stage.peers.persons.set(id, { country: 'DE' }), { eligibility: { countries: ['US'] } }],
    [
      'new_users_only',
      (id) => stage.peers.eligible.set(id, { approvedDeposits: 1 }),
      { eligibility: { newUsersOnly: true } },
    ],
    ['verification', () => undefined, { eligibility: { minTier: 'bronze' } }],
    ['tier', (id) => stage.peers.persons.set(id, { level: 'verified' }), { eligibility: { minTier: 'silver' } }],
    ['bonus_active', (id) => stage.peers.eligible.set(id, { activeClaimId: randomUUIDv7() }), {}],
  ])('is refused as not eligible: %s', async (why, prepare, changes) => {
    const as = asPlayer();
    prepare(as.id);
    const reply = await stage.claim(await stage.promotion(changes), { as });
    expect([reply.status, codeOf(reply), whyOf(reply)]).toEqual([403, 'not_eligible', why]);
  });

  it('of a second wagering bonus is refused while the first is open; a free bet is not', async () => {
    const [as, first, second, free] = [
      asPlayer(),
      await stage.promotion(),
      await stage.promotion({ type: 'welcome_bonus' }),
      await stage.freeBet(),
    ];
    const replies = await Promise.all([stage.claim(first, { as }), stage.claim(second, { as, at: 1 })]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 403]);
    expect(whyOf(replies.find(({ status }) => status === 403) as never)).toBe('bonus_active');
    expect((await stage.claim(free, { as })).status).toBe(201);
  });

  it('of a second cashback is refused while the first runs, also for concurrent claims', async () => {
    const cashback = () => stage.promotion({ type: 'cashback', reward: { value: 10 } });
    const [first, second, as] = [await cashback(), await cashback(), asPlayer()];
    const replies = await Promise.all([stage.claim(first, { as }), stage.claim(second, { as, at: 1 })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(replies.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'not_eligible',
      params: { why: 'bonus_active' },
    });
    const { body } = await stage.call('GET', '/api/promotions', { as });
    const open = (body as { items: { id: string; claimed?: true; why?: string }[] }).items.filter(
      ({ id }) => id === first || id === second,
    );
    expect(open.filter(({ claimed }) => !claimed).map(({ why }) => why)).toEqual(['bonus_active']);
  });

  it('is refused while auth or wallet does not reply; the same key works later', async () => {
    const [promotionId, as, key] = [await stage.promotion(), asPlayer(), randomUUID()];
    for (const verb of ['person', 'bonusEligibility']) {
      stage.peers.unanswered.set(verb, 'before');
      const reply = await stage.claim(promotionId, { as, key });
      stage.peers.unanswered.delete(verb);
      expect([reply.status, codeOf(reply)]).toEqual([503, 'unavailable']);
    }
    expect(await stage.sql('select from claims where promotion_id = $1', [promotionId])).toEqual([]);
    expect((await stage.claim(promotionId, { as, key })).status).toBe(201);
  });

  it('under gb has its factor bounded and its bonus on sports alone', async () => {
    const as = asPlayer();
    stage.peers.persons.set(as.id, { country: 'GB', jurisdiction: 'gb' });
    const claim = await stage.wagering({ reward: { wageringFactor: 30 } }, as);
    expect(claim).toMatchObject({ jurisdiction: 'gb', bonusMinor: 10_000, wageringRequiredMinor: 100_000 });
    expect(stage.peers.grants.get(claim.id)).toMatchObject({ products: ['sports'], maxStakeMinor: 500 });
  });
});

describe('one person with several accounts', () => {
  const account = (...keys: [kind: 'mailbox' | 'device' | 'person', key: string][]) => {
    const as = asPlayer();
    stage.peers.persons.set(as.id, { personKeys: keys.map(([kind, key]) => ({ kind, key })) });
    return as;
  };

  it.each(['mailbox', 'person'] as const)('claims once: a shared %s is refused, also at once', async (kind) => {
    const promotionId = await stage.promotion();
    const key = randomUUID();
    const replies = await Promise.all(
      [0, 1, 0].map((instance) => stage.claim(promotionId, { as: account([kind, key]), at: instance })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
    expect(new Set(replies.map(whyOf))).toEqual(new Set([undefined, 'claimed_by_person']));
    expect(await stage.sql('select claimed from promotions where id = $1', [promotionId])).toEqual([{ claimed: 1 }]);
    expect((await stage.claim(await stage.promotion(), { as: account([kind, key]) })).status).toBe(201);
  });

  it('shares a device: the second claim waits for an operator, also at once', async () => {
    const promotionId = await stage.promotion();
    const key = randomUUID();
    const replies = await Promise.all(
      [0, 1, 0].map((instance) => stage.claim(promotionId, { as: account(['device', key]), at: instance })),
    );
    expect(replies.map(({ body }) => (body as { waitingFor: string }).waitingFor).toSorted()).toEqual([
      'deposit',
      'operator',
      'operator',
    ]);
  });

  it('is no new user where another of the accounts deposited', async () => {
    const key = randomUUID();
    const first = account(['person', key]);
    await stage.claimed(await stage.promotion(), first);
    await stage.deposit(first, 1_000);
    await stage.settled();
    const reply = await stage.claim(await stage.promotion({ eligibility: { newUsersOnly: true } }), {
      as: account(['person', key]),
    });
    expect(whyOf(reply)).toBe('new_users_only');
  });
});

it('gives 25 places to exactly 25 of 200 who claim at once at two instances', async () => {
  const promotionId = await stage.promotion({ maxClaims: 25 });
  const replies = await Promise.all(Array.from({ length: 200 }, (_, at) => stage.claim(promotionId, { at: at % 2 })));
  const codes = Map.groupBy(replies, (reply) => codeOf(reply) ?? 'claimed');
  expect(codes.get('claimed')).toHaveLength(25);
  expect(codes.get('promotion_fully_claimed')).toHaveLength(175);
  expect(
    await stage.sql(
      'select claimed, (select count(*)::int from claims where promotion_id = $1) as rows from promotions where id = $1',
      [promotionId],
    ),
  ).toEqual([{ claimed: 25, rows: 25 }]);
});

it('lists only the claims of the player, newest first, and cancels no other', async () => {
  const [as, other] = [asPlayer(), asPlayer()];
  const first = await stage.claimed(await stage.freeBet(), as);
  const second = await stage.claimed(await stage.freeBet(), as);
  const { body } = await stage.call('GET', '/api/promotions/claims', { as });
  expect((body as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(((await stage.call('GET', '/api/promotions/claims', { as: other })).body as { items: [] }).items).toEqual([]);
  expect(codeOf(await stage.cancel({ id: first.id, as: other }))).toBe('not_found');
  expect(codeOf(await stage.cancel({ id: randomUUIDv7(), as }))).toBe('not_found');
});
