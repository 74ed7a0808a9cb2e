/** The player's preferences: each choice is saved at once and applied to the whole app. Choices made while one is being saved are saved after it. */
import type { NotificationName, Preferences } from '@fairline/proto/auth/account';
import { type Language, languages } from '@fairline/proto/auth/fields';
import { playCurrencies } from '@fairline/proto/money';
import { oddsFormats } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { playerSession } from '../../client/session/session.ts';
import { changePreferences, currentLanguage, whenLanguageLoaded } from '../../domain/people/display-settings.ts';
import { preferencesQuery, savePreferences } from '../../domain/people/preferences.ts';
import { Loaded } from '../../ui/content/listed.tsx';
import { Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { Section, useSave } from './forms.tsx';
import { TimezoneField } from './timezone-field.tsx';

interface Wish {
  preferences: Preferences;
  /** The language was changed. Any other change keeps the language of the page. */
  languageChosen: boolean;
}
type Change = (preferences: Preferences, languageChosen?: boolean) => void;

function useSaving() {
  const client = useQueryClient();
  return useSave({
    run: async ({ preferences, languageChosen }: Wish) => ({
      saved: await savePreferences(preferences),
      languageChosen,
    }),
    done: () => i18n._({ id: 'preferences.saved', message: 'Preferences saved successfully' }),
    failed: i18n._({ id: 'preferences.notSaved', message: 'Failed to save preferences' }),
    touches: [['wallet']],
    // Each request sends all preferences, so the last change must also be saved last.
    queue: 'preferences',
    onDone: ({ saved, languageChosen }) => {
      client.setQueryData(preferencesQuery.queryKey, saved);
      changePreferences(saved, languageChosen);
      void playerSession.check('expired');
      return whenLanguageLoaded();
    },
  });
}

function Read({ children }: { children: (preferences: Preferences, save: Change, language: Language) => ReactNode }) {
  const query = useQuery(preferencesQuery);
  const save = useSaving();
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'preferences.failed', message: 'Your preferences could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={5} className="h-14 max-w-form" />}
    >
      {(preferences) =>
        children(
          save.isPending ? save.variables.preferences : preferences,
          (wanted, languageChosen = false) => save.mutate({ preferences: wanted, languageChosen }),
          save.isPending && save.variables.languageChosen ? save.variables.preferences.language : currentLanguage(),
        )
      }
    </Loaded>
  );
}

export function PreferencesTab() {
  return (
    <Read>
      {(preferences, save, language) => (
        <div className="flex flex-col gap-10">
          <Section title={i18n._({ id: 'account.preferences', message: 'Preferences' })}>
            <Choice
              label={i18n._({ id: 'preferences.language', message: 'Language' })}
              value={language}
              of={languages}
              name={languageName}
              onChange={(chosen) => save({ ...preferences, language: chosen }, true)}
            />
            {language !== preferences.language && (
              <Notice
                action={
                  <Button look="secondary" size="small" onClick={() => save({ ...preferences, language }, true)}>
                    {i18n._({
                      id: 'preferences.keepLanguage',
                      message: 'Save {language}',
                      values: { language: languageName(language) },
                    })}
                  </Button>
                }
              >
                {i18n._({
                  id: 'preferences.languageSaved',
                  message: 'Your saved language is {saved}. Emails and your other devices use it.',
                  values: { saved: languageName(preferences.language) },
                })}
              </Notice>
            )}
            <Choice
              label={i18n._({ id: 'preferences.odds', message: 'Odds format' })}
              value={preferences.oddsFormat}
              of={oddsFormats}
              name={oddsName}
              onChange={(oddsFormat) => save({ ...preferences, oddsFormat })}
            />
            <TimezoneField
              label={i18n._({ id: 'preferences.timezone', message: 'Timezone' })}
              help={i18n._({
                id: 'preferences.timezoneHelp',
                message: 'For displayed times only. Limits count UTC days and months.',
              })}
              value={preferences.timezone}
              onChange={(timezone) => save({ ...preferences, timezone })}
            />
            <Choice
              label={i18n._({ id: 'overview.currency', message: 'Currency' })}
              help={i18n._({ id: 'preferences.currencyHelp', message: 'Fixed by your first deposit or bet.' })}
              value={preferences.currency}
              of={playCurrencies}
              name={(currency) => currency}
              onChange={(currency) => save({ ...preferences, currency })}
            />
          </Section>
          <Section title={i18n._({ id: 'account.privacyChoices', message: 'Privacy' })}>
            <div className="divide-y divide-line">
              <Switch
                label={i18n._({ id: 'preferences.online', message: 'Show our staff when I was last online' })}
                help={i18n._({
                  id: 'preferences.onlineHelp',
                  message: 'Off: they see where and since when you are signed in, but not when you were last online.',
                })}
                checked={preferences.privacy.showOnlineStatus}
                onChange={(showOnlineStatus) => save({ ...preferences, privacy: { showOnlineStatus } })}
              />
              <p className="py-3 text-13 text-ink-soft">
                {i18n._({
                  id: 'preferences.nothingShared',
                  message:
                    'We do not track how you use the app and share nothing with partners, so there is nothing to switch off.',
                })}
              </p>
            </div>
          </Section>
        </div>
      )}
    </Read>
  );
}

export function NotificationsTab() {
  return (
    <Read>
      {(preferences, save) => (
        <Section
          title={i18n._({ id: 'account.notifications', message: 'Notifications' })}
          lead={i18n._({
            id: 'notifications.lead',
            message: 'Choose what we tell you about, under the bell and by email.',
          })}
        >
          <div className="divide-y divide-line">
            {notificationNames().map(([name, label, help]) => (
              <Switch
                key={name}
                label={label}
                help={help}
                checked={preferences.notifications[name]}
                onChange={(on) => save({ ...preferences, notifications: { ...preferences.notifications, [name]: on } })}
              />
            ))}
            <p className="py-3 text-13 text-ink-soft">
              {i18n._({
                id: 'notifications.security',
                message:
                  'We always tell you about new devices and changes to your password, two-factor authentication, PIN and withdrawal destinations.',
              })}
            </p>
          </div>
        </Section>
      )}
    </Read>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  help?: string;
  value: T;
  of: readonly T[];
  name: (value: T) => string;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, help, value, of, name, onChange }: ChoiceProps<T>) {
  return (
    <SelectField
      label={label}
      help={help}
      value={value}
      onChange={({ target }) => {
        const chosen = of.find((one) => one === target.value);
        if (chosen && chosen !== value) onChange(chosen);
      }}
    >
      {of.map((one) => (
        <option key={one} value={one}>
          {name(one)}
        </option>
      ))}
    </SelectField>
  );
}

/** Each language is named in itself. */
const languageName = (language: (typeof languages)[number]) => ({ en: 'English', es: 'Español' })[language];

function oddsName(format: (typeof oddsFormats)[number]): string {
  return {
    decimal: i18n._({ id: 'odds.decimal', message: 'Decimal' }),
    american: i18n._({ id: 'odds.american', message: 'American' }),
    fractional: i18n._({ id: 'odds.fractional', message: 'Fractional' }),
  }[format];
}

function notificationNames(): [NotificationName, string, string?][] {
  return [
    [
      'email',
      i18n._({ id: 'notifications.email', message: 'Email' }),
      i18n._({ id: 'notifications.emailHelp', message: 'Off: notices are only listed in the app' }),
    ],
    ['deposits', i18n._({ id: 'settings.deposits', message: 'Deposits' })],
    ['withdrawals', i18n._({ id: 'settings.withdrawals', message: 'Withdrawals' })],
    ['lowBalance', i18n._({ id: 'settings.lowBalance', message: 'Low balance' })],
    ['signIns', i18n._({ id: 'settings.signIns', message: 'Login notifications' })],
    ['promotions', i18n._({ id: 'notifications.promotions', message: 'Promotions' })],
    ['marketing', i18n._({ id: 'notifications.marketing', message: 'Offers and news' })],
  ];
}
