/** Payouts by the events of betting, at two instances: events repeated, in any order, and events that contradict the ledger. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { eventually } from '@fairline/chassis/testing';
import { betEvents } from '@fairline/proto/betting/bets';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWallet, publishBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
const taken = async (playerId: string, amountMinor = 1_000, potentialPayoutMinor = 30_000) => {
  const ask = stakeOf(playerId, { stakeMinor: amountMinor, potentialPayoutMinor });
  await world.ask(ledgerRequests.stake, ask);
  return ask;
};
const transfers = (playerId: string) =>
  sql<{ kind: string; amount_minor: number }>(
    'select kind, amount_minor from transfers where player_id = $1 order by id offset 1',
    [playerId],
  );

/** Every order of a few items, each of them twice. */
function shuffles<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, place) =>
    shuffles([...items.slice(0, place), ...items.slice(place + 1)]).map((rest) => [item, ...rest]),
  );
}

describe('an event about a bet', () => {
  it.each<[string, 'betSettled' | 'betVoided' | 'betRejected' | 'betResettled', number, number, string]>([
    ['won', 'betSettled', 2_500, 11_500, 'win'],
    ['lost', 'betSettled', 0, 9_000, ''],
    ['void', 'betVoided', 1_000, 10_000, 'refund'],
    ['rejected', 'betRejected', 1_000, 10_000, 'refund'],
    ['corrected', 'betResettled', 700, 9_700, 'win'],
  ])(
    '%s, published twice as the same event and once as another, is paid once',
    async (_name, event, dueMinor, cash, kind) => {
      const playerId = await world.player();
      const bet = await taken(playerId);
      const id = randomUUID();
      for (const again of [id, id, randomUUID()])
        await publishBet(world, event, bet, { dueMinor, version: 4, id: again });
      await world.settled();
      expect(await world.account(playerId)).toMatchObject({ cash });
      expect(await transfers(playerId)).toEqual([
        { kind: 'stake', amount_minor: -1_000 },
        ...(kind ? [{ kind, amount_minor: dueMinor }] : []),
      ]);
      expect((await world.ask(ledgerRequests.stakesOf, { ids: [bet.betId] })).stakes).toEqual([
        { betId: bet.betId, status: 'taken', amountMinor: 1_000, paidMinor: dueMinor, version: 4 },
      ]);
    },
  );

  it('overtaken by its successors leads to the same balance in every order', async () => {
    const outcomes = [
      { event: 'betSettled', dueMinor: 3_000, version: 3 },
      { event: 'betResettled', dueMinor: 0, version: 4 },
      { event: 'betVoided', dueMinor: 1_000, version: 5 },
    ] as const;
    const orders = shuffles(outcomes);
    const bets = await Promise.all(orders.map(async () => taken(await world.player())));
    for (const [place, order] of orders.entries()) {
      for (const { event, ...outcome } of [...order, ...order.toReversed()])
        await publishBet(world, event, bets[place] as (typeof bets)[number], outcome);
    }
    await world.settled();
    for (const { playerId } of bets) {
      expect(await world.account(playerId)).toMatchObject({ cash: 10_000, receivable: 0 });
      const [row] = await sql('select open_stakes, wagered_minor, won_minor from accounts where player_id = $1', [
        playerId,
      ]);
      expect(row).toEqual({ open_stakes: 0, wagered_minor: 0, won_minor: 0 });
    }
  });

  it('that takes a result back leaves the bet open until its next result', async () => {
    const playerId = await world.player();
    const bet = await taken(playerId);
    const figures = () =>
      sql('select cash_minor, open_stakes, won_minor from accounts where player_id = $1', [playerId]);
    await publishBet(world, 'betSettled', bet, { dueMinor: 2_500, version: 1 });
    await publishBet(world, 'betResettled', bet, { dueMinor: 0, version: 2, status: 'accepted' });
    await world.settled();
    expect(await figures()).toEqual([{ cash_minor: 9_000, open_stakes: 1, won_minor: 0 }]);
    await publishBet(world, 'betResettled', bet, { dueMinor: 2_000, version: 3 });
    await world.settled();
    expect(await figures()).toEqual([{ cash_minor: 11_000, open_stakes: 0, won_minor: 2_000 }]);
  });

  it('that takes money back takes available money; the rest becomes debt and is recovered', async () => {
    const playerId = await world.player();
    const won = await taken(playerId, 1_000);
    await publishBet(world, 'betSettled', won, { dueMinor: 5_000, version: 1 });
    await world.settled();
    const other = await taken(playerId, 13_900);
    await publishBet(world, 'betResettled', won, { dueMinor: 0, version: 2 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 0, receivable: -4_900 });
    await publishBet(world, 'betSettled', other, { dueMinor: 6_000, version: 1 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 1_100, receivable: 0 });
    expect((await transfers(playerId)).map(({ kind, amount_minor }) => `${kind} ${amount_minor}`)).toEqual([
      'stake -1000',
      'win 5000',
      'stake -13900',
      'correction -100',
      'win 1100',
    ]);
  });

  it('is paid while the player is closed, excluded, and while the books are checked', async () => {
    const playerId = await world.player();
    const bet = await taken(playerId);
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'account',
      version: 2,
      status: 'closed',
      level: 'unverified',
      jurisdiction: 'open',
    });
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'play',
      version: 1,
      excludedUntil: '9999-01-01T00:00:00.000Z',
    });
    await world.db.query("update stop set reason = 'a test', since = now()");
    await publishBet(world, 'betSettled', bet, { dueMinor: 2_500, version: 1 });
    await world.settled();
    await world.db.query('update stop set reason = null, since = null');
    expect(await world.account(playerId)).toMatchObject({ cash: 11_500 });
  });

  it('rejected before its stake came leaves a tombstone; the stake is refused and nothing moves', async () => {
    const playerId = await world.player();
    const bet = stakeOf(playerId, { stakeMinor: 1_000 });
    await publishBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 2 });
    await publishBet(world, 'betRejected', bet, { dueMinor: 1_000, version: 1 });
    await world.settled();
    await expect(world.ask(ledgerRequests.stake, bet)).rejects.toMatchObject({ code: 'bet_given_up' });
    expect((await world.ask(ledgerRequests.stakesOf, { ids: [bet.betId] })).stakes).toMatchObject([
      { status: 'tombstone', paidMinor: 0 },
    ]);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
  });

  it('rejected after its stake was refused does nothing', async () => {
    const playerId = await world.player();
    const bet = stakeOf(playerId, { stakeMinor: 20_000 });
    await expect(world.ask(ledgerRequests.stake, bet)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await publishBet(world, 'betRejected', bet, { dueMinor: 20_000, version: 1 });
    await publishBet(world, 'betVoided', bet, { dueMinor: 20_000, version: 2 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
    await expect(world.ask(ledgerRequests.stake, bet)).rejects.toMatchObject({ code: 'insufficient_balance' });
  });

  it('races with its stake: whichever comes first, the stake is given back or never taken', async () => {
    const players = await Promise.all(Array.from({ length: 30 }, () => world.player()));
    const bets = players.map((playerId) => stakeOf(playerId, { stakeMinor: 1_000 }));
    await Promise.all(
      bets.flatMap((bet) => [
        world.ask(ledgerRequests.stake, bet).catch(() => undefined),
        publishBet(world, 'betRejected', bet, { dueMinor: 1_000, version: 1 }),
      ]),
    );
    await world.settled();
    const cash = await sql<{ cash_minor: number }>(
      'select distinct cash_minor from accounts where player_id = any ($1)',
      [players],
    );
    expect(cash).toEqual([{ cash_minor: 10_000 }]);
  });

  it('that undoes every bet, published in two ways at once, gives each stake back once', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => world.player()));
    const bets = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => taken(players[turn % 5] as string, 100, 500)),
    );
    await Promise.all(
      bets.flatMap((bet) => [
        publishBet(world, 'betRejected', bet, { dueMinor: 100, version: 2 }),
        publishBet(world, 'betVoided', bet, { dueMinor: 100, version: 3 }),
      ]),
    );
    await world.settled();
    for (const playerId of players) {
      expect(await world.account(playerId)).toMatchObject({ cash: 10_000 });
      expect((await transfers(playerId)).filter(({ kind }) => kind === 'refund')).toHaveLength(8);
    }
  });

  it('about many bets of few players is paid for each of them', async () => {
    const players = await Promise.all([world.player(), world.player()]);
    const bets = await Promise.all(
      Array.from({ length: 120 }, (_, turn) => taken(players[turn % 2] as string, 10, 100)),
    );
    await Promise.all(bets.map((bet) => publishBet(world, 'betSettled', bet, { dueMinor: 30, version: 1 })));
    await world.settled();
    for (const playerId of players) expect(await world.account(playerId)).toMatchObject({ cash: 10_000 + 60 * 20 });
  });
});

describe('an event that cannot be true is a dead letter, and the others go on', () => {
  const deadLettersOf = (betId: string) =>
    sql<{ error: string; consumer: string }>('select error, consumer from dead_letters where payload like $1', [
      `%${betId}%`,
    ]);

  it.each<[string, (bet: ReturnType<typeof stakeOf>) => Promise<unknown>, RegExp]>([
    [
      'about a bet never seen',
      (bet) => publishBet(world, 'betSettled', bet, { dueMinor: 100, version: 1 }),
      /never taken/,
    ],
    [
      'about another player',
      (bet) =>
        world
          .player()
          .then((playerId) => publishBet(world, 'betSettled', { ...bet, playerId }, { dueMinor: 100, version: 1 })),
      /another|other player/,
    ],
    [
      'about another player, rejected',
      (bet) =>
        world
          .player()
          .then((playerId) => publishBet(world, 'betRejected', { ...bet, playerId }, { dueMinor: 1_000, version: 1 })),
      /other player/,
    ],
    [
      'in another currency',
      (bet) => publishBet(world, 'betSettled', { ...bet, currency: 'EUR' }, { dueMinor: 100, version: 1 }),
      /currency/,
    ],
    [
      'with more than the bet could pay',
      (bet) => publishBet(world, 'betResettled', bet, { dueMinor: 30_001, version: 1 }),
      /more than it could pay/,
    ],
    [
      'with a negative amount',
      (bet) => publishBet(world, 'betSettled', bet, { dueMinor: -1, version: 1 }),
      /not a BetSettled/,
    ],
    [
      'with a fraction',
      (bet) => publishBet(world, 'betSettled', bet, { dueMinor: 10.5, version: 1 }),
      /not a BetSettled/,
    ],
    [
      'without a version',
      (bet) => publishBet(world, 'betVoided', bet, { dueMinor: 10, version: 0 }),
      /not a BetVoided/,
    ],
  ])('%s', async (name, publish, why) => {
    const playerId = await world.player();
    const bet = name === 'about a bet never seen' ? stakeOf(playerId) : await taken(playerId);
    const before = await world.account(playerId);
    const good = await taken(await world.player());
    await Promise.all([publish(bet), publishBet(world, 'betSettled', good, { dueMinor: 2_000, version: 1 })]);
    const [deadLetter] = await eventually(
      () => deadLettersOf(bet.betId),
      (found) => found.length === 1,
    );
    expect(deadLetter?.error).toMatch(why);
    await world.settled();
    expect(await world.account(playerId)).toEqual(before);
    expect(await world.account(good.playerId)).toMatchObject({ cash: 11_000 });
  });

  it('that is no valid message', async () => {
    const uniqueText = randomUUIDv7();
    await world.nats.request(betEvents.betSettled.subject, `not json ${uniqueText}`, { timeout: 5_000 });
    const [deadLetter] = await eventually(
      () => deadLettersOf(uniqueText),
      (found) => found.length === 1,
    );
    expect(deadLetter).toMatchObject({ consumer: 'wallet_BetSettled' });
  });
});
