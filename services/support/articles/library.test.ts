/** The articles fit together, and a library that does not is refused with the reason. */
import { faqCategories, faqLanguages } from '@fairline/proto/support/faq';
import { describe, expect, it } from 'vitest';
import type { Article } from './article.ts';
import { faultsOf, type Library, library } from './library.ts';

it('has the same articles in every language, all complete', () => {
  expect(faultsOf(library)).toEqual([]);
});

/** The minimum number of articles in each category. */
const least = { account: 9, payments: 9, betting: 9, casino: 5, promotions: 5, technical: 3 } as const;

describe.each(faqLanguages)('the articles in %s', (language) => {
  const articles = faqCategories.flatMap((category) => library[language][category]);

  it('cover each category, forty at least in all', () => {
    for (const category of faqCategories)
      expect(library[language][category].length, category).toBeGreaterThanOrEqual(least[category]);
    expect(articles.length).toBeGreaterThanOrEqual(40);
  });

  it.each(articles)('$id is short, leads on and holds no technical term', ({ title, body, related }) => {
    const text = [title, ...body].join(' ');
    expect(related.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThan(1_200);
    expect(text).not.toMatch(/undefined|NaN|\[object|\$\{|_id|Minor|endpoint|JSON|NATS|ledger|webhook|database|outbox/);
    // A list is a paragraph of its own, so that it is shown as one.
    for (const paragraph of body)
      expect(new Set(paragraph.split('\n').map((line) => line.startsWith('- '))).size).toBe(1);
  });

  it('lead to every article from another one', () => {
    const reached = new Set(articles.flatMap(({ related }) => related));
    expect(articles.filter(({ id }) => !reached.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe('a library is refused', () => {
  const article = (changes: Partial<Article> = {}): Article => ({
    id: 'one',
    title: 'One',
    body: ['Text'],
    related: [],
    ...changes,
  });
  const withAccount = (en: Article[], es: Article[] = en): Library => {
    const none = { account: [], payments: [], betting: [], casino: [], promotions: [], technical: [] };
    return { en: { ...none, account: en }, es: { ...none, account: es } };
  };

  it.each<[string, Library, string]>([
    [
      'where a language lacks an article',
      withAccount([article()], []),
      'account: the articles in es are others than those in en',
    ],
    ['with an id twice', withAccount([article(), article()]), 'en one: twice'],
    ['with a blank paragraph', withAccount([article({ body: ['Text', ' '] })]), 'en one: blank'],
    ['with a link to nowhere', withAccount([article({ related: ['two'] })]), 'en one: related to two'],
    ['with a link to itself', withAccount([article({ related: ['one'] })]), 'en one: related to one'],
    [
      'with an id that fits no address',
      withAccount([article({ id: 'One more' })]),
      'en One more: an id has small letters, digits and hyphens',
    ],
  ])('%s', (_, articles, fault) => {
    expect(faultsOf(articles)).toContain(fault);
  });
});
