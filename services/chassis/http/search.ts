/** A service's part of the operators' search: parses the query and returns at most `searchRules.most` hits, some of each kind. */
import { Id } from '@fairline/proto/contract';
import { type authSearchRoutes, type SearchHit, searchRules } from '@fairline/proto/search';
import { type Handler, handle } from './server.ts';

export interface Sought {
  /** As typed, without a leading #. */
  readonly text: string;
  readonly id: string | undefined;
  /** The end of an id as shown on screens: at least its last eight characters. */
  readonly end: string | undefined;
}

const printedEnd = /^[0-9a-f]{8,12}$/;

export function readSought(q: string): Sought {
  const text = q.trim().replace(/^#/, '');
  const lower = text.toLowerCase();
  return { text, id: Id.safeParse(lower).data, end: printedEnd.test(lower) ? lower : undefined };
}

/**
 * Answers searches; `find` returns the hits of each kind, best first. Before the service is ready, it searches for a word, an id and an end of an id that do not exist,
 * so that connections are open and statements prepared: the first search of an operator has only 120 ms.
 */
export function searchHandler(
  route: SearchRoute,
  find: (sought: Sought) => Promise<readonly (readonly SearchHit[])[]>,
): Handler {
  const search = async (q: string) => ({ items: someOfEach(await find(readSought(q))) });
  const searchTogether = () =>
    Promise.all(warmUp.queries.flatMap((q) => Array.from({ length: warmUp.callers }, () => search(q))));
  return {
    ...handle(route, ({ query }) => search(query.q)),
    async warmUp() {
      for (let round = 0; round < warmUp.rounds; round++) await searchTogether();
    },
  };
}

/** Every service has the same route under its own path. */
type SearchRoute = typeof authSearchRoutes.search;

/** The number of concurrent searches that makes the pool open its connections. */
const warmUp = {
  rounds: 3,
  callers: 4,
  queries: ['warm-up', '00000000-0000-7000-8000-000000000000', '00000000'],
} as const;

/** Takes hits of each kind in turn until there are enough, so that no kind crowds out another; in the order of the kinds. */
export function someOfEach(kinds: readonly (readonly SearchHit[])[]): SearchHit[] {
  const taken = kinds.map(() => 0);
  for (let left: number = searchRules.most, turn = 0; left > 0 && turn < searchRules.most; turn++) {
    for (const [at, hits] of kinds.entries()) {
      if (turn >= hits.length || left === 0) continue;
      taken[at] = turn + 1;
      left--;
    }
  }
  return kinds.flatMap((hits, at) => hits.slice(0, taken[at]));
}

/** Patterns for a trigram index: three letters or more match anywhere, one or two the beginning of a word. Undefined for punctuation alone, which is not indexed. */
export function likePatterns(text: string): string[] | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const literal = likeLiteral(text.toLowerCase());
  return [...text].length > 2 ? [`%${literal}%`] : [`${literal}%`, `% ${literal}%`];
}

/** The text with the wildcards of `like` escaped. */
export const likeLiteral = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
