/** Applies a frame of the live stream to the desk's fixtures. Pure. */
import type { TradingFixture, TradingFixtureWhole } from '@fairline/proto/betting/desk';
import type { Prices } from '@fairline/proto/live/stream';
import { carriedBp } from './own-prices.ts';

/** The row of the list with the frame applied. The same object if nothing differs. */
export function rowWith<Row extends Pick<TradingFixture, 'id' | 'status' | 'score'>>(row: Row, frame: Prices): Row {
  if (frame.fixtureId !== row.id) return row;
  const score = frame.score ?? row.score;
  if (row.status === frame.status && JSON.stringify(score) === JSON.stringify(row.score)) return row;
  return { ...row, status: frame.status, ...(score && { score }) };
}

/**
 * A fixture with its prices. Without prices of our own the offered price is the feed's; data that the frame
 * does not carry (fair chances and stakes) stays until it is refetched.
 */
export function fixtureWith(fixture: TradingFixtureWhole, frame: Prices): TradingFixtureWhole {
  if (frame.fixtureId !== fixture.id) return fixture;
  const row = rowWith(fixture, frame);
  let moved = false;
  const markets = fixture.markets.map((market) => {
    const next = frame.markets.find(({ id }) => id === market.id);
    if (!next) return market;
    let differs = market.status !== next.status;
    const selections = market.selections.map((selection) => {
      const price = next.selections.find(({ id }) => id === selection.id);
      if (!price || (price.oddsMilli === selection.oddsMilli && (price.status === 'active') === selection.active))
        return selection;
      differs = true;
      const feedOddsMilli = market.own ? selection.feedOddsMilli : price.oddsMilli;
      return { ...selection, oddsMilli: price.oddsMilli, feedOddsMilli, active: price.status === 'active' };
    });
    if (!differs) return market;
    moved = true;
    const odds = selections.flatMap(({ oddsMilli }) => oddsMilli ?? []);
    const marginBp = odds.length === selections.length ? carriedBp(odds) : market.marginBp;
    return { ...market, status: next.status, marginBp, selections };
  });
  return moved ? { ...row, markets } : row;
}

/** Whether the desk must refetch after a frame: at once for a new, opened or closed market, soon after a price move, because frames carry no chances. */
export function wantsReading(fixture: TradingFixtureWhole, frame: Prices): 'at once' | 'soon' | null {
  if (frame.fixtureId !== fixture.id) return null;
  if (statesDiffer(fixture, frame)) return 'at once';
  return frame.markets.length > 0 ? 'soon' : null;
}

function statesDiffer(fixture: TradingFixtureWhole, frame: Prices): boolean {
  return frame.markets.some(({ id, status }) => fixture.markets.find((market) => market.id === id)?.status !== status);
}
