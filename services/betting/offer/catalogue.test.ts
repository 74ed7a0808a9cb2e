/** The catalogue in memory: what is shown, how it is sorted, searched and paged, and what a browser is sent. */
import { randomUUID } from 'node:crypto';
import { Fixture } from '@fairline/proto/betting/offer';
import { Refusal } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { type Book, Catalogue } from './catalogue.ts';
import { type FixtureRow, toShortFixture } from './views.ts';

const hour = (at: number) => new Date(Date.UTC(2026, 0, 31, 0, at)).toISOString();

function fixture(changes: Partial<FixtureRow> = {}, odds = 2_000): { row: FixtureRow; book: Book } {
  const [marketId, home, away] = [randomUUID(), randomUUID(), randomUUID()];
  const row: FixtureRow = {
    id: randomUUID(),
    sportId: 'football',
    sport: 'Football',
    competitionId: 'league',
    competition: 'League',
    country: 'ES',
    season: '2026/27',
    homeTeam: 'Reds',
    awayTeam: 'Blues',
    startsAt: hour(0),
    originalStartsAt: null,
    status: 'upcoming',
    reason: null,
    score: null,
    sequence: 3,
    position: '1',
    endedAt: null,
    gone: false,
    markets: [
      {
        id: marketId,
        type: 'spread',
        name: 'Handicap',
        lineQuarters: -6,
        status: 'active',
        held: false,
        settled: false,
        cancelled: false,
        selections: [
          { id: home, name: 'Reds' },
          { id: away, name: 'Blues' },
        ],
      },
    ],
    ...changes,
  };
  const selections = new Map([
    [home, { oddsMilli: odds, active: true }],
    [away, { oddsMilli: 1_500, active: false }],
  ]);
  return {
    row,
    book: {
      sequence: 7,
      markets: new Map([
        [
          row.markets[0]?.id ?? '',
          { sequence: 7, open: true, selections, refundShare: 0, marginMethod: 'power' as const },
        ],
      ]),
    },
  };
}

function catalogueOf(...given: { row: FixtureRow; book: Book }[]): Catalogue {
  const catalogue = new Catalogue();
  catalogue.takeRows(given.map(({ row }) => row));
  catalogue.takeBooks(new Map(given.map(({ row, book }) => [row.id, book])));
  catalogue.setFeedUp(true);
  return catalogue;
}

describe('a fixture', () => {
  it('matches the contract, with its line in points and its prices', () => {
    const one = fixture({ status: 'live', score: { home: 1, away: 0, period: '1', clock: '12:00' } });
    const shown = catalogueOf(one).fixture(one.row.id);
    expect(Fixture.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({
      sport: 'football',
      score: { home: 1 },
      markets: [
        {
          line: -1.5,
          status: 'active',
          selections: [
            { oddsMilli: 2_000, status: 'active' },
            { oddsMilli: 1_500, status: 'suspended' },
          ],
        },
      ],
    });
  });

  it('is suspended as a whole while the feed is silent', () => {
    const one = fixture();
    const catalogue = catalogueOf(one);
    catalogue.setFeedUp(false);
    expect(catalogue.fixture(one.row.id)?.markets[0]).toMatchObject({
      status: 'suspended',
      selections: [{ status: 'suspended' }, { status: 'suspended' }],
    });
  });

  it('is suspended from its start until the feed reports that it has begun, with the reason', () => {
    const one = fixture();
    const catalogue = catalogueOf(one);
    const before = catalogue.fixture(one.row.id);
    catalogue.takeTime(new Date(Date.parse(one.row.startsAt) - 1));
    expect([catalogue.fixture(one.row.id), catalogue.lateIds()]).toEqual([before, []]);
    expect(catalogue.fixture(one.row.id)).toBe(before);
    catalogue.takeTime(new Date(one.row.startsAt));
    const late = {
      status: 'suspended',
      stoppedBy: 'kick_off',
      selections: [{ oddsMilli: 2_000, status: 'suspended' }, { status: 'suspended' }],
    };
    expect(Fixture.parse(catalogue.fixture(one.row.id)).markets).toMatchObject([late]);
    expect(JSON.parse(catalogue.listText({})).items).toMatchObject([{ markets: [late] }]);
    expect(catalogue.frame(one.row.id)?.markets).toMatchObject([late]);
    expect(catalogue.lateIds()).toEqual([one.row.id]);
    // A market that was suspended before keeps its own reason. A fixture that begins or is postponed is on offer again.
    catalogue.setFeedUp(false);
    expect(catalogue.fixture(one.row.id)?.markets[0]).not.toHaveProperty('stoppedBy');
    catalogue.setFeedUp(true);
    for (const row of [
      { ...one.row, status: 'live' as const },
      { ...one.row, startsAt: hour(2) },
    ]) {
      catalogue.takeRows([row]);
      expect(catalogue.fixture(row.id)?.markets).toMatchObject([{ status: 'active' }]);
      expect(catalogue.fixture(row.id)?.markets[0]).not.toHaveProperty('stoppedBy');
      expect(catalogue.lateIds()).toEqual([]);
    }
  });

  it('shows no market that was never priced', () => {
    const one = fixture();
    expect(catalogueOf({ ...one, book: { sequence: 0, markets: new Map() } }).fixture(one.row.id)?.markets).toEqual([]);
  });

  it('is sent whole, with the highest sequence received of it', () => {
    const one = fixture();
    const frame = catalogueOf(one).frame(one.row.id);
    expect(frame).toMatchObject({
      fixtureId: one.row.id,
      sequence: 7,
      status: 'upcoming',
      markets: [{ status: 'active', selections: [{ oddsMilli: 2_000, status: 'active' }, {}] }],
    });
  });

  it('takes the prices of some of its markets in place: the others stay as they are shown', () => {
    const one = fixture();
    const [main] = one.row.markets;
    const [prices] = one.book.markets.values();
    if (!main || !prices) throw new Error('the fixture has a market with prices');
    const beside = { ...main, id: randomUUID() };
    const catalogue = catalogueOf({
      row: { ...one.row, markets: [main, beside] },
      book: {
        sequence: 7,
        markets: new Map([
          [main.id, prices],
          [beside.id, prices],
        ]),
      },
    });
    const before = catalogue.fixture(one.row.id)?.markets;
    const [home = ''] = prices.selections.keys();
    const moved = { ...prices, selections: new Map(prices.selections).set(home, { oddsMilli: 2_200, active: true }) };
    catalogue.takeBooks(new Map([[one.row.id, { part: true, sequence: 9, markets: new Map([[beside.id, moved]]) }]]));
    const after = catalogue.fixture(one.row.id)?.markets;
    expect(after?.map(({ selections }) => selections[0]?.oddsMilli)).toEqual([2_000, 2_200]);
    expect(after?.[0]).toBe(before?.[0]);
    expect(catalogue.frame(one.row.id, (market) => market !== before?.[0])).toMatchObject({
      sequence: 9,
      markets: [{ id: beside.id }],
    });
    expect(catalogue.frame(one.row.id)?.markets).toHaveLength(2);
  });

  it('names the place of a selection', () => {
    const one = fixture();
    const selection = one.row.markets[0]?.selections[0]?.id ?? '';
    expect(catalogueOf(one).place(selection)).toMatchObject({
      fixtureId: one.row.id,
      fixture: 'Reds vs Blues',
      market: 'Handicap',
      selection: 'Reds',
    });
    expect(catalogueOf(one).place(randomUUID())).toBeUndefined();
  });

  it('can be read for a while after it is over, and is on no list', () => {
    const one = fixture({ status: 'ended', endedAt: hour(10) });
    const catalogue = catalogueOf(one);
    expect(catalogue.list({}).items).toEqual([]);
    expect(catalogue.fixture(one.row.id)?.status).toBe('ended');
    catalogue.prune(new Date(hour(11)));
    expect(catalogue.fixture(one.row.id)).toBeUndefined();
    expect(catalogue.place(one.row.markets[0]?.selections[0]?.id ?? '')).toBeUndefined();
  });
});

describe('the list', () => {
  const early = fixture({ startsAt: hour(1), homeTeam: 'Ravens', status: 'live' }, 1_300);
  const middle = fixture(
    { startsAt: hour(2), sportId: 'tennis', sport: 'Tennis', competition: 'Open', homeTeam: 'Ada' },
    9_000,
  );
  const late = fixture({ startsAt: hour(3), awayTeam: 'Ravens' }, 2_000);
  const catalogue = catalogueOf(late, early, middle);
  catalogue.takePopularity(
    new Map([
      [late.row.id, 5],
      [middle.row.id, 2],
    ]),
  );
  const ids = (query: Parameters<Catalogue['list']>[0]) => catalogue.list(query).items.map(({ id }) => id);
  const [a, b, c] = [early.row.id, middle.row.id, late.row.id];

  it.each([
    [{}, [a, b, c]],
    [{ sort: 'time' }, [a, b, c]],
    [{ sort: 'popularity' }, [c, b, a]],
    [{ sort: 'odds' }, [b, c, a]],
    [{ live: 'true' }, [a]],
    [{ live: 'false' }, [b, c]],
    [{ sport: 'tennis' }, [b]],
    [{ sport: 'chess' }, []],
    [{ q: 'raven' }, [a, c]],
    [{ q: '  OPEN ' }, [b]],
    [{ q: 'spain' }, [a, b, c]],
    [{ q: 'españa open' }, [b]],
    [{ q: 'râven' }, [a, c]],
    [{ q: 'raven', live: 'true', sport: 'football' }, [a]],
  ] as const)('for %j', (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it('reads the same as text, and follows every change of rows, prices and popularity', () => {
    const [first, second] = [fixture({ startsAt: hour(1) }, 1_400), fixture({ startsAt: hour(2) }, 1_800)];
    const live = catalogueOf(first, second);
    const agree = () => {
      for (const sort of ['time', 'popularity', 'odds'] as const)
        expect(JSON.parse(live.listText({ sort }))).toEqual(live.list({ sort }));
      return live
        .list({ sort: 'time' })
        .items.map(({ status, markets }) => [status, markets[0]?.selections[0]?.oddsMilli]);
    };
    expect(agree()).toEqual([
      ['upcoming', 1_400],
      ['upcoming', 1_800],
    ]);
    const [marketId = ''] = first.book.markets.keys();
    const [prices] = fixture({}, 2_500).book.markets.values();
    const [of] = first.row.markets;
    const renamed = new Map(
      [...(prices?.selections.values() ?? [])].map((price, at) => [of?.selections[at]?.id ?? '', price]),
    );
    live.takeBooks(
      new Map([
        [
          first.row.id,
          { part: true, sequence: 8, markets: new Map([[marketId, { ...prices, selections: renamed } as never]]) },
        ],
      ]),
    );
    live.takePopularity(new Map([[second.row.id, 3]]));
    expect(agree()[0]).toEqual(['upcoming', 2_500]);
    live.takeRows([{ ...second.row, status: 'live', startsAt: hour(0) }]);
    expect(agree()).toEqual([
      ['live', 1_800],
      ['upcoming', 2_500],
    ]);
    live.takeRows([{ ...first.row, status: 'ended', endedAt: hour(3) }]);
    expect(agree()).toHaveLength(1);
    live.setFeedUp(false);
    expect(JSON.parse(live.listText({})).items[0].markets[0].status).toBe('suspended');
  });

  it.each([
    ['the first that is near even, in play', 'live', [1_050, 2_000, 1_900], 1],
    ['the nearest to even where none is, in play', 'live', [1_050, 1_200, 1_100], 1],
    ['the first before the start', 'upcoming', [1_350, 1_900, 2_000], 0],
  ] as const)('shows %s as the main line', (_what, status, odds, expected) => {
    const markets = odds.map((oddsMilli) => {
      const other = Math.round(1 / (1.06 / 1_000 - 1 / oddsMilli));
      const selections = [oddsMilli, other].map((price) => ({
        id: randomUUID(),
        name: 'Over',
        oddsMilli: price,
        status: 'active' as const,
      }));
      return { id: randomUUID(), type: 'total' as const, name: 'Total', status: 'active' as const, selections };
    });
    const view = { ...(catalogueOf(fixture()).list({}).items[0] as Fixture), status, markets };
    expect(toShortFixture(view).markets).toEqual([markets[expected]]);
  });

  it('shows one line of each kind of market, the first; the page of the fixture shows all', () => {
    const one = fixture();
    const [main] = one.row.markets;
    if (!main) throw new Error('the fixture has a market');
    const beside = (lineQuarters: number) => ({ ...main, id: randomUUID(), lineQuarters });
    const markets = [
      main,
      beside(-5),
      beside(-7),
      { ...beside(10), type: 'total' as const },
      { ...beside(9), type: 'total' as const },
    ];
    const [prices] = one.book.markets.values();
    if (!prices) throw new Error('the market has prices');
    const lined = catalogueOf({
      row: { ...one.row, markets },
      book: { sequence: 7, markets: new Map(markets.map(({ id }) => [id, prices])) },
    });
    expect(lined.list({}).items[0]?.markets.map(({ type, line }) => [type, line])).toEqual([
      ['spread', -1.5],
      ['total', 2.5],
    ]);
    expect(lined.listFavourites([{ kind: 'fixture', id: one.row.id }])[0]?.markets).toHaveLength(2);
    expect(lined.fixture(one.row.id)?.markets.map(({ line }) => line)).toEqual([-1.5, -1.25, -1.75, 2.5, 2.25]);
  });

  it('counts what is really there', () => {
    expect(catalogue.sports()).toEqual([
      { id: 'football', name: 'Football', fixtures: 2, live: 1 },
      { id: 'tennis', name: 'Tennis', fixtures: 1, live: 0 },
    ]);
    expect(catalogue.counts()).toEqual({ fixtures: 3, live: 1 });
  });

  it('goes on after its 50th, without a gap or a repeat, also where many rank the same', () => {
    const many = catalogueOf(...Array.from({ length: 120 }, (_, at) => fixture({ startsAt: hour(at % 3) })));
    for (const sort of ['time', 'popularity', 'odds'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { items, nextCursor } = many.list({ sort, cursor });
        seen.push(...items.map(({ id }) => id));
        cursor = nextCursor ?? undefined;
      } while (cursor);
      expect(seen.length).toBe(120);
      expect(new Set(seen).size).toBe(120);
    }
  });

  it('refuses a cursor that is not its own', () => {
    expect(() => catalogue.list({ cursor: 'bm90IG91cnM' })).toThrow(Refusal);
  });

  it('makes an answer once, and again when something changed', () => {
    let made = 0;
    const ask = () => catalogue.answer('list', () => ({ made: ++made }));
    expect([ask(), ask()]).toEqual(['{"made":1}', '{"made":1}']);
    catalogue.takeBooks(new Map([[early.row.id, early.book]]));
    expect(ask()).toBe('{"made":2}');
  });
});

it.each<[string, Partial<FixtureRow>, object]>([
  ['as planned', { originalStartsAt: hour(0) }, {}],
  ['stored before the original start was', { originalStartsAt: null }, {}],
  [
    'postponed',
    { startsAt: hour(90), originalStartsAt: hour(0), reason: 'postponed' },
    { startsAt: hour(90), originalStartsAt: hour(0), reason: 'postponed' },
  ],
  [
    'with a walkover',
    { status: 'cancelled', originalStartsAt: hour(0), reason: 'walkover' },
    { status: 'cancelled', reason: 'walkover' },
  ],
])('shows a fixture %s with its reason, and with its original start where that is another', (_how, row, shown) => {
  const one = fixture(row);
  const view = Fixture.parse(catalogueOf(one).fixture(one.row.id));
  const { startsAt, originalStartsAt, status, reason } = view;
  expect({ startsAt, originalStartsAt, status, reason }).toEqual({
    startsAt: hour(0),
    originalStartsAt: undefined,
    status: 'upcoming',
    reason: undefined,
    ...shown,
  });
});
