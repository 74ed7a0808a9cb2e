/** How long prices count as live if no stream carries them. */
import type { Fixture } from '@fairline/proto/betting/offer';
import { streamRules } from '@fairline/proto/live/stream';
import { expect, it, vi } from 'vitest';
import { playerSession } from '../../client/session/session.ts';
import { withPublishedPrices } from '../betting/fixture-prices.ts';
import { Live } from './stream.ts';

const fixture = (id: string): Fixture => ({
  id,
  sport: 'soccer',
  competition: 'League',
  competitionId: 'league',
  homeTeam: 'Home',
  awayTeam: 'Away',
  startsAt: '2026-01-01T00:00:00.000Z',
  status: 'live',
  markets: [],
});

it('keeps prices of a fixture outside the stream live for five seconds after the request', () => {
  const live = new Live(playerSession);
  withPublishedPrices(fixture('read'), 10_000);
  withPublishedPrices(fixture('read'), 9_000);
  expect(live.staleAt('read')).toBe(10_000 + streamRules.staleAfterMs);
});

it('does not count prices of a fixture as live before they are fetched', () => {
  expect(new Live(playerSession).staleAt('unread')).toBeLessThanOrEqual(streamRules.staleAfterMs);
});

it('does not lock prices if a heartbeat is late', () => {
  expect(2 * streamRules.heartbeatMs).toBeLessThan(streamRules.staleAfterMs);
});

it('counts earlier prices as live only once fetched or published again', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  // Another tab leads.
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => undefined) } });
  const leader = new BroadcastChannel(`fairline.live.${playerSession.name}`);
  const live = new Live(playerSession);
  try {
    live.start();
    withPublishedPrices(fixture('old'), 10_000);
    withPublishedPrices(fixture('told'), 10_000);
    leader.postMessage({ kind: 'begun', carries: ['old', 'told'] });
    await vi.waitFor(() => expect(live.state).toBe('up'));
    expect(live.staleAt('old')).toBe(10_000 + streamRules.staleAfterMs);
    leader.postMessage({
      kind: 'frame',
      frame: { event: 'prices', prices: [{ fixtureId: 'told', sequence: 1, status: 'live', markets: [] }] },
    });
    await vi.waitFor(() => expect(live.staleAt('told')).toBe(Number.POSITIVE_INFINITY));
    withPublishedPrices(fixture('old'), Date.now());
    expect(live.staleAt('old')).toBe(Number.POSITIVE_INFINITY);
    leader.postMessage({ kind: 'begun', carries: ['old', 'told'] });
    await vi.waitFor(() => expect(live.staleAt('told')).toBeLessThan(Number.POSITIVE_INFINITY));
    expect(live.staleAt('told')).toBeGreaterThan(Date.now());
  } finally {
    live.stop();
    leader.close();
    vi.unstubAllGlobals();
  }
});
