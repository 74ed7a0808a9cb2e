/** A player's view of their own money: balance, history with its filters, limits, statistics. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { pathOf, problemOf } from '@fairline/chassis/testing';
import { playByProduct } from '@fairline/proto/play-figures';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import type { Transaction, WalletStats } from '@fairline/proto/wallet/history';
import { type Balance, ledgerRequests } from '@fairline/proto/wallet/ledger';
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import type { OwnPlay, WalletLimits } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlayer, openWallet, operator, publishBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const get = <T>(playerId: string, path: string) => world.http<T>('GET', path, { as: asPlayer(playerId) });
const history = async (playerId: string, query = '') =>
  (await get<{ items: Transaction[]; nextCursor: string | null }>(playerId, `/api/wallet/transactions${query}`)).body;
const decide = (id: string, what: 'approve' | 'reject') =>
  world.http('POST', pathOf(approvalRoutes[what], { id }), {
    as: operator(),
    ...(what === 'reject' && { body: { reason: 'Not received' } }),
  });
const deposit = async (playerId: string, amountMinor = 10_000) => {
  const body = {
    amountMinor,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Ada',
    email: 'ada@example.com',
    bankTransactionId: 'TX-1',
  };
  return (
    await world.http<{ id: string; reference: string }>('POST', '/api/wallet/deposits/manual', {
      as: asPlayer(playerId),
      key: randomUUID(),
      body,
    })
  ).body;
};
const withdraw = async (playerId: string, amountMinor = 3_000) => {
  const body = { amountMinor, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000' };
  return (
    await world.http<{ id: string }>('POST', '/api/wallet/withdrawals', {
      as: asPlayer(playerId),
      key: randomUUID(),
      body,
    })
  ).body;
};
const stake = async (playerId: string, amountMinor = 1_000) => {
  const ask = stakeOf(playerId, { stakeMinor: amountMinor, potentialPayoutMinor: 50_000 });
  await world.ask(ledgerRequests.stake, ask);
  return ask;
};

/** A player to whom everything has happened once. */
async function storied() {
  const playerId = await world.player();
  const approved = await deposit(playerId, 20_000);
  await decide(approved.id, 'approve');
  const won = await stake(playerId, 2_000);
  await publishBet(world, 'betSettled', won, { dueMinor: 5_000, version: 1 });
  await world.settled();
  const void_ = await stake(playerId, 1_000);
  await publishBet(world, 'betVoided', void_, { dueMinor: 1_000, version: 1 });
  await world.settled();
  const lost = await stake(playerId, 500);
  await publishBet(world, 'betSettled', lost, { dueMinor: 0, version: 1 });
  await publishBet(world, 'betResettled', won, { dueMinor: 4_000, version: 2 });
  await world.settled();
  const refused = await deposit(playerId, 5_000);
  await decide(refused.id, 'reject');
  const paid = await withdraw(playerId, 3_000);
  await decide(paid.id, 'approve');
  const open = await stake(playerId, 700);
  const waiting = await withdraw(playerId, 4_000);
  return { playerId, approved, won, void_, lost, refused, paid, open, waiting };
}

describe('the history', () => {
  it('has one row for each movement, newest first, whose amounts add up to the balance', async () => {
    const { playerId, approved, won, waiting, paid } = await storied();
    const { items, nextCursor } = await history(playerId);
    expect(nextCursor).toBeNull();
    expect(
      items.map(({ type, amountMinor, status, balanceAfterMinor }) => [type, amountMinor, status, balanceAfterMinor]),
    ).toEqual([
      ['withdrawal', -4_000, 'pending', null],
      ['bet', -700, 'completed', 27_800],
      ['withdrawal', -3_000, 'completed', 28_500],
      ['deposit', 5_000, 'failed', null],
      ['adjustment', -1_000, 'completed', 31_500],
      ['bet', -500, 'completed', 32_500],
      ['refund', 1_000, 'completed', 33_000],
      ['bet', -1_000, 'completed', 32_000],
      ['win', 5_000, 'completed', 33_000],
      ['bet', -2_000, 'completed', 28_000],
      ['deposit', 20_000, 'completed', 30_000],
      ['bonus', 10_000, 'completed', 10_000],
    ]);
    const completed = items
      .filter(({ status }) => status === 'completed')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const { body: balance } = await get<Balance>(playerId, '/api/wallet');
    expect(balance).toEqual({
      currency: 'USD',
      totalMinor: 27_800,
      availableMinor: 23_800,
      playableMinor: 23_800,
      withdrawableMinor: 23_800,
      bonusMinor: 0,
      pendingWithdrawalsMinor: 4_000,
      accounts: [{ currency: 'USD', cashMinor: 27_800, bonusMinor: 0, heldMinor: 4_000 }],
    });
    expect(completed).toBe(balance.totalMinor);
    expect(items.find(({ id }) => id === approved.id)).toEqual({
      id: approved.id,
      type: 'deposit',
      kind: 'deposit',
      amountMinor: 20_000,
      currency: 'USD',
      status: 'completed',
      method: 'bank_transfer',
      description: 'Deposit: Bank Transfer',
      reference: approved.reference,
      createdAt: '2026-11-20T12:00:00.000Z',
      requestedAt: '2026-11-20T12:00:00.000Z',
      balanceAfterMinor: 30_000,
    });
    expect(items.filter(({ reference }) => reference === won.betId).map(({ type }) => type)).toEqual([
      'adjustment',
      'win',
      'bet',
    ]);
    expect(items[0]?.id).toBe(waiting.id);
    await decide(waiting.id, 'approve');
    const after = (await history(playerId)).items;
    expect(after).toHaveLength(items.length);
    expect(after[0]).toMatchObject({ id: waiting.id, status: 'completed', balanceAfterMinor: 23_800 });
    expect(after.find(({ id }) => id === paid.id)).toMatchObject({ balanceAfterMinor: 28_500 });
  });

  it('is filtered by type, by period and by text', async () => {
    const { playerId, won, approved } = await storied();
    const types = async (query: string) => (await history(playerId, query)).items.map(({ type }) => type);
    expect(await types('?type=deposit')).toEqual(['deposit', 'deposit']);
    expect(await types('?type=bet')).toEqual(['bet', 'bet', 'bet', 'bet']);
    expect(await types('?type=adjustment')).toEqual(['adjustment']);
    expect(await types('?type=conversion')).toEqual([]);
    expect(await types('?type=all')).toHaveLength(12);
    expect((await types(`?q=${won.betId}`)).toSorted()).toEqual(['adjustment', 'bet', 'win']);
    expect(await types(`?q=${approved.reference.toLowerCase()}`)).toEqual(['deposit']);
    expect(await types('?q=Bank%20Trans')).toEqual(['withdrawal', 'withdrawal', 'deposit', 'deposit']);
    expect(await types('?q=crypto')).toEqual([]);
    expect(await types('?q=stake%20returned')).toEqual(['refund']);
    expect(await types('?q=welcome')).toEqual(['bonus']);
    expect(await types('?q=%25')).toEqual([]);
    for (const period of ['all', 'today', 'week', 'month', 'quarter'])
      expect(await types(`?period=${period}`), period).toHaveLength(12);
    world.clock.set(new Date('2026-11-21T00:00:00Z'));
    expect(await types('?period=today')).toEqual([]);
    expect(await types('?period=week')).toHaveLength(12);
    world.clock.set(new Date('2026-12-01T00:00:00Z'));
    expect(await types('?period=week')).toEqual([]);
    expect(await types('?period=month')).toEqual([]);
    expect(await types('?period=quarter')).toHaveLength(12);
    world.clock.set(new Date('2026-11-20T12:00:00Z'));
    for (const query of ['?type=loan', '?period=year', '?cursor=x', '?page=2', `?q=${'x'.repeat(101)}`])
      expect((await get(playerId, `/api/wallet/transactions${query}`)).status, query).toBe(400);
  });

  it('is narrowed to days of the player, with the totals and the file of the same time', async () => {
    const { playerId } = await storied();
    const at = (query: string, path = '') => get(playerId, `/api/wallet/transactions${path}?${query}`);
    const count = async (query: string) => ((await at(query)).body as { items: unknown[] }).items.length;
    const [before, noon, after] = ['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z', '2026-11-20T12:00:01Z'];
    for (const [query, rows] of [
      [`from=${noon}`, 12],
      [`from=${noon}&until=${after}`, 12],
      [`until=${noon}`, 0],
      [`from=${after}`, 0],
      [`from=${before}&until=${noon}`, 0],
      [`from=${before}&period=today&type=bet`, 4],
    ] as const) {
      expect(await count(query), query).toBe(rows);
      const { count: completed } = (await at(query, '/summary')).body as { count: number };
      expect(completed > 0, query).toBe(rows > 0);
      const file = await get<string>(playerId, `/api/wallet/transactions/export.csv?${query}`);
      expect(file.body.trimEnd().split('\n'), query).toHaveLength(rows + 1);
    }
    expect((await at('from=yesterday')).status).toBe(400);
  });

  it('is given as a statement of a month or of days, in English or Spanish', async () => {
    const { playerId } = await storied();
    const pdf = (query: string) => world.http('GET', `/api/wallet/statement${query}`, { as: asPlayer(playerId) });
    for (const [query, name] of [
      ['.pdf?month=2026-11', 'statement_2026-11'],
      ['.pdf?month=2026-11&language=es', 'statement_2026-11'],
      ['/days.pdf?from=2025-12-01&until=2026-11-20', 'statement_2025-12-01_2026-11-20'],
      ['/days.pdf?from=2026-11-20&until=2026-11-20&language=es', 'statement_2026-11-20_2026-11-20'],
    ] as const) {
      const { status, headers } = await pdf(query);
      expect([status, headers.get('content-disposition')], query).toEqual([200, `attachment; filename="${name}.pdf"`]);
    }
    for (const query of [
      '.pdf',
      '.pdf?month=11',
      '/days.pdf?from=2026-11-01',
      '/days.pdf?from=2026-11-20&until=2026-11-19',
      '/days.pdf?from=2025-11-01&until=2026-11-20',
    ])
      expect((await pdf(query)).status, query).toBe(400);
    for (const query of ['.pdf?month=2026-12', '/days.pdf?from=2026-11-21&until=2026-11-22'])
      expect((await pdf(query)).status, query).toBe(404);
  });

  it('continues where a page ended, whatever came in meanwhile, each row once', async () => {
    const playerId = await world.player();
    for (let turn = 0; turn < 40; turn++) await stake(playerId, 1);
    for (let turn = 0; turn < 20; turn++) await deposit(playerId, 5_000);
    const first = await history(playerId);
    await Promise.all([stake(playerId, 1), deposit(playerId, 5_000)]);
    const second = await history(playerId, `?cursor=${first.nextCursor}`);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 11, null]);
    expect(new Set(ids).size).toBe(61);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it("shows nobody another player's money", async () => {
    const [one, other] = await Promise.all([world.player(), world.player()]);
    const bet = await stake(one, 10);
    const paid = await deposit(one);
    expect((await history(other, `?q=${bet.betId}`)).items).toEqual([]);
    expect((await history(other)).items.map(({ type }) => type)).toEqual(['bonus']);
    const own = await get<{ items: { id: string }[] }>(other, '/api/wallet/payments');
    expect(own.body.items.map(({ id }) => id)).not.toContain(paid.id);
    for (const path of [
      '/api/wallet',
      '/api/wallet/stats',
      '/api/wallet/limits',
      '/api/wallet/transactions',
      '/api/wallet/payments',
    ]) {
      expect((await world.http('GET', path)).status, path).toBe(401);
      expect((await world.http('GET', path, { as: operator() })).status, path).toBe(403);
    }
    for (const path of ['/api/wallet', '/api/wallet/stats', '/api/wallet/limits']) {
      const nobody = await get(randomUUIDv7(), path);
      expect([nobody.status, problemOf(nobody).code], path).toEqual([503, 'unavailable']);
    }
  });
});

describe('figures', () => {
  it('count the lifetime, a day, and open bets', async () => {
    const { playerId } = await storied();
    const { body } = await get<WalletStats & OwnPlay>(playerId, '/api/wallet/stats');
    const figures = playByProduct(
      { stakedMinor: 3_200, openStakeMinor: 700, returnedMinor: 4_000 },
      { stakedMinor: 0, openStakeMinor: 0, returnedMinor: 0 },
    );
    expect(body).toEqual({
      currency: 'USD',
      depositedMinor: 20_000,
      withdrawnMinor: 3_000,
      wageredMinor: 3_200,
      wonMinor: 4_000,
      netMinor: 1_500,
      play: { today: figures, week: figures, month: figures, all: figures },
      netDepositsMinor: 17_000,
      activeBets: 1,
      openRounds: 0,
      todayDepositedMinor: 20_000,
      todayWithdrawnMinor: 3_000,
      lastActivityAt: '2026-11-20T12:00:00.000Z',
      memberSince: '2026-11-20T12:00:00.000Z',
      session: { startedAt: '2026-11-20T12:00:00.000Z', endsAt: '2026-11-20T12:30:00.000Z', ...figures },
    });
  });

  it('show what is left of each limit, and when it begins again', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const { body: before } = await get<WalletLimits>(playerId, '/api/wallet/limits');
    expect(before).toMatchObject({
      level: 'unverified',
      minDepositMinor: 1_000,
      minWithdrawMinor: 2_000,
      maxBetMinor: 100_000,
      dailyDepositMinor: 500_000,
      remaining: {
        dailyDepositMinor: 500_000,
        dailyWithdrawMinor: 250_000,
        monthlyDepositMinor: 5_000_000,
        monthlyWithdrawMinor: 2_500_000,
      },
      dayResetsAt: '2026-11-21T00:00:00.000Z',
      monthResetsAt: '2026-12-01T00:00:00.000Z',
    });
    await deposit(playerId, 120_000);
    const { body: after } = await get<WalletLimits>(playerId, '/api/wallet/limits');
    expect(after.remaining).toEqual({
      ...before.remaining,
      dailyDepositMinor: 380_000,
      monthlyDepositMinor: 4_880_000,
    });
  });

  it('list every way to pay in and out, to anyone', async () => {
    const { status, body } = await world.http<{ items: PaymentMethod[] }>('GET', '/api/wallet/payment-methods');
    expect(status).toBe(200);
    expect(body.items.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'manual union_bank_india',
      'manual phonepe',
      'manual bank_transfer',
      'withdrawal bank_transfer',
      'withdrawal crypto',
      'withdrawal e_wallet',
    ]);
    expect(body.items[0]).toMatchObject({
      minMinor: 10_000,
      maxMinor: 5_000_000,
      feeBp: 0,
      currencies: ['USD'],
      bankDetails: { bankName: 'Union Bank of India' },
    });
  });
});

it('a bet that was sold differs from one that won, in list, filter, search and export', async () => {
  const playerId = await world.player();
  await decide((await deposit(playerId, 20_000)).id, 'approve');
  const [won, sold] = [await stake(playerId, 1_000), await stake(playerId, 2_000)];
  await publishBet(world, 'betSettled', won, { dueMinor: 5_000, version: 1 });
  // A part is cashed out first, then the rest; each event is published twice.
  for (const outcome of [
    { dueMinor: 600, version: 1, status: 'accepted' as const },
    { dueMinor: 600, version: 1, status: 'accepted' as const },
    { dueMinor: 1_500, version: 2 },
    { dueMinor: 1_500, version: 2 },
  ])
    await publishBet(world, 'betCashedOut', sold, outcome);
  await world.settled();
  const shown = async (query: string) =>
    (await history(playerId, query)).items.map(({ type, description, amountMinor }) => [
      type,
      description,
      amountMinor,
    ]);
  const cashOuts = [
    ['win', 'Cash-out', 900],
    ['win', 'Cash-out', 600],
  ];
  expect(await shown('?type=cash_out')).toEqual(cashOuts);
  expect(await shown('?q=cash-out')).toEqual(cashOuts);
  expect(await shown('?q=winnings')).toEqual([['win', 'Winnings', 5_000]]);
  expect((await shown('?type=win')).toSorted()).toEqual([...cashOuts, ['win', 'Winnings', 5_000]].toSorted());
  const { body: summary } = await get<{ count: number; inMinor: number }>(
    playerId,
    '/api/wallet/transactions/summary?type=cash_out',
  );
  expect(summary).toMatchObject({ count: 2, inMinor: 1_500 });
  const all = await world.http<{ items: Transaction[] }>('GET', '/api/admin/wallet/transactions?type=cash_out', {
    as: operator('auditor'),
  });
  expect(all.body.items.map(({ amountMinor }) => amountMinor)).toEqual([900, 600]);
});

it('only what the sale posted is a cash-out, not a result that overtook or preceded it', async () => {
  const playerId = await world.player();
  const [overtaken, back] = [await stake(playerId, 1_000), await stake(playerId, 1_000)];
  await publishBet(world, 'betSettled', overtaken, { dueMinor: 3_000, version: 2 });
  await world.settled();
  await publishBet(world, 'betSettled', back, { dueMinor: 2_000, version: 1 });
  await world.settled();
  await publishBet(world, 'betResettled', back, { dueMinor: 0, version: 2, status: 'accepted' });
  await world.settled();
  await publishBet(world, 'betCashedOut', overtaken, { dueMinor: 600, version: 1, status: 'accepted' });
  await publishBet(world, 'betCashedOut', back, { dueMinor: 700, version: 3 });
  await world.settled();
  const shown = (await history(playerId, '?type=win')).items.map(({ description, amountMinor }) => [
    description,
    amountMinor,
  ]);
  expect(shown).toEqual([
    ['Cash-out', 700],
    ['Winnings', 2_000],
    ['Winnings', 3_000],
  ]);
});

it('names the player of a bet, a round and a payment, by its id', async () => {
  const [playerId, roundId] = [await world.player(), randomUUIDv7()];
  const [{ betId }, { id }] = [await stake(playerId), await deposit(playerId)];
  await world.ask(ledgerRequests.play, {
    roundId,
    playerId,
    gameId: 'premium-roulette',
    step: 0,
    currency: 'USD',
    stakeMinor: 100,
    payoutMinor: 0,
    closes: true,
  });
  const ownerOf = async (type: string, of: string) =>
    (await world.ask(ledgerRequests.ownerOf, { type, id: of })).playerId;
  expect([await ownerOf('bet', betId), await ownerOf('round', roundId), await ownerOf('payment', id)]).toEqual([
    playerId,
    playerId,
    playerId,
  ]);
  expect([await ownerOf('bet', id), await ownerOf('round', betId), await ownerOf('payment', randomUUID())]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
