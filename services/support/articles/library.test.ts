/** The articles fit together, and a library that does not is refused with the reason. */
import { describe, expect, it } from 'vitest';
import type { Article } from './article.ts';
import { faultsOf, type Library, library } from './library.ts';

it('has the same articles in every language, all complete', () => {
  expect(faultsOf(library)).toEqual([]);
});

describe('a library is refused', () => {
  const article = (changes: Partial<Article> = {}): Article => ({ id: 'one', title: 'One', body: ['Text'], related: [], ...changes });
  const withAccount = (en: Article[], es: Article[] = en): Library => {
    const none = { account: [], payments: [], betting: [], casino: [], promotions: [], technical: [] };
    return { en: { ...none, account: en }, es: { ...none, account: es } };
  };

  it.each<[string, Library, string]>([
    ['where a language lacks an article', withAccount([article()], []), 'account: the articles in es are others than those in en'],
    ['with an id twice', withAccount([article(), article()]), 'en one: twice'],
    ['with a blank paragraph', withAccount([article({ body: ['Text', ' '] })]), 'en one: blank'],
    ['with a link to nowhere', withAccount([article({ related: ['two'] })]), 'en one: related to two'],
    ['with a link to itself', withAccount([article({ related: ['one'] })]), 'en one: related to one'],
    ['with an id that fits no address', withAccount([article({ id: 'One more' })]), 'en One more: an id has small letters, digits and hyphens'],
  ])('%s', (_, articles, fault) => {
    expect(faultsOf(articles)).toContain(fault);
  });
});
