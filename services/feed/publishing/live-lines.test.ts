/** Lines follow the match: through whole simulated matches of every sport a total and a spread near even are on offer, and a fixture has few markets. */
import type { FeedMessage, OddsChange } from '@fairline/proto/feed';
import { describe, expect, it, vi } from 'vitest';
import { lineRules } from '../markets/lines.ts';
import { catalogue } from '../schedule/catalogue.ts';
import { type Fixture, fixtureOf, slotsStarting, timetable } from '../schedule/schedule.ts';
import { placesFor, placesPerInstant, Script } from './script.ts';

vi.setConfig({ testTimeout: 60_000 });

const secret = 'the secret of the lines under test';
const noon = Date.UTC(2026, 0, 31, 12);
const demo = timetable(true);
const fixtures = slotsStarting(demo, noon, noon + 60 * 60_000).map((slot) => fixtureOf(demo, secret, slot));

interface Play {
  looks: number;
  even: { total: number; spread: number };
  mostOpen: number;
  markets: number;
  messages: FeedMessage[];
}

/** Samples a match every second from start to end, as a page shows it. */
function play(fixture: Fixture): Play {
  const script = new Script(secret, demo, fixture);
  const start = script.indexAt(fixture.startsAt - 1);
  const messages = [...script.latest(start), ...script.messages(start, script.indexAt(Number.POSITIVE_INFINITY))];
  const endsAt =
    messages.find(
      (message) => message.kind === 'fixture_change' && message.status !== 'upcoming' && message.status !== 'live',
    )?.at ?? '';
  const open = new Map<string, OddsChange['market']>();
  const known = new Set<string>();
  const found: Play = { looks: 0, even: { total: 0, spread: 0 }, mostOpen: 0, markets: 0, messages };
  let next = 0;
  for (let at = fixture.startsAt; at < Date.parse(endsAt); at += 1_000) {
    for (let message = messages[next]; message && Date.parse(message.at) <= at; message = messages[++next]) {
      if (message.kind === 'bet_stop') open.clear();
      if (message.kind !== 'odds_change') continue;
      known.add(message.market.id);
      if (message.market.status === 'active') open.set(message.market.id, message.market);
      else open.delete(message.market.id);
    }
    found.looks += 1;
    for (const type of ['total', 'spread'] as const) {
      const lines = [...open.values()].filter((market) => market.type === type);
      if (lines.some(({ selections }) => selections.every(({ oddsMilli }) => oddsMilli >= 1_400 && oddsMilli <= 3_400)))
        found.even[type] += 1;
      found.mostOpen = Math.max(found.mostOpen, lines.length);
    }
  }
  return { ...found, markets: known.size };
}

describe.each(catalogue.map(({ id }) => [id] as const))('%s', (sport) => {
  const played = fixtures
    .filter((fixture) => fixture.sport.id === sport)
    .slice(0, 8)
    .map(play);
  const sum = (of: (one: Play) => number) => played.reduce((all, one) => all + of(one), 0);

  it.each(['total', 'spread'] as const)('offers a %s near even in at least nine of ten looks', (type) => {
    expect(sum(({ even }) => even[type]) / sum(({ looks }) => looks)).toBeGreaterThanOrEqual(0.9);
  });

  it('keeps few lines open, and few markets in all', () => {
    for (const { mostOpen, markets } of played) {
      expect(mostOpen).toBeLessThanOrEqual(lineRules.mostOpen + 1);
      expect(markets).toBeLessThanOrEqual(lineRules.mostMarkets);
    }
    expect(placesFor(lineRules.mostMarkets)).toBeLessThanOrEqual(placesPerInstant);
  });

  it('settles or cancels every market, those that opened in play too', () => {
    for (const { messages } of played) {
      const priced = new Set(
        messages.flatMap((message) => (message.kind === 'odds_change' ? [message.market.id] : [])),
      );
      const over = new Set(
        messages.flatMap((message) =>
          (message.kind === 'bet_settlement' && message.certainty === 'confirmed') || message.kind === 'bet_cancel'
            ? [message.marketId]
            : [],
        ),
      );
      expect([...priced].filter((id) => !over.has(id))).toEqual([]);
    }
  });
});
