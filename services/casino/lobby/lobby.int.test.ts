/** The lobby through its routes on real servers: games, PAR sheets, the jackpot, favourites, and figures of the player's own play. */
import { randomUUID } from 'node:crypto';
import { asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { Game, GameDetail, Returns } from '@fairline/proto/casino/games';
import { CasinoStats } from '@fairline/proto/casino/sessions';
import { gameIds } from '@fairline/proto/games/catalogue';
import { jackpotChange } from '@fairline/proto/live/stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, type Desk, openDesk } from '../testing-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const get = async <T>(path: string, as?: ReturnType<typeof asPlayer>) =>
  (await desk.call('GET', `/api/casino${path}`, { ...(as && { as }) })).body as T;
const games = async () => (await get<{ items: unknown[] }>('/games')).items.map((game) => Game.parse(game));

describe('games', () => {
  it('are listed with their computed returns, and the slot with the pool', async () => {
    const listed = await games();
    expect(listed.map(({ id }) => id)).toEqual([...gameIds]);
    expect(listed[0]).toMatchObject({ rtp: 96.4, version: 1, active: true, players: 0, jackpotMinor: 250_000_000 });
    expect(listed.slice(1).every(({ jackpotMinor }) => jackpotMinor === undefined)).toBe(true);
    expect(listed[1]).toMatchObject({ rtp: 97.3 });
  });

  it.each(gameIds)('%s has the return of each bet, its largest win and a PAR sheet', async (id) => {
    const game = GameDetail.parse(await get(`/games/${id}`));
    expect(game.bets[0]?.rtp).toBe(game.rtp);
    expect(game.maxWinMinor).toBeGreaterThan(game.maxMinor);
    const sheet = await get<{ markdown: string }>(game.parSheet.replace('/api/casino', ''));
    expect(sheet.markdown).toContain(`# ${game.name}`);
  });

  it.each([
    ['an unknown game', '/games/no-such-game', 'not_found'],
    ['a version that was never published', '/games/premium-roulette/versions/9/par-sheet', 'not_found'],
    ['no version', '/games/premium-roulette/versions/first/par-sheet', 'invalid_request'],
  ])('refuse %s', async (_name, path, code) => {
    expect(await codeOf(desk.call('GET', `/api/casino${path}`))).toBe(code);
  });
});

describe('the jackpot', () => {
  it('is what wallet holds, and players learn of a change', async () => {
    const received: unknown[] = [];
    desk.world.nats.subscribe(jackpotChange, { callback: (_error, message) => void received.push(message.json()) });
    desk.pools = [{ currency: 'USD', amountMinor: 250_000_100, contributedMinor: 100 }];
    desk.clock.advance(1_000);
    await eventually(
      () => get<{ items: unknown[] }>('/jackpot'),
      ({ items }) => JSON.stringify(items) === JSON.stringify([{ currency: 'USD', amountMinor: 250_000_100 }]),
    );
    await eventually(() => received.length > 0);
    expect(received[0]).toMatchObject({ type: jackpotChange });
  });

  it('stays as it was last known while wallet does not answer, and so do the games', async () => {
    desk.pools = undefined;
    desk.clock.advance(1_000);
    expect((await games())[0]?.jackpotMinor).toBe(250_000_100);
    expect(await get('/jackpot')).toEqual({ items: [{ currency: 'USD', amountMinor: 250_000_100 }] });
    desk.pools = [{ currency: 'USD', amountMinor: 250_000_100, contributedMinor: 100 }];
  });
});

describe('favourites', () => {
  it('are kept once each, the latest first, and of one player only', async () => {
    const [me, other] = [asPlayer(), asPlayer()];
    for (const id of ['premium-roulette', 'prize-lottery', 'premium-roulette']) {
      expect((await desk.call('PUT', `/api/casino/favourites/${id}`, { as: me })).status).toBe(204);
      desk.clock.advance(1_000);
    }
    expect(await get('/favourites', me)).toEqual({ items: ['prize-lottery', 'premium-roulette'] });
    expect(await get('/favourites', other)).toEqual({ items: [] });
    await desk.call('DELETE', '/api/casino/favourites/prize-lottery', { as: me });
    expect(await get('/favourites', me)).toEqual({ items: ['premium-roulette'] });
    expect(problemOf(await desk.call('PUT', '/api/casino/favourites/no-such-game', { as: me })).code).toBe('not_found');
    expect(await codeOf(desk.call('GET', '/api/casino/favourites'))).toBe('unauthenticated');
  });
});

describe('figures', () => {
  it('of a player without rounds are empty', async () => {
    const me = asPlayer(randomUUID());
    expect(await get('/recent', me)).toEqual({ items: [] });
    expect(CasinoStats.parse(await get('/stats?period=week', me))).toEqual({
      period: 'week',
      rounds: 0,
      wins: 0,
      bigWins: 0,
      bestMultiplier: null,
      favouriteGame: null,
      sessions: 0,
      averageSessionMinutes: null,
    });
    expect(problemOf(await desk.call('GET', '/api/casino/stats?period=year', { as: me })).code).toBe('invalid_request');
  });

  it('of a game compare what it returned per unit of stake with its maths, with real money only', async () => {
    const rounds = {
      gameId: 'premium-roulette',
      rounds: 100,
      stakeMinor: 10_000,
      payoutMinor: 9_000,
      returned: 90,
      expected: 97.3,
      variance: 100,
    } as const;
    await desk.addTally(rounds);
    await desk.addTally({
      ...rounds,
      rounds: 10,
      stakeMinor: 100_000,
      payoutMinor: 95_000,
      returned: 9.5,
      expected: 9.73,
      variance: 10,
    });
    await desk.addTally({ ...rounds, book: 'play', payoutMinor: 20_000, returned: 200 });
    const [returns] = await eventually(
      async () => {
        desk.clock.advance(5_000);
        return (await get<{ items: unknown[] }>('/returns')).items.map((item) => Returns.parse(item));
      },
      ([first]) => first?.rounds === 110 && first.wageredMinor > 0,
    );
    expect(returns).toMatchObject({
      gameId: 'premium-roulette',
      version: 1,
      wageredMinor: 110_000,
      paidMinor: 104_000,
      alpha: 1e-4,
    });
    // By stake, as in the money: the mean of the rounds is 90.45 %.
    expect(returns?.observed).toBeCloseTo((100 * 104_000) / 110_000);
    expect(returns?.computed).toBeCloseTo(97.3);
    expect(returns?.low).toBeLessThan(94);
    expect(returns?.high).toBeGreaterThan(97.3);
  });
});
