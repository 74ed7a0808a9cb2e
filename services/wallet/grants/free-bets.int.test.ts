/** Bets that are staked by a free bet, and the state of the grant after each outcome. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { pathOf } from '@fairline/chassis/testing';
import { type FreeBet, grantEvents, grantRoutes } from '@fairline/proto/wallet/grants';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { describe, expect, it } from 'vitest';
import { proveWhole } from '../books/store.ts';
import { asPlayer, publishBet, stakeOf } from '../testing.ts';
import {
  codeOf,
  day,
  exclude,
  forfeit,
  freeBets,
  given,
  grant,
  grantOf,
  house,
  inDays,
  publishedEvents,
  restrict,
  sql,
  stake,
  used,
  useGrantServers,
  useOf,
  world,
} from './testing-grants.ts';

useGrantServers();

describe('a stake by free bet', () => {
  it('takes nothing of the player: bonus expense pays sports; a repeat has the same answer', async () => {
    const playerId = await world.player();
    const ask = await used(playerId, await given(playerId));
    expect(await stake(ask)).toEqual({ betId: ask.betId, taken: true, bonusMinor: 0 });
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, bonus: 0, version: 1 });
    expect(await house(ask.betId)).toEqual({ bonus_expense: -1_000, sports: 1_000 });
    expect(
      await sql('select open_stakes, wagered_minor, loss_day_minor from accounts where player_id = $1', [playerId]),
    ).toEqual([{ open_stakes: 1, wagered_minor: 0, loss_day_minor: 0 }]);
    expect(await freeBets(playerId)).toEqual([]);
  });

  it('needs no balance, and beside it all cash can be staked', async () => {
    const playerId = await world.player();
    await stake(stakeOf(playerId, { stakeMinor: 10_000, potentialPayoutMinor: 20_000 }));
    await used(playerId, await given(playerId));
    expect(await world.account(playerId)).toMatchObject({ cash: 0 });
  });

  it('placed on many bets at once is taken by one of them', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const asks = Array.from({ length: 12 }, () => useOf(playerId, claimId));
    const codes = await Promise.all(asks.map((ask) => codeOf(stake(ask))));
    expect(codes.toSorted()).toEqual([...Array.from({ length: 11 }, () => 'free_bet_used'), 'taken']);
    expect(await sql("select 1 from stakes where claim_id = $1 and status = 'taken'", [claimId])).toHaveLength(1);
  });

  it('is another stake than the same one without it', async () => {
    const playerId = await world.player();
    const { freeBetClaimId: _, ...own } = await used(playerId, await given(playerId));
    expect(await codeOf(stake(own))).toBe('idempotency_key_reused');
  });

  it.each<[string, (playerId: string, claimId: string) => Promise<unknown> | unknown, object, string]>([
    ['that was never given', () => undefined, { freeBetClaimId: randomUUIDv7() }, 'free_bet_unknown'],
    ['of a part', () => undefined, { stakeMinor: 999 }, 'free_bet_whole'],
    ['of more than it is', () => undefined, { stakeMinor: 1_001 }, 'free_bet_whole'],
    ['in another currency', () => undefined, { currency: 'EUR' }, 'currency_not_accepted'],
    ['that was taken back', (_, claimId) => forfeit(claimId), {}, 'free_bet_forfeited'],
    ['of a suspended player', (playerId) => restrict(playerId, 'suspended'), {}, 'account_not_active'],
    ['of an excluded player', (playerId) => exclude(playerId), {}, 'excluded'],
    ['above their own largest bet', (playerId) => exclude(playerId, { betMinor: 999 }), {}, 'limit_exceeded'],
  ])('%s is refused, and stays refused', async (_name, prepare, changes, code) => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    await prepare(playerId, claimId);
    const ask = useOf(playerId, claimId, changes);
    expect(await codeOf(stake(ask))).toBe(code);
    expect(await codeOf(stake(ask))).toBe(code);
    expect(await house(ask.betId)).toEqual({});
  });

  it('names what a free bet must be staked with', async () => {
    const playerId = await world.player();
    const ask = useOf(playerId, await given(playerId), { stakeMinor: 500 });
    await expect(stake(ask)).rejects.toMatchObject({
      message: 'A free bet must be staked in full: its stake is 10.00 USD',
      params: { amountMinor: 1_000 },
    });
  });

  describe('with minimum odds', () => {
    const withOdds = async (oddsMilli?: number) => {
      const playerId = await world.player();
      const claimId = await given(playerId, { minOddsMilli: 1_500 });
      return { claimId, playerId, ask: useOf(playerId, claimId, { oddsMilli }) };
    };

    it.each([1_500, 1_501, 100_000_000])('is taken at odds of %d thousandths', async (oddsMilli) => {
      const { ask } = await withOdds(oddsMilli);
      expect(await codeOf(stake(ask))).toBe('taken');
      expect(await house(ask.betId)).toEqual({ bonus_expense: -1_000, sports: 1_000 });
    });

    it.each([1_499, 1_001, undefined])(
      'is refused at odds of %s, again when repeated, and stays unused',
      async (oddsMilli) => {
        const { ask, claimId, playerId } = await withOdds(oddsMilli);
        for (const repeat of [ask, { ...ask, oddsMilli: 2_000 }])
          await expect(stake(repeat)).rejects.toMatchObject({
            code: 'free_bet_odds',
            message: 'This free bet needs odds of 1.50 or higher',
            params: { minOddsMilli: 1_500, odds: '1.50' },
          });
        expect(await freeBets(playerId)).toEqual([claimId]);
        expect(await house(ask.betId)).toEqual({});
      },
    );

    it('is listed with them, and its grant repeated without them is the same grant', async () => {
      const playerId = await world.player();
      const { minOddsMilli, ...before } = grantOf(playerId, { minOddsMilli: 1_500 });
      await grant({ ...before, minOddsMilli });
      expect(await grant(before)).toEqual({ claimId: before.claimId, granted: true });
      const { body } = await world.http<{ items: FreeBet[] }>('GET', pathOf(grantRoutes.freeBets, {}), {
        as: asPlayer(playerId),
      });
      expect(body.items).toEqual([
        {
          claimId: before.claimId,
          amountMinor: 1_000,
          currency: 'USD',
          expiresAt: before.expiresAt,
          minOddsMilli: 1_500,
        },
      ]);
    });
  });

  it('of another player is not found, and is not used up by the try', async () => {
    const [playerId, thief] = await Promise.all([world.player(), world.player()]);
    const claimId = await given(playerId);
    expect(await codeOf(stake(useOf(thief, claimId)))).toBe('free_bet_unknown');
    expect(await freeBets(playerId)).toEqual([claimId]);
  });

  it('loses nothing of a limit on losses, but is refused where such a limit has nothing left', async () => {
    const playerId = await world.player();
    await exclude(playerId, { lossDayMinor: 300 });
    const [first, second] = [await given(playerId), await given(playerId)];
    await used(playerId, first);
    await stake(stakeOf(playerId, { stakeMinor: 300, potentialPayoutMinor: 900 }));
    expect(await codeOf(stake(useOf(playerId, second)))).toBe('limit_exceeded');
  });
});

describe('outcomes of its bet', () => {
  it('is paid in cash without the stake, and taken back when the result is corrected', async () => {
    const playerId = await world.player();
    const bet = await used(playerId, await given(playerId));
    await publishBet(world, 'betSettled', bet, { dueMinor: 1_500, version: 3 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 11_500 });
    await publishBet(world, 'betResettled', bet, { dueMinor: 400, version: 4 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_400 });
    await publishBet(world, 'betResettled', bet, { dueMinor: 0, version: 5, status: 'accepted' });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, receivable: 0 });
    expect(await house(bet.betId)).toEqual({ bonus_expense: -1_000, sports: 1_000 });
  });

  it.each(['betRejected', 'betVoided'] as const)(
    '%s gives it back once, to be used again, and the house its expense',
    async (event) => {
      const playerId = await world.player();
      const claimId = await given(playerId);
      const bet = await used(playerId, claimId);
      for (const id of [randomUUID(), randomUUID()])
        await publishBet(world, event, bet, { dueMinor: 1_000, version: 2, id });
      await world.settled();
      expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
      expect(await house(bet.betId)).toEqual({ bonus_expense: 0, sports: 0 });
      expect((await world.ask(ledgerRequests.stakesOf, { ids: [bet.betId] })).stakes).toMatchObject([
        { status: 'taken', paidMinor: 1_000 },
      ]);
      expect(await publishedEvents(grantEvents.freeBetReturned.subject, bet.betId)).toEqual([
        { data: { claimId, playerId, betId: bet.betId, currency: 'USD', amountMinor: 1_000 } },
      ]);
      expect(await freeBets(playerId)).toEqual([claimId]);
      await used(playerId, claimId);
    },
  );

  it('a void after it won takes the winnings and gives the free bet back', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const bet = await used(playerId, claimId);
    await publishBet(world, 'betSettled', bet, { dueMinor: 2_000, version: 3 });
    await world.settled();
    await publishBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 4 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000 });
    expect(await freeBets(playerId)).toEqual([claimId]);
    const transfers = await sql('select kind, amount_minor from transfers where player_id = $1 order by id', [
      playerId,
    ]);
    expect(transfers.slice(1)).toEqual([
      { kind: 'stake', amount_minor: 0 },
      { kind: 'win', amount_minor: 2_000 },
      { kind: 'correction', amount_minor: -2_000 },
    ]);
  });

  it('a corrected void uses it again, or costs the house again where another bet has it', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const first = await used(playerId, claimId);
    await publishBet(world, 'betVoided', first, { dueMinor: 1_000, version: 2 });
    await world.settled();
    const second = await used(playerId, claimId);
    await publishBet(world, 'betResettled', first, { dueMinor: 2_000, version: 3 });
    await publishBet(world, 'betVoided', second, { dueMinor: 1_000, version: 2 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 12_000 });
    expect(await house(first.betId)).toEqual({ bonus_expense: -1_000, sports: -1_000 });
    expect(await freeBets(playerId)).toEqual([]);
  });

  it('comes back with the expiry it had', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId, { expiresAt: inDays(1) });
    const bet = await used(playerId, claimId);
    const before = world.clock.now();
    world.clock.set(new Date(before.getTime() + day));
    await publishBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 2 });
    await world.settled();
    expect(await freeBets(playerId)).toEqual([]);
    expect(await codeOf(stake(useOf(playerId, claimId)))).toBe('free_bet_expired');
    world.clock.set(before);
  });

  it('a part of it that is given back is a dead letter', async () => {
    const playerId = await world.player();
    const bet = await used(playerId, await given(playerId));
    await publishBet(world, 'betVoided', bet, { dueMinor: 500, version: 2 });
    await world.settled();
    const deadLetters = await sql('select error from dead_letters where payload like $1', [`%${bet.betId}%`]);
    expect(deadLetters).toEqual([{ error: expect.stringContaining('whole or not at all') }]);
  });
});

it('the books hold after all of this', async () => {
  const db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 1);
  const invariants = await db.tx((tx) => proveWhole(tx), 'repeatable read');
  expect(invariants.filter(({ holds }) => !holds)).toEqual([]);
  await db.close();
});
