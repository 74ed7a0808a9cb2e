/** One fixture's prices as the stream publishes them, and how they apply to a fixture that was loaded before. Pure. */
import type { Fixture } from '@fairline/proto/betting/offer';
import type { Prices } from '@fairline/proto/live/stream';

/** The fixture with the frame's prices; the same object if nothing differs, so that only changed rows render again. */
export function withPrices(fixture: Fixture, frame: Prices): Fixture {
  if (frame.fixtureId !== fixture.id) return fixture;
  let changed = fixture.status !== frame.status;
  const markets = fixture.markets.map((market) => {
    const next = frame.markets.find(({ id }) => id === market.id);
    if (!next) return market;
    let moved = market.status !== next.status || market.stoppedBy !== next.stoppedBy;
    const selections = market.selections.map((selection) => {
      const price = next.selections.find(({ id }) => id === selection.id);
      if (!price || (price.oddsMilli === selection.oddsMilli && price.status === selection.status)) return selection;
      moved = true;
      return { ...selection, oddsMilli: price.oddsMilli, status: price.status };
    });
    if (!moved) return market;
    changed = true;
    const { stoppedBy: _before, ...rest } = market;
    return { ...rest, status: next.status, ...(next.stoppedBy && { stoppedBy: next.stoppedBy }), selections };
  });
  const score = frame.score ?? fixture.score;
  if (JSON.stringify(score) !== JSON.stringify(fixture.score)) changed = true;
  return changed ? { ...fixture, status: frame.status, markets, ...(score && { score }) } : fixture;
}

/** Whether a market on offer has closed: a list shows one line of each kind, and then shows another. */
export function losesMarket(fixture: Fixture, frame: Prices): boolean {
  const isEnded = (status: string) => status !== 'active' && status !== 'suspended';
  return fixture.markets.some(
    (market) => !isEnded(market.status) && frame.markets.some(({ id, status }) => id === market.id && isEnded(status)),
  );
}

/** Whether the frame names a market that the fixture page, which shows all markets, has not loaded: the fixture must then be refetched. */
export function hasNewMarket(fixture: Fixture, frame: Prices): boolean {
  return frame.markets.some(
    ({ id, status }) => status === 'active' && !fixture.markets.some((market) => market.id === id),
  );
}
