/** Casino rounds through their requests, with two instances sharing the work: steps, payouts, voids and the jackpot's pools. */
import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '@fairline/proto/contract';
import { jackpotRules } from '@fairline/proto/games/catalogue';
import { grantRequests } from '@fairline/proto/wallet/grants';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { openWallet, roundOf, type Step, slots, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const play = (step: Step) => world.ask(ledgerRequests.play, step);
const refusalOf = async (promise: Promise<unknown>): Promise<Refusal> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was not refused');
};
const codeOf = (step: Step) =>
  play(step).then(
    () => 'played',
    (error: unknown) => (error instanceof Refusal ? error.code : 'fault'),
  );
const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
const transfers = (playerId: string) =>
  sql<{ kind: string; amount_minor: number; balance_after_minor: number }>(
    'select kind, amount_minor, balance_after_minor from transfers where player_id = $1 order by id offset 1',
    [playerId],
  );
const stateOf = async (roundId: string) => (await world.ask(ledgerRequests.roundsOf, { ids: [roundId] })).rounds[0];
const voidRound = (roundId: string, playerId: string) => world.ask(ledgerRequests.voidRound, { roundId, playerId });
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
const limit = (playerId: string, limits: object, excludedUntil: string | null = null, version = 1) =>
  world.ask(playerRequests.restrict, { playerId, part: 'play', version, excludedUntil, limits });
const counted = async (playerId: string) =>
  (
    await sql<Record<string, number>>(
      `select open_stakes, open_stake_minor, wagered_minor, won_minor, casino_open_minor, casino_wagered_minor, casino_won_minor, loss_day_minor
       from accounts where player_id = $1`,
      [playerId],
    )
  )[0];
const pool = async (currency: string) => {
  const { items } = await world.ask(ledgerRequests.jackpots, {});
  return items.find((item) => item.currency === currency);
};
const inJackpot = async (currency: string, book = 'real') =>
  (
    await sql<{ sum: string }>(
      `select coalesce(sum(amount_minor), 0)::text as sum from entries where account = 'jackpot' and currency = $1 and book = $2`,
      [currency, book],
    )
  )[0]?.sum;
const giveBonus = (playerId: string, amountMinor: number) =>
  world.ask(grantRequests.grant, {
    claimId: randomUUIDv7(),
    playerId,
    kind: 'bonus',
    currency: 'USD',
    amountMinor,
    expiresAt: '2026-12-01T00:00:00.000Z',
    products: ['table'],
  });

describe('a round of one step', () => {
  it('takes its stake and pays it out in one step of the account, as two transfers', async () => {
    const playerId = await world.player();
    const ask = roundOf(playerId, { stakeMinor: 400, payoutMinor: 1_000 });
    expect(await play(ask)).toEqual({ roundId: ask.roundId, step: 0, currency: 'USD', bonusMinor: 0 });
    expect(await world.account(playerId)).toEqual({ cash: 10_600, bonus: 0, held: 0, receivable: 0, version: 2 });
    expect(await transfers(playerId)).toEqual([
      { kind: 'stake', amount_minor: -400, balance_after_minor: 9_600 },
      { kind: 'win', amount_minor: 1_000, balance_after_minor: 10_600 },
    ]);
    expect(await stateOf(ask.roundId)).toEqual({
      roundId: ask.roundId,
      status: 'closed',
      step: 0,
      stakedMinor: 400,
      paidMinor: 1_000,
      jackpotMinor: 0,
    });
    expect(await counted(playerId)).toMatchObject({
      open_stakes: 0,
      wagered_minor: 400,
      won_minor: 1_000,
      casino_wagered_minor: 400,
      casino_won_minor: 1_000,
      loss_day_minor: -600,
    });
  });

  it('that pays nothing is a stake alone, and one that pays its stake is a step too', async () => {
    const playerId = await world.player();
    await play(roundOf(playerId));
    await play(roundOf(playerId, { payoutMinor: 100 }));
    expect((await transfers(playerId)).map(({ kind }) => kind)).toEqual(['stake', 'stake', 'win']);
    expect(await world.account(playerId)).toMatchObject({ cash: 9_900, version: 3 });
  });

  it('asked twenty times at once is played once, and another body under its key is refused', async () => {
    const playerId = await world.player();
    const ask = roundOf(playerId, { payoutMinor: 250 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => play(ask)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_150, version: 2 });
    const other = await world.player();
    for (const changes of [
      { stakeMinor: 101 },
      { payoutMinor: 251 },
      { gameId: slots },
      { playerId: other },
      { jackpot: { wins: false } },
    ] as const)
      expect(await codeOf({ ...ask, ...changes })).toBe('idempotency_key_reused');
  });

  it('takes cash first, then bonus, and pays in that proportion, the bonus part rounded down', async () => {
    const playerId = await world.player();
    await play(roundOf(playerId, { stakeMinor: 9_800 }));
    await giveBonus(playerId, 100);
    expect(await play(roundOf(playerId, { stakeMinor: 300, payoutMinor: 1_000 }))).toMatchObject({ bonusMinor: 100 });
    expect(await world.account(playerId)).toMatchObject({ cash: 667, bonus: 333 });
  });

  it.each<[string, (playerId: string) => Promise<unknown> | unknown, Partial<Step>, string, object]>([
    ['above the balance', () => undefined, { stakeMinor: 10_001 }, 'insufficient_balance', {}],
    [
      'above the largest bet',
      () => undefined,
      { stakeMinor: 1_000_001 },
      'limit_exceeded',
      { limit: 'bet', limitMinor: 1_000_000 },
    ],
    [
      'above the own largest bet',
      (playerId) => limit(playerId, { betMinor: 99 }),
      {},
      'limit_exceeded',
      { limit: 'bet', limitMinor: 99 },
    ],
    [
      'above the own loss of the day',
      (playerId) => limit(playerId, { lossDayMinor: 99 }),
      {},
      'limit_exceeded',
      { limit: 'lossDay' },
    ],
    [
      'of a suspended player',
      (playerId) => restrict(playerId, { status: 'suspended' }),
      {},
      'account_not_active',
      { status: 'suspended' },
    ],
    ['of an excluded player', (playerId) => limit(playerId, {}, '2026-12-01T00:00:00.000Z'), {}, 'excluded', {}],
  ])('%s is refused for good', async (_name, prepare, changes, code, params) => {
    const playerId = await world.player();
    await prepare(playerId);
    const ask = roundOf(playerId, { payoutMinor: 5, ...changes });
    const refusal = await refusalOf(play(ask));
    expect(refusal.code).toBe(code);
    expect(refusal.params ?? {}).toMatchObject(params);
    await restrict(playerId, { status: 'active' }, 9);
    await limit(playerId, {}, null, 9);
    expect(await codeOf(ask)).toBe(code);
    expect(await codeOf({ ...ask, step: 1, stakeMinor: 0 })).toBe('round_step');
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
    expect(await stateOf(ask.roundId)).toMatchObject({ status: 'refused', step: -1, stakedMinor: 0 });
  });

  it('of nobody we know is not found, and a payout of an open step is no request', async () => {
    const playerId = await world.player();
    expect(await codeOf(roundOf(randomUUIDv7()))).toBe('not_found');
    expect(await codeOf(roundOf(playerId, { closes: false, payoutMinor: 1 }))).toBe('invalid_request');
    expect(await codeOf(roundOf(playerId, { closes: false, jackpot: { wins: true } }))).toBe('invalid_request');
    expect(await codeOf(roundOf(playerId, { step: 1 }))).toBe('round_step');
  });
});

describe('a round of several steps', () => {
  it('keeps its stake open until the step that closes it', async () => {
    const playerId = await world.player();
    const deal = roundOf(playerId, { stakeMinor: 1_000, closes: false });
    await play(deal);
    expect(await counted(playerId)).toMatchObject({
      open_stakes: 1,
      open_stake_minor: 1_000,
      casino_open_minor: 1_000,
    });
    await play({ ...deal, step: 1 });
    expect(await counted(playerId)).toMatchObject({ open_stakes: 1, open_stake_minor: 2_000 });
    await play({ ...deal, step: 2, stakeMinor: 0, payoutMinor: 4_000, closes: true });
    expect(await counted(playerId)).toMatchObject({
      open_stakes: 0,
      open_stake_minor: 0,
      casino_open_minor: 0,
      wagered_minor: 2_000,
      won_minor: 4_000,
    });
    expect(await transfers(playerId)).toMatchObject([
      { kind: 'stake' },
      { kind: 'stake' },
      { kind: 'win', amount_minor: 4_000 },
    ]);
    expect(await world.account(playerId)).toMatchObject({ cash: 12_000, version: 4 });
  });

  it('answers each step again as it was answered, and refuses one that does not follow', async () => {
    const playerId = await world.player();
    const deal = roundOf(playerId, { closes: false });
    const double = { ...deal, step: 1 };
    const end = { ...deal, step: 2, stakeMinor: 0, payoutMinor: 400, closes: true };
    expect(await codeOf(double)).toBe('round_step');
    expect(await codeOf(deal)).toBe('played');
    expect(await codeOf(end)).toBe('round_step');
    expect(await codeOf(double)).toBe('played');
    expect(await codeOf({ ...double, stakeMinor: 99 })).toBe('idempotency_key_reused');
    expect(await codeOf(end)).toBe('played');
    expect(await Promise.all([deal, double, end].map(codeOf))).toEqual(['played', 'played', 'played']);
    expect(await codeOf({ ...end, step: 3 })).toBe('round_step');
    expect(await world.account(playerId)).toMatchObject({ cash: 10_200, version: 4 });
  });

  it('goes on after a later step that was refused, which keeps its number', async () => {
    const playerId = await world.player();
    const deal = roundOf(playerId, { stakeMinor: 6_000, closes: false });
    await play(deal);
    expect(await codeOf({ ...deal, step: 1 })).toBe('insufficient_balance');
    expect(await stateOf(deal.roundId)).toMatchObject({ status: 'open', step: 0, stakedMinor: 6_000 });
    expect(await codeOf({ ...deal, step: 1 })).toBe('insufficient_balance');
    expect(await codeOf({ ...deal, step: 1, stakeMinor: 1 })).toBe('idempotency_key_reused');
    await play({ ...deal, step: 2, stakeMinor: 0, payoutMinor: 12_000, closes: true });
    expect(await stateOf(deal.roundId)).toMatchObject({ status: 'closed', step: 2, paidMinor: 12_000 });
    expect(await world.account(playerId)).toMatchObject({ cash: 16_000 });
  });

  it('counts its whole stake against the largest bet', async () => {
    const playerId = await world.player();
    await limit(playerId, { betMinor: 150 });
    const deal = roundOf(playerId, { closes: false });
    await play(deal);
    expect((await refusalOf(play({ ...deal, step: 1 }))).params).toMatchObject({ limit: 'bet', limitMinor: 150 });
  });

  it.each<[string, (playerId: string) => Promise<unknown>]>([
    ['closed', (playerId) => restrict(playerId, { status: 'closed' })],
    ['excluded', (playerId) => limit(playerId, { lossDayMinor: 100 }, '2026-12-01T00:00:00.000Z')],
  ])('is paid to a player who was %s meanwhile, and takes no stake of theirs', async (_name, prepare) => {
    const playerId = await world.player();
    const deal = roundOf(playerId, { closes: false });
    await play(deal);
    await prepare(playerId);
    expect(['account_not_active', 'excluded']).toContain(await codeOf({ ...deal, step: 1 }));
    expect(await codeOf({ ...deal, step: 2, stakeMinor: 0, payoutMinor: 200, closes: true })).toBe('played');
    expect(await world.account(playerId)).toMatchObject({ cash: 10_100 });
  });

  it('is paid while the books are checked; nothing is staked then, and may be later', async () => {
    const playerId = await world.player();
    const deal = roundOf(playerId, { closes: false });
    await play(deal);
    await world.db.query(`update stop set reason = 'a test', since = now()`);
    expect(await codeOf({ ...deal, step: 1 })).toBe('stopped');
    expect(await codeOf({ ...deal, step: 1, stakeMinor: 0, payoutMinor: 200, closes: true })).toBe('played');
    const next = roundOf(playerId);
    expect(await codeOf(next)).toBe('stopped');
    await world.db.query('update stop set reason = null, since = null');
    expect(await codeOf(next)).toBe('played');
  });
});

describe('a void', () => {
  it('returns the stakes of an open round, once', async () => {
    const playerId = await world.player();
    const deal = roundOf(playerId, { closes: false });
    await play(deal);
    await play({ ...deal, step: 1 });
    expect(await Promise.all([1, 2, 3].map(() => voidRound(deal.roundId, playerId)))).toEqual(
      Array(3).fill({ roundId: deal.roundId, movedMinor: 200 }),
    );
    expect(await counted(playerId)).toEqual({
      open_stakes: 0,
      open_stake_minor: 0,
      wagered_minor: 0,
      won_minor: 0,
      casino_open_minor: 0,
      casino_wagered_minor: 0,
      casino_won_minor: 0,
      loss_day_minor: 0,
    });
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000 });
    expect(await codeOf({ ...deal, step: 2, stakeMinor: 0, payoutMinor: 900 })).toBe('invalid_request');
    expect(await codeOf({ ...deal, step: 2, stakeMinor: 0, payoutMinor: 900, closes: true })).toBe('round_step');
    expect(await codeOf(deal)).toBe('played');
  });

  it('takes back the payout; the shortfall becomes debt, recovered from the next payout', async () => {
    const playerId = await world.player();
    const won = roundOf(playerId, { payoutMinor: 5_000 });
    await play(won);
    await play(roundOf(playerId, { stakeMinor: 14_000 }));
    expect(await voidRound(won.roundId, playerId)).toEqual({ roundId: won.roundId, movedMinor: -4_900 });
    expect(await world.account(playerId)).toMatchObject({ cash: 0, receivable: -4_000 });
    await giveBonus(playerId, 100);
    await play(roundOf(playerId, { payoutMinor: 4_500 }));
    expect(await world.account(playerId)).toMatchObject({ cash: 0, bonus: 4_500, receivable: -4_000 });
    const cash = {
      claimId: randomUUIDv7(),
      playerId,
      kind: 'cash',
      source: 'cashback',
      currency: 'USD',
      amountMinor: 100,
    };
    await world.ask(grantRequests.grant, cash);
    await play(roundOf(playerId, { payoutMinor: 4_200 }));
    expect(await world.account(playerId)).toMatchObject({ cash: 200, bonus: 4_500, receivable: 0 });
  });

  it('before the first step refuses the round for good; of a stranger it is not found', async () => {
    const playerId = await world.player();
    const ask = roundOf(playerId);
    expect(await voidRound(ask.roundId, playerId)).toEqual({ roundId: ask.roundId, movedMinor: 0 });
    expect(await codeOf(ask)).toBe('round_step');
    const own = roundOf(playerId);
    await play(own);
    expect((await refusalOf(voidRound(own.roundId, await world.player()))).code).toBe('not_found');
    expect((await refusalOf(voidRound(own.roundId, randomUUIDv7()))).code).toBe('not_found');
    expect(await world.account(playerId)).toMatchObject({ cash: 9_900 });
  });
});

describe('the jackpot', () => {
  const { seedMinor } = jackpotRules;
  const spin = (playerId: string, changes: Partial<Step> = {}) =>
    roundOf(playerId, { gameId: slots, jackpot: { wins: false }, ...changes });

  it('is shown at its seed in every play currency, and grows by 1 % of each stake, nothing lost', async () => {
    expect(await pool('GBP')).toEqual({ currency: 'GBP', amountMinor: seedMinor, contributedMinor: 0 });
    const playerId = await world.player({ currency: 'GBP' });
    for (const stakeMinor of [150, 149, 1, 199]) await play(spin(playerId, { stakeMinor }));
    expect(await pool('GBP')).toEqual({ currency: 'GBP', amountMinor: seedMinor + 4, contributedMinor: 4 });
    await play(spin(playerId, { stakeMinor: 1 }));
    expect(await pool('GBP')).toMatchObject({ amountMinor: seedMinor + 5 });
    expect(await inJackpot('GBP')).toBe(String(seedMinor + 5));
  });

  it('pays each of two concurrent winners the pool at their step, and is seeded again', async () => {
    const players = await Promise.all([1, 2, 3, 4].map(() => world.player({ currency: 'EUR' })));
    const currency = 'EUR';
    const asks = players.map((playerId, turn) =>
      spin(playerId, { stakeMinor: 1_000, payoutMinor: 500, jackpot: { wins: turn % 2 === 1 } }),
    );
    const before = await pool(currency);
    const answers = await Promise.all(asks.map(play));
    const paid = answers.flatMap(({ jackpotMinor }) => jackpotMinor ?? []);
    expect(paid).toHaveLength(2);
    const left = await pool(currency);
    const contributed = 4 * 10;
    expect(paid.reduce((sum, one) => sum + one, 0) + (left?.amountMinor ?? 0)).toBe(
      (before?.amountMinor ?? 0) + 2 * seedMinor + contributed,
    );
    expect(await inJackpot(currency)).toBe(String(left?.amountMinor));
    const winner = answers.findIndex(({ jackpotMinor }) => jackpotMinor !== undefined);
    expect(await play(asks[winner] as Step)).toEqual(answers[winner]);
    const playerId = players[winner] as string;
    expect((await transfers(playerId)).map(({ kind }) => kind)).toEqual(['stake', 'win', 'jackpot']);
    expect(await counted(playerId)).toMatchObject({
      wagered_minor: 1_000,
      won_minor: 500 + (answers[winner]?.jackpotMinor ?? 0),
    });
  });

  it('goes back to its pool with a round that is void', async () => {
    const playerId = await world.player({ currency: 'EUR' });
    const ask = spin(playerId, { stakeMinor: 1_000, jackpot: { wins: true } });
    const { jackpotMinor = 0 } = await play(ask);
    const before = await pool('EUR');
    expect(await voidRound(ask.roundId, playerId)).toEqual({ roundId: ask.roundId, movedMinor: 1_000 - jackpotMinor });
    expect(await pool('EUR')).toMatchObject({ amountMinor: (before?.amountMinor ?? 0) + jackpotMinor });
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, receivable: 0 });
  });

  it('of play money has its own pool, which is not shown', async () => {
    const playerId = await world.player({ book: 'play' });
    const shown = await pool('USD');
    const { jackpotMinor } = await play(spin(playerId, { stakeMinor: 1_000, jackpot: { wins: true } }));
    expect(jackpotMinor).toBe(seedMinor + 10);
    expect(await pool('USD')).toEqual(shown);
    expect(await inJackpot('USD', 'play')).toBe(String(seedMinor));
  });
});

describe('many callers', () => {
  it('never stake more than the balance or a limit allows', async () => {
    const [rich, bound] = await Promise.all([world.player(), world.player()]);
    await limit(bound, { lossDayMinor: 5_000 });
    const asks = [rich, bound].flatMap((playerId) =>
      Array.from({ length: 200 }, () => roundOf(playerId, { stakeMinor: 73, gameId: slots, jackpot: { wins: false } })),
    );
    const codes = await Promise.all(asks.map(codeOf));
    expect(codes.slice(0, 200).filter((code) => code === 'played')).toHaveLength(Math.floor(10_000 / 73));
    expect(codes.slice(200).filter((code) => code === 'played')).toHaveLength(Math.floor(5_000 / 73));
    expect(await world.account(rich)).toMatchObject({ cash: 10_000 % 73 });
  });

  it('leave books that prove themselves, beside stakes of bets, hands and voids', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, () => world.player()));
    await Promise.all(
      players.map(async (playerId, turn) => {
        const deal = roundOf(playerId, { stakeMinor: 300, closes: false });
        await Promise.all([
          play(deal),
          world.ask(ledgerRequests.stake, stakeOf(playerId)),
          play(roundOf(playerId, { payoutMinor: turn * 50 })),
        ]);
        await Promise.all([
          codeOf({ ...deal, step: 1, stakeMinor: 0, payoutMinor: 700, closes: true }),
          voidRound(deal.roundId, playerId),
        ]);
      }),
    );
    const broken = (await proveWhole(world.env)).lines.filter((line) => !line.startsWith('✓'));
    expect(broken).toEqual([]);
  });

  it('who use one round id at once are one player’s', async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => world.player()));
    const roundId = randomUUIDv7();
    const codes = await Promise.all(players.map((playerId) => codeOf(roundOf(playerId, { roundId }))));
    expect(codes.filter((code) => code === 'played')).toHaveLength(1);
    const cash = await Promise.all(players.map(async (playerId) => (await world.account(playerId)).cash));
    expect(cash.filter((left) => left === 9_900)).toHaveLength(1);
  });
});
