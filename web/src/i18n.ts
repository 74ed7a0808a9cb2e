/**
 * The languages of the app. English is written in the code; another language is a catalogue,
 * loaded when it is chosen. Numbers, dates and money are always written in the chosen language's own way.
 */
import type { Language } from '@fairline/proto/auth/fields';
import { i18n } from '@lingui/core';
import { compileMessage } from './message.ts';
import { loadFieldTexts, loadRefusals } from './refusals.ts';
import { loadServerTexts } from './server-texts.ts';

/** Makes the messages in the code readable; must run before the first of them is shown. */
export function loadEnglish(): void {
  i18n.setMessagesCompiler(compileMessage as Parameters<typeof i18n.setMessagesCompiler>[0]);
  loadServerTexts(null);
  loadRefusals({});
  loadFieldTexts({});
  i18n.loadAndActivate({ locale: 'en', messages: {} });
}

const catalogues = { es: async () => (await import('./locales/es.ts')).spanish } as const;

let wanted: Language = 'en';

/** Changes the language of the whole app. Where its catalogue cannot be had, the language stays as it is and the call fails. */
export async function loadLanguage(language: Language): Promise<void> {
  wanted = language;
  if (language === i18n.locale) return;
  if (language === 'en') loadEnglish();
  else {
    const { messages, serverTexts, refusals, fieldTexts } = await catalogues[language]();
    // Another was asked for while this one was on its way.
    if (wanted !== language) return;
    loadServerTexts(serverTexts);
    loadRefusals(refusals);
    loadFieldTexts(fieldTexts);
    i18n.loadAndActivate({ locale: language, messages });
  }
  document.documentElement.lang = language;
}
