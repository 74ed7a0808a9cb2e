/** Grants of bonus money and cash at two instances of wallet: given, converted and forfeited once, staked by bets, and shown to players and operators. */
import { randomUUIDv7 } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { pathOf } from '@fairline/chassis/testing';
import { figureRoutes, type OperatorStats } from '@fairline/proto/wallet/figures';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { historyRoutes, type Transaction, type WalletOfUser } from '@fairline/proto/wallet/history';
import { type Balance, ledgerRequests, ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { bonusRules } from '@fairline/proto/wallet/rules';
import { describe, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { asPlayer, operator, publishBet, roundOf, stakeOf } from '../testing.ts';
import { forfeitExpired } from './commands.ts';
import {
  bonusOf,
  codeOf,
  convert,
  day,
  exclude,
  forfeit,
  givenBonus,
  grant,
  inDays,
  publishedEvents,
  restrict,
  sql,
  stake,
  useGrantServers,
  world,
} from './testing-grants.ts';

useGrantServers();

/** A player whose whole balance is bonus money of 10.00. */
async function withBonus(changes: Parameters<typeof bonusOf>[1] = {}): Promise<{ playerId: string; claimId: string }> {
  const playerId = await world.player();
  const all = stakeOf(playerId, { stakeMinor: 10_000, potentialPayoutMinor: 20_000 });
  await stake(all);
  return { playerId, claimId: await givenBonus(playerId, changes) };
}
const balance = async (playerId: string) =>
  (await world.http<Balance>('GET', pathOf(ledgerRoutes.balance, {}), { as: asPlayer(playerId) })).body;
const history = async (playerId: string, query = '') =>
  (
    await world.http<{ items: Transaction[] }>('GET', `${pathOf(historyRoutes.transactions, {})}${query}`, {
      as: asPlayer(playerId),
    })
  ).body.items;

describe('a grant of bonus money', () => {
  it('is given once under its claim, posted and published', async () => {
    const playerId = await world.player();
    const ask = bonusOf(playerId, { maxStakeMinor: 500 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => grant(ask)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ claimId: ask.claimId, granted: true })]),
    );
    const { claimId, expiresAt } = ask;
    const data = {
      playerId,
      currency: 'USD',
      amountMinor: 1_000,
      book: 'real',
      grant: { claimId, kind: 'bonus', expiresAt },
    };
    expect(await publishedEvents(grantEvents.bonusGranted.subject, claimId)).toEqual([{ data }]);
    expect(await balance(playerId)).toMatchObject({
      totalMinor: 11_000,
      availableMinor: 10_000,
      playableMinor: 11_000,
      withdrawableMinor: 10_000,
      bonusMinor: 1_000,
      bonus: {
        claimId,
        remainingMinor: 1_000,
        expiresAt,
        maxStakeMinor: 500,
        products: ['sports', 'slots', 'table', 'lottery'],
      },
    });
    const { body } = await world.http<WalletOfUser>('GET', pathOf(historyRoutes.walletOfUser, { id: playerId }), {
      as: operator(),
    });
    expect([body.summary.bonusMinor, body.bonus?.claimId]).toEqual([1_000, claimId]);
  });

  it('is named as forfeitable by a withdrawal until it ends, also while all of it is staked', async () => {
    const playerId = await world.player();
    await grant(bonusOf(playerId));
    expect(await balance(playerId)).toMatchObject({ forfeitableBonus: { remainingMinor: 1_000, stakedMinor: 0 } });
    const [bet, deal] = [
      stakeOf(playerId, { stakeMinor: 10_400, potentialPayoutMinor: 20_000 }),
      roundOf(playerId, { stakeMinor: 600, closes: false }),
    ];
    await stake(bet);
    expect(await balance(playerId)).toMatchObject({
      bonus: { remainingMinor: 600 },
      forfeitableBonus: { remainingMinor: 600, stakedMinor: 400 },
    });
    await world.ask(ledgerRequests.play, deal);
    const staked = await balance(playerId);
    expect(staked).toMatchObject({ playableMinor: 0, forfeitableBonus: { remainingMinor: 0, stakedMinor: 1_000 } });
    expect(staked).not.toHaveProperty('bonus');
    await world.ask(ledgerRequests.play, { ...deal, step: 1, stakeMinor: 0, closes: true });
    expect(await balance(playerId)).toMatchObject({ forfeitableBonus: { remainingMinor: 0, stakedMinor: 400 } });
    await publishBet(world, 'betSettled', bet, { dueMinor: 0, version: 1 });
    await world.settled();
    expect(await balance(playerId)).not.toHaveProperty('forfeitableBonus');
  });

  it('is given once when several arrive at once', async () => {
    const playerId = await world.player();
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(grant(bonusOf(playerId)))));
    expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'bonus_active'), 'taken']);
    expect(await world.account(playerId)).toMatchObject({ bonus: 1_000 });
  });

  it.each<[string, (playerId: string) => unknown, object, string]>([
    [
      'with another amount under its claim',
      (playerId) => grant({ ...bonusOf(playerId), claimId: reused }),
      { claimId: reused, amountMinor: 999 },
      'idempotency_key_reused',
    ],
    ['that has expired', () => undefined, { expiresAt: '2026-11-20T12:00:00.000Z' }, 'bonus_expired'],
    ['in another currency', () => undefined, { currency: 'EUR' }, 'currency_not_accepted'],
    ['to a suspended player', (playerId) => restrict(playerId, 'suspended'), {}, 'player_not_playing'],
    ['to an excluded player', (playerId) => exclude(playerId), {}, 'player_not_playing'],
    ['for nothing', () => undefined, { products: [] }, 'invalid_request'],
    ['for a product with the name of a built-in', () => undefined, { products: ['constructor'] }, 'invalid_request'],
  ])('%s is refused', async (_name, prepare, changes, code) => {
    const playerId = await world.player();
    await prepare(playerId);
    expect(await codeOf(grant({ ...bonusOf(playerId), ...changes }))).toBe(code);
  });

  it('is not for play money', async () => {
    const playerId = await world.player({ book: 'play' });
    expect(await codeOf(grant(bonusOf(playerId)))).toBe('player_not_playing');
    expect(await codeOf(grant({ ...cashOf(playerId) }))).toBe('player_not_playing');
  });
});

const reused = randomUUIDv7();
const cashOf = (playerId: string) =>
  ({ claimId: randomUUIDv7(), playerId, kind: 'cash', currency: 'USD', amountMinor: 700, source: 'cashback' }) as const;

describe('the end of bonus money', () => {
  it('by a conversion comes once, with one answer', async () => {
    const { playerId, claimId } = await withBonus();
    const answers = await Promise.all([convert(claimId), convert(claimId), convert(claimId)]);
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ claimId, convertedMinor: 1_000 })));
    expect(await world.account(playerId)).toMatchObject({ cash: 1_000, bonus: 0 });
    expect(await publishedEvents(grantEvents.bonusConverted.subject, claimId)).toEqual([
      { data: { claimId, playerId, currency: 'USD', amountMinor: 1_000, book: 'real' } },
    ]);
    expect((await history(playerId)).slice(0, 2)).toMatchObject([
      {
        type: 'conversion',
        amountMinor: 0,
        description: 'Bonus converted to cash: 10.00 USD',
        balanceAfterMinor: 1_000,
      },
      { type: 'bonus', amountMinor: 1_000, description: 'Bonus', reference: claimId },
    ]);
    expect(await balance(playerId)).not.toHaveProperty('bonus');
  });

  it('by a conversion and a forfeit at once is one of the two', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const { playerId, claimId } = await withBonus();
      const codes = await Promise.all([
        codeOf(convert(claimId)),
        codeOf(forfeit(claimId)),
        codeOf(convert(claimId)),
        codeOf(forfeit(claimId)),
      ]);
      const [converted, forfeited] = codes;
      expect([
        ['taken', 'bonus_converted'],
        ['bonus_forfeited', 'taken'],
      ]).toContainEqual([converted, forfeited]);
      expect(codes.slice(2)).toEqual(codes.slice(0, 2));
      expect(await world.account(playerId)).toMatchObject({ cash: converted === 'taken' ? 1_000 : 0, bonus: 0 });
    }
  });

  it('that was never given cannot be converted', async () => {
    expect(await codeOf(convert(randomUUIDv7()))).toBe('bonus_unknown');
  });

  it('before the grant refuses it, and at once with it leaves nothing', async () => {
    const playerId = await world.player();
    const late = bonusOf(playerId);
    expect(await forfeit(late.claimId)).toEqual({ claimId: late.claimId, forfeitedMinor: 0 });
    expect(await codeOf(grant(late))).toBe('bonus_forfeited');
    for (let turn = 0; turn < 6; turn++) {
      const ask = bonusOf(playerId);
      await Promise.all([codeOf(grant(ask)), forfeit(ask.claimId)]);
      expect(await world.account(playerId)).toMatchObject({ bonus: 0 });
      expect(await codeOf(grant(ask))).toMatch(/^(taken|bonus_forfeited)$/);
    }
  });

  it('past its expiry is not staked, and comes by itself where nobody asked for it', async () => {
    const { playerId, claimId } = await withBonus({ expiresAt: inDays(1) });
    world.clock.advance(day);
    expect(await codeOf(stake(stakeOf(playerId)))).toBe('insufficient_balance');
    expect(await balance(playerId)).toMatchObject({ bonusMinor: 1_000, playableMinor: 0 });
    expect(await balance(playerId)).not.toHaveProperty('bonus');
    world.clock.advance(bonusRules.forfeitedAfterMs);
    const db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 2);
    await Promise.all([1, 2].map(() => forfeitExpired({ db, clock: world.clock })));
    await db.close();
    world.clock.advance(-day - bonusRules.forfeitedAfterMs);
    expect(await world.account(playerId)).toMatchObject({ bonus: 0 });
    expect(await publishedEvents(grantEvents.bonusForfeited.subject, claimId)).toMatchObject([
      { data: { amountMinor: 1_000, kind: 'bonus', reason: 'expired' } },
    ]);
    expect(await forfeit(claimId)).toEqual({ claimId, forfeitedMinor: 1_000 });
    expect((await history(playerId, '?type=bonus'))[0]).toMatchObject({
      amountMinor: -1_000,
      description: 'Bonus forfeited',
    });
  });

  it('comes with the account, which it does not keep open', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const claimId = await givenBonus(playerId);
    await world.ask(playerRequests.close, {
      playerId,
      version: 2,
      status: 'closed',
      level: 'unverified',
      jurisdiction: 'open',
    });
    expect(await world.account(playerId)).toMatchObject({ cash: 0, bonus: 0 });
    expect(await publishedEvents(grantEvents.bonusForfeited.subject, claimId)).toMatchObject([
      { data: { amountMinor: 1_000, reason: 'closed' } },
    ]);
    expect(await codeOf(grant(bonusOf(playerId)))).toBe('player_not_playing');
  });
});

describe('a bet on bonus money', () => {
  it('above its largest stake is refused for good, with the amount that may be staked', async () => {
    const { playerId } = await withBonus({ maxStakeMinor: 300 });
    const ask = stakeOf(playerId, { stakeMinor: 301 });
    for (let time = 0; time < 2; time++) {
      await expect(stake(ask)).rejects.toMatchObject({
        code: 'bonus_max_stake',
        message: 'You can stake at most 3.00 USD with bonus money',
        params: { maxStakeMinor: 300, currency: 'USD' },
      });
    }
    expect(await stake(stakeOf(playerId, { stakeMinor: 300 }))).toMatchObject({ taken: true, bonusMinor: 300 });
  });

  it('on a product it is not for is not covered', async () => {
    const { playerId } = await withBonus({ products: ['slots', 'table'] });
    expect(await codeOf(stake(stakeOf(playerId)))).toBe('insufficient_balance');
  });

  it('is paid in its parts, whatever is repeated and reordered', async () => {
    const { playerId } = await withBonus();
    const bet = stakeOf(playerId, { stakeMinor: 400, potentialPayoutMinor: 2_000 });
    expect(await stake(bet)).toMatchObject({ bonusMinor: 400 });
    const id = randomUUIDv7();
    await publishBet(world, 'betResettled', bet, { dueMinor: 800, version: 3, id });
    await publishBet(world, 'betSettled', bet, { dueMinor: 2_000, version: 2 });
    await publishBet(world, 'betResettled', bet, { dueMinor: 800, version: 3, id });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 0, bonus: 1_400 });
  });

  it('that is settled after the end is paid as its claim ended', async () => {
    const ended = [
      { end: convert, left: { cash: 1_400, bonus: 0 } },
      { end: forfeit, left: { cash: 0, bonus: 0 } },
    ];
    for (const { end, left } of ended) {
      const { playerId, claimId } = await withBonus();
      const bet = stakeOf(playerId, { stakeMinor: 400, potentialPayoutMinor: 2_000 });
      await stake(bet);
      await end(claimId);
      await publishBet(world, 'betSettled', bet, { dueMinor: 800, version: 1 });
      await publishBet(world, 'betSettled', bet, { dueMinor: 800, version: 1 });
      await world.settled();
      expect(await world.account(playerId)).toMatchObject(left);
      expect(await end(claimId)).toMatchObject({ claimId });
    }
  });

  it('that loses the last of it spends it, once no other is open', async () => {
    const { playerId, claimId } = await withBonus();
    const [one, other] = [stakeOf(playerId, { stakeMinor: 600 }), stakeOf(playerId, { stakeMinor: 400 })];
    await stake(one);
    await stake(other);
    await publishBet(world, 'betSettled', one, { dueMinor: 0, version: 1 });
    await world.settled();
    expect(await publishedEvents(grantEvents.bonusSpent.subject, claimId)).toEqual([]);
    await publishBet(world, 'betSettled', other, { dueMinor: 0, version: 1 });
    await publishBet(world, 'betSettled', other, { dueMinor: 0, version: 1 });
    await world.settled();
    expect(await publishedEvents(grantEvents.bonusSpent.subject, claimId)).toEqual([
      { data: { claimId, playerId, currency: 'USD', book: 'real' } },
    ]);
    expect(await convert(claimId)).toEqual({ claimId, convertedMinor: 0 });
    await givenBonus(playerId);
  });
});

describe('a grant of cash', () => {
  it('is cash at once, once under its claim, and can neither be converted nor forfeited', async () => {
    const playerId = await world.player();
    const ask = cashOf(playerId);
    expect(await Promise.all([grant(ask), grant(ask)])).toEqual(
      [1, 2].map(() => ({ claimId: ask.claimId, granted: true })),
    );
    expect(await codeOf(grant({ ...ask, amountMinor: 701 }))).toBe('idempotency_key_reused');
    expect(await codeOf(convert(ask.claimId))).toBe('bonus_unknown');
    expect(await forfeit(ask.claimId)).toEqual({ claimId: ask.claimId, forfeitedMinor: 0 });
    expect(await world.account(playerId)).toMatchObject({ cash: 10_700, bonus: 0 });
    expect(await publishedEvents(grantEvents.bonusGranted.subject, ask.claimId)).toMatchObject([
      { data: { amountMinor: 700, grant: { claimId: ask.claimId, kind: 'cash' } } },
    ]);
    expect((await history(playerId))[0]).toMatchObject({
      type: 'bonus',
      amountMinor: 700,
      description: 'Cashback',
      reference: ask.claimId,
    });
  });
});

it('figures count a bonus when it is given, less what was forfeited', async () => {
  const stats = async () => {
    await sql('select add_house_legs()');
    return (
      await world.http<OperatorStats>('GET', `${pathOf(figureRoutes.operatorStats, {})}?range=24h`, { as: operator() })
    ).body;
  };
  const before = await stats();
  const playerId = await world.player();
  const claimId = await givenBonus(playerId);
  await grant(cashOf(playerId));
  const given = await stats();
  expect([given.bonusMinor - before.bonusMinor, before.ngrMinor - given.ngrMinor]).toEqual([11_700, 11_700]);
  await forfeit(claimId);
  expect((await stats()).bonusMinor - before.bonusMinor).toBe(10_700);
});

it('the books hold after all of this, and bonus money without a grant is found', async () => {
  const broken = async () => (await proveWhole(world.env)).lines.filter((line) => !line.startsWith('✓'));
  expect(await broken()).toEqual([]);
  const { claimId } = await withBonus();
  await sql('update grants set remaining_minor = remaining_minor + 1 where claim_id = $1', [claimId]);
  expect((await broken()).map((line) => line.replace(/ \(.*/, ''))).toEqual([
    '✗ bonus money equals its grants',
    '✗ bonus grants equal their movements',
  ]);
  await sql('update grants set remaining_minor = remaining_minor - 1 where claim_id = $1', [claimId]);
});
