/** The fields of an event that the timeline stores, and the key by which a story is looked up. */
import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import { expect, it } from 'vitest';
import { keptEvent, storyKeyOf } from './event.ts';

const [betId, playerId, aggregate] = [randomUUID(), randomUUID(), randomUUID()];
const event = (data: Record<string, unknown>, changes: Partial<AnyEvent> = {}): AnyEvent => ({
  id: randomUUID(),
  aggregate,
  version: 1,
  at: new Date(0),
  service: 'betting',
  name: 'BetPlaced',
  type: 'evt.betting.BetPlaced.v1',
  traceparent: undefined,
  isDeclared: true,
  data,
  ...changes,
});

it('keeps every id that an event names, at any depth and once', () => {
  const marketId = randomUUID();
  const { refs } = keptEvent(event({ betId: betId.toUpperCase(), legs: [{ marketId }, { marketId }], none: 'x' }));
  expect([...refs].sort()).toEqual([aggregate, betId, marketId].sort());
});

it.each([
  ['its field', { playerId }, playerId],
  ['a session of a player', { subjectKind: 'player', subjectId: playerId }, playerId],
  ['a session of an operator', { subjectKind: 'operator', subjectId: playerId }, null],
  ['something else under that name', { playerId: { evil: true } }, null],
  ['nothing', {}, null],
])('knows the player by %s', (_name, data, expected) => {
  expect(keptEvent(event(data)).playerId).toBe(expected);
});

it('leaves the address and the browser of an operator to the audit log', () => {
  expect(keptEvent(event({ operatorId: playerId, address: '192.0.2.1', agent: 'Firefox' })).data).toEqual({
    operatorId: playerId,
  });
});

it.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '0af7651916cd43dd8448eb211c80319c'],
  ['nonsense', null],
  [undefined, null],
])('reads the trace of %s', (traceparent, expected) => {
  expect(keptEvent(event({}, { traceparent })).traceId).toBe(expected);
});

it.each([
  [betId, { id: betId }],
  [betId.toUpperCase(), { id: betId }],
  ['0AF7651916cd43dd8448eb211c80319c', { traceId: '0af7651916cd43dd8448eb211c80319c' }],
  ['__proto__', undefined],
  ['', undefined],
])('tells a story by %s', (text, key) => {
  expect(storyKeyOf(text)).toEqual(key);
});
