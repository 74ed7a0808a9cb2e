/** Keeps the fixtures of the desk current by the operators' stream: prices are written into them, what only the server can explain is read again. */
import type { TradingFixture, TradingFixtureWhole } from '@fairline/proto/betting/trading';
import type { Prices } from '@fairline/proto/gateway';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { operatorLive } from '../../client/live-cache.ts';
import { useLiveFixtures } from '../../client/use-live.ts';
import { fixtureWith, rowWith, wantsReading } from './desk-prices.ts';
import { deskKeys } from './queries.ts';

type Pages = InfiniteData<{ items: TradingFixture[]; nextCursor: string | null }>;

export function useDeskLive(ids: readonly string[]): void {
  const client = useQueryClient();
  useLiveFixtures(operatorLive, ids);
  useEffect(
    () =>
      operatorLive.hear((frame) => {
        if (frame.event === 'prices') for (const prices of frame.prices) write(client, prices);
      }),
    [client],
  );
}

function write(client: QueryClient, prices: Prices): void {
  const key = [...deskKeys.one, prices.fixtureId];
  const known = client.getQueryData<TradingFixtureWhole>(key);
  if (known) {
    client.setQueryData<TradingFixtureWhole>(key, fixtureWith(known, prices));
    if (wantsReading(known, prices)) void client.invalidateQueries({ queryKey: key });
  }
  client.setQueriesData<Pages>({ queryKey: deskKeys.list }, (list) => {
    if (!list?.pages.some(({ items }) => items.some((row) => rowWith(row, prices) !== row))) return list;
    return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map((row) => rowWith(row, prices)) })) };
  });
}
