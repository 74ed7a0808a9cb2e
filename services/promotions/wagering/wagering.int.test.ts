/** Wagering at two instances: what counts, corrections, repeated and reordered events, and the single outcome of a claim whose requirement is met as it ends. */

import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { asPlayer, eventually } from '@fairline/chassis/testing';
import { mailEvents } from '@fairline/proto/auth/mail';
import { userEvents } from '@fairline/proto/auth/users';
import { betEvents } from '@fairline/proto/betting/bets';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { dayMs } from '@fairline/proto/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

type Wagered = Awaited<ReturnType<Stage['wagering']>>;
const highStakes = { wagering: { maxStakeMinor: 100_000 } };
const progress = async (claim: Wagered) => {
  await stage.settled();
  return (await stage.read(claim)).wageringCompletedMinor;
};

describe('a stake', () => {
  it('counts by its product, its odds, its sports and up to the highest stake', async () => {
    const claim = await stage.wagering({ wagering: { maxStakeMinor: 1_000 }, eligibility: { sports: ['football'] } });
    await stage.bet(claim.as, { stakeMinor: 700 });
    await stage.bet(claim.as, { stakeMinor: 700, oddsMilli: 1_499 });
    await stage.bet(claim.as, { stakeMinor: 700, sports: ['football', 'tennis'] });
    await stage.bet(claim.as, { stakeMinor: 5_000 });
    await stage.bet(claim.as, { stakeMinor: 900, closedStakeMinor: 300, status: 'won', dueMinor: 900 });
    await stage.bet(claim.as, { stakeMinor: 700, book: 'play' });
    await stage.bet(claim.as, { stakeMinor: 700, freeBetClaimId: randomUUIDv7() });
    await stage.round(claim.as, 'mega-fortune-slots', 200);
    await stage.round(claim.as, 'premium-roulette', 1_000);
    expect(await progress(claim)).toBe(700 + 1_000 + 600 + 200 + 100);
  });

  it('counts only where it was placed while the claim was active', async () => {
    const claim = await stage.claimed(await stage.promotion(highStakes));
    const before = stage.clock.now();
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 10_000);
    await stage.becomes(claim, 'active');
    await stage.bet(claim.as, { placedAt: before });
    await stage.round(claim.as, 'mega-fortune-slots', 200, { createdAt: before });
    await stage.bet(claim.as, { placedAt: new Date(claim.expiresAt) });
    const other = asPlayer();
    await stage.bet(other);
    expect(await progress(claim)).toBe(0);
  });

  it('that is void counts nothing, and one that becomes void takes its part back', async () => {
    const claim = await stage.wagering(highStakes);
    await stage.bet(claim.as, { status: 'void' }, 'betVoided');
    const betId = await stage.bet(claim.as, { stakeMinor: 3_000 });
    const roundId: string = await stage.round(claim.as, 'mega-fortune-slots', 200);
    expect(await progress(claim)).toBe(3_200);
    await stage.bet(claim.as, { betId, stakeMinor: 3_000, status: 'void', version: 4 }, 'betVoided');
    await stage.round(claim.as, 'mega-fortune-slots', 200, { roundId, status: 'void', version: 2 });
    expect(await progress(claim)).toBe(0);
    await stage.bet(claim.as, { betId, stakeMinor: 3_000, status: 'won', dueMinor: 6_000, version: 5 }, 'betResettled');
    expect(await progress(claim)).toBe(3_000);
  });

  it('counts as far as it was at risk, and anew when that changes, in any order', async () => {
    const claim = await stage.wagering({ wagering: { maxStakeMinor: 100_000, contributionPercent: { table: 100 } } });
    const both = { stakeMinor: 1_000, oddsMilli: 1_910, atRiskMinor: 45 };
    const [home] = [await stage.bet(claim.as, both), await stage.bet(claim.as, both)];
    expect(await progress(claim)).toBe(90);
    expect((await stage.read(claim)).covered).toEqual({ stakeMinor: 2_000, atRiskMinor: 90 });
    const changed = { ...both, betId: home, version: 4, atRiskMinor: 1_000, id: randomUUID() };
    for (let repeat = 0; repeat < 2; repeat++) await stage.bet(claim.as, changed, 'betAtRiskChanged');
    await stage.bet(claim.as, { ...both, betId: home });
    expect(await progress(claim)).toBe(1_045);
    expect((await stage.read(claim)).covered).toEqual({ stakeMinor: 1_000, atRiskMinor: 45 });
    // Red and black, then red 20.00 and black 10.00.
    await stage.round(claim.as, 'premium-roulette', 4_000, { atRiskMinor: 0 });
    await stage.round(claim.as, 'premium-roulette', 3_000, { atRiskMinor: 1_000 });
    expect(await progress(claim)).toBe(2_045);
    const { rows } = await stage.world.db.query(
      'select carry_micro::int as micro, balance from points_accounts where player_id = $1',
      [claim.as.id],
    );
    // Points come for the same parts: 10.45 on sports, 10.00 at a table.
    expect(rows).toEqual([{ micro: 145_000, balance: 1 }]);
  });

  it('counts once whatever is repeated and reordered', async () => {
    const claim = await stage.wagering(highStakes);
    const ids: string[] = Array.from({ length: 20 }, () => randomUUIDv7());
    const events = ids.flatMap((betId, at) => {
      const settled = () => stage.bet(claim.as, { betId, stakeMinor: 100 + at, version: 3 });
      const voided = () =>
        stage.bet(claim.as, { betId, stakeMinor: 100 + at, status: 'void', version: 4 }, 'betVoided');
      const again = () =>
        stage.bet(claim.as, { betId, stakeMinor: 100 + at, status: 'won', dueMinor: 1, version: 5 }, 'betResettled');
      return at % 2 === 0 ? [voided, settled, voided, settled] : [again, voided, settled, again];
    });
    await Promise.all(events.map((publish) => publish()));
    expect(await progress(claim)).toBe(ids.reduce((sum, _, at) => sum + (at % 2 === 0 ? 0 : 100 + at), 0));
    expect(await stage.sql('select count(*)::int as count from wagers where claim_id = $1', [claim.id])).toEqual([
      { count: 20 },
    ]);
  });
});

it('publishes progress once for many stakes', async () => {
  const claim = await stage.wagering(highStakes);
  for (let bet = 0; bet < 30; bet++) await stage.bet(claim.as, { stakeMinor: 100 });
  await eventually(async () =>
    (await stage.published(claim.id)).some(([, data]) => data.wageringCompletedMinor === 3_000),
  );
  expect((await stage.published(claim.id)).filter(([name]) => name === 'ClaimChanged').length).toBeLessThan(12);
});

describe('a requirement that is met', () => {
  it('converts the bonus once, and nothing counts any more', async () => {
    const claim = await stage.wagering(highStakes);
    for (let bet = 0; bet < 12; bet++) await stage.bet(claim.as, { stakeMinor: 5_000 });
    expect(await stage.becomes(claim, 'completed')).toMatchObject({
      wageringCompletedMinor: 50_000,
      wageringRequiredMinor: 50_000,
      completedAt: expect.any(String),
    });
    expect((await stage.published(claim.id)).at(-1)).toMatchObject(['WageringCompleted', { convertedMinor: 10_000 }]);
    expect(stage.peers.asked.filter(([verb, id]) => verb === 'convert' && id === claim.id)).toHaveLength(1);
    expect((await stage.cancel(claim)).status).toBe(409);
  });

  it('converts although the reply of wallet is lost', async () => {
    const claim = await stage.wagering(highStakes);
    stage.peers.unanswered.set('convert', 'after');
    await stage.bet(claim.as, { stakeMinor: 50_000 });
    await eventually(() => stage.peers.converted.has(claim.id));
    stage.peers.unanswered.delete('convert');
    await eventually(async () => {
      stage.clock.advance(5_000);
      return (await stage.read(claim)).status === 'completed';
    });
    expect((await stage.published(claim.id)).filter(([name]) => name === 'WageringCompleted')).toHaveLength(1);
  });

  it('before wallet replied to the grant converts once it has', async () => {
    const claim = await stage.claimed(await stage.promotion(highStakes));
    stage.peers.unanswered.set('grant', 'before');
    stage.clock.advance(1_000);
    await stage.deposit(claim.as, 10_000);
    await stage.settled();
    await stage.bet(claim.as, { stakeMinor: 50_000 });
    await stage.settled();
    stage.peers.unanswered.delete('grant');
    await eventually(async () => {
      stage.clock.advance(5_000);
      return (await stage.read(claim)).status === 'completed';
    });
    expect(stage.peers.converted.get(claim.id)).toBe(10_000);
  });

  it('as it is cancelled or expires has exactly one outcome', async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, () => stage.wagering(highStakes)));
    const late = new Date(stage.clock.now());
    const bets = claims.map((claim) => stage.bet(claim.as, { stakeMinor: 50_000, placedAt: late }));
    await Promise.all([
      ...bets,
      ...claims.slice(0, 6).map((claim, at) => stage.cancel(claim, { at: at % 2 })),
      (async () => stage.clock.advance(30 * dayMs))(),
    ]);
    for (const claim of claims) {
      await eventually(async () =>
        ['WageringCompleted', 'ClaimEnded'].includes((await stage.published(claim.id)).at(-1)?.[0] ?? ''),
      );
      const ends = (await stage.published(claim.id)).filter(
        ([name]) => name === 'WageringCompleted' || name === 'ClaimEnded',
      );
      expect(ends).toHaveLength(1);
      const isConverted = ends[0]?.[0] === 'WageringCompleted';
      expect([stage.peers.converted.has(claim.id), stage.peers.forfeited.has(claim.id)]).toEqual([
        isConverted,
        !isConverted,
      ]);
    }
  });
});

describe('linked accounts', () => {
  const accept = (playerId: string, marketId: string, selectionId: string, id: string = randomUUID()) => {
    const betId = randomUUIDv7();
    const leg = { fixtureId: randomUUID(), marketId, selectionId, sport: 'football' };
    const data = {
      betId,
      playerId,
      currency: 'USD',
      version: 2,
      stakeMinor: 500,
      dueMinor: 0,
      status: 'accepted',
      book: 'real',
      legs: [leg],
    };
    return stage.world.publish(betEvents.betAccepted.subject, betId, 2, data, id);
  };
  const found = async (marketId: string) => {
    await stage.settled();
    const rows = await stage.sql<{ data: { sides: { playerId: string; selectionId: string; claimId?: string }[] } }>(
      `select data from outbox where type = $1 and data ->> 'marketId' = $2`,
      [claimEvents.linkedBetsFound.subject, marketId],
    );
    return rows.map(({ data }) => data.sides);
  };
  /** A player who wagers a bonus, and one who shares a device with them. */
  const pair = async () => {
    const [as, other, key] = [asPlayer(), asPlayer(), randomUUID()];
    stage.peers.persons.set(as.id, { personKeys: [{ kind: 'device', key }] });
    const claim = await stage.wagering({}, as);
    await stage.world.publish(mailEvents.emailVerified.subject, other.id, 2, {
      playerId: other.id,
      personKeys: [{ kind: 'device', key }],
    });
    await stage.settled();
    return { claim, as, other };
  };

  it.each(['first', 'second'] as const)(
    'on opposite sides of a market are published once; the one with the bonus bets %s',
    async (order) => {
      const { claim, as, other } = await pair();
      const [marketId, id] = [randomUUID(), randomUUID()];
      const bets = [() => accept(as.id, marketId, 'home', id), () => accept(other.id, marketId, 'away')];
      for (const bet of order === 'first' ? bets : bets.toReversed()) {
        await bet();
        await stage.settled();
      }
      await accept(as.id, marketId, 'home', id);
      await accept(other.id, marketId, 'draw');
      const sides = (await found(marketId)).map((one) =>
        one.toSorted((a, b) => (a.selectionId < b.selectionId ? -1 : 1)),
      );
      expect(sides).toEqual([
        [
          { playerId: other.id, betId: expect.any(String), selectionId: 'away' },
          { playerId: as.id, betId: expect.any(String), selectionId: 'home', claimId: claim.id },
        ],
      ]);
    },
  );

  it('on opposite sides are published while one of them has a free bet', async () => {
    const [as, other, key] = [asPlayer(), asPlayer(), randomUUID()];
    stage.peers.persons.set(as.id, { personKeys: [{ kind: 'device', key }] });
    const claim = await stage.claimed(await stage.freeBet(), as);
    await stage.world.publish(mailEvents.emailVerified.subject, other.id, 2, {
      playerId: other.id,
      personKeys: [{ kind: 'device', key }],
    });
    await stage.settled();
    const [market, later] = [randomUUID(), randomUUID()];
    await accept(as.id, market, 'home');
    await accept(other.id, market, 'away');
    const [sides] = await found(market);
    expect(sides?.map(({ playerId, claimId }) => [playerId, claimId])).toEqual(
      expect.arrayContaining([
        [as.id, claim.id],
        [other.id, undefined],
      ]),
    );
    // Once its bet is settled, nothing is watched any more.
    await stage.bet(as, { stakeMinor: 2_500, freeBetClaimId: claim.id });
    await stage.becomes(claim, 'completed');
    await accept(as.id, later, 'home');
    await accept(other.id, later, 'away');
    expect(await found(later)).toEqual([]);
  });

  it('at once are found by one of two instances', async () => {
    const { as, other } = await pair();
    const markets = Array.from({ length: 20 }, () => randomUUID());
    await Promise.all(markets.flatMap((market) => [accept(as.id, market, 'home'), accept(other.id, market, 'away')]));
    for (const market of markets) expect(await found(market)).toHaveLength(1);
  });

  it('on the same side, strangers, and players without a bonus leave nothing', async () => {
    const { as, other } = await pair();
    const [marketId, stranger] = [randomUUID(), asPlayer()];
    await accept(as.id, marketId, 'home');
    await accept(other.id, marketId, 'home');
    await accept(stranger.id, marketId, 'away');
    expect(await found(marketId)).toEqual([]);
    expect(await stage.sql('select player_id from linked_legs where player_id = $1', [stranger.id])).toEqual([]);
  });
});

it('keeps players as auth publishes them, in any order, and reads keys of unknown ones', async () => {
  const { id: playerId } = asPlayer();
  const key = { kind: 'person', key: randomUUID() } as const;
  stage.peers.persons.set(playerId, { personKeys: [key] });
  const registered = {
    playerId,
    country: 'CA',
    jurisdiction: 'open',
    currency: 'USD',
    level: 'unverified',
    demo: false,
  };
  await stage.world.publish(userEvents.userRegistered.subject, playerId, 1, registered);
  await stage.settled();
  const change = (level: string, version: number) =>
    stage.world.publish(userEvents.verificationChanged.subject, playerId, version, {
      playerId,
      status: 'active',
      level,
      jurisdiction: 'open',
    });
  await change('verified', 3);
  await stage.settled();
  await change('unverified', 2);
  await stage.settled();
  expect(await stage.sql('select country, level, version from players where player_id = $1', [playerId])).toEqual([
    { country: 'CA', level: 'verified', version: 3 },
  ]);
  stage.clock.advance(120_000);
  await eventually(
    async () => (await stage.sql('select from player_keys where player_id = $1', [playerId])).length === 1,
  );
  await stage.world.publish(userEvents.accountErased.subject, playerId, 4, { playerId });
  await stage.settled();
  expect(await stage.sql('select from player_keys where player_id = $1', [playerId])).toEqual([]);
});

it('no event became a dead letter', async () => {
  expect(await stage.deadLetters()).toEqual([]);
});
