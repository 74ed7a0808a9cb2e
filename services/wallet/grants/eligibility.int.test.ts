/** Requests of promotions: a player's eligibility for a bonus, and players' net losses of cash. */
import { randomUUIDv7 } from 'node:crypto';
import { grantRequests } from '@fairline/proto/wallet/grants';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { describe, expect, it } from 'vitest';
import { publishBet, roundOf, slots, stakeOf } from '../testing.ts';
import {
  codeOf,
  exclude,
  given,
  givenBonus,
  restrict,
  sql,
  stake,
  used,
  useGrantServers,
  world,
} from './testing-grants.ts';

useGrantServers();

const eligibility = (playerId: string) => world.ask(grantRequests.bonusEligibility, { playerId });

describe('eligibility for a bonus', () => {
  it('shows a new player as one who may play and has not deposited', async () => {
    const playerId = await world.player({ currency: 'EUR' });
    expect(await eligibility(playerId)).toEqual({
      currency: 'EUR',
      book: 'real',
      mayPlay: true,
      limitReached: false,
      approvedDeposits: 0,
    });
  });

  const deposited = (playerId: string, status = 'approved') =>
    sql(
      `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, rejection_reason, submitted_at, decided_at)
       values ($1, $2, 'deposit', $3, 2000, 2000, 'USD', 'real', 'visa', $4, case $3 when 'rejected' then 'No' end, $5, $5)`,
      [randomUUIDv7(), playerId, status, randomUUIDv7(), world.clock.now()],
    );

  it('counts approved deposits only', async () => {
    const playerId = await world.player();
    for (const status of ['approved', 'approved', 'rejected']) await deposited(playerId, status);
    expect((await eligibility(playerId)).approvedDeposits).toBe(2);
  });

  const lost = async (playerId: string) => {
    const bet = stakeOf(playerId, { stakeMinor: 1_000 });
    await stake(bet);
    await publishBet(world, 'betSettled', bet, { dueMinor: 0, version: 3 });
    await world.settled();
  };

  it.each<[string, (playerId: string) => Promise<unknown>, object]>([
    ['suspended', (playerId) => restrict(playerId, 'suspended'), { mayPlay: false }],
    ['excluded', (playerId) => exclude(playerId), { mayPlay: false }],
    [
      'left with nothing to lose',
      async (playerId) => [await lost(playerId), await exclude(playerId, { lossDayMinor: 1_000 })],
      { limitReached: true },
    ],
    [
      'left with nothing to deposit',
      async (playerId) => [await deposited(playerId), await exclude(playerId, { depositMonthMinor: 2_000 })],
      { limitReached: true },
    ],
    [
      'within the limits',
      (playerId) => exclude(playerId, { lossDayMinor: 1_000, depositDayMinor: 1_000, sessionMinutes: 1 }),
      { mayPlay: true, limitReached: false },
    ],
  ])('shows a player who is %s', async (_name, change, expected) => {
    const playerId = await world.player();
    await change(playerId);
    expect(await eligibility(playerId)).toMatchObject(expected);
  });

  it('refuses a player without accounts', async () => {
    expect(await codeOf(eligibility(randomUUIDv7()))).toBe('not_found');
  });
});

describe('net losses', () => {
  const hour = 3_600_000;
  const losses = async (playerIds: string[], from = -hour, to = hour) => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    return (await world.ask(grantRequests.netLosses, { from: at(from), to: at(to), playerIds })).players;
  };

  it('adds up decided bets and rounds; open stakes, free bets and play money do not count', async () => {
    const playerId = await world.player();
    const [lost, won, open] = [1_000, 500, 300].map((stakeMinor) =>
      stakeOf(playerId, { stakeMinor, potentialPayoutMinor: stakeMinor * 3 }),
    );
    if (!lost || !won || !open) throw new Error('three stakes');
    for (const ask of [lost, won, open]) await stake(ask);
    const free = await used(playerId, await given(playerId));
    await publishBet(world, 'betSettled', lost, { dueMinor: 0, version: 3, status: 'lost' });
    await publishBet(world, 'betSettled', won, { dueMinor: 900, version: 3, status: 'won' });
    await publishBet(world, 'betSettled', free, { dueMinor: 2_000, version: 3, status: 'won' });
    await world.settled();
    await world.ask(ledgerRequests.play, roundOf(playerId, { stakeMinor: 700, payoutMinor: 200 }));
    expect(await losses([playerId])).toEqual([{ playerId, currency: 'USD', stakedMinor: 2_200, returnedMinor: 1_100 }]);
    expect(await losses([playerId], hour, 2 * hour)).toEqual([
      { playerId, currency: 'USD', stakedMinor: 0, returnedMinor: 0 },
    ]);
  });

  it('counts the cash part of a round staked partly with bonus money, a jackpot whole, no void', async () => {
    const playerId = await world.player();
    await stake(stakeOf(playerId, { stakeMinor: 9_900, potentialPayoutMinor: 20_000 }));
    await givenBonus(playerId);
    const spin = roundOf(playerId, { gameId: slots, stakeMinor: 400, payoutMinor: 1_002, jackpot: { wins: true } });
    const { jackpotMinor = 0 } = await world.ask(ledgerRequests.play, spin);
    expect(await losses([playerId])).toEqual([
      { playerId, currency: 'USD', stakedMinor: 100, returnedMinor: 251 + jackpotMinor },
    ]);
    expect(await world.account(playerId)).toMatchObject({ cash: 251 + jackpotMinor });
    await world.ask(ledgerRequests.voidRound, { roundId: spin.roundId, playerId });
    expect(await losses([playerId])).toEqual([{ playerId, currency: 'USD', stakedMinor: 0, returnedMinor: 0 }]);
  });

  it('leaves out players of the play book and those nobody knows', async () => {
    const demo = await world.player({ book: 'play' });
    expect(await losses([demo, randomUUIDv7()])).toEqual([]);
  });
});
