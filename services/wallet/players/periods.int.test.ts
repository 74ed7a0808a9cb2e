/** Periods of limits are in UTC whatever the database's time zone, also on days when its clocks change. */
import { dayMs } from '@fairline/proto/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { usePlayerServers, world } from './testing-players.ts';

usePlayerServers();

function boundsOf(at: Date, period: string): [start: Date, end: Date] {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (period === 'month') return [new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1))];
  const sinceMonday = period === 'week' ? (at.getUTCDay() + 6) % 7 : 0;
  const start = Date.UTC(year, month, day - sinceMonday);
  return [new Date(start), new Date(start + (period === 'week' ? 7 : 1) * dayMs)];
}

const changes = [
  '2026-03-08T10:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T09:00:00Z',
  '2026-04-04T14:00:00Z',
].map(Date.parse);
const aroundChanges = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * dayMs, max: 2 * dayMs }))
  .map(([at, offsetMs]) => new Date(at + offsetMs));
const anywhere = fc.date({ min: new Date('2020-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });

it.each(['UTC', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'Pacific/Chatham'])(
  'a database in %s',
  async (zone) => {
    await world.db.query(`set time zone '${zone}'`);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(aroundChanges, anywhere),
        fc.constantFrom('day', 'week', 'month'),
        async (at, period) => {
          const { rows } = await world.db.query('select period_start($1, $2) as start, period_ends($1, $2) as ends', [
            at,
            period,
          ]);
          const [start, end] = boundsOf(at, period);
          expect(rows).toEqual([{ start, ends: end.toISOString() }]);
        },
      ),
      { numRuns: 200 },
    );
  },
);
