/**
 * The languages of the app. English is written in the code; another language is a catalogue,
 * loaded when it is chosen. Numbers, dates and money are always written in the chosen language's own way.
 */
import type { Language } from '@fairline/proto/auth/fields';
import { i18n } from '@lingui/core';
import { compileMessage } from './message.ts';
import { loadFieldTexts, loadRefusals } from './refusals.ts';
import { loadServerTexts } from './server-texts.ts';

/** Compiles the messages in the code; must run before the first of them is shown. */
export function loadEnglish(): void {
  i18n.setMessagesCompiler(compileMessage as Parameters<typeof i18n.setMessagesCompiler>[0]);
  loadServerTexts(null);
  loadRefusals({});
  loadFieldTexts({});
  i18n.loadAndActivate({ locale: 'en', messages: {} });
}

const catalogues = { es: async () => (await import('./locales/es.ts')).spanish } as const;

let wanted: Language = 'en';

/** Changes the language of the whole app. If its catalogue cannot be loaded, the language stays and the promise rejects. */
export async function loadLanguage(language: Language): Promise<void> {
  wanted = language;
  if (language === i18n.locale) return;
  if (language === 'en') loadEnglish();
  else {
    const { messages, serverTexts, refusals, fieldTexts } = await catalogues[language]();
    // Another language was requested while this one was loading.
    if (wanted !== language) return;
    loadServerTexts(serverTexts);
    loadRefusals(refusals);
    loadFieldTexts(fieldTexts);
    i18n.loadAndActivate({ locale: language, messages });
  }
  document.documentElement.lang = language;
}
