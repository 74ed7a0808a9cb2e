/** Stakes, openings and permits over bus requests, with two instances sharing the work. */
import { randomUUIDv7 } from 'node:crypto';
import { eventsIn, eventually } from '@fairline/chassis/testing';
import { userEvents } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { ledgerEvents, ledgerRefusals, ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWallet, publishBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const stake = (input: unknown) => world.ask(ledgerRequests.stake, input);
const refusalOf = async (promise: Promise<unknown>): Promise<Refusal> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was not refused');
};
const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];

describe('an instance of the release before', () => {
  it('takes stakes and plays rounds by its calls, which know fewer arguments', async () => {
    const playerId = await world.player();
    const ids = () => [randomUUIDv7(), playerId];
    const taken = await sql(
      `select code from take_stakes(now(), array[$1]::uuid[], array[$2]::uuid[], '{USD}', '{100}', '{250}', '{null}', 1000, 1000, null)`,
      ids(),
    );
    const played = await sql(
      `select code from play_rounds(now(), array[$1]::uuid[], '{0}', array[$2]::uuid[], '{mega-fortune-slots}', '{100}', '{50}', '{true}', '{null}', 1000, 1000, 1, 1, null)`,
      ids(),
    );
    expect([taken, played]).toEqual([[{ code: 'taken' }], [{ code: 'played' }]]);
    expect(await world.account(playerId)).toMatchObject({ cash: 9_850 });
  });
});

describe('opening', () => {
  it('pays the welcome bonus in cash, once, however often and from wherever it is asked', async () => {
    const playerId = randomUUIDv7();
    const opening = {
      playerId,
      currency: 'USD',
      book: 'real',
      version: 1,
      status: 'active',
      level: 'unverified',
      jurisdiction: 'open',
    };
    const registered = {
      playerId,
      country: 'DE',
      jurisdiction: 'open',
      currency: 'USD',
      level: 'unverified',
      demo: false,
    };
    await Promise.all([
      ...Array.from({ length: 6 }, () => world.ask(playerRequests.open, opening)),
      world.publish(userEvents.userRegistered.subject, playerId, 1, registered),
      world.publish(userEvents.userRegistered.subject, playerId, 1, registered),
    ]);
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, bonus: 0, version: 1 });
    expect(await sql('select kind, amount_minor from transfers where player_id = $1', [playerId])).toEqual([
      { kind: 'welcome', amount_minor: 10_000 },
    ]);
    const granted = await sql('select data from outbox where type = $1 and subject = $2', [
      grantEvents.bonusGranted.subject,
      playerId,
    ]);
    expect(granted).toEqual([{ data: { playerId, currency: 'USD', amountMinor: 10_000, book: 'real' } }]);
  });

  it('gives a player of the play book 1,000.00 of play money and no bonus', async () => {
    const playerId = await world.player({ book: 'play' });
    expect(await world.account(playerId)).toMatchObject({ cash: 100_000 });
    expect(await sql('select account, book from entries where player_id = $1 and house', [playerId])).toEqual([
      { account: 'play_money', book: 'play' },
    ]);
    expect(
      await sql('select 1 from outbox where type = $1 and subject = $2', [grantEvents.bonusGranted.subject, playerId]),
    ).toEqual([]);
  });
});

describe('a stake', () => {
  it('leaves cash for sports, with its legs, its event and its row', async () => {
    const playerId = await world.player();
    const ask = stakeOf(playerId, { stakeMinor: 4_000, potentialPayoutMinor: 9_000 });
    expect(await stake(ask)).toEqual({ betId: ask.betId, taken: true, bonusMinor: 0 });
    expect(await world.account(playerId)).toEqual({ cash: 6_000, bonus: 0, held: 0, receivable: 0, version: 2 });
    expect(
      await sql(
        'select account, amount_minor, balance_after_minor from entries where player_id = $1 and xid = (select max(xid) from entries where player_id = $1) order by account',
        [playerId],
      ),
    ).toEqual([
      { account: 'cash', amount_minor: -4_000, balance_after_minor: 6_000 },
      { account: 'sports', amount_minor: 4_000, balance_after_minor: null },
    ]);
    const events = await sql<{ version: number; data: object }>(
      'select o.version, o.data from outbox o join accounts a on a.id = o.subject where a.player_id = $1 order by o.version',
      [playerId],
    );
    expect(events.at(-1)).toEqual({
      version: 2,
      data: { playerId, currency: 'USD', cashMinor: 6_000, bonusMinor: 0, heldMinor: 0 },
    });
    expect(await world.ask(ledgerRequests.stakesOf, { ids: [ask.betId, randomUUIDv7()] })).toEqual({
      stakes: [{ betId: ask.betId, status: 'taken', amountMinor: 4_000, paidMinor: 0, version: 0 }],
    });
  });

  it('asked twenty times at once is taken once, and every answer is the same', async () => {
    const playerId = await world.player();
    const ask = stakeOf(playerId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => stake(ask)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await world.account(playerId)).toMatchObject({ cash: 9_900, version: 2 });
  });

  it('answers another body under the same bet with a refusal, never with the result of the first', async () => {
    const [playerId, other] = await Promise.all([world.player(), world.player()]);
    const ask = stakeOf(playerId);
    await stake(ask);
    for (const changed of [
      { stakeMinor: 101 },
      { potentialPayoutMinor: 251 },
      { playerId: other },
      { currency: 'EUR' as const },
    ]) {
      expect((await refusalOf(stake({ ...ask, ...changed }))).code).toBe('idempotency_key_reused');
    }
    expect(await world.account(other)).toMatchObject({ cash: 10_000 });
  });

  it('is the same stake whatever the case of its ids', async () => {
    const playerId = await world.player();
    const ask = stakeOf(playerId);
    const answers = await Promise.all([
      stake(ask),
      stake({ ...ask, betId: ask.betId.toUpperCase(), playerId: playerId.toUpperCase() }),
    ]);
    expect(answers.map(({ taken }) => taken)).toEqual([true, true]);
    expect(await world.account(playerId)).toMatchObject({ cash: 9_900, version: 2 });
  });

  it('raced for by two players under one bet is taken from one of them', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, () => world.player()));
    const betId = randomUUIDv7();
    const answers = await Promise.allSettled(players.map((playerId) => stake(stakeOf(playerId, { betId }))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const cash = await sql<{ cash_minor: number }>('select cash_minor from accounts where player_id = any ($1)', [
      players,
    ]);
    expect(cash.filter(({ cash_minor }) => cash_minor === 9_900)).toHaveLength(1);
  });

  it.each<[string, (playerId: string) => Promise<unknown> | unknown, object, string, object]>([
    ['above the balance', () => undefined, { stakeMinor: 10_001 }, 'insufficient_balance', {}],
    [
      'above the limit of a bet',
      () => undefined,
      { stakeMinor: 1_000_001 },
      'limit_exceeded',
      { limit: 'bet', limitMinor: 1_000_000 },
    ],
    ['in another currency', () => undefined, { currency: 'EUR' }, 'currency_not_accepted', { currency: 'EUR' }],
    [
      'with a free bet that was never granted',
      () => undefined,
      { freeBetClaimId: randomUUIDv7() },
      'free_bet_unknown',
      {},
    ],
    [
      'of a suspended player',
      (playerId) => restrict(playerId, { status: 'suspended' }),
      {},
      'account_not_active',
      { status: 'suspended' },
    ],
    [
      'of a closed player',
      (playerId) => restrict(playerId, { status: 'closed' }),
      {},
      'account_not_active',
      { status: 'closed' },
    ],
    ['of an excluded player', (playerId) => exclude(playerId, '2026-12-01T00:00:00.000Z'), {}, 'excluded', {}],
  ])('%s is refused, and stays refused when it is asked again', async (_name, prepare, changes, code, params) => {
    const playerId = await world.player();
    await prepare(playerId);
    const before = await world.account(playerId);
    const ask = stakeOf(playerId, changes);
    const first = await refusalOf(stake(ask));
    expect(first).toMatchObject({ code });
    expect(first.params ?? {}).toMatchObject(params);
    await restrict(playerId, { status: 'active' }, 9);
    await world.db.query('update players set excluded_until = null where player_id = $1', [playerId]);
    expect((await refusalOf(stake(ask))).code).toBe(code);
    expect(await world.account(playerId)).toEqual(before);
  });

  it('of an unverified player stops at 1,000.00', async () => {
    const playerId = await world.player({ level: 'unverified' });
    expect((await refusalOf(stake(stakeOf(playerId, { stakeMinor: 100_001 })))).code).toBe('limit_exceeded');
  });

  it('of nobody we know is not found', async () => {
    expect((await refusalOf(stake(stakeOf(randomUUIDv7())))).code).toBe('not_found');
  });

  it('that comes after its bet was given up is refused', async () => {
    const playerId = await world.player();
    const ask = stakeOf(playerId);
    await publishBet(world, 'betRejected', ask, { dueMinor: 100, version: 1 });
    await world.settled();
    const late = await refusalOf(stake(ask));
    expect(late.is(ledgerRefusals.betGivenUp)).toBe(true);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
  });

  it.each<[string, object]>([
    ['a negative amount', { stakeMinor: -100 }],
    ['no amount', { stakeMinor: 0 }],
    ['a fraction', { stakeMinor: 10.5 }],
    ['more than a number holds', { stakeMinor: 2 ** 53 }],
    ['a text for an amount', { stakeMinor: '100' }],
    ['no amount at all', { stakeMinor: undefined }],
    ['an id that is none', { betId: 'bet-1' }],
    ['a currency that is none', { currency: 'XXX' }],
    ['a currency that is not played in', { currency: 'BTC' }],
    ['a largest payout of zero', { potentialPayoutMinor: 0 }],
  ])('with %s is an invalid request and leaves no row', async (_name, changes) => {
    const playerId = await world.player();
    const ask = { ...stakeOf(playerId), ...changes };
    expect((await refusalOf(stake(ask))).code).toBe('invalid_request');
    expect(await sql('select 1 from stakes where player_id = $1', [playerId])).toEqual([]);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000 });
  });
});

const restrict = (playerId: string, changes: object, version = 2) =>
  world.ask(playerRequests.restrict, {
    playerId,
    part: 'account',
    version,
    status: 'active',
    level: 'verified',
    jurisdiction: 'open',
    ...changes,
  });
const exclude = (playerId: string, excludedUntil: string | null, version = 1) =>
  world.ask(playerRequests.restrict, { playerId, part: 'play', version, excludedUntil });

describe('a permit', () => {
  it('is in force once wallet has answered: no stake is taken after it', async () => {
    const playerId = await world.player();
    const after = { taken: 0, refused: 0 };
    let bound = false;
    const callers = Array.from({ length: 8 }, async () => {
      while (after.refused < 40) {
        const late = bound;
        const outcome = await stake(stakeOf(playerId, { stakeMinor: 1 })).then(
          () => 'taken' as const,
          () => 'refused' as const,
        );
        if (late) after[outcome]++;
      }
    });
    await eventually(async () => (await world.account(playerId)).version > 10);
    await restrict(playerId, { status: 'suspended' });
    bound = true;
    await Promise.all(callers);
    expect(after.taken).toBe(0);
  });

  it('under gb takes stakes and rounds of verified players only, and a hand can be finished', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const step = (roundId: string, at: number, stakeMinor: number, closes: boolean) =>
      world.ask(ledgerRequests.play, {
        roundId,
        step: at,
        playerId,
        gameId: 'professional-blackjack',
        stakeMinor,
        payoutMinor: 0,
        closes,
      });
    const hand = randomUUIDv7();
    await step(hand, 0, 100, false);
    await restrict(playerId, { level: 'unverified', jurisdiction: 'gb' });
    for (const attempt of [
      () => stake(stakeOf(playerId)),
      () => step(randomUUIDv7(), 0, 100, true),
      () => step(hand, 1, 100, false),
    ])
      expect(await refusalOf(attempt())).toMatchObject({
        code: 'kyc_required',
        message: 'Please verify your identity before you deposit or play',
      });
    await step(hand, 2, 0, true);
    await restrict(playerId, { jurisdiction: 'gb' }, 3);
    await stake(stakeOf(playerId));
  });

  it('ignores an older version of a part, and answers the version in force', async () => {
    const playerId = await world.player();
    expect(await restrict(playerId, { status: 'suspended' }, 5)).toEqual({ playerId, version: 5 });
    expect(await restrict(playerId, { status: 'active' }, 4)).toEqual({ playerId, version: 5 });
    expect(await exclude(playerId, null, 1)).toEqual({ playerId, version: 1 });
    expect((await refusalOf(stake(stakeOf(playerId)))).code).toBe('account_not_active');
  });

  it('follows the events of auth, each twice and in any order', async () => {
    const playerId = randomUUIDv7();
    const userEvent = (version: number, status: string, level: string) => ({
      type: version === 4 ? userEvents.verificationChanged : userEvents.userStatusChanged,
      version,
      status,
      level,
    });
    const userEventList = [
      userEvent(2, 'suspended', 'unverified'),
      userEvent(3, 'active', 'unverified'),
      userEvent(4, 'active', 'verified'),
      userEvent(5, 'closed', 'verified'),
    ];
    const publish = async ({ type, version, status, level }: (typeof userEventList)[number]) =>
      world.publish(type.subject, playerId, version, {
        playerId,
        status,
        level,
        jurisdiction: 'gb',
        at: '2026-11-20T12:00:00.000Z',
      });
    const registered = {
      playerId,
      country: 'GB',
      jurisdiction: 'gb',
      currency: 'GBP',
      level: 'unverified',
      demo: false,
    };
    for (const one of [...userEventList.toReversed(), ...userEventList]) await publish(one);
    await world.publish(userEvents.userRegistered.subject, playerId, 1, registered);
    await world.settled();
    expect(
      await sql('select status, level, jurisdiction, account_version, currency from players where player_id = $1', [
        playerId,
      ]),
    ).toEqual([{ status: 'closed', level: 'verified', jurisdiction: 'gb', account_version: 5, currency: 'GBP' }]);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000 });
  });
});

describe('many callers', () => {
  it('of one player, more than there are connections, do not stall and keep their order', async () => {
    const playerId = await world.player();
    const asks = Array.from({ length: 300 }, () => stakeOf(playerId, { stakeMinor: 1, potentialPayoutMinor: 2 }));
    await Promise.all(asks.map(stake));
    expect(await world.account(playerId)).toMatchObject({ cash: 9_700, version: 301 });
  });

  it('publish every change of a balance once, without a gap', async () => {
    const players = await Promise.all(Array.from({ length: 10 }, () => world.player()));
    const received = new Map<string, number>();
    const subscription = world.nats.subscribe(ledgerEvents.balanceChanged.subject, {
      callback: (_error, message) => {
        for (const { version, data } of eventsIn<{ playerId: string; cashMinor: number }>(message)) {
          if (players.includes(data.playerId)) received.set(`${data.playerId} ${version}`, data.cashMinor);
        }
      },
    });
    await Promise.all(
      players.flatMap((playerId) => Array.from({ length: 20 }, () => stake(stakeOf(playerId, { stakeMinor: 10 })))),
    );
    const versions = Array.from({ length: 20 }, (_, turn) => turn + 2);
    await eventually(() =>
      versions.every((version) => players.every((playerId) => received.has(`${playerId} ${version}`))),
    );
    subscription.unsubscribe();
    for (const playerId of players)
      expect(versions.map((version) => received.get(`${playerId} ${version}`))).toEqual(
        versions.map((version) => 10_010 - 10 * version),
      );
  });
});
