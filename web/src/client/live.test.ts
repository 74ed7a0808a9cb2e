/** Until when prices count as live where no stream carries them. */
import type { Fixture } from '@fairline/proto/betting';
import { streamRules } from '@fairline/proto/gateway';
import { expect, it } from 'vitest';
import { freshened } from './fixture-prices.ts';
import { Live } from './live.ts';
import { playerSession } from './session.ts';

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

it('the prices of a fixture that no stream carries are live for five seconds after they were asked for', () => {
  const live = new Live(playerSession);
  freshened(fixture('read'), 10_000);
  freshened(fixture('read'), 9_000);
  expect(live.staleAt('read')).toBe(10_000 + streamRules.staleAfterMs);
});

it('the prices of a fixture that was never read are not live', () => {
  expect(new Live(playerSession).staleAt('unread')).toBeLessThanOrEqual(streamRules.staleAfterMs);
});

it('a beat may come late without locking a price', () => {
  expect(2 * streamRules.heartbeatMs).toBeLessThan(streamRules.staleAfterMs);
});
