/** What guards the account: the password, the authenticator with its recovery codes, and the devices that are signed in. */
import { accountRoutes, PasswordChange } from '@fairline/proto/auth/account';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../client/call.ts';
import { saveBlob } from '../../client/save.ts';
import { whenText } from '../../client/taste.ts';
import { fieldErrorsOf, wordsOf } from '../../client/words.ts';
import { AuthenticatorForm, RecoveryCodes, SwitchOffForm } from '../../ui/authenticator.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { OpenSessions } from '../../ui/open-sessions.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { Section, useSave } from './forms.tsx';

export const twoFactorQuery = queryOptions({ queryKey: ['auth', '2fa'], queryFn: ({ signal }) => call(accountRoutes.twoFactor, { signal }) });
/** What a change of the authenticator makes old. */
const touches = [['auth', '2fa']];
const sessionsQuery = queryOptions({ queryKey: ['auth', 'sessions'], queryFn: ({ signal }) => call(accountRoutes.sessions, { signal }) });

export function SecurityTab() {
  return (
    <div className="flex flex-col gap-10">
      <Password />
      <TwoFactor />
      <Devices />
    </div>
  );
}

const PasswordForm = PasswordChange.extend({ again: z.string() }).refine(({ newPassword, again }) => newPassword === again, {
  path: ['again'],
  message: 'New passwords do not match',
});
type PasswordValues = z.input<typeof PasswordForm>;
const noPassword: PasswordValues = { currentPassword: '', newPassword: '', again: '' };

function Password() {
  const { register, handleSubmit, reset, setError, watch, formState } = useForm<PasswordValues>({
    resolver: zodResolver(PasswordForm),
    defaultValues: noPassword,
  });
  const { errors } = formState;
  const save = useSave({
    run: ({ currentPassword, newPassword }: PasswordValues) => call(accountRoutes.changePassword, { body: { currentPassword, newPassword } }),
    done: i18n._({ id: 'security.passwordChanged', message: 'Password changed successfully' }),
    failed: i18n._({ id: 'security.passwordNotChanged', message: 'Failed to change password' }),
    touches: [['auth', 'sessions']],
    onDone: () => reset(noPassword),
  });
  const submit = handleSubmit((values) =>
    save.mutate(values, {
      onError: (error) => {
        for (const [name, message] of Object.entries(fieldErrorsOf(error))) setError(name as keyof PasswordValues, { message });
      },
    }),
  );
  return (
    <Section
      title={i18n._({ id: 'security.password', message: 'Password' })}
      lead={i18n._({ id: 'security.passwordLead', message: 'Your other devices are signed out.' })}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        <PasswordField
          {...register('currentPassword')}
          autoComplete="current-password"
          label={i18n._({ id: 'own.current', message: 'Current password' })}
          error={errors.currentPassword?.message}
        />
        <PasswordField
          {...register('newPassword')}
          autoComplete="new-password"
          label={i18n._({ id: 'activate.password', message: 'New password' })}
          help={<StrengthMeter password={watch('newPassword')} />}
          error={errors.newPassword?.message}
        />
        <PasswordField
          {...register('again')}
          autoComplete="new-password"
          label={i18n._({ id: 'field.confirmPassword', message: 'Confirm password' })}
          error={errors.again?.message}
        />
        <div className="flex">
          <Button type="submit" busy={save.isPending}>
            {i18n._({ id: 'own.change', message: 'Change password' })}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function TwoFactor() {
  const query = useQuery(twoFactorQuery);
  const { data } = query;
  const [codes, setCodes] = useState<readonly string[]>();
  const enrolment = useSave({ run: () => call(accountRoutes.enrol) });
  const title = i18n._({ id: 'security.twoFactor', message: 'Two-factor authentication' });
  if (!data) return <Section title={title}>{query.isError ? <Unread query={query} /> : <SkeletonRows count={1} className="h-11" />}</Section>;
  return (
    <Section
      title={title}
      lead={
        data.on
          ? i18n._({
              id: 'security.twoFactorOn',
              message: 'On since {at}. {left} recovery codes are left.',
              values: { at: data.enrolledAt ? whenText(data.enrolledAt) : '', left: data.recoveryCodesLeft },
            })
          : i18n._({ id: 'security.twoFactorOff', message: 'Off. With it, a sign-in needs a code from your phone besides the password.' })
      }
    >
      {codes && <RecoveryCodes codes={codes} save={saveBlob} />}
      {!data.on && !enrolment.data && (
        <div className="flex">
          <Button busy={enrolment.isPending} onClick={() => enrolment.mutate(undefined)}>
            {i18n._({ id: 'security.enrol', message: 'Set up' })}
          </Button>
        </div>
      )}
      {!data.on && enrolment.data && (
        <Confirm
          secret={enrolment.data.secret}
          uri={enrolment.data.uri}
          onCodes={(made) => {
            enrolment.reset();
            setCodes(made);
          }}
        />
      )}
      {data.on && <Disable onDone={() => setCodes(undefined)} />}
    </Section>
  );
}

function Confirm({ secret, uri, onCodes }: { secret: string; uri: string; onCodes: (codes: readonly string[]) => void }) {
  const confirm = useSave({
    run: (code: string) => call(accountRoutes.confirm, { body: { code } }),
    done: i18n._({ id: 'security.nowOn', message: 'Two-factor authentication is on' }),
    touches,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <AuthenticatorForm
      secret={secret}
      uri={uri}
      busy={confirm.isPending}
      error={confirm.error ? wordsOf(confirm.error) : undefined}
      onCode={(code) => confirm.mutate(code)}
    />
  );
}

function Disable({ onDone }: { onDone: () => void }) {
  const [asked, setAsked] = useState(false);
  const disable = useSave({
    run: (body: { password: string; code: string }) => call(accountRoutes.disable, { body }),
    done: i18n._({ id: 'totp.isOff', message: 'Two-factor authentication is off' }),
    touches,
    onDone,
  });
  if (asked) return <SwitchOffForm busy={disable.isPending} errors={fieldErrorsOf(disable.error)} onSubmit={(typed) => disable.mutate(typed)} />;
  return (
    <div className="flex">
      <Button look="danger" onClick={() => setAsked(true)}>
        {i18n._({ id: 'totp.disable', message: 'Switch off' })}
      </Button>
    </div>
  );
}

function Unread({ query }: { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  return (
    <ErrorState title={i18n._({ id: 'records.failed', message: 'This could not be read' })} busy={query.isFetching} onRetry={() => void query.refetch()}>
      {wordsOf(query.error)}
    </ErrorState>
  );
}

function Devices() {
  const query = useQuery(sessionsQuery);
  const { data } = query;
  const end = useSave({
    run: (id: string) => call(accountRoutes.endSession, { params: { id } }),
    done: i18n._({ id: 'security.ended', message: 'The device is signed out' }),
    touches: [['auth', 'sessions']],
  });
  const title = i18n._({ id: 'security.devices', message: 'Devices' });
  return (
    <section className="flex flex-col gap-3">
      <h2 className="border-b border-line pb-2 text-16 font-strong">{title}</h2>
      {data && <OpenSessions items={data.items} write={whenText} onEnd={(id) => end.mutate(id)} ending={end.isPending ? end.variables : undefined} />}
      {!data && (query.isError ? <Unread query={query} /> : <SkeletonRows count={2} className="h-14" />)}
    </section>
  );
}
