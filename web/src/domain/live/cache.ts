/**
 * Applies the live stream to the query cache: prices are written into loaded fixtures, and changes refetch their queries after any fetch in flight (lists of
 * fixtures at most once a second). After a reconnect everything is refetched at once.
 */
import type { Fixture } from '@fairline/proto/betting/offer';
import { type Change, offerChange, type Prices } from '@fairline/proto/live/stream';
import type { QueryClient } from '@tanstack/react-query';
import { createPaced } from '../../client/cache/pace.ts';
import { queryClient } from '../../client/cache/query.ts';
import { rereadOf } from '../../client/cache/refetch.ts';
import { operatorSession, playerSession } from '../../client/session/session.ts';
import { fixtureKeys, forget, rememberPrices } from '../betting/fixture-prices.ts';
import { hasNewMarket, losesMarket, withPrices } from '../betting/prices.ts';
import { eventName, type Frame, touchedBy } from './frames.ts';
import { Live } from './stream.ts';
import { noteViewers } from './viewers.ts';

export const playerLive = new Live(playerSession);
export const operatorLive = new Live(operatorSession);

const reread = rereadOf(queryClient);

/** Queries that change when a fixture is added, starts or ends: the lists and their counts. */
const offerLists: ReadonlySet<unknown> = new Set([fixtureKeys.list[1], 'sports', 'summary']);

/** Another instance may see a change 250 ms later than the one that announced it. The random part spreads the requests of all browsers. */
const rereadLists = createPaced(
  () => reread({ queryKey: ['betting'], predicate: ({ queryKey }) => offerLists.has(queryKey[1]) }),
  {
    delayMs: () => 250 + Math.random() * 250,
    everyMs: 1_000,
  },
);

/** The player's session and remaining limits follow every movement of their money. Both come from wallet, so a quick game does not refetch them at each round. */
const rereadPlay = createPaced(
  () => {
    reread({ queryKey: ['risk', 'session'] });
    reread({ queryKey: ['risk', 'limits'] });
  },
  { delayMs: () => 250 + Math.random() * 250, everyMs: 5_000 },
);

/** Auth receives a risk level by the same event that reports it here, and may be later. A backlog of alerts changes many levels. */
const rereadLevels = createPaced(() => reread({ queryKey: ['admin', 'auth', 'users'] }), {
  delayMs: () => 500 + Math.random() * 500,
  everyMs: 5_000,
});

interface Pages {
  pages: { items: Fixture[]; nextCursor: string | null }[];
  pageParams: unknown[];
}

function applyPrices(client: QueryClient, frames: readonly Prices[]): void {
  const news = new Map(frames.filter(rememberPrices).map((frame) => [frame.fixtureId, frame]));
  let over = false;
  const apply = (fixture: Fixture): Fixture => {
    const frame = news.get(fixture.id);
    if (!frame) return fixture;
    over ||= frame.status !== fixture.status || losesMarket(fixture, frame);
    return withPrices(fixture, frame);
  };
  const grown: string[] = [];
  client.setQueriesData<Fixture>({ queryKey: fixtureKeys.one }, (fixture) => {
    const frame = fixture && news.get(fixture.id);
    if (frame && hasNewMarket(fixture, frame)) grown.push(fixture.id);
    return fixture && apply(fixture);
  });
  client.setQueriesData<Pages>({ queryKey: fixtureKeys.list }, (list) => {
    if (!list) return list;
    const pages = list.pages.map((page) => {
      const items = page.items.map(apply);
      return items.some((item, index) => item !== page.items[index]) ? { ...page, items } : page;
    });
    return pages.some((page, index) => page !== list.pages[index]) ? { ...list, pages } : list;
  });
  for (const id of grown) reread({ queryKey: [...fixtureKeys.one, id] });
  if (!over) return;
  reread({
    queryKey: ['betting'],
    predicate: ({ queryKey }) => queryKey[1] !== 'bets' && !offerLists.has(queryKey[1]),
  });
  rereadLists();
}

/** Connects a stream to the cache during a session; `onChange` is called with each change. */
export function keepFresh(
  live: Live,
  audience: 'player' | 'operator',
  onChange?: (change: Change) => void,
): () => void {
  const unsubscribe = live.onFrame((frame: Frame) => {
    if (frame.event === 'prices') applyPrices(queryClient, frame.prices);
    else if (frame.event === 'viewers') noteViewers(frame.viewers);
    else if (frame.event === 'ready') {
      forget();
      // A request sent before the reconnect may never be answered, so it is repeated at once.
      void queryClient.invalidateQueries();
    } else {
      const keys = new Map(
        frame.changes.flatMap((change) => touchedBy(change, audience)).map((key) => [key.join(), key]),
      );
      for (const queryKey of keys.values()) reread({ queryKey });
      const moved = frame.changes.filter(({ type }) => type === offerChange);
      if (moved.length > 0) rereadLists();
      for (const { id } of moved) reread({ queryKey: [...fixtureKeys.one, id] });
      if (audience === 'player' && frame.changes.some(({ type }) => type.startsWith('evt.wallet.'))) rereadPlay();
      if (audience === 'operator' && frame.changes.some(({ type }) => eventName(type) === 'RiskLevelChanged'))
        rereadLevels();
      if (onChange) frame.changes.forEach(onChange);
    }
  });
  live.start();
  return () => {
    unsubscribe();
    live.stop();
  };
}
