/** Keeps the fixtures of the desk current through the operators' stream: prices are written into them, other changes are refetched. */
import type { TradingFixture, TradingFixtureWhole } from '@fairline/proto/betting/desk';
import type { Prices } from '@fairline/proto/live/stream';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { operatorLive } from '../../../domain/live/cache.ts';
import { useLiveFixtures } from '../../../domain/live/use-live.ts';
import { fixtureWith, rowWith, wantsReading } from '../markets/desk-prices.ts';
import { deskKeys } from '../markets/queries.ts';

type Pages = InfiniteData<{ items: TradingFixture[]; nextCursor: string | null }>;

/** While prices keep moving, the fixture is refetched this often. */
const soonMs = 2_000;

export function useDeskLive(ids: readonly string[]): void {
  const client = useQueryClient();
  useLiveFixtures(operatorLive, ids);
  useEffect(() => {
    const due = new Map<string, ReturnType<typeof setTimeout>>();
    const read = (id: string) => {
      clearTimeout(due.get(id));
      due.delete(id);
      void readAgain(client, [...deskKeys.one, id]);
    };
    const unsubscribe = operatorLive.onFrame((frame) => {
      if (frame.event !== 'prices') return;
      for (const prices of frame.prices) {
        const id = prices.fixtureId;
        const wants = write(client, prices);
        if (wants === 'at once') read(id);
        else if (wants === 'soon' && !due.has(id)) due.set(id, setTimeout(read, soonMs, id));
      }
    });
    return () => {
      unsubscribe();
      for (const timer of due.values()) clearTimeout(timer);
    };
  }, [client]);
}

/**
 * Never cancels a running fetch, because during play none might then finish. A fetch that was already running may miss the change, so another one follows it.
 */
async function readAgain(client: QueryClient, queryKey: string[]): Promise<void> {
  const underWay = client.isFetching({ queryKey }) > 0;
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (underWay) await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

function write(client: QueryClient, prices: Prices): ReturnType<typeof wantsReading> {
  const key = [...deskKeys.one, prices.fixtureId];
  const known = client.getQueryData<TradingFixtureWhole>(key);
  if (known) client.setQueryData<TradingFixtureWhole>(key, fixtureWith(known, prices));
  client.setQueriesData<Pages>({ queryKey: deskKeys.list }, (list) => {
    if (!list?.pages.some(({ items }) => items.some((row) => rowWith(row, prices) !== row))) return list;
    return {
      ...list,
      pages: list.pages.map((page) => ({ ...page, items: page.items.map((row) => rowWith(row, prices)) })),
    };
  });
  return known ? wantsReading(known, prices) : null;
}
