/**
 * How the person reads: language, format of odds, timezone. Kept in the browser so that the first picture is right already;
 * a signed-in player's come from his preferences, and what changes here changes the whole app at once, in every tab.
 */
import { isTimezone, type Language, languages, type Timezone } from '@fairline/proto/auth';
import type { Preferences } from '@fairline/proto/auth/account';
import { type OddsFormat, oddsFormats } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { speak } from '../i18n.ts';
import { kept } from './kept.ts';

/** In place of a clock: the machine's own. */
const local = 'local';

export const languageStore = kept<Language>('fairline.language', (stored) => languages.find((language) => language === stored) ?? ownLanguage());
export const oddsFormatStore = kept<OddsFormat>('fairline.odds', (stored) => oddsFormats.find((format) => format === stored) ?? 'decimal');
export const timezoneStore = kept<Timezone>('fairline.timezone', (stored) => (typeof stored === 'string' && isTimezone(stored) ? stored : local));

/** What the browser asks for, where we speak it. */
function ownLanguage(): Language {
  const wanted = typeof navigator === 'undefined' ? '' : navigator.language.slice(0, 2);
  return languages.find((language) => language === wanted) ?? 'en';
}

/** What a new player's preferences begin with: the language the page is in, and the clock of his machine. */
export function ownTaste(): Pick<Preferences, 'language' | 'timezone'> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { language: languageStore.get(), timezone: isTimezone(zone) ? zone : 'UTC' };
}

/** A signed-in player's preferences decide for this browser too; a clock that it does not know leaves it its own. */
export function adoptTaste({ language, oddsFormat, timezone }: Pick<Preferences, 'language' | 'oddsFormat' | 'timezone'>): void {
  if (languageStore.get() !== language) languageStore.set(language);
  if (oddsFormatStore.get() !== oddsFormat) oddsFormatStore.set(oddsFormat);
  const clock = isTimezone(timezone) ? timezone : local;
  if (timezoneStore.get() !== clock) timezoneStore.set(clock);
}

/** Follows the chosen language from now on; settles when the first one is spoken. */
export async function watchLanguage(): Promise<void> {
  const follow = () => speak(languageStore.get()).catch(() => undefined);
  languageStore.subscribe(() => void follow());
  await follow();
}

/** An instant as people read it, in the player's timezone and language. */
export function whenText(instant: string): string {
  return new Date(instant).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short', ...zone() });
}

export function dayText(instant: string): string {
  return new Date(instant).toLocaleDateString(i18n.locale, { dateStyle: 'medium', ...zone() });
}

function zone(): { timeZone?: string } {
  const timeZone = timezoneStore.get();
  return timeZone === local ? {} : { timeZone };
}
