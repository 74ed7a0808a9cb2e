/** The promotions on a player's page: which are shown, whether they may be claimed, and if not, why. */
import { randomUUID } from 'node:crypto';
import { asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { common } from '@fairline/proto/contract';
import { claimRefusals } from '@fairline/proto/promotions/claims';
import type { OfferedPromotion } from '@fairline/proto/promotions/offers';
import { harmEvents } from '@fairline/proto/risk/harm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Desk } from '../testing-desk.ts';
import { seedPromotions } from './commands.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open({ FAIRLINE_DEMO: '1', PROMOTION_COST_LIMIT_MINOR: '9000000000' });
});
afterAll(() => desk.close());
beforeEach(async () => {
  desk.wallet.isDown = false;
  await desk.world.db.query(`update promotions set status = 'paused'`);
});

type Player = Awaited<ReturnType<Desk['player']>>;
const offersTo = async (as: Player, at: 0 | 1 = 0) =>
  ((await desk.get('/api/promotions', as, at)).body as unknown as { items: OfferedPromotion[] }).items;
const none = { newUsersOnly: false, countries: [], sports: [] };

it('shows running promotions only', async () => {
  const player = await desk.player();
  const now = desk.clock.now().getTime();
  const running = await desk.promotion({ name: 'Running' });
  await desk.promotion({ status: 'draft' });
  await desk.promotion({ startsAt: new Date(now + 1_000).toISOString() });
  await desk.promotion({ endsAt: new Date(now + 1_000).toISOString(), name: 'Short' });
  expect((await offersTo(player)).map(({ name }) => name)).toEqual(['Short', 'Running']);
  desk.clock.advance(1_000);
  const shown = await offersTo(player);
  expect(shown.map(({ name }) => name)).toEqual(['Spring match', 'Running']);
  expect(shown[1]).toMatchObject({
    id: running.id,
    eligible: true,
    usage: { claimed: 0, redeemed: 0, valueMinor: 0, maxClaims: 100 },
  });
  expect(shown[1]).not.toHaveProperty('createdBy');
});

it('marks what the player claimed', async () => {
  const player = await desk.player();
  const { id } = await desk.promotion();
  await desk.claim({ promotionId: id, playerId: player.id, type: 'deposit_bonus', claimedAt: desk.clock.now() });
  const [promotion] = await offersTo(player);
  expect(promotion).toMatchObject({ id, claimed: true });
  expect(promotion).not.toHaveProperty('eligible');
});

it.each<[string, Parameters<Desk['form']>[0], Parameters<Desk['player']>[0], string | undefined]>([
  ['country', { eligibility: { ...none, countries: ['GB'] } }, { country: 'US' }, 'country'],
  ['country that fits', { eligibility: { ...none, countries: ['GB'] } }, { country: 'GB' }, undefined],
  ['tier of a player who is not verified', { eligibility: { ...none, minTier: 'silver' } }, {}, 'verification'],
  ['tier', { eligibility: { ...none, minTier: 'silver' } }, { level: 'verified' }, 'tier'],
  ['demo', {}, { demo: true }, 'play_money'],
])('gives the reason: %s', async (_name, form, changes, why) => {
  await desk.promotion(form);
  const [promotion] = await offersTo(await desk.player(changes));
  expect([promotion?.eligible, promotion?.why]).toEqual([why === undefined, why]);
});

it('offers a promotion until its last place is taken', async () => {
  const [first, second] = [await desk.player(), await desk.player()];
  const { id } = await desk.promotion({ maxClaims: 1 });
  const offered = async (as: Player, at: 0 | 1) =>
    (await offersTo(as, at)).map(({ claimed, eligible, why, fullyClaimed }) => ({
      claimed,
      eligible,
      why,
      fullyClaimed,
    }));
  expect(await offered(second, 1)).toEqual([{ eligible: true }]);
  const claim = (as: Player) =>
    desk.world.call(desk.instances[1]?.httpUrl ?? '', 'POST', `/api/promotions/${id}/claim`, {
      as,
      key: randomUUID(),
      body: {},
    });
  expect((await claim(first)).status).toBe(201);
  for (const at of [0, 1] as const) {
    expect(await offered(second, at)).toEqual([{ eligible: false, fullyClaimed: true }]);
    expect(await offered(first, at)).toEqual([{ claimed: true }]);
  }
  expect(problemOf(await claim(second))).toMatchObject({ status: 409, code: claimRefusals.fullyClaimed.code });
  await desk.world.db.query('update promotions set max_claims = 2 where id = $1', [id]);
  expect(await offered(second, 0)).toEqual([{ eligible: true }]);
});

it('offers and gives nothing to a player at risk, by the newest score', async () => {
  const player = await desk.player();
  const { id } = await desk.promotion();
  const score = (version: number, isAtRisk: boolean) =>
    desk.world.publish(harmEvents.harmScoreChanged.subject, player.id, version, {
      playerId: player.id,
      score: isAtRisk ? 60 : 10,
      isAtRisk,
      reasons: [],
    });
  await score(2, true);
  await score(1, false);
  await eventually(
    () => offersTo(player),
    ({ length }) => length === 0,
  );
  const claim = () =>
    desk.world.call(desk.instances[0]?.httpUrl ?? '', 'POST', `/api/promotions/${id}/claim`, {
      as: player,
      key: randomUUID(),
      body: {},
    });
  const refused = await claim();
  expect([refused.status, problemOf(refused)]).toMatchObject([
    403,
    { code: claimRefusals.notEligible.code, params: { why: 'no_bonus' } },
  ]);
  await score(3, false);
  await eventually(
    () => offersTo(player),
    ({ length }) => length === 1,
  );
});

it('counts deposits by wallet', async () => {
  const player = await desk.player();
  await desk.promotion({ type: 'welcome_bonus' });
  desk.wallet.eligibility.set(player.id, { approvedDeposits: 1 });
  expect((await offersTo(player))[0]).toMatchObject({ eligible: false, why: 'new_users_only' });
});

it.each([
  ['excluded', { mayPlay: false }, {}],
  ['at a limit of their own', { limitReached: true }, {}],
  ['suspended', {}, { status: 'suspended' }],
])('offers nothing to a player who is %s', async (_name, eligibility, changes) => {
  const player = await desk.player(changes);
  const [claimed] = [await desk.promotion({ name: 'Claimed before' }), await desk.promotion()];
  await desk.claim({
    promotionId: claimed.id,
    playerId: player.id,
    type: 'deposit_bonus',
    claimedAt: desk.clock.now(),
  });
  desk.wallet.eligibility.set(player.id, eligibility);
  expect((await offersTo(player)).map(({ name }) => name)).toEqual(['Claimed before']);
});

it('offers nothing while wallet does not reply, for only wallet knows who is excluded', async () => {
  await desk.promotion();
  desk.wallet.isDown = true;
  expect(problemOf(await desk.get('/api/promotions', await desk.player())).code).toBe(common.unavailable.code);
});

it('asks auth about a player of an older installation', async () => {
  await desk.promotion({ eligibility: { ...none, countries: ['US'] } });
  expect((await offersTo(asPlayer()))[0]).toMatchObject({ eligible: true });
});

it('does not seed again what operators ended', async () => {
  const end = { as: desk.operator(), body: { status: 'expired' } };
  const seed = '019aa1c8-7f00-7000-8000-000000000a05';
  expect((await desk.call('PATCH', `/api/admin/promotions/${seed}`, end)).status).toBe(200);
  await seedPromotions(desk.context, true);
  const { rows } = await desk.world.db.query('select status from promotions where id = $1', [seed]);
  expect(rows).toEqual([{ status: 'expired' }]);
});

it('earns points from the events of betting and casino, duplicated and reordered', async () => {
  const player = await desk.player();
  const bet = {
    betId: crypto.randomUUID(),
    playerId: player.id,
    currency: 'EUR',
    stakeMinor: 100_000,
    dueMinor: 0,
    status: 'lost',
    book: 'real',
  };
  const wager = { placedAt: desk.clock.now().toISOString(), oddsMilli: 2_000, sports: ['football'] };
  const settled = { ...bet, version: 3, wager };
  const eventId = crypto.randomUUID();
  await desk.world.publish('evt.betting.BetSettled.v1', bet.betId, 3, settled, eventId);
  await desk.world.publish('evt.betting.BetSettled.v1', bet.betId, 3, settled, eventId);
  await desk.world.publish('evt.betting.BetSettled.v1', bet.betId, 3, settled);
  const free = {
    ...bet,
    betId: crypto.randomUUID(),
    version: 3,
    wager: { ...wager, freeBetClaimId: crypto.randomUUID() },
  };
  await desk.world.publish('evt.betting.BetSettled.v1', free.betId, 3, free);
  const play = { ...bet, betId: crypto.randomUUID(), version: 3, wager, book: 'play' };
  await desk.world.publish('evt.betting.BetSettled.v1', play.betId, 3, play);
  const round = {
    roundId: crypto.randomUUID(),
    playerId: player.id,
    gameId: 'mega-fortune-slots',
    gameVersion: 1,
    currency: 'EUR',
    status: 'settled',
  };
  const played = { ...round, wagerMinor: 5_000, payoutMinor: 0, jurisdiction: 'open', book: 'real' };
  await desk.world.publish('evt.casino.RoundSettled.v1', round.roundId, 1, played);
  const points = async () =>
    ((await desk.get('/api/promotions/points', player)).body as unknown as { balance: number }).balance;
  await eventually(points, (balance) => balance === 105);
  // A void that overtakes a correction: only the newest version counts.
  await desk.world.publish('evt.betting.BetResettled.v1', bet.betId, 5, {
    ...settled,
    version: 5,
    status: 'void',
    dueMinor: 100_000,
  });
  await desk.world.publish('evt.betting.BetResettled.v1', bet.betId, 4, {
    ...settled,
    version: 4,
    status: 'won',
    dueMinor: 200_000,
  });
  await desk.world.publish('evt.casino.RoundSettled.v1', round.roundId, 2, { ...played, status: 'void' });
  await eventually(points, (balance) => balance === 0);
});
