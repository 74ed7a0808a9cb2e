/** An export is recorded without names, addresses and numbers that were searched for. */
import { expect, it } from 'vitest';
import { filterForAudit } from './operator-act.ts';

it.each([
  [
    { q: '01a221fe-b088-7809-b65c-f330dd8a523b', status: 'won' },
    { q: '01a221fe-b088-7809-b65c-f330dd8a523b', status: 'won' },
  ],
  [{ q: 'dd8a523b' }, { q: 'dd8a523b' }],
  [{ q: 'ada@example.com' }, { q: '[text]' }],
  [{ q: 'about dd8a523b' }, { q: '[text]' }],
  [{ q: '4242424242424242' }, { q: '[text]' }],
  [{ q: undefined, status: 'won' }, { status: 'won' }],
])('the filter %j is recorded as %j', (filter, recorded) => expect(filterForAudit(filter)).toEqual(recorded));
