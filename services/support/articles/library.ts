/** All articles, by language and category. The check at start requires the same ids in every language and links to existing articles. */
import { type FaqCategory, type FaqLanguage, faqCategories, faqLanguages } from '@fairline/proto/support/faq';
import { accountEn } from './account.en.ts';
import { accountEs } from './account.es.ts';
import type { Article } from './article.ts';
import { bettingEn } from './betting.en.ts';
import { bettingEs } from './betting.es.ts';
import { casinoEn } from './casino.en.ts';
import { casinoEs } from './casino.es.ts';
import { paymentsEn } from './payments.en.ts';
import { paymentsEs } from './payments.es.ts';
import { promotionsEn } from './promotions.en.ts';
import { promotionsEs } from './promotions.es.ts';
import { technicalEn } from './technical.en.ts';
import { technicalEs } from './technical.es.ts';

export type Library = Readonly<Record<FaqLanguage, Readonly<Record<FaqCategory, readonly Article[]>>>>;

export const library: Library = {
  en: {
    account: accountEn,
    payments: paymentsEn,
    betting: bettingEn,
    casino: casinoEn,
    promotions: promotionsEn,
    technical: technicalEn,
  },
  es: {
    account: accountEs,
    payments: paymentsEs,
    betting: bettingEs,
    casino: casinoEs,
    promotions: promotionsEs,
    technical: technicalEs,
  },
};

/** The faults of a library; empty if there are none. */
export function faultsOf(articles: Library): string[] {
  const [first = 'en', ...others] = faqLanguages;
  return [
    ...faqLanguages.flatMap((language) => faultsIn(articles, language)),
    ...others.flatMap((language) =>
      faqCategories
        .filter((category) => idsIn(articles[first][category]).join() !== idsIn(articles[language][category]).join())
        .map((category) => `${category}: the articles in ${language} are others than those in ${first}`),
    ),
  ];
}

function faultsIn(articles: Library, language: FaqLanguage): string[] {
  const all = faqCategories.flatMap((category) => articles[language][category]);
  const ids = new Set(idsIn(all));
  const isBlank = (text: string) => text.trim() === '';
  return all.flatMap(({ id, title, body, related }, at) => [
    ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) ? [] : [`${language} ${id}: an id has small letters, digits and hyphens`]),
    ...(idsIn(all).indexOf(id) === at ? [] : [`${language} ${id}: twice`]),
    ...(isBlank(title) || body.length === 0 || body.some(isBlank) ? [`${language} ${id}: blank`] : []),
    ...related
      .filter((other) => other === id || !ids.has(other))
      .map((other) => `${language} ${id}: related to ${other}`),
  ]);
}

const idsIn = (articles: readonly Article[]) => articles.map(({ id }) => id);
