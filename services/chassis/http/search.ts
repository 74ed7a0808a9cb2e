/** A service's part of the operators' search: parses the query and returns at most `searchRules.most` hits, some of each kind. */
import { Id } from '@fairline/proto/contract';
import { type SearchHit, searchRules } from '@fairline/proto/search';

export interface Sought {
  /** As typed, without a leading #. */
  readonly text: string;
  readonly id: string | undefined;
  /** The end of an id, at least its last eight characters, as shown on screens. */
  readonly end: string | undefined;
}

const printedEnd = /^[0-9a-f]{8,12}$/;

export function readSought(q: string): Sought {
  const text = q.trim().replace(/^#/, '');
  const lower = text.toLowerCase();
  return { text, id: Id.safeParse(lower).data, end: printedEnd.test(lower) ? lower : undefined };
}

/** Answers a search. `find`: the hits of each kind, best first. */
export function searching(find: (sought: Sought) => Promise<readonly (readonly SearchHit[])[]>) {
  return async ({ query }: { query: { q: string } }): Promise<{ items: SearchHit[] }> => ({ items: someOfEach(await find(readSought(query.q))) });
}

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
  const literal = text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return [...text].length > 2 ? [`%${literal}%`] : [`${literal}%`, `% ${literal}%`];
}
