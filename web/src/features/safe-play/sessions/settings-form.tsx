/** Settings of reality checks, reminders and the session display: numbers are saved by their button, switches at once. */

import type { PlayCurrencyCode } from '@fairline/proto/money';
import { type PlaySettings, sessionRoutes, sessionRules } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrorsOf } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { useJurisdictionRules } from '../../../domain/people/jurisdiction.ts';
import { playSessionQuery } from '../../../domain/safe-play/queries.ts';
import { amountText, countText, decimalText, typedMinor } from '../../../figures.ts';
import { Loaded } from '../../../ui/content/listed.tsx';
import { Failure, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { playSettingsQuery } from './queries.ts';

export function SettingsForm() {
  const query = useQuery(playSettingsQuery);
  const currency = useQuery(playSessionQuery).data?.currency ?? 'USD';
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'safe.settings.failed', message: 'Your reminders could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={5} className="h-14" />}
    >
      {(settings) => <Form key={currency} saved={settings} currency={currency} />}
    </Loaded>
  );
}

function Form({ saved, currency }: { saved: PlaySettings; currency: PlayCurrencyCode }) {
  const client = useQueryClient();
  const { alwaysShowsPlay } = useJurisdictionRules();
  const save = useAction({
    run: (body: PlaySettings) => call(sessionRoutes.setPlaySettings, { body }),
    touches: [['risk']],
    onDone: (settings) => {
      client.setQueryData(playSettingsQuery.queryKey, settings);
      notify.success(i18n._({ id: 'settings.saved', message: 'Saved' }));
    },
  });
  const shown = save.isPending ? save.variables : saved;
  const flags = [
    [
      'popupReminders',
      i18n._({ id: 'safe.settings.popups', message: 'Pop-up reminders' }),
      i18n._({ id: 'safe.settings.popupsHelp', message: 'Off: warnings appear as a line on the page' }),
    ],
    [
      'timeDisplays',
      i18n._({ id: 'safe.settings.time', message: 'Show session time' }),
      i18n._({ id: 'safe.settings.timeHelp', message: 'On all betting and casino pages' }),
    ],
    [
      'spendingDisplays',
      i18n._({ id: 'safe.settings.spending', message: 'Show stakes and net result' }),
      i18n._({ id: 'safe.settings.timeHelp', message: 'On all betting and casino pages' }),
    ],
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <Numbers
        saved={saved}
        currency={currency}
        busy={save.isPending}
        failure={save.failure}
        onSave={(numbers, onDone) => save.mutate({ ...saved, ...numbers }, { onSuccess: onDone })}
      />
      <div className="divide-y divide-line border-t border-line">
        {flags
          .filter(([name]) => name === 'popupReminders' || !alwaysShowsPlay)
          .map(([name, label, help]) => (
            <Switch
              key={name}
              label={label}
              help={help}
              checked={shown[name]}
              busy={save.isPending}
              onChange={(on) => {
                save.mutate({ ...saved, [name]: on });
              }}
            />
          ))}
      </div>
      {alwaysShowsPlay && (
        <p className="text-13 text-ink-soft">
          {i18n._({
            id: 'safe.settings.always',
            message: 'Session time, stakes and net result are always shown under the rules of your country.',
          })}
        </p>
      )}
    </div>
  );
}

type NumberName = 'realityCheckMinutes' | 'sessionWarningMinutes' | 'lossWarningMinor';
type Numbers = Pick<PlaySettings, NumberName>;
const names: readonly NumberName[] = ['realityCheckMinutes', 'sessionWarningMinutes', 'lossWarningMinor'];

interface NumbersProps {
  saved: PlaySettings;
  currency: PlayCurrencyCode;
  busy: boolean;
  failure: Error | null;
  /** Typed values stay until they are saved. */
  onSave: (numbers: Numbers, onDone: () => void) => void;
}

function Numbers({ saved, currency, busy, failure, onSave }: NumbersProps) {
  // Values that were not edited follow the saved ones, also from another tab.
  const [typed, setTyped] = useState<Partial<Record<NumberName, string>>>({});
  const [errors, setErrors] = useState<Partial<Record<NumberName, string | undefined>>>({});
  const textOf = (name: NumberName) => typed[name] ?? savedText(name, saved, currency);
  const isChanged = names.some((name) => numberOf(name, textOf(name), currency) !== saved[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = names.filter((name) => !isWithin(name, numberOf(name, textOf(name), currency)));
    setErrors(Object.fromEntries(wrong.map((name) => [name, rangeText(name, currency)])));
    if (wrong.length > 0) return;
    onSave(Object.fromEntries(names.map((name) => [name, numberOf(name, textOf(name), currency)])) as Numbers, () =>
      setTyped({}),
    );
  };
  const fields = [
    [
      'realityCheckMinutes',
      i18n._({ id: 'safe.settings.check', message: 'Reality check every' }),
      i18n._({
        id: 'safe.settings.checkHelp',
        message:
          '{range}. Play pauses until you confirm. A shorter interval applies immediately, a longer one after your next reality check or in your next session.',
        values: { range: rangeText('realityCheckMinutes', currency) },
      }),
    ],
    ['sessionWarningMinutes', i18n._({ id: 'safe.settings.session', message: 'Session warning after' }), undefined],
    ['lossWarningMinor', i18n._({ id: 'safe.settings.loss', message: 'Loss warning at' }), undefined],
  ] as const;
  const refused = fieldErrorsOf(failure);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      {fields.map(([name, label, help]) => (
        <TextField
          key={name}
          label={label}
          help={help ?? rangeText(name, currency)}
          inputMode={name === 'lossWarningMinor' ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={textOf(name)}
          suffix={name === 'lossWarningMinor' ? currency : i18n._({ id: 'safe.limit.min', message: 'min' })}
          error={errors[name] ?? refused[name]}
          className="figures"
          onChange={({ target }) => {
            setTyped({ ...typed, [name]: target.value });
            setErrors({ ...errors, [name]: undefined });
          }}
        />
      ))}
      {failure && (
        <Failure title={i18n._({ id: 'safe.settings.notSaved', message: 'Your reminders were not saved' })}>
          {errorText(failure)}
        </Failure>
      )}
      <div className="flex">
        <Button
          type="submit"
          look="secondary"
          busy={busy}
          why={!isChanged && !busy && i18n._({ id: 'safe.settings.unchanged', message: 'No changes to save' })}
          quietly
        >
          {i18n._({ id: 'safe.settings.save', message: 'Save' })}
        </Button>
      </div>
    </form>
  );
}

function savedText(name: NumberName, saved: PlaySettings, currency: PlayCurrencyCode): string {
  return name === 'lossWarningMinor' ? decimalText(saved[name], currency) : String(saved[name]);
}

function numberOf(name: NumberName, text: string, currency: PlayCurrencyCode): number | null {
  if (name === 'lossWarningMinor') return typedMinor(text, currency);
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : null;
}

function isWithin(name: NumberName, value: number | null): boolean {
  return value !== null && value >= sessionRules[name].least && value <= sessionRules[name].most;
}

function rangeText(name: NumberName, currency: PlayCurrencyCode): string {
  const { least, most } = sessionRules[name];
  return name === 'lossWarningMinor'
    ? i18n._({
        id: 'safe.settings.amounts',
        message: '{least} to {most}',
        values: { least: amountText(least, currency), most: amountText(most, currency) },
      })
    : i18n._({
        id: 'safe.settings.range',
        message: '{least} to {most} minutes',
        values: { least: countText(least), most: countText(most) },
      });
}
