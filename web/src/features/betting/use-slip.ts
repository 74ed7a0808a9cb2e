/** The slip with everything a decision needs: how each selection stands, what is in the way, what it costs and pays. */
import type { CurrencyCode } from '@fairline/proto/money';
import { useQueries } from '@tanstack/react-query';
import { useKept } from '../../client/kept.ts';
import { playerLive } from '../../client/live-cache.ts';
import { useLiveState } from '../../client/use-live.ts';
import { policyStore } from './preferences.ts';
import { fixtureQuery } from './queries.ts';
import { moved, type Obstacle, obstacle, returnMinor, type SlipItem, type Standing, stakeMinor, standingOf } from './slip.ts';
import { slipStore } from './slip-store.ts';

export interface SlipLine {
  item: SlipItem;
  standing: Standing;
  move: 'up' | 'down' | null;
  obstacle: Obstacle | null;
  stakeMinor: number | null;
  /** The price shown, and the one a bet would be placed at. */
  oddsMilli: number;
  returnMinor: number | null;
}

export function useSlip(currency: CurrencyCode): { lines: SlipLine[]; stakeMinor: number; returnMinor: number; stale: boolean } {
  const items = useKept(slipStore);
  const policy = useKept(policyStore);
  const stale = useLiveState(playerLive) === 'stale';
  const ids = [...new Set(items.map(({ fixtureId }) => fixtureId))];
  const fixtures = useQueries({ queries: ids.map(fixtureQuery) });
  const lines = items.map((item): SlipLine => {
    const read = fixtures[ids.indexOf(item.fixtureId)];
    const standing: Standing = read?.isError && !read.data ? { status: 'closed', oddsMilli: null } : standingOf(item, read?.data);
    const stake = stakeMinor(item, currency);
    const oddsMilli = item.attempt?.body.legs[0]?.oddsMilli ?? standing.oddsMilli ?? item.oddsMilli;
    return {
      item,
      standing,
      move: item.attempt ? null : moved(item, standing),
      obstacle: obstacle(item, standing, policy, currency, stale),
      stakeMinor: stake,
      oddsMilli,
      returnMinor: stake === null ? null : returnMinor(stake, oddsMilli),
    };
  });
  const sum = (pick: (line: SlipLine) => number | null) => lines.reduce((total, line) => total + (pick(line) ?? 0), 0);
  return { lines, stakeMinor: sum((line) => line.stakeMinor), returnMinor: sum((line) => line.returnMinor), stale };
}
