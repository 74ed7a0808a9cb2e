/**
 * The display settings of a user: language, odds format, timezone. They are kept in the browser so that the first paint is right; a signed-in player's come
 * from their preferences. A change applies to the whole app at once, in every tab.
 */
import type { Preferences } from '@fairline/proto/auth/account';
import { isTimezone, type Language, languages, type Timezone } from '@fairline/proto/auth/fields';
import { type OddsFormat, oddsFormats } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { createStoredValue } from '../../client/storage/stored-value.ts';
import { loadLanguage } from '../../i18n.ts';

/** Stands for the timezone of the machine. */
const local = 'local';

const parseLanguage = (stored: unknown) => languages.find((language) => language === stored) ?? null;
/** The language that a user without stored preferences (visitor or operator) chose. */
const chosenLanguage = createStoredValue<Language | null>('fairline.language.chosen', parseLanguage);
/** The language of the player who last signed in here. */
const preferredLanguage = createStoredValue<Language | null>('fairline.language', parseLanguage);
export const languageStores = [chosenLanguage, preferredLanguage] as const;
export const oddsFormatStore = createStoredValue<OddsFormat>(
  'fairline.odds',
  (stored) => oddsFormats.find((format) => format === stored) ?? 'decimal',
);
export const timezoneStore = createStoredValue<Timezone>('fairline.timezone', (stored) =>
  typeof stored === 'string' && isTimezone(stored) ? stored : local,
);

/** The language that the page is in now. */
export const currentLanguage = (): Language => parseLanguage(i18n.locale) ?? 'en';

/** The choice on the page, else the player's preference, else the browser's language. */
export function pageLanguage(): Language {
  return chosenLanguage.get() ?? preferredLanguage.get() ?? ownLanguage();
}

export function chooseLanguage(language: Language): void {
  chosenLanguage.set(language);
}

/** The browser's language, if the app has it. */
function ownLanguage(): Language {
  const wanted = typeof navigator === 'undefined' ? '' : navigator.language.slice(0, 2);
  return languages.find((language) => language === wanted) ?? 'en';
}

/** Initial preferences of a new player: the language of the page, and the timezone of the machine. */
export function browserPreferences(): Pick<Preferences, 'language' | 'timezone'> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { language: pageLanguage(), timezone: isTimezone(zone) ? zone : 'UTC' };
}

/** A signed-in player's preferences also apply to this browser. An unknown timezone is replaced by that of the machine. */
export function applyPreferences({
  language,
  oddsFormat,
  timezone,
}: Pick<Preferences, 'language' | 'oddsFormat' | 'timezone'>): void {
  if (preferredLanguage.get() !== language) preferredLanguage.set(language);
  if (oddsFormatStore.get() !== oddsFormat) oddsFormatStore.set(oddsFormat);
  const clock = isTimezone(timezone) ? timezone : local;
  if (timezoneStore.get() !== clock) timezoneStore.set(clock);
}

/** Applies a change by the player. Only a newly chosen language replaces an earlier choice on the page, in this order so that no third language shows. */
export function changePreferences(preferences: Parameters<typeof applyPreferences>[0], languageChosen: boolean): void {
  applyPreferences(preferences);
  if (languageChosen && chosenLanguage.get() !== null) chosenLanguage.set(null);
}

let loadingLanguage: Promise<void> = Promise.resolve();

/** Resolves once the page is in its language. If that language cannot be loaded, the page keeps the current one. */
export const whenLanguageLoaded = (): Promise<void> => loadingLanguage;

/** Follows the language of the page from now on; resolves once the first one is loaded. */
export function watchLanguage(): Promise<void> {
  const follow = () => {
    loadingLanguage = loadLanguage(pageLanguage()).catch(() => undefined);
  };
  for (const store of languageStores) store.subscribe(follow);
  follow();
  return loadingLanguage;
}

/** An instant in the player's timezone and language. */
export function whenText(instant: string): string {
  return new Date(instant).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short', ...zone() });
}

/** The time of day only, for events of today. */
export function timeText(instant: string): string {
  return new Date(instant).toLocaleTimeString(i18n.locale, { timeStyle: 'short', ...zone() });
}

export function dayText(instant: string): string {
  return new Date(instant).toLocaleDateString(i18n.locale, { dateStyle: 'medium', ...zone() });
}

function zone(): { timeZone?: string } {
  const timeZone = zoneNow();
  return timeZone === undefined ? {} : { timeZone };
}

/** The player's timezone; undefined where the machine's own counts. */
export function zoneNow(): string | undefined {
  const timeZone = timezoneStore.get();
  return timeZone === local ? undefined : timeZone;
}
