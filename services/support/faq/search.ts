/** Searches the articles of one language in memory. Titles count more than texts; beginnings of words and small typos match; accents and frequent words are ignored. */

import { type FaqLanguage, faqCategories } from '@fairline/proto/support/faq';
import MiniSearch from 'minisearch';
import type { Article } from '../articles/article.ts';
import type { Library } from '../articles/library.ts';
import { searchTextOf } from '../search-text.ts';

const frequentTerms: Readonly<Record<FaqLanguage, ReadonlySet<string>>> = {
  en: new Set(
    'a an and are at be by can do does for from how i if in is it my of on or the to what when where why with you your'.split(
      ' ',
    ),
  ),
  es: new Set(
    'a al como con cual cuando de del donde el en es esta la las lo los mi mis no o para por que se si su sus tu tus un una y yo'.split(
      ' ',
    ),
  ),
};

export type Search = (text: string) => string[];

/** Returns ids of matching articles, the best first. */
export function searchIn(library: Library, language: FaqLanguage): Search {
  const index = new MiniSearch<Pick<Article, 'id' | 'title'> & { text: string }>({
    fields: ['title', 'text'],
    processTerm: (term) => searchTextOf(term) || null,
    searchOptions: {
      boost: { title: 3 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(
    faqCategories
      .flatMap((category) => library[language][category])
      .map(({ id, title, body }) => ({ id, title, text: body.join('\n') })),
  );
  return (text) => {
    const terms = searchTextOf(text).match(/[\p{L}\p{N}]+/gu) ?? [];
    const meaningful = terms.filter((term) => !frequentTerms[language].has(term));
    return index.search((meaningful.length > 0 ? meaningful : terms).join(' ')).map(({ id }) => String(id));
  };
}
