/** Points on real servers: earned once from repeated and reordered events, redeemed by many calls at once, expired after 365 days. */
import { randomUUID } from 'node:crypto';
import { asOperator, eventually, problemOf } from '@fairline/chassis/testing';
import { common, Refusal } from '@fairline/proto/contract';
import { loyaltyRefusals, type Points } from '@fairline/proto/promotions/loyalty';
import { grantRefusals } from '@fairline/proto/wallet/grants';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Desk } from '../testing-desk.ts';
import { earnPoints, giveBonusPoints, type SettledStake } from './commands.ts';

type Player = Awaited<ReturnType<Desk['player']>>;

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open({ FAIRLINE_DEMO: '1' });
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.wallet.manner = 'pays';
  desk.wallet.isDown = false;
});

const stake = (playerId: string, changes: Partial<SettledStake> = {}): SettledStake => ({
  stakeId: randomUUID(),
  playerId,
  product: 'sports',
  stakeMinor: 100_000,
  version: 1,
  ...changes,
});
const earn = (...stakes: SettledStake[]) => desk.context.db.tx((tx) => earnPoints(tx, stakes, desk.clock.now()));
const pointsOf = async (as: Player, query = '') =>
  (await desk.get(`/api/promotions/points${query}`, as)).body as unknown as Points;
const redeem = (as: Player, points: number, key = randomUUID(), at: 0 | 1 = 0) =>
  desk.call('POST', '/api/promotions/points/redeem', { as, key, at, body: { points } });

/** The ledger of a player adds up to the balance, row by row. */
async function checkLedger(playerId: string): Promise<void> {
  const { rows } = await desk.world.db.query(
    'select points::int, balance_after::int as after from points_entries where player_id = $1 order by id',
    [playerId],
  );
  let sum = 0;
  for (const { points, after } of rows) {
    sum += points;
    expect(after).toBe(sum);
  }
  const account = await desk.world.db.query('select balance::int from points_accounts where player_id = $1', [
    playerId,
  ]);
  expect(account.rows[0]?.balance ?? 0).toBe(sum);
}

describe('earning', () => {
  it('gives points by product, and carries what is left', async () => {
    const player = await desk.player();
    await earn(stake(player.id, { stakeMinor: 2_500 }), stake(player.id, { product: 'table', stakeMinor: 25_000 }));
    expect(await pointsOf(player)).toMatchObject({
      balance: 5,
      earned: 5,
      tier: 'bronze',
      next: { tier: 'silver', points: 1_000 },
      worthMinor: 0,
      currency: 'EUR',
    });
    for (let at = 0; at < 10; at++) await earn(stake(player.id, { product: 'slots', stakeMinor: 100 }));
    expect((await pointsOf(player)).balance).toBe(6);
    await checkLedger(player.id);
  });

  it('counts each stake once, duplicated, reordered, and on two instances at once', async () => {
    const player = await desk.player();
    const given = stake(player.id);
    const [voided, settledAgain] = [
      { ...given, version: 3, stakeMinor: 0 },
      { ...given, version: 4 },
    ];
    await Promise.all([earn(given, given), earn(given)]);
    expect((await pointsOf(player)).balance).toBe(100);
    await earn(voided);
    await earn(given);
    expect(await pointsOf(player)).toMatchObject({ balance: 0, earned: 0 });
    await earn(settledAgain, voided);
    await earn(voided);
    expect((await pointsOf(player)).entries.map(({ kind, points }) => [kind, points])).toEqual([
      ['earned', 100],
      ['reversed', -100],
      ['earned', 100],
    ]);
    await checkLedger(player.id);
  });

  it('earns the same for many players in one batch as one by one', async () => {
    const players = await Promise.all(Array.from({ length: 30 }, () => desk.player()));
    const stakes = Array.from({ length: 256 }, (_, at) =>
      stake(players[at % 30]?.id ?? '', { stakeMinor: 1_000 + at, product: at % 2 ? 'slots' : 'lottery' }),
    );
    await Promise.all([earn(...stakes), earn(...stakes.toReversed())]);
    const { rows } = await desk.world.db.query(
      'select sum(balance * 1000000 + carry_micro)::bigint as micro from points_accounts where player_id = any ($1)',
      [players.map(({ id }) => id)],
    );
    expect(Number(rows[0]?.micro)).toBe(stakes.reduce((sum, { stakeMinor }) => sum + stakeMinor * 1_000, 0));
    for (const { id } of players) await checkLedger(id);
  });

  it('takes back points that were spent from later ones, never below zero', async () => {
    const player = await desk.player();
    const given = stake(player.id, { stakeMinor: 100_000 });
    await earn(given);
    expect((await redeem(player, 100)).status).toBe(201);
    await earn({ ...given, version: 2, stakeMinor: 0 });
    expect((await pointsOf(player)).balance).toBe(0);
    await earn(stake(player.id, { stakeMinor: 150_000 }));
    expect((await pointsOf(player)).balance).toBe(50);
    await checkLedger(player.id);
  });

  it('lifts no tier of a player at risk and is not redeemed until they are none; the points stay', async () => {
    const player = await desk.player();
    const atRisk = (is: boolean) =>
      desk.world.db.query(
        `insert into harm_scores (player_id, version, is_at_risk) values ($1, 1, $2) on conflict (player_id) do update set is_at_risk = excluded.is_at_risk`,
        [player.id, is],
      );
    await atRisk(true);
    await earn(stake(player.id, { stakeMinor: 100_000_000 }));
    expect(await pointsOf(player)).toMatchObject({ tier: 'bronze', balance: 100_000, isPaused: true });
    expect(await desk.published('TierChanged')).not.toContainEqual(expect.objectContaining({ playerId: player.id }));
    const refused = await redeem(player, 100);
    expect([refused.status, problemOf(refused).code]).toEqual([422, loyaltyRefusals.paused.code]);
    expect((await pointsOf(player)).balance).toBe(100_000);
    await atRisk(false);
    await earn(stake(player.id));
    const points = await pointsOf(player);
    expect([points.tier !== 'bronze', points.isPaused]).toEqual([true, undefined]);
    expect((await redeem(player, 100)).status).toBe(201);
    await checkLedger(player.id);
  });

  it('earns more under a loyalty promotion, and takes back as much', async () => {
    const player = await desk.player();
    const reward = { type: 'percentage' as const, value: 50, currency: 'USD' as const, wageringFactor: 0 };
    const seed = await desk.world.db.query(`select id from promotions where type = 'loyalty_points'`);
    await desk.world.db.query('update promotions set reward = $2 where id = $1', [
      seed.rows[0]?.id,
      JSON.stringify(reward),
    ]);
    await desk.claim({
      promotionId: seed.rows[0]?.id,
      playerId: player.id,
      type: 'loyalty_points',
      claimedAt: desk.clock.now(),
    });
    const given = stake(player.id);
    await earn(given);
    expect((await pointsOf(player)).balance).toBe(150);
    await desk.world.db.query(`update claims set status = 'completed', ended_at = now() where player_id = $1`, [
      player.id,
    ]);
    await earn({ ...given, version: 2 });
    expect((await pointsOf(player)).balance).toBe(150);
    await earn({ ...given, version: 3, stakeMinor: 0 });
    expect((await pointsOf(player)).balance).toBe(0);
  });

  it('raises and lowers tiers, published with each change', async () => {
    const player = await desk.player();
    const given = stake(player.id, { stakeMinor: 1_000_000 });
    await earn(given);
    expect((await desk.get(`/api/admin/promotions/players/${player.id}`, asOperator('compliance'))).body).toEqual({
      tier: 'silver',
      balance: 1_000,
      earned: 1_000,
    });
    await earn({ ...given, version: 2, stakeMinor: 0 });
    const changes = (await desk.published('TierChanged')).filter(({ playerId }) => playerId === player.id);
    expect(changes.map(({ from, tier }) => [from, tier])).toEqual([
      ['bronze', 'silver'],
      ['silver', 'bronze'],
    ]);
    const { rows } = await desk.world.db.query('select version::int from outbox where subject = $1 order by version', [
      player.id,
    ]);
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it('gives the points of a claim once, and counts them towards no tier', async () => {
    const player = await desk.player();
    const claimId = randomUUID();
    const give = () =>
      desk.context.db.tx((tx) =>
        giveBonusPoints(tx, { claimId, playerId: player.id, points: 5_000 }, desk.clock.now()),
      );
    await Promise.all([give(), give()]);
    await give();
    expect(await pointsOf(player)).toMatchObject({ balance: 5_000, earned: 0, tier: 'bronze', worthMinor: 5_000 });
  });
});

describe('redeeming', () => {
  it('pays cash under the key of the redemption, and repeats the first outcome', async () => {
    const player = await desk.player();
    await earn(stake(player.id, { stakeMinor: 350_000 }));
    const key = randomUUID();
    const first = await redeem(player, 300, key);
    expect(first).toMatchObject({ status: 201, body: { points: 300, amountMinor: 300, currency: 'EUR' } });
    const { redemptionId } = first.body as { redemptionId: string };
    expect(desk.wallet.paid.get(redemptionId)).toEqual({
      kind: 'cash',
      claimId: redemptionId,
      playerId: player.id,
      currency: 'EUR',
      amountMinor: 300,
      source: 'loyalty',
    });
    const asked = desk.wallet.asked.length;
    expect((await redeem(player, 300, key, 1)).body).toEqual(first.body);
    expect(desk.wallet.asked).toHaveLength(asked);
    expect(problemOf(await redeem(player, 100, key)).code).toBe(common.keyReused.code);
    expect((await pointsOf(player)).balance).toBe(50);
  });

  it.each([
    [150, loyaltyRefusals.pointsStep, { step: 100 }],
    [200, loyaltyRefusals.tooFewPoints, { points: 100 }],
  ])('refuses %i points of 100', async (points, refusal, params) => {
    const player = await desk.player();
    await earn(stake(player.id));
    expect(problemOf(await redeem(player, points))).toMatchObject({ status: 422, code: refusal.code, params });
    expect((await redeem(player, 0)).status).toBe(400);
  });

  it('never spends a point twice: of 60 redemptions at once, those covered by points succeed', async () => {
    const player = await desk.player();
    await earn(stake(player.id, { stakeMinor: 2_050_000 }));
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) => redeem(player, 100, randomUUID(), at % 2 === 0 ? 0 : 1)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const lost of replies.filter(({ status }) => status !== 201))
      expect(problemOf(lost).code).toBe(loyaltyRefusals.tooFewPoints.code);
    expect((await pointsOf(player)).balance).toBe(50);
    expect([...desk.wallet.paid.values()].filter(({ playerId }) => playerId === player.id)).toHaveLength(20);
    await checkLedger(player.id);
  });

  it('returns the points where wallet refuses, once, and the key keeps the refusal', async () => {
    const player = await desk.player();
    await earn(stake(player.id));
    desk.wallet.manner = new Refusal(grantRefusals.notPlaying);
    const key = randomUUID();
    expect(problemOf(await redeem(player, 100, key))).toMatchObject({
      status: 422,
      code: grantRefusals.notPlaying.code,
    });
    desk.wallet.manner = 'pays';
    expect(problemOf(await redeem(player, 100, key)).code).toBe(grantRefusals.notPlaying.code);
    expect((await pointsOf(player)).entries.map(({ kind, points }) => [kind, points])).toEqual([
      ['reversed', 100],
      ['redeemed', -100],
      ['earned', 100],
    ]);
    expect((await pointsOf(player)).expiring?.points).toBe(100);
    expect((await redeem(player, 100)).status).toBe(201);
  });

  it.each([
    ['after the key was forgotten', false],
    ['just before it', true],
  ])('has one outcome where a request without a reply arrives after a refusal, %s', async (_name, paysLate) => {
    const player = await desk.player();
    await earn(stake(player.id));
    desk.wallet.manner = 'does not reply';
    const { redemptionId } = (await redeem(player, 100)).body as { redemptionId: string };
    desk.wallet.manner = new Refusal(grantRefusals.notPlaying);
    desk.wallet.paysLate = paysLate;
    await eventually(async () => {
      desk.clock.advance(10_000);
      const { rows } = await desk.world.db.query('select status from redemptions where id = $1', [redemptionId]);
      return rows[0]?.status === (paysLate ? 'paid' : 'refused');
    });
    desk.wallet.paysLate = false;
    desk.wallet.manner = 'pays';
    expect([desk.wallet.paid.has(redemptionId), desk.wallet.forgotten.has(redemptionId)]).toEqual([
      paysLate,
      !paysLate,
    ]);
    expect((await pointsOf(player)).balance).toBe(paysLate ? 0 : 100);
  });

  it.each(['does not reply', 'pays without a reply'] as const)(
    'pays once in the end where wallet %s',
    async (manner) => {
      const player = await desk.player();
      await earn(stake(player.id));
      desk.wallet.manner = manner;
      const reply = await redeem(player, 100);
      expect(reply.status).toBe(201);
      const { redemptionId } = reply.body as { redemptionId: string };
      desk.wallet.manner = new Refusal(ledgerRefusals.stopped);
      desk.clock.advance(10_000);
      await eventually(() => desk.wallet.asked.filter(({ claimId }) => claimId === redemptionId).length > 1);
      desk.wallet.manner = 'pays';
      await eventually(async () => {
        desk.clock.advance(10_000);
        const { rows } = await desk.world.db.query('select status from redemptions where id = $1', [redemptionId]);
        return rows[0]?.status === 'paid';
      });
      const asked = desk.wallet.asked.filter(({ claimId }) => claimId === redemptionId);
      expect(new Set(asked.map((grant) => JSON.stringify(grant)))).toHaveProperty('size', 1);
      expect((await pointsOf(player)).balance).toBe(0);
    },
  );

  it('takes nothing from a player who may not play, nor while wallet does not reply', async () => {
    const player = await desk.player();
    await earn(stake(player.id));
    desk.wallet.eligibility.set(player.id, { mayPlay: false });
    expect(problemOf(await redeem(player, 100)).code).toBe(grantRefusals.notPlaying.code);
    desk.wallet.eligibility.delete(player.id);
    desk.wallet.isDown = true;
    expect(problemOf(await redeem(player, 100)).code).toBe(common.unavailable.code);
    expect((await pointsOf(player)).balance).toBe(100);
  });
});

describe('the ledger', () => {
  it('is only added to, and pages newest first', async () => {
    const player = await desk.player();
    for (let at = 0; at < 52; at++) await earn(stake(player.id, { stakeMinor: 1_000 * (at + 1) }));
    await checkLedger(player.id);
    const first = await pointsOf(player);
    expect(first.entries.map(({ points }) => points)).toEqual(Array.from({ length: 50 }, (_, at) => 52 - at));
    const second = await pointsOf(player, `?cursor=${first.nextCursor}`);
    expect([second.entries.map(({ points }) => points), second.nextCursor]).toEqual([[2, 1], null]);
    await expect(
      desk.context.db.run('update points_entries set points = 1 where player_id = $1', [player.id]),
    ).rejects.toThrow();
    await expect(desk.world.db.query('delete from points_entries where player_id = $1', [player.id])).rejects.toThrow(
      'append-only',
    );
  });

  it('expires points a year after they were gained, the oldest first, and lowers the tier', async () => {
    const player = await desk.player();
    await earn(stake(player.id, { stakeMinor: 1_000_000 }));
    desk.clock.advance(100 * 86_400_000);
    await earn(stake(player.id, { stakeMinor: 200_000 }));
    expect((await redeem(player, 300)).status).toBe(201);
    const points = await pointsOf(player);
    expect(points).toMatchObject({
      balance: 900,
      tier: 'silver',
      expiring: { points: 700, at: '2027-03-11T00:00:00.000Z' },
    });
    desk.clock.set(new Date('2027-03-11T00:00:00.000Z'));
    await eventually(async () => (await pointsOf(player)).balance === 200);
    expect(await pointsOf(player)).toMatchObject({
      earned: 200,
      tier: 'bronze',
      entries: [{ kind: 'expired', points: -700 }, {}, {}, {}],
    });
    const changes = (await desk.published('TierChanged')).filter(({ playerId }) => playerId === player.id);
    expect(changes.at(-1)).toMatchObject({ from: 'silver', tier: 'bronze' });
    await checkLedger(player.id);
  });
});
