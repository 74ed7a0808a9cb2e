/** A burst of hints becomes one frame with the newest version of everything, and nothing is lost. */
import type { Prices } from '@fairline/proto/live/stream';
import { describe, expect, it } from 'vitest';
import { farewell, readyFrame, Waiting } from './frames.ts';

const market = (id: string, oddsMilli: number): Prices['markets'][number] => ({
  id,
  status: 'active',
  selections: [{ id: `${id}-home`, oddsMilli, status: 'active' }],
});
const prices = (fixtureId: string, sequence: number, ...markets: Prices['markets']): Prices => ({
  fixtureId,
  sequence,
  status: 'live',
  markets,
});

function contentOf(text: string): Record<string, unknown> {
  const frames = text.split('\n\n').filter(Boolean);
  return Object.fromEntries(
    frames.map((one) => {
      const [event, data] = one.split('\n');
      return [event?.slice('event: '.length), JSON.parse(data?.slice('data: '.length) ?? '')];
    }),
  );
}

it('viewers of each fixture are sent once, the newest, also after `ready`', () => {
  const waiting = new Waiting();
  for (const viewers of [2, 3]) waiting.view({ fixtureId: 'a', viewers });
  waiting.drop();
  expect(contentOf(waiting.take())).toEqual({ viewers: [{ fixtureId: 'a', viewers: 3 }] });
  expect(waiting.isEmpty).toBe(true);
});

describe('prices', () => {
  it('of one fixture are sent once, the newest', () => {
    const waiting = new Waiting();
    for (const sequence of [1, 2, 3]) waiting.price(prices('a', sequence, market('m', 1_000 + sequence)));
    expect(contentOf(waiting.take())).toEqual({ prices: [prices('a', 3, market('m', 1_003))] });
  });

  it('that overtook each other end with the newest', () => {
    const waiting = new Waiting();
    waiting.price(prices('a', 9, market('m', 1_900)));
    waiting.price(prices('a', 4, market('m', 1_400), market('n', 2_400)));
    expect(contentOf(waiting.take())).toEqual({ prices: [prices('a', 9, market('m', 1_900), market('n', 2_400))] });
  });

  it('keep a market that the newer message does not name', () => {
    const waiting = new Waiting();
    waiting.price(prices('a', 1, market('m', 1_100)));
    waiting.price(prices('a', 2, market('n', 1_200)));
    expect(contentOf(waiting.take())).toEqual({ prices: [prices('a', 2, market('m', 1_100), market('n', 1_200))] });
  });

  it('of many fixtures travel in one frame', () => {
    const waiting = new Waiting();
    for (const fixture of ['a', 'b', 'c']) waiting.price(prices(fixture, 1, market('m', 1_500)));
    const { prices: all } = contentOf(waiting.take());
    expect((all as Prices[]).map(({ fixtureId }) => fixtureId)).toEqual(['a', 'b', 'c']);
  });

  it('sent to many readers are the same for each, although one of them had older ones waiting', () => {
    const [first, second] = [new Waiting(), new Waiting()];
    first.price(prices('a', 1, market('m', 1_100)));
    const shared = prices('a', 2, market('n', 1_200));
    first.price(shared);
    second.price(shared);
    expect(contentOf(second.take())).toEqual({ prices: [shared] });
    expect(contentOf(first.take())).toEqual({ prices: [prices('a', 2, market('m', 1_100), market('n', 1_200))] });
  });
});

describe('changes', () => {
  const change = (id: string, version: number, type = 'evt.wallet.BalanceChanged.v1') => ({ type, id, version });

  it('of one thing are sent once, the newest version', () => {
    const waiting = new Waiting();
    for (const version of [2, 3, 1]) waiting.change(change('a', version));
    expect(contentOf(waiting.take())).toEqual({ changes: [change('a', 3)] });
  });

  it('of different events about one thing are both sent', () => {
    const waiting = new Waiting();
    waiting.change(change('a', 1));
    waiting.change(change('a', 2, 'evt.betting.BetSettled.v1'));
    expect(contentOf(waiting.take())).toEqual({
      changes: [change('a', 1), change('a', 2, 'evt.betting.BetSettled.v1')],
    });
  });
});

it('what was taken is not sent again', () => {
  const waiting = new Waiting();
  waiting.change({ type: 'x', id: 'a', version: 1 });
  waiting.price(prices('a', 1));
  expect(waiting.isEmpty).toBe(false);
  waiting.take();
  expect(waiting.isEmpty).toBe(true);
  expect(waiting.take()).toBe('');
});

it('frames end with an empty line and carry data on one', () => {
  expect(readyFrame).toBe('event: ready\ndata: {}\n\n');
  expect(farewell(1_234.5)).toBe('retry: 1235\n\n');
});
