/** The order and grouping of a story. */
import type { AuditRecord } from '@fairline/proto/risk/audit';
import type { StreamEvent } from '@fairline/proto/risk/stream';
import { expect, it } from 'vitest';
import { groupsOf } from './story-entries.ts';

const at = (ms: number) => new Date(ms).toISOString();
const event = (id: string, ms: number, traceId?: string) =>
  ({ id, at: at(ms), ...(traceId && { traceId }) }) as StreamEvent;
const record = (id: string, ms: number) => ({ id, at: at(ms) }) as AuditRecord;
const shape = (story: Parameters<typeof groupsOf>[0]) =>
  groupsOf(story).map(({ key, entries }) => [key, ...entries.map(({ gapMs }) => gapMs)]);

it('groups consecutive events of a trace, with the time since the entry before', () => {
  expect(shape({ events: [event('a', 0, 't'), event('b', 12, 't'), event('c', 5_000, 'u')], records: [] })).toEqual([
    ['a', null, 12],
    ['c', 4_988],
  ]);
});

it('inserts operator actions among the events', () => {
  expect(shape({ events: [event('a', 0, 't'), event('b', 20, 't')], records: [record('r', 10)] })).toEqual([
    ['a', null],
    ['r', 10],
    ['b', 10],
  ]);
});

it('keeps events without a trace separate', () => {
  expect(shape({ events: [event('a', 0), event('b', 1)], records: [] })).toEqual([
    ['a', null],
    ['b', 1],
  ]);
});

it('is empty without events', () => expect(groupsOf({ events: [], records: [] })).toEqual([]));
