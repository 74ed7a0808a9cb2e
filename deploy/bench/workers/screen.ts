/** The contents of a page with all live fixtures: the fixtures are read again every `rereadMs`, and kept current by the live stream in between. */
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import { type Prices, streamRules } from '@fairline/proto/live/stream';

export interface Shown {
  sport: string;
  fixtureId: string;
  marketId: string;
  selectionId: string;
  oddsMilli: number;
}

export interface Moved {
  before: Shown;
  after: Shown;
}

export interface Screen {
  /** Every selection of a sport that can be bet on. */
  shown(sport: string): Shown[];
  pricesOf(marketId: string): readonly { id: string; oddsMilli: number }[];
  /** Sets the listener that is called as soon as a frame changes a price of an open market. */
  onMove(listener: (moved: Moved) => void): void;
  close(): void;
}

const rereadMs = 5_000;

export async function openScreen(url: string, token: string): Promise<Screen> {
  const closing = new AbortController();
  const fixtures = new Map<string, Fixture>();
  const markets = new Map<string, Market>();
  let listener: (moved: Moved) => void = () => undefined;

  const place = ({ id, sport }: Fixture, market: Market, selection: { id: string; oddsMilli: number }): Shown => ({
    sport,
    fixtureId: id,
    marketId: market.id,
    selectionId: selection.id,
    oddsMilli: selection.oddsMilli,
  });
  const apply = (prices: Prices) => {
    const fixture = fixtures.get(prices.fixtureId);
    if (!fixture) return;
    fixtures.set(fixture.id, { ...fixture, status: prices.status });
    for (const market of prices.markets) {
      const before = markets.get(market.id);
      if (!before) continue;
      const moved = new Map(market.selections.map((selection) => [selection.id, selection]));
      const after = {
        ...before,
        status: market.status,
        selections: before.selections.map((selection) => ({ ...selection, ...moved.get(selection.id) })),
      };
      markets.set(market.id, after);
      if (before.status !== 'active' || after.status !== 'active') continue;
      for (const [at, selection] of after.selections.entries()) {
        const old = before.selections[at];
        if (old && old.oddsMilli !== selection.oddsMilli)
          listener({ before: place(fixture, before, old), after: place(fixture, after, selection) });
      }
    }
  };
  const read = async () => {
    const { items } = (await (
      await fetch(`${url}/api/betting/fixtures?live=true`, { signal: closing.signal })
    ).json()) as { items: Fixture[] };
    fixtures.clear();
    for (const { id } of items.slice(0, streamRules.maxFixtures)) {
      const fixture = (await (
        await fetch(`${url}/api/betting/fixtures/${id}`, { signal: closing.signal })
      ).json()) as Fixture;
      fixtures.set(id, fixture);
      for (const market of fixture.markets) markets.set(market.id, market);
    }
  };
  const follow = async () => {
    while (!closing.signal.aborted) {
      await read();
      const until = AbortSignal.any([closing.signal, AbortSignal.timeout(rereadMs)]);
      await readStream(`${url}/api/stream?fixtures=${[...fixtures.keys()].join(',')}`, token, until, apply);
    }
  };
  await read();
  follow().catch(() => undefined);
  return {
    shown: (sport) =>
      [...fixtures.values()]
        .filter((fixture) => fixture.sport === sport && fixture.status === 'live')
        .flatMap((fixture) =>
          fixture.markets
            .map(({ id }) => markets.get(id) as Market)
            .filter(({ status }) => status === 'active')
            .flatMap((market) =>
              market.selections
                .filter(({ status }) => status === 'active')
                .map((selection) => place(fixture, market, selection)),
            ),
        ),
    pricesOf: (marketId) => markets.get(marketId)?.selections ?? [],
    onMove: (next) => {
      listener = next;
    },
    close: () => closing.abort(),
  };
}

/** Reads frames of prices until the signal; a stream that ends is not an error. */
async function readStream(
  address: string,
  token: string,
  signal: AbortSignal,
  apply: (prices: Prices) => void,
): Promise<void> {
  try {
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` }, signal });
    let rest = '';
    for await (const text of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const data = /^event: prices\ndata: (.*)$/m.exec(frame)?.[1];
        if (data) for (const prices of JSON.parse(data) as Prices[]) apply(prices);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
