/** The list of results: only matches that are over, latest first, by sport and search, page by page. On real servers. */
import { eventually, problemOf } from '@fairline/chassis/testing';
import { FixtureResult } from '@fairline/proto/betting/results';
import { Page, pageSize } from '@fairline/proto/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage, StagedFixture } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const results = async (query = '', url?: string) =>
  Page(FixtureResult.strict()).parse(await stage.get(`/api/betting/results${query}`, url));
const chess = { id: 'chess', name: 'Chess' };
const go = { id: 'go', name: 'Go' };
const startAt = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

async function ended(
  sport: typeof chess,
  minute: number,
  status: 'ended' | 'cancelled' = 'ended',
): Promise<StagedFixture> {
  const fixture = new StagedFixture(stage.world, sport);
  await fixture.change('live', startAt(minute));
  await fixture.change(status, startAt(minute));
  return fixture;
}

it('lists matches that are over, latest first, the same on both instances', async () => {
  const [first, second, off] = [await ended(chess, 1), await ended(chess, 2), await ended(chess, 3, 'cancelled')];
  await new StagedFixture(stage.world, chess).change('live', startAt(4));
  await ended(go, 5);
  const expected = [
    { id: off.id, status: 'cancelled' },
    { id: second.id, status: 'ended' },
    {
      id: first.id,
      status: 'ended',
      sport: 'chess',
      competition: 'League',
      country: 'GB',
      awayTeam: 'Blues',
      startsAt: startAt(1),
    },
  ];
  for (const url of stage.urls) {
    const { items, nextCursor } = await eventually(
      () => results('?sport=chess', url),
      ({ items: { length } }) => length === 3,
    );
    expect(items).toMatchObject(expected);
    expect(nextCursor).toBeNull();
  }
  const { items } = await eventually(
    () => results(),
    ({ items: { length } }) => length === 4,
  );
  expect(items[0]?.sport).toBe('go');
});

it('finds the words of a match in any case and accent, and the sport by its name', async () => {
  const fixture = await ended({ id: 'petanque', name: 'Pétanque' }, 10);
  const reds = `reds ${fixture.id.slice(0, 4)}`;
  await eventually(
    () => results(`?q=${encodeURIComponent(reds)}`),
    ({ items }) => items.some(({ id }) => id === fixture.id),
  );
  for (const q of ['PETANQUE', 'league petanque', 'united kingdom petanque']) {
    expect((await results(`?q=${encodeURIComponent(q)}`)).items.map(({ id }) => id)).toEqual([fixture.id]);
  }
  expect((await results('?q=nobody')).items).toEqual([]);
});

it('reads page by page without a gap, also where matches began at one time', async () => {
  const made: string[] = [];
  for (let at = 0; at < pageSize + 3; at += 1)
    made.push((await ended({ id: 'darts', name: 'Darts' }, 20 + (at % 2))).id);
  const { first, rest } = await eventually(
    async () => {
      const first = await results('?sport=darts');
      return {
        first,
        rest: first.nextCursor === null ? undefined : await results(`?sport=darts&cursor=${first.nextCursor}`),
      };
    },
    ({ rest }) => rest?.items.length === 3,
  );
  expect(new Set([...first.items, ...(rest?.items ?? [])].map(({ id }) => id))).toEqual(new Set(made));
  expect(rest?.nextCursor).toBeNull();
  expect(problemOf({ body: await stage.get('/api/betting/results?cursor=abc') })).toMatchObject({ status: 400 });
});
