/**
 * Promotions is killed repeatedly, and wallet once, while players claim, deposit, bet, spin, redeem points and cancel. In the end each claim has one outcome,
 * each bonus was converted or forfeited once, progress and points equal the sums over the events, and the integrity check passes.
 */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Claim, claimEvents } from '@fairline/proto/promotions/claims';
import type { OperatorPromotion } from '@fairline/proto/promotions/desk';
import type { PromotionForm } from '@fairline/proto/promotions/offers';
import { promotionRules } from '@fairline/proto/promotions/offers';
import { dayMs } from '@fairline/proto/time';
import { expect, test } from '@playwright/test';
import type pg from 'pg';
import { root } from '../../local/installation/profile.ts';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { type Answer, Client, eventually, openMarkets, single, type TestPlayer } from '../client.ts';
import { connectDatabase, reader } from '../databases.ts';
import { type Counted, freeBetsOf, stakesOf } from './decided-stakes.ts';

const players = 6;
const strikes = ['promotions', 'promotions', 'wallet', 'promotions', 'promotions', 'promotions'] as const;
const betweenMs = 2_500;
const stakeMinor = promotionRules.maxStakeMinor;
const bonusMinor = 1_000;
/** The bonus of the promotion `marathon`. It requires 3,600 of the highest stakes that count, more than a test can play. */
const marathonMinor = 30_000;
const points = { given: 500, perRedemption: 100, minorPerPoint: 1_000 };

interface Ground {
  client: Client;
  platform: Platform;
  promotions: pg.Client;
  wallet: pg.Client;
}

/** The promotions that players claim: bonuses one after the other, a bonus that is never wagered to the end (`marathon`), a free bet and points. */
interface Offers {
  bonuses: OperatorPromotion[];
  marathon: OperatorPromotion;
  freeBet: OperatorPromotion;
  points: OperatorPromotion;
}

/** A call with its key, so that it can be repeated at the end. */
interface Sent {
  path: string;
  token: string;
  key: string;
  body?: object;
  answer: Answer<{ id?: string; redemptionId?: string }>;
}

test('gives each claim one outcome and each bonus one end while services are killed', async () => {
  test.setTimeout(600_000);
  const platform = await startPlatform({
    temporary: true,
    demo: true,
    processes: ['auth', 'wallet', 'betting', 'casino', 'promotions', 'feed', 'gateway'],
    environment: { BETTING_SETTLEMENT: 'instant', WELCOME_BONUS_MINOR: '1000000' },
  });
  const [promotions, wallet] = [
    await connectDatabase(platform, 'promotions'),
    await connectDatabase(platform, 'wallet'),
  ];
  try {
    const client = new Client(platform.url);
    const ground: Ground = { client, platform, promotions, wallet };
    const offers = await createOffers(client);
    const people: TestPlayer[] = [];
    while (people.length < players) people.push(await client.register({ lastName: toAlphabetic(randomUUID()) }));
    const stop = new AbortController();
    const sent: Sent[] = [];
    const playing = Promise.all(
      people.map((player, at) => play(client, offers, { player, at, sent, stop: stop.signal })),
    );
    playing.catch(() => undefined);
    await killServices(platform);
    await someEnd(promotions);
    stop.abort();
    await playing;
    await check(ground, people, sent);
  } finally {
    await Promise.all([promotions.end(), wallet.end()]);
    await platform.stop();
  }
});

async function killServices(platform: Platform): Promise<void> {
  for (const [round, name] of strikes.entries()) {
    await pause(betweenMs + ((round * 397) % betweenMs));
    await platform.kill(name);
    // Waits until the process is ready, so that some calls succeed between two kills even on a busy machine.
    await platform.ready(name, 60_000);
  }
  await pause(2 * betweenMs);
}

/** Waits until a bonus was wagered to the end and another one cancelled, however few rounds a busy machine plays between the kills. */
async function someEnd(promotions: pg.Client): Promise<void> {
  await eventually(
    () =>
      reader(promotions)<{ status: string }>(
        `select distinct status from claims where type = 'deposit_bonus' and status in ('completed', 'cancelled')`,
      ),
    (found) => found.length === 2,
    120_000,
  );
}

// ---- Playing -----------------------------------------------------------------------------------

async function createOffers(client: Client): Promise<Offers> {
  const token = await client.operator('finance');
  const create = (changes: Partial<PromotionForm>) => {
    const body: PromotionForm = {
      name: `Match ${randomUUID().slice(0, 8)}`,
      description: 'A bonus with your next deposit',
      type: 'deposit_bonus',
      status: 'active',
      startsAt: new Date(Date.now() - dayMs).toISOString(),
      endsAt: new Date(Date.now() + 30 * dayMs).toISOString(),
      terms: 'One claim per person.',
      eligibility: { newUsersOnly: false, countries: [], sports: [] },
      reward: { type: 'fixed_amount', value: bonusMinor, currency: 'USD', wageringFactor: 2 },
      maxClaims: players,
      ...changes,
    };
    return client.expect<OperatorPromotion>(201, 'POST', '/api/admin/promotions', { token, body });
  };
  const fixed = (value: number) => ({
    type: 'fixed_amount' as const,
    value,
    currency: 'USD' as const,
    wageringFactor: 1,
  });
  const bonuses: OperatorPromotion[] = [];
  while (bonuses.length < 12) bonuses.push(await create({}));
  return {
    bonuses,
    marathon: await create({ reward: { ...fixed(marathonMinor), wageringFactor: promotionRules.maxWageringFactor } }),
    freeBet: await create({ type: 'free_bet', reward: fixed(stakeMinor) }),
    points: await create({ type: 'loyalty_points', reward: fixed(points.given) }),
  };
}

interface Turn {
  player: TestPlayer;
  /** The index of the player, which decides when they cancel. */
  at: number;
  sent: Sent[];
  stop: AbortSignal;
}

/** Makes a call and repeats it under the same key until it has an outcome. */
async function send(
  client: Client,
  { player: { token }, sent }: Turn,
  path: string,
  body?: object,
): Promise<Answer<{ id?: string; redemptionId?: string }>> {
  const key = randomUUID();
  const answer = await client.insist<{ id?: string; redemptionId?: string }>('POST', path, {
    token,
    key,
    ...(body && { body }),
  });
  sent.push({ path, token, key, ...(body && { body }), answer });
  return answer;
}

async function play(client: Client, offers: Offers, turn: Turn): Promise<void> {
  const { player, at, stop } = turn;
  const claim = async (promotion: OperatorPromotion) => {
    const path = `/api/promotions/${promotion.id}/claim`;
    // The previous claim has ended, but if wallet was just killed, its bonus may stay active a moment longer.
    const answer = await eventually(
      () => send(client, turn, path),
      ({ body }) => (body as { params?: { why?: string } }).params?.why !== 'bonus_active',
      30_000,
    );
    if (answer.status !== 201) throw new Error(`not claimed: ${JSON.stringify(answer)}`);
    return answer.body.id as string;
  };
  await claim(offers.points);
  const freeBetClaimId = await claim(offers.freeBet);
  await stakeFreeBet(client, turn, freeBetClaimId);
  // Every second player wagers a bonus that stays open, so that its progress can be added up exactly.
  for (const [round, promotion] of (at % 2 === 0 ? [offers.marathon] : offers.bonuses).entries()) {
    if (stop.aborted) return;
    const claimId = await claim(promotion);
    await approvedDeposit(client, player);
    for (let spins = 0; !stop.aborted && (at % 2 === 0 || spins < 6); spins++) {
      await spin(client, turn);
      if (spins % 3 === 1) await bet(client, turn);
      if (spins % 5 === 2) await send(client, turn, '/api/promotions/points/redeem', { points: points.perRedemption });
      // In two of three rounds the player wagers the bonus to the end. In every third they cancel about when the requirement is met.
      if (at % 2 === 1 && round % 3 === at % 3 && spins === 2 + (round % 2))
        await send(client, turn, `/api/promotions/claims/${claimId}/cancel`);
    }
    await eventually(
      () => claimOf(client, player, claimId),
      ({ status }) => stop.aborted || !['claimed', 'active'].includes(status),
      120_000,
    );
  }
}

async function claimOf(client: Client, { token }: TestPlayer, claimId: string): Promise<Claim> {
  const { items } = await client.expect<{ items: Claim[] }>(200, 'GET', '/api/promotions/claims', { token });
  const claim = items.find(({ id }) => id === claimId);
  if (!claim) throw new Error(`claim ${claimId} is not listed`);
  return claim;
}

async function approvedDeposit(client: Client, { token }: TestPlayer): Promise<void> {
  await client.approve(await client.operator('finance'), (await client.deposit(token, 5_000)).id);
}

/** A round of 5.00, the highest stake that counts in full. */
const spin = (client: Client, turn: Turn) =>
  send(client, turn, '/api/casino/games/mega-fortune-slots/rounds', {
    wager: { lines: 5, betPerLineMinor: stakeMinor / 5 },
  });

async function bet(client: Client, turn: Turn, freeBetClaimId?: string): Promise<void> {
  const offered = openMarkets((await client.fixtures()).items).filter(
    ({ oddsMilli }) => oddsMilli >= promotionRules.minOddsMilli && oddsMilli < 5_000,
  );
  const selection = offered[turn.at % Math.max(1, offered.length)];
  if (!selection) return;
  await send(client, turn, '/api/betting/bets', {
    ...single(selection, stakeMinor),
    ...(freeBetClaimId && { freeBetClaimId }),
  });
}

/** Places bets until one is accepted: of a live bet, the market can close before the acceptance delay is over. */
async function stakeFreeBet(client: Client, turn: Turn, claimId: string): Promise<void> {
  await eventually(
    async () => {
      await bet(client, turn, claimId);
      return eventually(
        () => client.bets(turn.player.token),
        (bets) => bets.every(({ status }) => status !== 'pending'),
        60_000,
      );
    },
    (bets) => bets.some(({ status }) => status !== 'rejected'),
    120_000,
  );
}

// ---- Checking ----------------------------------------------------------------------------------

async function check(
  { client, platform, promotions, wallet }: Ground,
  people: readonly TestPlayer[],
  sent: readonly Sent[],
): Promise<void> {
  for (const { path, token, key, body, answer } of sent) {
    const again = await client.insist<{ id?: string; redemptionId?: string }>('POST', path, {
      token,
      key,
      ...(body && { body }),
    });
    expect([path, again.status, again.body.id, again.body.redemptionId]).toEqual([
      path,
      answer.status,
      answer.body.id,
      answer.body.redemptionId,
    ]);
  }
  for (const { token } of people) {
    await eventually(
      () => client.bets(token),
      (bets) => bets.every(({ status }) => !['pending', 'accepted'].includes(status)),
      60_000,
    );
  }
  const stakes = await stakesOf(platform);
  const read = reader(promotions);
  await eventually(
    () =>
      read<{ left: number }>(
        `select (select count(*) from claims where step is not null) + (select count(*) from redemptions where status = 'pending') as left`,
      ),
    ([row]) => Number(row?.left) === 0,
    60_000,
  );
  await eventually(
    () => read<{ id: string; version: number }>('select stake_id as id, version::int from point_stakes'),
    (rows) => {
      const counted = new Map(rows.map(({ id, version }) => [id, version]));
      return stakes.every(
        ({ id, version, freeBetClaimId }) => freeBetClaimId !== undefined || counted.get(id) === version,
      );
    },
    60_000,
  );
  const staked = freeBetsOf(stakes);
  await eventually(
    () => read<{ id: string }>(`select id from claims where type = 'free_bet' and status = 'completed'`),
    (rows) => rows.length >= staked.size,
    60_000,
  );
  await checkOutcomes({ promotions, wallet }, staked);
  await checkProgress(promotions, stakes);
  await checkPoints({ promotions, wallet }, stakes, people);
  expect(await read('select consumer, error from dead_letters')).toEqual([]);
  const ledger = await promisify(execFile)(process.execPath, [join(root, 'services/wallet/books/integrity.ts')], {
    env: platform.environmentOf('wallet'),
  });
  const lines = ledger.stdout.trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([]);
  expect(lines.length).toBeGreaterThan(3);
}

interface Ended {
  id: string;
  type: string;
  status: string;
  granted: boolean;
  converted: number | null;
  forfeited: number | null;
}

/** A bonus was converted or forfeited, in wallet as in promotions, and one event was published. */
async function checkOutcomes(
  { promotions, wallet }: Pick<Ground, 'promotions' | 'wallet'>,
  staked: ReadonlySet<string>,
): Promise<void> {
  const claims = await reader(promotions)<Ended>(
    `select id, type, status, granted, converted_minor::int as converted, forfeited_minor::int as forfeited from claims where type in ('deposit_bonus', 'free_bet') order by id`,
  );
  const grants = await reader(wallet)<{ id: string; converted: number | null; forfeited: number | null }>(
    `select claim_id as id, converted_minor::int as converted, forfeited_minor::int as forfeited from grants where kind in ('bonus', 'free_bet')`,
  );
  const byClaim = new Map(grants.map((grant) => [grant.id, grant]));
  const ends = await reader(promotions)<{ id: string; n: number }>(
    `select subject as id, count(*)::int as n from outbox where type in ('${claimEvents.wageringCompleted.subject}', '${claimEvents.claimEnded.subject}') group by 1`,
  );
  const endsOf = new Map(ends.map(({ id, n }) => [id, n]));
  for (const claim of claims) {
    const { id, type, status, granted, converted, forfeited } = claim;
    const grant = byClaim.get(id);
    const isOver = !['claimed', 'active'].includes(status);
    if (granted) expect(grant, 'wallet gave it').toBeDefined();
    if (type === 'free_bet')
      expect([status, endsOf.get(id) ?? 0], 'a free bet that was staked completes').toEqual([
        staked.has(id) ? 'completed' : 'active',
        0,
      ]);
    else {
      expect([status, endsOf.get(id) ?? 0]).toEqual([status, isOver ? 1 : 0]);
      expect([status, grant?.converted ?? null]).toEqual([status, status === 'completed' ? converted : null]);
      expect([status, grant?.forfeited ?? null]).toEqual([
        status,
        status === 'completed' || !grant || !isOver ? null : forfeited,
      ]);
      expect([status, converted !== null && forfeited !== null]).toEqual([status, false]);
    }
  }
  const completed = claims.filter(({ type, status }) => type === 'deposit_bonus' && status === 'completed');
  expect(completed.every(({ converted }) => converted === bonusMinor)).toBe(true);
  expect(completed.length, 'some are wagered through').toBeGreaterThan(0);
  expect(staked.size, 'some free bets are staked').toBeGreaterThan(0);
  expect(claims.filter(({ status }) => status === 'cancelled').length, 'some are cancelled').toBeGreaterThan(0);
}

/** An open claim counts all stakes since its bonus was decided; an ended one those counted before its end. */
async function checkProgress(promotions: pg.Client, stakes: readonly Counted[]): Promise<void> {
  const read = reader(promotions);
  const claims = await read<{
    id: string;
    playerId: string;
    startedAt: Date;
    completed: number;
    required: number;
    status: string;
  }>(
    `select id, player_id as "playerId", started_at as "startedAt", wagering_completed_minor::int as completed, wagering_required_minor::int as required, status
     from claims where type = 'deposit_bonus' and started_at is not null`,
  );
  const wagers = await read<{ claimId: string; stakeId: string; version: number; counted: number }>(
    `select claim_id as "claimId", stake_id as "stakeId", version::int, counted_minor::int as counted from wagers w where exists (select from claims c where c.id = w.claim_id and c.type = 'deposit_bonus')`,
  );
  const byId = new Map(stakes.map((stake) => [stake.id, stake]));
  for (const claim of claims) {
    const own = wagers.filter(({ claimId }) => claimId === claim.id);
    expect(claim.completed).toBe(own.reduce((sum, { counted }) => sum + counted, 0));
    expect(own.map(({ counted }) => counted)).toEqual(
      own.map(({ stakeId, version }) => byId.get(stakeId)?.countedAt.get(version)),
    );
    if (claim.status === 'completed') expect(claim.completed).toBeGreaterThanOrEqual(claim.required);
    if (claim.status === 'active') {
      const since = stakes.filter(
        ({ playerId, placedAt }) => playerId === claim.playerId && placedAt >= claim.startedAt.getTime(),
      );
      expect(claim.completed).toBe(since.reduce((sum, { counted }) => sum + counted, 0));
    }
  }
  expect(claims.filter(({ status }) => status === 'active').length, 'some are still open').toBeGreaterThan(0);
}

/** The points balance equals points of stakes and promotions, less redeemed ones; each redemption was paid once. */
async function checkPoints(
  { promotions, wallet }: Pick<Ground, 'promotions' | 'wallet'>,
  stakes: readonly Counted[],
  people: readonly TestPlayer[],
): Promise<void> {
  const read = reader(promotions);
  const redemptions = await read<{ id: string; playerId: string; points: number; amount: number; status: string }>(
    `select id, player_id as "playerId", points::int, amount_minor::int as amount, status from redemptions order by id`,
  );
  const paid = await reader(wallet)<{ id: string; amount: number }>(
    `select claim_id as id, amount_minor::int as amount from grants where kind = 'cash' order by claim_id`,
  );
  expect(paid).toEqual(redemptions.filter(({ status }) => status === 'paid').map(({ id, amount }) => ({ id, amount })));
  expect(redemptions.every(({ status }) => status === 'paid')).toBe(true);
  expect(redemptions.length).toBeGreaterThan(0);
  for (const { id } of people) {
    const [account] = await read<{ balance: number; entries: number }>(
      `select a.balance::int, (select sum(e.points)::int from points_entries e where e.player_id = a.player_id) as entries from points_accounts a where a.player_id = '${id}'`,
    );
    const staked = stakes
      .filter(({ playerId, freeBetClaimId }) => playerId === id && freeBetClaimId === undefined)
      .reduce((sum, { atRisk }) => sum + atRisk, 0);
    const redeemed = redemptions.filter(({ playerId }) => playerId === id).reduce((sum, one) => sum + one.points, 0);
    const balance = points.given + Math.floor(staked / points.minorPerPoint) - redeemed;
    expect(account).toEqual({ balance, entries: balance });
  }
}

const toAlphabetic = (id: string) =>
  [...id.replaceAll('-', '')].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
