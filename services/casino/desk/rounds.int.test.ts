/** Operators find rounds of all players: by id, printed reference and player, page by page, on real servers. */
import { randomUUID } from 'node:crypto';
import type { Operator } from '@fairline/chassis/http/identity';
import { asOperator, asPlayer, problemOf } from '@fairline/chassis/testing';
import { OperatorRound } from '@fairline/proto/casino/desk';
import { CasinoStats } from '@fairline/proto/casino/sessions';
import { Page } from '@fairline/proto/contract';
import { roundReference } from '@fairline/proto/games/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals, Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const path = '/api/admin/casino/rounds';
const search = async (query: string) =>
  Page(OperatorRound).parse((await stage.call('GET', `${path}?${query}`, { as: asOperator('auditor') })).body);
const idsOf = async (query: string) => (await search(query)).items.map(({ id }) => id);

describe('a search', () => {
  it('finds a round by its id, its reference as printed, and its player', async () => {
    const [as, other] = [asPlayer(), asPlayer()];
    const [first, second] = [
      await stage.round('premium-roulette', { as }),
      await stage.round('elite-baccarat', { as }),
    ];
    await stage.round('premium-roulette', { as: other });
    for (const q of [
      first.id,
      first.id.toUpperCase(),
      roundReference(first.id),
      `%23${roundReference(first.id)}`,
      ` ${roundReference(first.id)} `,
    ]) {
      expect(await idsOf(`q=${q}`)).toEqual([first.id]);
    }
    expect(await idsOf(`q=${as.id}`)).toEqual([second.id, first.id]);
    expect(await idsOf(`playerId=${as.id}&game=elite-baccarat`)).toEqual([second.id]);
    expect((await search(`q=${first.id}`)).items[0]).toMatchObject({
      playerId: as.id,
      status: 'settled',
      wagerMinor: 1_000,
      serverSeedHash: first.serverSeedHash,
    });
  });

  it.each([
    ['what no id ends with', 'zzzzzzzz'],
    ['too few characters', 'abc'],
    ['somebody who has not played', randomUUID()],
  ])('finds nothing of %s', async (_name, q) => {
    expect(await search(`q=${q}`)).toEqual({ items: [], nextCursor: null });
  });

  it('leaves out rounds that took no stake', async () => {
    const as = asPlayer();
    stage.wallet.meet(as.id, refusals.poor);
    expect(problemOf(await stage.play('premium-roulette', { as })).code).toBe('insufficient_balance');
    expect(await idsOf(`q=${as.id}`)).toEqual([]);
  });

  it('goes on where its page ended, and refuses a cursor of its own making', async () => {
    const as = asPlayer();
    for (let n = 0; n < 52; n++) await stage.round('premium-roulette', { as });
    const first = await search(`q=${as.id}`);
    const next = await search(`q=${as.id}&cursor=${first.nextCursor}`);
    expect([first.items.length, next.items.length, next.nextCursor]).toEqual([50, 2, null]);
    expect(new Set([...first.items, ...next.items].map(({ id }) => id)).size).toBe(52);
    expect(problemOf(await stage.call('GET', `${path}?cursor=mine`, { as: asOperator('games') })).code).toBe(
      'invalid_request',
    );
  });

  it('is for operators who may read the casino', async () => {
    for (const as of [asOperator('support'), asPlayer()])
      expect(problemOf(await stage.call('GET', path, { as })).code).toBe('forbidden');
  });
});

describe('voiding', () => {
  const reason = 'the reels stood still';
  const fresh = () => ({ ...asOperator('games'), provenAt: stage.clock.now().toISOString() });
  const voidOf = (id: string, as: Operator, why = reason) =>
    stage.call('POST', `${path}/${id}/void`, { as, body: { reason: why } });

  it('returns the stake once, with who did it and why', async () => {
    const as = asPlayer();
    const round = await stage.round('premium-roulette', { as });
    const operator = fresh();
    const reply = await voidOf(round.id, operator);
    expect(OperatorRound.parse(reply.body)).toMatchObject({
      status: 'void',
      payoutMinor: round.wagerMinor,
      voidedBy: operator.id,
      voidedReason: reason,
    });
    expect(problemOf(await voidOf(round.id, fresh())).code).toBe('round_void');
    expect((await stage.get(`/rounds/${round.id}`, as)).body).toMatchObject({
      status: 'void',
      payoutMinor: round.wagerMinor,
    });
    expect(
      (await stage.events(round.id))
        .filter(({ type }) => type === 'OperatorActed')
        .map(({ data }) => [data.operatorId, data.reason]),
    ).toEqual([[operator.id, reason]]);
  });

  it('is refused without fresh proof or permission, with a card number and for no round', async () => {
    const { id } = await stage.round();
    expect(problemOf(await voidOf(id, asOperator('games'))).code).toBe('step_up_required');
    expect(problemOf(await voidOf(id, fresh(), 'card 4111 1111 1111 1111')).code).toBe('card_number');
    expect(
      problemOf(await voidOf(id, { ...asOperator('auditor'), provenAt: stage.clock.now().toISOString() })).code,
    ).toBe('forbidden');
    expect(problemOf(await voidOf(randomUUID(), fresh())).code).toBe('not_found');
  });
});

it("shows an open hand to an operator without the dealer's second card", async () => {
  const as = asPlayer();
  for (;;) {
    const hand = await stage.round('professional-blackjack', { as });
    if (hand.status !== 'open') continue;
    const [shown] = (await search(`q=${hand.id}`)).items;
    expect(shown?.outcome).toMatchObject({ dealer: [expect.any(String)] });
    expect(JSON.stringify(shown)).not.toContain('"serverSeed"');
    return;
  }
});

it("counts a player's own rounds, and lists the games by the latest", async () => {
  const as = asPlayer();
  const played = [];
  for (let n = 0; n < 6; n++) played.push(await stage.round('premium-roulette', { as }));
  await stage.round('elite-baccarat', { as });
  expect((await stage.get('/recent', as)).body).toEqual({ items: ['elite-baccarat', 'premium-roulette'] });
  const stats = CasinoStats.parse((await stage.get('/stats?period=today', as)).body);
  expect(stats).toMatchObject({ period: 'today', rounds: 7, favouriteGame: 'premium-roulette', sessions: 2 });
  expect(stats.wins).toBeGreaterThanOrEqual(
    played.filter(({ payoutMinor, wagerMinor }) => payoutMinor > wagerMinor).length,
  );
  expect((await stage.get('/stats', asPlayer())).body).toMatchObject({ period: 'all', rounds: 0 });
});
