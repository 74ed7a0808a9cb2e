/** The wallet settings: conversion of other currencies, notifications, the withdrawal PIN, the limits in force, and the saved payment methods. */
import type { NotificationName, Preferences } from '@fairline/proto/auth/account';
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { playerRoutes, type WalletSettings } from '@fairline/proto/wallet/players';
import { lowBalanceMinor } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { call } from '../../../client/requests/call.ts';
import { preferencesQuery, savePreferences } from '../../../domain/people/preferences.ts';
import { decimalText } from '../../../figures.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { ErrorState, Skeleton, SkeletonRows } from '../../../ui/content/states.tsx';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { failedOf, WalletFailure } from '../balance/failure.tsx';
import { limitsQuery, settingsQuery } from '../balance/player-queries.ts';
import { balanceQuery } from '../balance/queries.ts';
import { SavedDestinations } from '../destinations/saved-destinations.tsx';
import { LimitsPanel } from '../payments/limits-panel.tsx';
import { PinSetting } from './pin-setting.tsx';
import { SavedMethods } from './saved-methods.tsx';

/** `ownLimits`: the limits that the player set, which another service keeps. */
export function WalletSettingsTab({ ownLimits }: { ownLimits: ReactNode }) {
  const settings = useQuery(settingsQuery);
  const limits = useQuery(limitsQuery);
  const balance = useQuery(balanceQuery);
  const failed = failedOf([settings, limits, balance]);
  if (failed.length > 0) return <WalletFailure failed={failed} />;
  if (!settings.data || !limits.data || !balance.data) return <SkeletonRows count={6} className="h-14 max-w-form" />;
  const { currency } = balance.data;
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-2">
      <div className="flex flex-col gap-8">
        <Group title={i18n._({ id: 'settings.currencies', message: 'Currencies' })}>
          <AutoConvert settings={settings.data} currency={currency} />
        </Group>
        <Group title={i18n._({ id: 'settings.notifications', message: 'Notifications' })}>
          <NotificationSwitches />
        </Group>
        <Group title={i18n._({ id: 'settings.security', message: 'Security' })}>
          <PinSetting hasPin={settings.data.hasPin} />
          <TwoFactorStatus />
        </Group>
      </div>
      <div className="flex flex-col gap-8">
        <p className="text-13 text-ink-soft">
          {limits.data.level === 'verified'
            ? i18n._({ id: 'settings.verified', message: 'Your account is verified: the higher limits are in force.' })
            : i18n._({
                id: 'settings.unverified',
                message: 'Your account is not verified yet. A verified account has higher limits.',
              })}
        </p>
        <LimitsPanel kind="deposit" limits={limits.data} currency={currency} />
        <LimitsPanel kind="withdraw" limits={limits.data} currency={currency} />
        {ownLimits}
        <SavedMethods />
        <SavedDestinations hasPin={settings.data.hasPin} />
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="border-b border-line pb-2 text-14 font-strong">{title}</h3>
      <div className="divide-y divide-line">{children}</div>
    </section>
  );
}

function AutoConvert({ settings, currency }: { settings: WalletSettings; currency: string }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (autoConvert: boolean) => call(playerRoutes.setSettings, { body: { autoConvert } }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      notify.success(i18n._({ id: 'settings.saved', message: 'Saved' }));
    },
    onError: (error) => notify.error(errorText(error)),
  });
  return (
    <Switch
      label={i18n._({ id: 'settings.autoConvert', message: 'Auto-conversion' })}
      help={i18n._({
        id: 'settings.autoConvertHelp',
        message: 'Deposits in another currency become {currency} on arrival, at the rate of that moment.',
        values: { currency },
      })}
      checked={save.isPending ? save.variables : settings.autoConvert}
      busy={save.isPending}
      onChange={(on) => save.mutate(on)}
    />
  );
}

function notificationNames(): [name: NotificationName, label: string, help: string][] {
  return [
    [
      'deposits',
      i18n._({ id: 'settings.deposits', message: 'Deposits' }),
      i18n._({ id: 'settings.depositsHelp', message: 'When a deposit is approved, declined or rejected' }),
    ],
    [
      'withdrawals',
      i18n._({ id: 'settings.withdrawals', message: 'Withdrawals' }),
      i18n._({ id: 'settings.withdrawalsHelp', message: 'When a withdrawal is decided or comes back' }),
    ],
    [
      'lowBalance',
      i18n._({ id: 'settings.lowBalance', message: 'Low balance' }),
      i18n._({
        id: 'settings.lowBalanceHelp',
        message: 'When your balance falls below {amount}',
        values: { amount: decimalText(lowBalanceMinor, 'USD') },
      }),
    ],
    [
      'signIns',
      i18n._({ id: 'settings.signIns', message: 'Login notifications' }),
      i18n._({ id: 'settings.signInsHelp', message: 'At every sign-in. A new device is always reported.' }),
    ],
  ];
}

function NotificationSwitches() {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(preferencesQuery);
  const save = useMutation({
    // Every change sends all latest settings, because another tab may have changed the others.
    mutationFn: async ({ name, on }: { name: NotificationName; on: boolean }): Promise<Preferences> => {
      const now = await client.fetchQuery({ ...preferencesQuery, staleTime: 0 });
      return savePreferences({ ...now, notifications: { ...now.notifications, [name]: on } });
    },
    onSuccess: (saved) => {
      client.setQueryData(preferencesQuery.queryKey, saved);
      notify.success(i18n._({ id: 'settings.saved', message: 'Saved' }));
    },
    onError: (failure) => notify.error(errorText(failure)),
  });
  if (error && !data) {
    return (
      <ErrorState
        title={i18n._({ id: 'settings.preferencesFailed', message: 'Your notification settings could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows count={4} className="h-14" />;
  return notificationNames().map(([name, label, help]) => {
    const saving = save.isPending && save.variables.name === name;
    return (
      <Switch
        key={name}
        label={label}
        help={help}
        checked={saving ? save.variables.on : data.notifications[name]}
        busy={save.isPending}
        onChange={(on) => save.mutate({ name, on })}
      />
    );
  });
}

const twoFactorQuery = queryOptions({
  queryKey: ['auth', '2fa'],
  queryFn: ({ signal }) => call(sessionRoutes.twoFactor, { signal }),
});

function TwoFactorStatus() {
  const { data, isError, refetch } = useQuery(twoFactorQuery);
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span>
        <span className="block text-14 font-medium">
          {i18n._({ id: 'settings.twoFactor', message: 'Two-factor authentication' })}
        </span>
        <span className="block text-12 text-ink-soft">
          {i18n._({ id: 'settings.twoFactorHelp', message: 'A code of your authenticator app at sign-in' })}
        </span>
      </span>
      <span className="flex items-center gap-3">
        {isError && !data ? (
          <button type="button" onClick={() => void refetch()} className="text-13 text-down">
            {i18n._({ id: 'settings.unread', message: 'Not loaded. Retry' })}
          </button>
        ) : data ? (
          <Badge tone={data.on ? 'act' : 'plain'}>
            {data.on ? i18n._({ id: 'settings.on', message: 'On' }) : i18n._({ id: 'settings.off', message: 'Off' })}
          </Badge>
        ) : (
          <Skeleton className="h-5 w-10" />
        )}
        <ButtonLink look="secondary" size="small" to="/account?tab=security">
          {i18n._({ id: 'settings.manage', message: 'Manage' })}
        </ButtonLink>
      </span>
    </div>
  );
}
