/** Sets a limit: its type (of all, or of the ones given), then an amount in the play currency or minutes. A refusal is shown at the field. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import {
  type LimitBody,
  type LimitType,
  limitRefusals,
  limitRoutes,
  limitRules,
  limitTypes,
  type PlayLimit,
} from '@fairline/proto/risk/limits';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrorsOf } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { limitName, valueText } from '../../../domain/safe-play/limit-labels.ts';
import { ownLimitsQuery } from '../../../domain/safe-play/queries.ts';
import { amountText, countText, unclearMessage } from '../../../figures.ts';
import { refusalText } from '../../../refusals.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { limitHelp } from './limit-help.ts';
import { RefusedLimit } from './refused-limit.tsx';
import { typedLimit } from './typed-limit.ts';

/** Hints of the specification: amounts in minor units, or minutes. */
const hints: Partial<Record<LimitType, number>> = {
  deposit_daily: 500_000,
  loss_daily: 100_000,
  session_time: 180,
  bet_amount: 50_000,
};

export function LimitForm({
  currency,
  types = limitTypes,
}: {
  currency: PlayCurrencyCode;
  types?: readonly LimitType[];
}) {
  const [limitType, setType] = useState<LimitType>('deposit_daily');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const isTime = limitType === 'session_time';
  const current = useQuery(ownLimitsQuery).data?.items.find((limit) => limit.active && limit.limitType === limitType);
  const now = current && valueText(current, currency);
  const save = useAction({
    run: (body: LimitBody, key) => call(limitRoutes.setLimit, { body, key }),
    touches: [['risk'], ['wallet', 'stats']],
    onDone: (limit) => {
      setTyped('');
      announceSaved(limit);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = typedLimit(limitType, typed, currency);
    setError(
      value ? undefined : ((isTime ? null : unclearMessage(typed, currency)) ?? refusalText(limitRefusals.value)),
    );
    if (value && !save.isPending) save.mutate({ limitType, ...value });
  };
  const refused = save.failure && !error ? save.failure : null;
  const atField = refused && Object.values(fieldErrorsOf(refused))[0];
  const hint = hints[limitType];
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <SelectField
        label={i18n._({ id: 'safe.limit.type', message: 'Limit' })}
        help={limitHelp(limitType)}
        value={limitType}
        onChange={({ target }) => {
          const chosen = types.find((type) => type === target.value);
          if (!chosen) return;
          // An amount is not a number of minutes, so it is cleared.
          if ((chosen === 'session_time') !== isTime) setTyped('');
          setType(chosen);
          setError(undefined);
          save.reset();
        }}
      >
        {types.map((type) => (
          <option key={type} value={type}>
            {limitName(type)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={
          isTime
            ? i18n._({ id: 'safe.limit.minutes', message: 'Minutes' })
            : i18n._({ id: 'field.amount', message: 'Amount' })
        }
        inputMode={isTime ? 'numeric' : 'decimal'}
        autoComplete="off"
        min={1}
        step={isTime ? 1 : 0.01}
        value={typed}
        placeholder={hint === undefined ? undefined : hintText(hint, isTime, currency)}
        suffix={isTime ? i18n._({ id: 'safe.limit.min', message: 'min' }) : currency}
        help={
          now &&
          i18n._({
            id: 'safe.limit.now',
            message: 'Now {value}. A raise needs your confirmation after {hours} hours.',
            values: { value: now, hours: limitRules.raiseHours },
          })
        }
        error={error ?? atField ?? undefined}
        className="figures"
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
          save.reset();
        }}
      />
      {refused && !atField && (
        <RefusedLimit title={i18n._({ id: 'safe.limit.failed', message: 'Failed to set limit' })} error={refused} />
      )}
      <Button type="submit" wide busy={save.isPending}>
        {i18n._({ id: 'safe.limit.set', message: 'Set limit' })}
      </Button>
    </form>
  );
}

function hintText(hint: number, isTime: boolean, currency: PlayCurrencyCode): string {
  return isTime ? countText(hint) : amountText(hint, currency).replace(/\D00 [A-Z]+$/, '');
}

/** A raise is only requested: nothing is set before its waiting time has passed. */
function announceSaved({ limitType, pending }: PlayLimit): void {
  const name = limitName(limitType);
  if (pending) {
    notify.info(
      i18n._({
        id: 'safe.limit.asked',
        message: '{name}: you can confirm the raise from {at}. Until then the limit stays.',
        values: { name, at: whenText(pending.confirmableAt) },
      }),
    );
    return;
  }
  notify.success(i18n._({ id: 'safe.limit.saved', message: '{name} limit set successfully', values: { name } }));
}
