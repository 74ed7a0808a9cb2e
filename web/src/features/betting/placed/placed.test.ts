/** Stored state of placed bets on the slip, and placing a rejected one again. */
import type { Bet, PlaceBet } from '@fairline/proto/betting/bets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../client/cache/query.ts';
import { playerSession } from '../../../client/session/session.ts';
import { betKey } from '../../../domain/betting/bet-keys.ts';
import { bodyAgain, placeAgain } from './place-again.ts';
import { isPlacedInSight, placedActions, placedStore, readPlaced, showPlaced } from './placed.ts';

const body: PlaceBet = {
  type: 'single',
  stakeMinor: 1_000,
  currency: 'USD',
  pricePolicy: 'better',
  legs: [{ selectionId: 's1', oddsMilli: 4_200 }],
};
const attempt = (key: string) => ({ key, body, playerId: 'ann', sentAt: new Date().toISOString() });
const ids = () => placedStore.get().map(({ betId }) => betId);
const signIn = (id: string) =>
  playerSession.adopt({ user: { id }, accessToken: id, expiresAt: '2999-01-01T00:00:00.000Z' });
const is = (id: string, status: Bet['status']) => queryClient.setQueryData(betKey(id), { id, status } as Bet);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

let asked: { key: string; body: PlaceBet }[] = [];
let answer: () => Response = () => new Response('{}');
const accepts = (id: string) => () =>
  new Response(JSON.stringify({ id, status: 'pending', legs: [] }), { status: 201 });
const refuses = () =>
  new Response(
    JSON.stringify({
      type: 'about:blank',
      title: 'x',
      status: 409,
      code: 'price_changed',
      detail: 'The odds have changed',
    }),
    {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
    },
  );

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (_url: string, init: { body?: string; headers: Record<string, string> }) => {
    if (init.body) asked.push({ key: init.headers['idempotency-key'] ?? '', body: JSON.parse(init.body) as PlaceBet });
    return answer();
  });
  signIn('ann');
  queryClient.clear();
  placedStore.set([]);
  placedActions.add('b1', attempt('first-key'));
});
afterEach(() => vi.unstubAllGlobals());

describe('bets just placed', () => {
  it('are loaded as they were stored', () => {
    expect(readPlaced(JSON.parse(JSON.stringify(placedStore.get())))).toEqual(placedStore.get());
  });

  it.each([
    ['nothing', null],
    ['a text', 'bets'],
    ['a bet without a body', [{ betId: 'b1', playerId: 'ann', placedAt: hoursAgo(0) }]],
    ['a bet of two hours ago', [{ betId: 'b1', playerId: 'ann', body, placedAt: hoursAgo(2) }]],
    [
      'a bet whose next attempt is broken',
      [{ betId: 'b1', playerId: 'ann', body, placedAt: hoursAgo(0), again: { key: 'k' } }],
    ],
  ])('stored as %s are ignored', (_name, stored) => {
    expect(readPlaced(stored)).toEqual([]);
  });

  it('are kept while another attempt waits for its response, at any age', () => {
    expect(
      readPlaced([{ betId: 'b1', playerId: 'ann', body, placedAt: hoursAgo(48), again: attempt('k2') }]),
    ).toHaveLength(1);
  });

  it('are removed for the next bet only once accepted', () => {
    for (const id of ['b2', 'b3', 'b4']) placedActions.add(id, attempt(id));
    is('b1', 'accepted');
    is('b2', 'pending');
    is('b3', 'rejected');
    placedActions.dropAccepted();
    expect(ids()).toEqual(['b2', 'b3', 'b4']);
  });

  it('are removed at sign-out, except an attempt that waits', () => {
    placedActions.add('b2', attempt('b2'));
    placedActions.again('b2', attempt('k2'));
    placedActions.forget();
    expect(ids()).toEqual(['b2']);
  });

  it('count as visible while their list is on the page', () => {
    expect(isPlacedInSight('b1')).toBe(false);
    const hide = showPlaced();
    expect([isPlacedInSight('b1'), isPlacedInSight('b9')]).toEqual([true, false]);
    hide();
    expect(isPlacedInSight('b1')).toBe(false);
  });
});

describe('a bet that was not accepted', () => {
  const placed = () => placedStore.get()[0] as ReturnType<typeof placedStore.get>[number];
  const next = () => bodyAgain(placed(), new Map([['s1', 3_800]]), 'none');
  const press = () => placeAgain(placed(), next(), ['f1']);

  it('is placed again for the same stake at the new odds, with the current policy and a new key', async () => {
    answer = accepts('b2');
    await press();
    expect(asked).toEqual([
      {
        key: expect.not.stringMatching('first-key'),
        body: { ...body, pricePolicy: 'none', legs: [{ selectionId: 's1', oddsMilli: 3_800 }] },
      },
    ]);
    expect(ids()).toEqual(['b2']);
    expect(placed().again).toBeUndefined();
  });

  it('is placed again only once if pressed twice', async () => {
    answer = accepts('b2');
    const before = placed();
    const [, second] = await Promise.all([press(), placeAgain(before, next(), ['f1'])]);
    expect(second).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('is retried with the same key and body if no response came', async () => {
    answer = () => new Response('', { status: 503 });
    await expect(press()).rejects.toThrow();
    expect(placed().again?.key).toBe(asked[0]?.key);
    answer = accepts('b2');
    await placeAgain(placed(), bodyAgain(placed(), new Map([['s1', 3_500]]), 'any'), ['f1']);
    expect(asked[1]).toEqual(asked[0]);
    expect(ids()).toEqual(['b2']);
  });

  it('can be placed again after a refusal', async () => {
    answer = refuses;
    await expect(press()).rejects.toThrow('The odds have changed');
    expect([ids(), placed().again]).toEqual([['b1'], undefined]);
    await expect(press()).rejects.toThrow('The odds have changed');
    expect(asked[1]?.key).not.toBe(asked[0]?.key);
  });

  it('is not placed by another player', async () => {
    const before = placed();
    signIn('bob');
    expect(await placeAgain(before, bodyAgain(before, new Map(), 'any'), ['f1'])).toBeNull();
    expect(asked).toEqual([]);
  });
});
