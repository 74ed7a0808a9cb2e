/**
 * The languages of the app. English is written beside the code that says it; another language is a catalogue,
 * loaded when it is chosen. Numbers, dates and money are always written in the chosen language's own way.
 */
import { i18n } from '@lingui/core';
import { compileMessage } from './message.ts';

/** Makes the messages in the code readable; must run before the first of them is shown. */
export function speakEnglish(): void {
  i18n.setMessagesCompiler(compileMessage as Parameters<typeof i18n.setMessagesCompiler>[0]);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
}
