/** The player's earlier results, oldest first: those that the server lists, and those finished since. A round that is still playing back is left out. */
import type { Round, RoundOf } from '@fairline/proto/casino/rounds';
import { isRoundOf } from '@fairline/proto/casino/rounds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { roundsQuery } from '../../../domain/casino/queries.ts';
import { historyLength, type Result } from './roads.ts';

type BaccaratRound = RoundOf<'elite-baccarat'>;

/** `finished` is the last round shown to its end; `hiddenId` the round still being shown. */
export function useResults(finished: BaccaratRound | undefined, hiddenId: string | undefined): readonly Result[] {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...roundsQuery({ game: 'elite-baccarat' }),
    refetchOnWindowFocus: false,
  });
  const listed = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const [since, setSince] = useState<readonly BaccaratRound[]>([]);
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (!finished || finished.id === seen.current) return;
    seen.current = finished.id;
    setSince((before) => [...before, finished].slice(-historyLength));
  }, [finished]);
  useEffect(() => {
    if (listed.length < historyLength && hasNextPage && !isFetching) void fetchNextPage();
  }, [listed.length, hasNextPage, isFetching, fetchNextPage]);
  return useMemo(() => lastResults(listed, since, hiddenId), [listed, since, hiddenId]);
}

/** `listed` has the newest first, `since` the newest last. */
export function lastResults(
  listed: readonly Round[],
  since: readonly BaccaratRound[],
  hiddenId: string | undefined,
): Result[] {
  const known = new Set(since.map(({ id }) => id));
  const earlier = listed.filter(
    (round) =>
      isRoundOf(round, 'elite-baccarat') && round.status === 'settled' && round.id !== hiddenId && !known.has(round.id),
  );
  return [...earlier.toReversed(), ...since]
    .map(({ outcome }) => outcome as BaccaratRound['outcome'])
    .slice(-historyLength);
}
