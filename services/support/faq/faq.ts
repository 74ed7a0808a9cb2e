/** The help pages: articles by category, searched, and one by one with their votes. */
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import {
  type FaqArticle,
  type FaqCategory,
  type FaqLanguage,
  faqCategories,
  faqCategoryNames,
  faqLanguages,
  type faqRoutes,
} from '@fairline/proto/support/faq';
import type { Article } from '../articles/article.ts';
import { faultsOf, type Library } from '../articles/library.ts';
import type { SupportContext } from '../context.ts';
import { type Search, searchIn } from './search.ts';
import { countVotes, storeVote, voteOf } from './store.ts';

type Categories = Infer<typeof faqRoutes.faq.reply>['categories'];

export class Faq {
  private readonly library: Library;
  private readonly searches: Readonly<Record<FaqLanguage, Search>>;

  /** Throws if the articles have faults. */
  constructor(library: Library) {
    const faults = faultsOf(library);
    if (faults.length > 0) throw new Error(`the articles do not fit together:\n${faults.join('\n')}`);
    this.library = library;
    this.searches = Object.fromEntries(
      faqLanguages.map((language) => [language, searchIn(library, language)]),
    ) as Record<FaqLanguage, Search>;
  }

  /** All articles by category. With a search, only the matches, the best first, and only the categories that have one. */
  list(language: FaqLanguage, search: string | undefined): Categories {
    const found = search?.trim() ? this.searches[language](search) : undefined;
    const places = found && new Map(found.map((id, at) => [id, at]));
    const categories = faqCategories.map((id) => {
      const articles = this.library[language][id].filter((article) => places?.has(article.id) ?? true);
      const sorted = places ? articles.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)) : articles;
      return { id, name: faqCategoryNames[language][id], articles: sorted.map(titleOf) };
    });
    return places ? categories.filter(({ articles }) => articles.length > 0) : categories;
  }

  async read(
    { mongo }: SupportContext,
    language: FaqLanguage,
    id: string,
    playerId: string | undefined,
  ): Promise<FaqArticle> {
    const { article, category } = this.find(language, id);
    const [counts, voted] = await Promise.all([
      countVotes(mongo, id),
      playerId === undefined ? undefined : voteOf(mongo, id, playerId),
    ]);
    const related = article.related.map((other) => titleOf(this.find(language, other).article));
    return {
      ...titleOf(article),
      category,
      body: [...article.body],
      ...counts,
      ...(voted !== undefined && { voted }),
      related,
    };
  }

  async vote(
    context: SupportContext,
    id: string,
    playerId: string,
    isHelpful: boolean,
    language: FaqLanguage = 'en',
  ): Promise<FaqArticle> {
    this.find(language, id);
    await storeVote(context.mongo, id, playerId, isHelpful);
    return this.read(context, language, id, playerId);
  }

  private find(language: FaqLanguage, id: string): { article: Article; category: FaqCategory } {
    for (const category of faqCategories) {
      const article = this.library[language][category].find((one) => one.id === id);
      if (article) return { article, category };
    }
    throw new Refusal(common.notFound);
  }
}

const titleOf = ({ id, title }: Article) => ({ id, title });
