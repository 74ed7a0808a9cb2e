/** The welcome bonus outside demo mode: paid once per person when the address is confirmed, decided by an operator if keys are shared, and withdrawn only after it was staked. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { asPlayer, pathOf, problemOf } from '@fairline/chassis/testing';
import { mailEvents } from '@fairline/proto/auth/mail';
import { type PersonKey, userEvents } from '@fairline/proto/auth/users';
import type { Page } from '@fairline/proto/contract';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import { grantEvents, type WelcomeBonus, welcomeRoutes } from '@fairline/proto/wallet/grants';
import { type Balance, ledgerRequests } from '@fairline/proto/wallet/ledger';
import { type OwnPlay, playerRequests, type WalletLimits } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { openWallet, operator, publishBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
const mailbox = (key: string): PersonKey => ({ kind: 'mailbox', key });
const confirm = async (
  playerId: string,
  personKeys: PersonKey[] = [mailbox(randomUUID())],
  id: string = randomUUID(),
) => {
  await world.publish(mailEvents.emailVerified.subject, playerId, 2, { playerId, personKeys }, id);
};
const cash = async (playerId: string) => (await world.account(playerId))?.cash ?? 0;
const paid = (playerId: string) =>
  sql(`select amount_minor::int8 as amount, currency from transfers where player_id = $1 and kind = 'welcome'`, [
    playerId,
  ]);
const granted = (playerId: string) =>
  sql('select 1 from outbox where type = $1 and subject = $2', [grantEvents.bonusGranted.subject, playerId]);
const waiting = async () =>
  (
    await world.http<Page<WelcomeBonus>>('GET', `${pathOf(welcomeRoutes.welcomeBonuses)}?status=waiting`, {
      as: operator('auditor'),
    })
  ).body.items;
const waitingOf = async (playerId: string) => (await waiting()).find(({ userId }) => userId === playerId);
const approve = (id: string, as = operator('finance')) =>
  world.http<WelcomeBonus>('POST', pathOf(welcomeRoutes.approveBonus, { id }), { as });
const reject = (id: string, as = operator('finance')) =>
  world.http<WelcomeBonus>('POST', pathOf(welcomeRoutes.rejectBonus, { id }), {
    as,
    body: { reason: 'The same person' },
  });
const stats = async (playerId: string) =>
  (await world.http<OwnPlay>('GET', '/api/wallet/stats', { as: asPlayer(playerId) })).body;
const balance = async (playerId: string) =>
  (await world.http<Balance>('GET', '/api/wallet', { as: asPlayer(playerId) })).body;
const limits = async (playerId: string) =>
  (await world.http<WalletLimits>('GET', '/api/wallet/limits', { as: asPlayer(playerId) })).body;
const withdraw = (playerId: string, amountMinor: number) =>
  world.http('POST', '/api/wallet/withdrawals', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: { amountMinor, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000' },
  });
const stake = async (playerId: string, stakeMinor: number) => {
  const bet = stakeOf(playerId, { stakeMinor, potentialPayoutMinor: 10 * stakeMinor });
  await world.ask(ledgerRequests.stake, bet);
  return bet;
};
const proven = async () =>
  expect((await proveWhole(world.env)).lines.filter((line) => line.startsWith('✗'))).toEqual([]);

describe('outside demo mode', () => {
  beforeAll(async () => {
    world = await openWallet({ FAIRLINE_DEMO: '0' });
  });
  afterAll(() => world.close());

  it('is paid once the address is confirmed, not before, however often that is published', async () => {
    const playerId = await world.player({ level: 'unverified' });
    expect([await cash(playerId), (await stats(playerId)).pendingBonus]).toEqual([
      0,
      { amountMinor: 10_000, waitsFor: 'confirmation' },
    ]);
    const id = randomUUID();
    const key = [mailbox(randomUUID())];
    for (const event of [id, id, randomUUID()]) await confirm(playerId, key, event);
    await world.settled();
    expect([await cash(playerId), await paid(playerId)]).toEqual([10_000, [{ amount: 10_000, currency: 'USD' }]]);
    expect(await granted(playerId)).toHaveLength(1);
    expect(await stats(playerId)).toMatchObject({ welcomeBonusMinor: 10_000 });
    expect((await stats(playerId)).pendingBonus).toBeUndefined();
  });

  it.each(['before', 'after'] as const)(
    'is never paid to a player who declined it and confirms %s the accounts are open',
    async (when) => {
      const playerId = randomUUIDv7();
      if (when === 'before') await confirm(playerId);
      await world.settled();
      await world.ask(playerRequests.open, {
        playerId,
        currency: 'USD',
        book: 'real',
        version: 1,
        status: 'active',
        level: 'unverified',
        jurisdiction: 'open',
        welcomeBonus: false,
      });
      if (when === 'after') await confirm(playerId);
      await confirm(playerId);
      await world.settled();
      expect([await cash(playerId), await paid(playerId), await granted(playerId)]).toEqual([0, [], []]);
      expect((await stats(playerId)).pendingBonus).toBeUndefined();
      const { body } = await world.http<Page<WelcomeBonus>>(
        'GET',
        `${pathOf(welcomeRoutes.welcomeBonuses)}?status=rejected`,
        { as: operator('auditor') },
      );
      const declined = body.items.find(({ userId }) => userId === playerId);
      expect(declined).toMatchObject({ status: 'rejected', amountMinor: 10_000 });
      expect(declined?.decidedBy).toBeUndefined();
    },
  );

  it('is paid when the confirmation comes before the accounts are open', async () => {
    const playerId = randomUUIDv7();
    await confirm(playerId);
    await world.settled();
    expect(await paid(playerId)).toEqual([]);
    const registered = {
      playerId,
      country: 'DE',
      jurisdiction: 'open',
      currency: 'EUR',
      level: 'unverified',
      demo: false,
    };
    await Promise.all([1, 2].map(() => world.publish(userEvents.userRegistered.subject, playerId, 1, registered)));
    await world.settled();
    expect(await paid(playerId)).toEqual([{ amount: 10_000, currency: 'EUR' }]);
  });

  it.each<PersonKey['kind']>(['mailbox', 'device', 'person'])(
    'waits for an operator where another player has the same %s',
    async (kind) => {
      const [first, second] = [await world.player(), await world.player()];
      const key = { kind, key: randomUUID() };
      await confirm(first, [mailbox(randomUUID()), key]);
      await world.settled();
      await confirm(second, [key, mailbox(randomUUID())]);
      await world.settled();
      expect([await cash(first), await cash(second)]).toEqual([10_000, 0]);
      const bonus = await waitingOf(second);
      expect(bonus).toMatchObject({
        userId: second,
        amountMinor: 10_000,
        currency: 'USD',
        status: 'waiting',
        shared: [{ kind, userIds: [first] }],
      });
      expect((await stats(second)).pendingBonus).toEqual({ amountMinor: 10_000, waitsFor: 'review' });
    },
  );

  it('is paid to one of two players of one person who confirm at once, in the same book only', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const key = randomUUID();
      const both = [await world.player(), await world.player()];
      const other = await world.player();
      await Promise.all([
        ...both.map((playerId) => confirm(playerId, [mailbox(key)])),
        confirm(other, [{ kind: 'device', key }]),
      ]);
      await world.settled();
      expect((await Promise.all(both.map(cash))).sort()).toEqual([0, 10_000]);
      expect(await cash(other)).toBe(10_000);
    }
  });

  const twin = async () => {
    const key = mailbox(randomUUID());
    const [first, second] = [await world.player(), await world.player()];
    await confirm(first, [key]);
    await world.settled();
    await confirm(second, [key]);
    await world.settled();
    return { playerId: second, id: (await waitingOf(second))?.id ?? '' };
  };

  it('that waits is paid once by an operator with a fresh proof, on the record', async () => {
    const { playerId, id } = await twin();
    for (const as of [operator('trader'), operator('auditor')]) expect((await approve(id, as)).status).toBe(403);
    expect(problemOf(await approve(id, { ...operator(), provenAt: '2026-11-01T00:00:00.000Z' })).code).toBe(
      'step_up_required',
    );
    const as = operator('finance');
    const replies = await Promise.all([approve(id, as), approve(id, as), approve(id, as)]);
    for (const { status, body } of replies) expect([status, body.status, body.decidedBy]).toEqual([200, 'paid', as.id]);
    expect([await cash(playerId), await paid(playerId)]).toEqual([10_000, [{ amount: 10_000, currency: 'USD' }]]);
    expect(problemOf(await reject(id))).toMatchObject({ code: 'already_decided', status: 409 });
    const acted = await sql<{ data: { action: string } }>(
      `select data from outbox where type = $1 and data ->> 'operatorId' = $2`,
      [walletAuditEvents.operatorActed.subject, as.id],
    );
    expect(acted).toMatchObject([
      { data: { action: 'welcome_bonus.approve', resourceId: id, after: { userId: playerId, amountMinor: 10_000 } } },
    ]);
  });

  it('that waits is never paid once it is rejected', async () => {
    const { playerId, id } = await twin();
    expect((await reject(id)).body).toMatchObject({ status: 'rejected', rejectionReason: 'The same person' });
    expect(problemOf(await approve(id)).code).toBe('already_decided');
    await confirm(playerId);
    await world.settled();
    expect(await paid(playerId)).toEqual([]);
    expect((await stats(playerId)).pendingBonus).toBeUndefined();
    expect(problemOf(await approve(randomUUIDv7())).status).toBe(404);
  });

  it("counts towards its operator's day alone, and at the amount needs another operator", async () => {
    const as = operator('finance');
    const given = await world.http('POST', '/api/admin/wallet/adjustments', {
      as,
      key: randomUUID(),
      body: { userId: await world.player(), amountMinor: 985_000, currency: 'USD', reason: 'Goodwill' },
    });
    expect(given.status).toBe(201);
    const [first, second] = [await twin(), await twin()];
    expect((await approve(first.id, as)).status).toBe(200);
    // A repeat does not count towards the day's sum.
    expect((await approve(first.id, as)).status).toBe(200);
    expect(problemOf(await approve(second.id, as))).toMatchObject({ code: 'second_operator_needed', status: 403 });
    expect([await cash(first.playerId), await cash(second.playerId)]).toEqual([10_000, 0]);
    expect(await waitingOf(second.playerId)).toMatchObject({ status: 'waiting' });
    expect((await approve(second.id)).body.status).toBe('paid');
    const flagged = await sql(
      `select data -> 'after' ->> 'flagged' as flagged from outbox where type = $1 and data ->> 'resourceId' = any ($2) order by seq`,
      [walletAuditEvents.operatorActed.subject, [first.id, second.id]],
    );
    expect(flagged).toEqual([{ flagged: 'true' }, { flagged: null }]);
  });

  it('stays below the amount with two approvals at once', async () => {
    const as = operator('finance');
    await world.http('POST', '/api/admin/wallet/adjustments', {
      as,
      key: randomUUID(),
      body: { userId: await world.player(), amountMinor: 985_000, currency: 'USD', reason: 'Goodwill' },
    });
    const both = [await twin(), await twin()];
    const replies = await Promise.all(both.map(({ id }) => approve(id, as)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('waits while its player may not play, and is paid to nobody who may not', async () => {
    const playerId = await world.player();
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'account',
      version: 2,
      status: 'suspended',
      level: 'verified',
      jurisdiction: 'open',
    });
    await confirm(playerId);
    await world.settled();
    const bonus = await waitingOf(playerId);
    expect(bonus?.shared).toEqual([]);
    expect(problemOf(await approve(bonus?.id ?? '')).code).toBe('player_not_playing');
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'account',
      version: 3,
      status: 'active',
      level: 'verified',
      jurisdiction: 'open',
    });
    expect((await approve(bonus?.id ?? '')).status).toBe(200);
    expect(await cash(playerId)).toBe(10_000);
  });

  it("is in the account's currency, keeps its number, and earlier stakes do not count", async () => {
    const playerId = await world.player();
    expect(await world.ask(playerRequests.playCurrency, { playerId, currency: 'GBP' })).toEqual({
      playerId,
      currency: 'GBP',
    });
    await confirm(playerId);
    await world.settled();
    expect(await paid(playerId)).toEqual([{ amount: 10_000, currency: 'GBP' }]);
    // No rate is set, so the worth of the balance is unknown.
    await expect(world.ask(playerRequests.playCurrency, { playerId, currency: 'USD' })).rejects.toMatchObject({
      code: 'rate_unavailable',
    });
    expect(await limits(playerId)).toMatchObject({ unplayedBonusMinor: 10_000 });
    await proven();
  });
});

describe('in demo mode', () => {
  beforeAll(async () => {
    world = await openWallet();
  });
  afterAll(() => world.close());
  const free = async (playerId: string) => {
    const [{ withdrawableMinor }, { unplayedBonusMinor }] = [await balance(playerId), await limits(playerId)];
    return [withdrawableMinor, unplayedBonusMinor];
  };

  it('is paid at registration, and the confirmation changes nothing', async () => {
    const [first, second] = [await world.player(), await world.player()];
    for (const playerId of [first, second]) await confirm(playerId, [mailbox('the same')]);
    await world.settled();
    for (const playerId of [first, second])
      expect([await cash(playerId), await paid(playerId)]).toMatchObject([10_000, [{ amount: 10_000 }]]);
    expect(await waiting()).toEqual([]);
  });

  it('is not paid to a player who wants none, in whatever order wallet hears of them', async () => {
    const playerId = await world.player({ welcomeBonus: false });
    await world.publish(userEvents.userRegistered.subject, playerId, 1, {
      playerId,
      country: 'DE',
      jurisdiction: 'open',
      currency: 'USD',
      level: 'verified',
      demo: false,
      welcomeBonus: false,
    });
    await confirm(playerId);
    await world.settled();
    expect([await cash(playerId), await paid(playerId), await granted(playerId)]).toEqual([0, [], []]);
    expect((await stats(playerId)).welcomeBonusMinor).toBeUndefined();
    await proven();
  });

  it('is declined without waiting for a decision on another bonus', async () => {
    await sql('begin');
    try {
      await sql('select lock_welcome()');
      expect(await cash(await world.player({ welcomeBonus: false }, 'unplayed'))).toBe(0);
    } finally {
      await sql('rollback');
    }
  });

  it('can be withdrawn by a verified player as far as it was staked', async () => {
    const playerId = await world.player({}, 'unplayed');
    expect(await free(playerId)).toEqual([0, 10_000]);
    expect(problemOf(await withdraw(playerId, 2_000))).toMatchObject({
      code: 'bonus_not_staked',
      status: 422,
      params: { unplayedMinor: 10_000, withdrawableMinor: 0 },
    });
    const lost = await stake(playerId, 3_000);
    await publishBet(world, 'betSettled', lost, { dueMinor: 6_000, version: 1 });
    await world.settled();
    expect(await free(playerId)).toEqual([6_000, 7_000]);
    expect(problemOf(await withdraw(playerId, 6_001)).code).toBe('bonus_not_staked');
    expect((await withdraw(playerId, 6_000)).status).toBe(201);
    expect(await free(playerId)).toEqual([0, 7_000]);
  });

  it.each(['betVoided', 'betRejected'] as const)('is as unstaked as before after %s', async (name) => {
    const playerId = await world.player({}, 'unplayed');
    const bet = await stake(playerId, 10_000);
    expect(await free(playerId)).toEqual([0, 0]);
    await publishBet(world, name, bet, { dueMinor: 10_000, version: 1 });
    await world.settled();
    expect(await free(playerId)).toEqual([0, 10_000]);
    expect(problemOf(await withdraw(playerId, 2_000)).code).toBe('bonus_not_staked');
  });

  it('counts all that is staked, and never more than it was', async () => {
    const playerId = await world.player({}, 'unplayed');
    for (const amount of [6_000, 4_000]) {
      const bet = await stake(playerId, amount);
      await publishBet(world, 'betSettled', bet, { dueMinor: 2 * amount, version: 1 });
      await world.settled();
    }
    expect(await free(playerId)).toEqual([20_000, 0]);
    expect((await withdraw(playerId, 20_000)).status).toBe(201);
  });

  it('binds no play money and leaves the rule of the unverified as it is', async () => {
    const demo = await world.player({ book: 'play' }, 'unplayed');
    expect(await free(demo)).toEqual([100_000, 0]);
    const unverified = await world.player({ level: 'unverified' }, 'unplayed');
    expect(problemOf(await withdraw(unverified, 2_000)).code).toBe('kyc_required');
    expect(await free(unverified)).toEqual([0, 10_000]);
  });

  it('leaves by no other currency before it was staked', async () => {
    const playerId = await world.player({}, 'unplayed');
    const as = asPlayer(playerId);
    const made = await world.http<{ quoteId: string; receiveMinor: number }>('POST', pathOf(exchangeRoutes.quote), {
      as,
      body: { from: 'USD', to: 'EUR', amountMinor: 5_000 },
    });
    expect(
      (
        await world.http('POST', pathOf(exchangeRoutes.convert), {
          as,
          key: randomUUID(),
          body: { quoteId: made.body.quoteId },
        })
      ).status,
    ).toBe(201);
    const take = () =>
      world.http('POST', '/api/wallet/withdrawals', {
        as,
        key: randomUUID(),
        body: {
          amountMinor: made.body.receiveMinor,
          currency: 'EUR',
          method: 'bank_transfer',
          destination: 'DE89370400440532013000',
        },
      });
    expect(problemOf(await take())).toMatchObject({
      code: 'bonus_not_staked',
      params: { unplayedMinor: 10_000, withdrawableMinor: 0, currency: 'USD' },
    });
    expect(await free(playerId)).toEqual([0, 10_000]);
    for (const amount of [5_000, 5_000]) {
      const bet = await stake(playerId, amount);
      await publishBet(world, 'betSettled', bet, { dueMinor: amount, version: 1 });
      await world.settled();
    }
    expect((await take()).status).toBe(201);
  });

  it('moves to another play currency at its worth, and there and back gains nothing', async () => {
    const playerId = await world.player({}, 'unplayed');
    const change = async (currency: string) => {
      await world.ask(playerRequests.playCurrency, { playerId, currency });
      const { currency: now, totalMinor } = await balance(playerId);
      return [now, totalMinor];
    };
    expect(await change('GBP')).toEqual(['GBP', 7_900]);
    expect(await limits(playerId)).toMatchObject({ unplayedBonusMinor: 7_900 });
    for (let turn = 0; turn < 3; turn++) {
      expect(await change('EUR')).toEqual(['EUR', 9_200]);
      expect(await change('USD')).toEqual(['USD', 10_000]);
    }
    await proven();
  });

  it('that was not staked ends with the account, and nobody has to bet in order to leave', async () => {
    const playerId = await world.player({}, 'unplayed');
    const close = { playerId, version: 2, status: 'closed', level: 'verified', jurisdiction: 'open' };
    expect(await world.ask(playerRequests.close, close)).toEqual({ playerId, version: 2 });
    expect(await cash(playerId)).toBe(0);
    await proven();
  });
});
