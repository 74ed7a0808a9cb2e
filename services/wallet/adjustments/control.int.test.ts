/** The amount that one operator may give or take alone in a UTC day, and the choice of the second operator. */
import { randomUUID } from 'node:crypto';
import { controlOf } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import { problemOf, untilFree } from '@fairline/chassis/testing';
import type { Adjustment } from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wallet } from '../config.ts';
import { controlJson } from '../operator.ts';
import { openWallet, operator, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet({ WELCOME_BONUS_MINOR: '0' });
});
afterAll(() => world.close());

const path = '/api/admin/wallet';
const adjust = (as: Operator, userId: string, amountMinor: number, currency = 'USD') => {
  const options = { as, key: randomUUID(), body: { userId, amountMinor, currency, reason: 'Goodwill' } };
  return untilFree(() => world.http<Adjustment>('POST', `${path}/adjustments`, options));
};
const giveFreeBet = (as: Operator, userId: string, amountMinor: number) => {
  const body = { userId, amountMinor, currency: 'USD', expiresAt: '2026-12-20T12:00:00.000Z', reason: 'Goodwill' };
  return world.http<Adjustment>('POST', `${path}/free-bets`, { as, key: randomUUID(), body });
};
const approve = (as: Operator, id: string) =>
  world.http<Adjustment>('POST', `${path}/adjustments/${id}/approve`, { as });
const cashOf = async (players: readonly string[]) => {
  const cash: number[] = [];
  for (const playerId of players) cash.push((await world.account(playerId)).cash);
  return cash;
};

it.each([1_000_000, 1_000_001, 999_995, 15])(
  'SQL and the rule of chassis agree, from %d on',
  async (twoOperatorsMinor) => {
    const control = controlJson({ twoOperatorsMinor, maxAdjustmentMinor: 0 } as Wallet);
    const flaggedMinor = Math.ceil(twoOperatorsMinor * 0.9);
    const amounts = [
      0,
      1,
      2,
      flaggedMinor - 1,
      flaggedMinor,
      flaggedMinor + 1,
      twoOperatorsMinor - 1,
      twoOperatorsMinor,
      twoOperatorsMinor + 1,
    ];
    const rows = amounts.flatMap((worth) => amounts.map((before) => ({ worth, before, owner: randomUUID() })));
    const [owners, at] = [rows.map(({ owner }) => owner), world.clock.now()];
    await world.db.query(
      `insert into decided_alone (kind, owner_id, day, decided_minor)
     select 'adjustment', o, ($3::timestamptz at time zone 'utc')::date, b from unnest($1::uuid[], $2::bigint[]) r (o, b)`,
      [owners, rows.map(({ before }) => before), at],
    );
    const decided = await world.db.query<{ decision: string }>(
      `select control_decision($3, 'adjustment', r.o, r.w, $4) as decision from unnest($1::uuid[], $2::bigint[]) with ordinality r (o, w, place) order by r.place`,
      [owners, rows.map(({ worth }) => worth), at, control],
    );
    expect(decided.rows.map(({ decision }) => decision)).toEqual(
      rows.map(({ worth, before }) => controlOf(worth, before, twoOperatorsMinor)),
    );
  },
);

describe('one operator alone', () => {
  it('gives 9,999.99 once in a UTC day, whichever players it is split over', async () => {
    const finance = operator();
    const players = [await world.player(), await world.player()];
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++)
      statuses.push((await adjust(finance, players[turn % 2] as string, 999_999)).status);
    expect(statuses).toEqual([201, 202, 202, 202, 202, 202]);
    expect(await cashOf(players)).toEqual([999_999, 0]);
    expect((await adjust(operator(), players[1] as string, 999_999)).status).toBe(201);
    world.clock.set(new Date('2026-11-21T00:00:00.000Z'));
    expect(
      (await adjust({ ...finance, provenAt: '2026-11-21T00:00:00.000Z' }, players[1] as string, 999_999)).status,
    ).toBe(201);
    world.clock.set(new Date('2026-11-20T12:00:00.000Z'));
  });

  it('stays below the amount with twenty calls at once', async () => {
    const finance = operator();
    const players = await Promise.all(Array.from({ length: 4 }, () => world.player()));
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => adjust(finance, players[turn % 4] as string, 100_000)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(11);
    const cash = await cashOf(players);
    expect(cash.reduce((sum, one) => sum + one, 0)).toBe(900_000);
  });

  it('counts what they take and free bets with what they give', async () => {
    const [finance, playerId] = [operator(), await world.player()];
    expect((await adjust(finance, playerId, 400_000)).status).toBe(201);
    expect((await adjust(finance, playerId, -300_000)).status).toBe(201);
    expect((await giveFreeBet(finance, playerId, 299_999)).status).toBe(201);
    expect([(await giveFreeBet(finance, playerId, 100)).status, (await adjust(finance, playerId, -1)).status]).toEqual([
      202, 202,
    ]);
  });

  it('counts other currencies by their worth, and nothing alone where there is no rate', async () => {
    const [finance, playerId] = [operator(), await world.player()];
    await world.db.query('select open_account($1, c) from unnest($2::text[]) c', [playerId, ['BTC', 'ETH']]);
    // 0.2 BTC is 8,700.00: in minor units far more than 10,000.00, and the second one is too much for one day.
    expect([
      (await adjust(finance, playerId, 20_000_000, 'BTC')).status,
      (await adjust(finance, playerId, 20_000_000, 'BTC')).status,
    ]).toEqual([201, 202]);
    await world.db.query(`update rates set from_currency = 'was' where from_currency = 'ETH' and to_currency = 'USD'`);
    expect((await adjust(operator(), playerId, 1, 'ETH')).status).toBe(202);
    await world.db.query(`update rates set from_currency = 'ETH' where from_currency = 'was'`);
    // An amount worth less than a cent counts as one.
    const small = operator();
    expect((await adjust(small, playerId, 999_999)).status).toBe(201);
    expect((await adjust(small, playerId, 1, 'BTC')).status).toBe(202);
  });

  it('is flagged close to the amount, in the list and in the audit log', async () => {
    const [finance, playerId] = [operator(), await world.player()];
    const [plain, close] = [await adjust(finance, playerId, 899_999), await adjust(finance, playerId, 1)];
    expect([plain.body.flagged, close.body.flagged]).toEqual([undefined, true]);
    const { rows } = await world.db.query(
      `select data -> 'after' ->> 'flagged' as flagged from outbox where type = $1 and subject = any ($2) order by seq`,
      [walletAuditEvents.operatorActed.subject, [plain.body.id, close.body.id]],
    );
    expect(rows).toEqual([{ flagged: null }, { flagged: 'true' }]);
  });

  it('counts nothing for the day that is refused, waits, or is approved by another operator', async () => {
    const [finance, playerId] = [operator(), await world.player()];
    expect((await adjust(finance, playerId, -900_000)).status).toBe(422);
    const waiting = await adjust(finance, playerId, 1_000_000);
    expect((await approve(operator(), waiting.body.id)).status).toBe(200);
    expect((await adjust(finance, playerId, 999_999)).status).toBe(201);
  });
});

describe('one adjustment', () => {
  it('is worth at most 1,000,000.00, in any currency and with any approval', async () => {
    const playerId = await world.player();
    await world.db.query(`select open_account($1, 'EUR')`, [playerId]);
    const reply = await adjust(operator(), playerId, 100_000_001);
    expect([reply.status, problemOf(reply)]).toMatchObject([
      422,
      {
        code: 'adjustment_too_large',
        detail: 'An adjustment can be worth at most 1,000,000.00 USD',
        params: { maxMinor: 100_000_000, currency: 'USD' },
      },
    ]);
    expect(problemOf(await adjust(operator(), playerId, 95_000_000, 'EUR')).code).toBe('adjustment_too_large');
    const most = await adjust(operator(), playerId, 100_000_000);
    expect(most.status).toBe(202);
    // Like a request that has waited since before there was a maximum.
    await world.db.query('update adjustments set amount_minor = 90000000000 where id = $1', [most.body.id]);
    expect(problemOf(await approve(operator(), most.body.id)).code).toBe('adjustment_too_large');
    expect(await cashOf([playerId])).toEqual([0]);
  });
});

describe('the second operator', () => {
  const at = '2026-11-20T11:00:00.000Z';
  const later = '2026-11-20T12:00:00.001Z';
  const asked = async (by: Operator) => (await adjust(by, await world.player(), 1_000_000)).body.id;

  it.each<[string, (requester: Operator) => Partial<Operator>, ((second: string) => Partial<Operator>)?]>([
    ['was invited by who asked', ({ id }) => ({ invitedBy: id, activatedAt: at })],
    ['was activated after it was asked for', () => ({ activatedAt: later })],
    ['was reset by who asked', ({ id }) => ({ resetBy: id, resetAt: at })],
    ['was raised by who asked', ({ id }) => ({ raisedBy: id, raisedAt: at })],
    ['reset who asked', () => ({}), (second) => ({ resetBy: second, resetAt: at })],
    ['invited who asked', () => ({}), (second) => ({ invitedBy: second, activatedAt: at })],
  ])('is refused who %s', async (_what, changes, ofRequester) => {
    const second = operator();
    const requester = { ...operator(), ...ofRequester?.(second.id) };
    const id = await asked(requester);
    const reply = await approve({ ...second, ...changes(requester) }, id);
    expect([reply.status, problemOf(reply).code]).toEqual([403, 'second_operator_needed']);
    expect((await approve(operator(), id)).status).toBe(200);
  });

  it("is anybody else if only the requester's id is known", async () => {
    const requester = operator();
    const id = await asked(requester);
    await world.db.query('update adjustments set requester = null where id = $1', [id]);
    expect((await approve({ ...operator(), activatedAt: later }, id)).status).toBe(403);
    expect((await approve(requester, id)).status).toBe(403);
    expect((await approve(operator(), id)).status).toBe(200);
  });

  it('is needed to approve, not to reject', async () => {
    const requester = operator();
    const id = await asked(requester);
    const as = { ...operator(), invitedBy: requester.id, activatedAt: at };
    expect((await world.http('POST', `${path}/adjustments/${id}/reject`, { as, body: { reason: 'No' } })).status).toBe(
      200,
    );
    expect((await approve(operator('super_admin'), id)).status).toBe(409);
  });
});
