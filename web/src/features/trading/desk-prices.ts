/** How a frame of the live stream is written into what the desk has read. Pure. */
import type { TradingFixture, TradingFixtureWhole } from '@fairline/proto/betting/trading';
import type { Prices } from '@fairline/proto/gateway';

/** A row of the list: how the fixture stands. The same object where nothing differs. */
export function rowWith<Row extends Pick<TradingFixture, 'id' | 'status' | 'score'>>(row: Row, frame: Prices): Row {
  if (frame.fixtureId !== row.id) return row;
  const score = frame.score ?? row.score;
  if (row.status === frame.status && JSON.stringify(score) === JSON.stringify(row.score)) return row;
  return { ...row, status: frame.status, ...(score && { score }) };
}

/** A fixture with its prices. What the frame does not carry, the feed's prices and what is at stake, stays until it is read again. */
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
      if (!price || (price.oddsMilli === selection.oddsMilli && (price.status === 'active') === selection.active)) return selection;
      differs = true;
      return { ...selection, oddsMilli: price.oddsMilli, active: price.status === 'active' };
    });
    if (!differs) return market;
    moved = true;
    return { ...market, status: next.status, selections };
  });
  return moved ? { ...row, markets } : row;
}

/** Whether the frame says of a market what only the desk can explain: one that is new, or one that went on or off offer. */
export function wantsReading(fixture: TradingFixtureWhole, frame: Prices): boolean {
  if (frame.fixtureId !== fixture.id) return false;
  return frame.markets.some(({ id, status }) => fixture.markets.find((market) => market.id === id)?.status !== status);
}
