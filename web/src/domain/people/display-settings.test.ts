/** The language of the page: the one chosen on the page, else the player's, else the browser's. */
import { afterEach, describe, expect, it, vi } from 'vitest';

const mine = { oddsFormat: 'decimal', timezone: 'UTC' } as const;
/** A page that is opened in a browser of this language. */
async function opened(language: string) {
  vi.stubGlobal('navigator', { language });
  vi.resetModules();
  return import('./display-settings.ts');
}
afterEach(() => vi.unstubAllGlobals());

describe('the language of a page', () => {
  it.each([
    ['es-AR', 'es'],
    ['en-GB', 'en'],
    ['fr-FR', 'en'],
  ])('is first that of the browser: %s gives %s', async (browser, expected) => {
    expect((await opened(browser)).pageLanguage()).toBe(expected);
  });

  it("is the player's from sign-in, and stays after sign-out", async () => {
    const page = await opened('en-US');
    page.applyPreferences({ ...mine, language: 'es' });
    expect(page.pageLanguage()).toBe('es');
    expect(page.browserPreferences().language).toBe('es');
  });

  it('is the one chosen on the page until the player chooses another in the preferences', async () => {
    const page = await opened('en-US');
    page.chooseLanguage('es');
    page.applyPreferences({ ...mine, language: 'en' });
    expect(page.pageLanguage()).toBe('es');
    page.changePreferences({ ...mine, language: 'en', oddsFormat: 'american' }, false);
    expect([page.pageLanguage(), page.oddsFormatStore.get()]).toEqual(['es', 'american']);
    page.changePreferences({ ...mine, language: 'en' }, true);
    expect(page.pageLanguage()).toBe('en');
  });

  it('never changes twice when a preference replaces the same choice on the page', async () => {
    const page = await opened('en-US');
    page.applyPreferences({ ...mine, language: 'en' });
    page.chooseLanguage('es');
    vi.stubGlobal('addEventListener', vi.fn());
    const seen: string[] = [];
    for (const store of page.languageStores) store.subscribe(() => void seen.push(page.pageLanguage()));
    page.changePreferences({ ...mine, language: 'es' }, true);
    expect(new Set(seen)).toEqual(new Set(['es']));
    expect(page.pageLanguage()).toBe('es');
  });
});
