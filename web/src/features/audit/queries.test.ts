/** The audit log's filter in the URL, and the services that can be chosen. */
import { randomUUID } from 'node:crypto';
import { allEvents } from '@fairline/proto/services';
import { describe, expect, it } from 'vitest';
import { startOf } from '../../ui/forms/days.ts';
import { askedOf, auditFilterOf, auditServices } from './queries.ts';

const operator = randomUUID();
const asked = (address: string) => askedOf(auditFilterOf(new URLSearchParams(address)));

describe('the URL', () => {
  it.each([
    ['', {}],
    ['q=%20payment%20', { q: 'payment' }],
    [`operator=${operator}&service=wallet`, { operator, service: 'wallet' }],
    ['operator=x&service=constructor&from=yesterday&until=2026-02-30', {}],
    [
      'from=2026-11-01&until=2026-11-30',
      { from: new Date(2026, 10, 1).toISOString(), until: new Date(2026, 11, 1).toISOString() },
    ],
  ])('"%s" is the filter %j', (address, expected) => {
    expect(asked(address)).toEqual(expected);
  });

  it('contains only valid days', () => {
    expect([null, '', '2026-13-01', '2026-1-1', '2026-00-10', '0202-11-23'].map((day) => startOf(day))).toEqual(
      Array(6).fill(undefined),
    );
  });
});

it('offers every service that records operator actions', () => {
  const recording = allEvents.filter(({ name }) => name === 'OperatorActed').map(({ service }) => service);
  expect([...auditServices].sort()).toEqual([...new Set(recording)].sort());
});
