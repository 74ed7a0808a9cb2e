/** How the feed's messages become the offer: the last message by sequence, in any order, and every break counted. */
import { randomUUID } from 'node:crypto';
import type { FeedMessage } from '@fairline/proto/feed';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FeedStatus } from '../offer/market.ts';
import { type Changes, collectChanges } from './changes.ts';
import { FeedModel } from './read-model.ts';

const fixtureId = randomUUID();
const marketId = randomUUID();
const [home, away] = [randomUUID(), randomUUID()];
const at = '2026-01-31T12:00:00.000Z';

function fixtureChange(
  sequence: number,
  changes: Partial<Extract<FeedMessage, { kind: 'fixture_change' }>> = {},
): FeedMessage {
  return {
    kind: 'fixture_change',
    fixtureId,
    sequence,
    at,
    sport: { id: 'football', name: 'Football' },
    competition: { id: 'league', name: 'League', country: 'GB' },
    homeTeam: 'Reds',
    awayTeam: 'Blues',
    startsAt: at,
    status: 'live',
    score: null,
    paceMilli: 1_000,
    ...changes,
  };
}

function oddsChange(
  sequence: number,
  status: FeedStatus = 'active',
  odds: [number, number] = [2_000, 1_800],
  id = marketId,
): FeedMessage {
  const selections = [
    { id: home, name: 'Reds', outcome: 'home', oddsMilli: odds[0], active: true },
    { id: away, name: 'Blues', outcome: 'away', oddsMilli: odds[1], active: true },
  ];
  const market = {
    id,
    type: 'moneyline' as const,
    name: 'Winner',
    lineQuarters: null,
    status,
    marginBp: 500,
    sortOrder: 1,
    selections,
  };
  return { kind: 'odds_change', fixtureId, sequence, at, market };
}

const stop = (sequence: number, id: string | null = null): FeedMessage => ({
  kind: 'bet_stop',
  fixtureId,
  sequence,
  at,
  marketId: id,
});

let model: FeedModel;
beforeEach(() => {
  model = new FeedModel();
});
const collect = (...messages: FeedMessage[]): Changes => collectChanges(model, messages);
const marketUpdate = (changes: Changes) => changes.markets.get(marketId);

it('a market suspended before an unreadable message keeps its reason after the next one', () => {
  collect(oddsChange(1, 'suspended'));
  const unread = { kind: 'unread', deadLetterId: 'a', fixtureId, marketId: null, sequence: 2 } as const;
  expect(marketUpdate(collectChanges(model, [unread]))).toBeUndefined();
  expect(marketUpdate(collect(oddsChange(3, 'suspended')))).toMatchObject({
    status: 'suspended',
    sequence: 3,
    breaks: 0,
    wasActive: false,
  });
  // Only once: the next message changes nothing.
  expect(marketUpdate(collect(oddsChange(4, 'suspended')))).toBeUndefined();
  collectChanges(model, [{ ...unread, deadLetterId: 'b', sequence: 5 }]);
  expect(marketUpdate(collect(stop(6, marketId)))).toMatchObject({ status: 'suspended', sequence: 6, breaks: 0 });
});

it('an unread message with an absurd sequence stops a market until the next message on it', () => {
  collect(fixtureChange(1), oddsChange(2));
  const unread = { kind: 'unread', deadLetterId: 'a', fixtureId, marketId, sequence: Number.MAX_SAFE_INTEGER } as const;
  expect(marketUpdate(collectChanges(model, [unread]))).toMatchObject({ status: 'suspended', sequence: 3 });
  expect(marketUpdate(collect(oddsChange(4)))).toMatchObject({ status: 'active' });
  expect(collectChanges(model, [unread]).unread).toMatchObject([{ sequence: 3 }]);
  model.forget(fixtureId, 0);
  expect(model.unreadableSequence('a', fixtureId)).toBeUndefined();
});

describe('a market', () => {
  it('is known with its selections and prices from its first message, even before its fixture', () => {
    const changes = collect(oddsChange(1));
    expect(changes.shapes.get(marketId)).toMatchObject({
      fixtureId,
      name: 'Winner',
      status: 'active',
      selections: [
        { id: home, place: 0 },
        { id: away, place: 1 },
      ],
    });
    expect(changes.prices).toEqual([
      {
        kind: 'prices',
        fixtureId,
        marketId,
        sequence: 1,
        status: 'active',
        selections: [
          { id: home, oddsMilli: 2_000, active: true },
          { id: away, oddsMilli: 1_800, active: true },
        ],
        terms: { marginMethod: 'power', refundShare: 0 },
      },
    ]);
    expect([...changes.moved]).toEqual([
      [home, 2_000],
      [away, 1_800],
    ]);
  });

  it('costs the database nothing when only its price moves', () => {
    collect(fixtureChange(1), oddsChange(2));
    const moved = oddsChange(3, 'active', [2_100, 1_700]);
    if (moved.kind === 'odds_change') Object.assign(moved.market, { marginBp: 512, refundShare: 0.21 });
    const changes = collect(moved);
    expect([changes.shapes.size, changes.markets.size, changes.prices.length, changes.moved.size]).toEqual([
      0, 0, 1, 2,
    ]);
  });

  it('ignores a price that was overtaken or comes twice', () => {
    collect(oddsChange(5));
    expect(collect(oddsChange(4, 'suspended'), oddsChange(5)).prices).toEqual([]);
  });

  it('stops by itself or with all of its fixture, and counts the break', () => {
    collect(oddsChange(1));
    expect(marketUpdate(collect(stop(2, marketId)))).toMatchObject({
      status: 'suspended',
      breaks: 1,
      wasActive: true,
      sequence: 2,
    });
    collect(oddsChange(3));
    const changes = collect(stop(4));
    expect(marketUpdate(changes)).toMatchObject({ status: 'suspended', breaks: 1, wasActive: true });
    expect(changes.prices).toEqual([{ kind: 'stop', fixtureId, marketId: null, sequence: 4 }]);
  });

  it('is not stopped by a stop that its prices overtook, nor opened by prices overtaken by one', () => {
    collect(oddsChange(5));
    expect(marketUpdate(collect(stop(4)))).toBeUndefined();
    collect(stop(9));
    expect(marketUpdate(collect(oddsChange(8)))).toBeUndefined();
    expect(model.markets.get(marketId)?.status).toBe('suspended');
  });

  it('counts a break that begins and ends within one batch, although nothing else changed', () => {
    collect(oddsChange(1));
    expect(marketUpdate(collect(stop(2), oddsChange(3)))).toMatchObject({
      status: 'active',
      breaks: 1,
      wasActive: true,
    });
  });

  it.each<[string, FeedMessage]>([
    [
      'a result',
      {
        kind: 'bet_settlement',
        fixtureId,
        sequence: 2,
        at,
        marketId,
        certainty: 'provisional',
        outcomes: [{ selectionId: home, result: 'won' }],
      },
    ],
    ['a rollback', { kind: 'rollback_bet_settlement', fixtureId, sequence: 2, at, marketId }],
    [
      'a cancellation',
      { kind: 'bet_cancel', fixtureId, sequence: 2, at, marketId, from: null, until: null, reason: 'wrong line' },
    ],
    ['the end of its fixture', fixtureChange(2, { status: 'ended' })],
  ])('counts %s as a break', (_what, message) => {
    collect(fixtureChange(1), oddsChange(1));
    expect(marketUpdate(collect(message))).toMatchObject({ status: 'active', breaks: 1 });
  });

  it('stays deactivated when its fixture stops', () => {
    collect(oddsChange(1, 'deactivated'));
    expect(marketUpdate(collect(stop(2)))).toBeUndefined();
  });

  it('of a fixture that is over is ignored', () => {
    collect(fixtureChange(1, { status: 'ended' }));
    expect(collect(oddsChange(2)).prices).toEqual([]);
  });
});

it('a fixture has the state of its highest sequence', () => {
  expect(
    collect(fixtureChange(3, { status: 'live' }), fixtureChange(2, { status: 'upcoming' })).fixtures.get(fixtureId),
  ).toMatchObject({
    sequence: 3,
    status: 'live',
  });
  expect(collect(fixtureChange(1), fixtureChange(3)).fixtures.size).toBe(0);
});

it('prices and stops end in the same place in whatever order they come', () => {
  const statuses = fc.array(
    fc.constantFrom<FeedStatus | 'stop' | 'stop all'>('active', 'suspended', 'deactivated', 'stop', 'stop all'),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(
      statuses.chain((given) =>
        fc.tuple(
          fc.constant(given),
          fc.shuffledSubarray([...given.keys()], { minLength: given.length, maxLength: given.length }),
        ),
      ),
      ([given, order]) => {
        const messages = given.map((kind, place) =>
          kind === 'stop'
            ? stop(place + 1, marketId)
            : kind === 'stop all'
              ? stop(place + 1)
              : oddsChange(place + 1, kind, [2_000 + place, 1_800]),
        );
        const inOrder = new FeedModel();
        const shuffled = new FeedModel();
        for (const message of messages) collectChanges(inOrder, [message]);
        for (const place of order) collectChanges(shuffled, [messages[place] as FeedMessage]);
        // A stop before the first price finds no market. A market without a price counts as suspended.
        const status = (one: FeedModel) => one.markets.get(marketId)?.status ?? 'suspended';
        expect(status(shuffled)).toBe(status(inOrder));
        expect(shuffled.markets.get(marketId)?.prices).toBe(inOrder.markets.get(marketId)?.prices);
      },
    ),
  );
});

describe('what the reader of the feed remembers', () => {
  it('is bounded: fixtures that are over are forgotten once the feed sends no more about them', () => {
    for (let n = 1; n <= 1_000; n++) {
      const id = randomUUID();
      collectChanges(model, [
        { ...fixtureChange(1), fixtureId: id },
        { ...fixtureChange(2, { status: 'ended' }), fixtureId: id } as FeedMessage,
      ]);
      model.forget(id, n);
      model.forgetBefore(n - 10);
      expect(model.fixtures.size).toBeLessThanOrEqual(11);
    }
  });

  it('keeps one that is played after all', () => {
    collectChanges(model, [fixtureChange(1, { status: 'cancelled' })]);
    model.forget(fixtureId, 1);
    collectChanges(model, [fixtureChange(2, { status: 'live' })]);
    model.forgetBefore(10);
    expect(model.fixtures.get(fixtureId)?.status).toBe('live');
  });
});

it('a postponed, cancelled and moved fixture ends in its last state, in any order and twice', () => {
  const [second, third] = ['2026-01-31T18:00:00.000Z', '2026-02-01T18:00:00.000Z'];
  const story = [
    fixtureChange(1, { status: 'upcoming' }),
    stop(2),
    fixtureChange(3, { status: 'upcoming', startsAt: second, reason: 'postponed' }),
    fixtureChange(4, { status: 'cancelled', startsAt: second, reason: 'not_played' }),
    fixtureChange(5, { status: 'upcoming', startsAt: third, reason: 'moved' }),
  ];
  const places = [...story.keys(), ...story.keys()];
  fc.assert(
    fc.property(fc.shuffledSubarray(places, { minLength: places.length }), fc.nat(places.length), (order, cut) => {
      const messages = order.map((place) => story[place] as FeedMessage);
      const read = new FeedModel();
      const batches = [messages.slice(0, cut), messages.slice(cut)].map((batch) =>
        collectChanges(read, batch).fixtures.get(fixtureId),
      );
      expect(batches.findLast((change) => change !== undefined)).toMatchObject({
        status: 'upcoming',
        startsAt: third,
        reason: 'moved',
      });
      expect(read.fixtures.get(fixtureId)).toMatchObject({ sequence: 5, status: 'upcoming' });
    }),
  );
});
