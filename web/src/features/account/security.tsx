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
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { OpenSessions } from '../../ui/open-sessions.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { ErrorState, Notice, SkeletonRows } from '../../ui/states.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { Section, useSave } from './forms.tsx';

export const twoFactorQuery = queryOptions({ queryKey: ['auth', '2fa'], queryFn: ({ signal }) => call(accountRoutes.twoFactor, { signal }) });
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
  const touches = [['auth', '2fa']];
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
      {codes && <Codes codes={codes} />}
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
          touches={touches}
          onCodes={(made) => {
            enrolment.reset();
            setCodes(made);
          }}
        />
      )}
      {data.on && <Disable touches={touches} onDone={() => setCodes(undefined)} />}
    </Section>
  );
}

interface Touching {
  touches: readonly (readonly unknown[])[];
}

function Confirm({ secret, uri, touches, onCodes }: Touching & { secret: string; uri: string; onCodes: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const confirm = useSave({
    run: () => call(accountRoutes.confirm, { body: { code } }),
    done: i18n._({ id: 'security.nowOn', message: 'Two-factor authentication is on' }),
    touches,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(undefined);
      }}
    >
      <p className="text-13">
        {i18n._({ id: 'security.scan', message: 'Scan this with your authenticator app, or type the key, then enter the code it shows.' })}
      </p>
      <QrCode text={uri} label={i18n._({ id: 'security.qr', message: 'QR code for your authenticator app' })} />
      <p className="flex items-center gap-2">
        <code className="break-all">{secret}</code>
        <CopyButton text={secret} what={i18n._({ id: 'activate.key', message: 'the key' })} />
      </p>
      <TextField
        value={code}
        onChange={({ target }) => setCode(target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        label={i18n._({ id: 'field.totp', message: 'Authenticator code' })}
        error={confirm.error ? wordsOf(confirm.error) : undefined}
      />
      <div className="flex">
        <Button type="submit" busy={confirm.isPending} why={code.trim() === '' && i18n._({ id: 'security.needCode', message: 'Please enter the code' })}>
          {i18n._({ id: 'security.switchOn', message: 'Switch on' })}
        </Button>
      </div>
    </form>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  const save = () => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'fairline-recovery-codes.txt');
  return (
    <Notice tone="act">
      <p>{i18n._({ id: 'security.codes', message: 'Keep these recovery codes. Each signs you in once without your phone; they are not shown again.' })}</p>
      <ul className="figures my-2 grid grid-cols-2 gap-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex items-center gap-2">
        <CopyButton text={text} what={i18n._({ id: 'security.theCodes', message: 'the recovery codes' })} />
        <Button size="small" look="secondary" onClick={save}>
          {i18n._({ id: 'security.saveCodes', message: 'Save as a file' })}
        </Button>
      </p>
    </Notice>
  );
}

function Disable({ touches, onDone }: Touching & { onDone: () => void }) {
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState({ password: '', code: '' });
  const disable = useSave({
    run: () => call(accountRoutes.disable, { body: typed }),
    done: i18n._({ id: 'security.nowOff', message: 'Two-factor authentication is off' }),
    touches,
    onDone,
  });
  const errors = fieldErrorsOf(disable.error);
  if (!asked) {
    return (
      <div className="flex">
        <Button look="danger" onClick={() => setAsked(true)}>
          {i18n._({ id: 'security.disable', message: 'Switch off' })}
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        disable.mutate(undefined);
      }}
    >
      <PasswordField
        value={typed.password}
        onChange={({ target }) => setTyped({ ...typed, password: target.value })}
        autoComplete="current-password"
        label={i18n._({ id: 'field.password', message: 'Password' })}
        error={errors.password}
      />
      <TextField
        value={typed.code}
        onChange={({ target }) => setTyped({ ...typed, code: target.value })}
        autoComplete="one-time-code"
        label={i18n._({ id: 'security.codeOrRecovery', message: 'Authenticator or recovery code' })}
        error={errors.code}
      />
      <div className="flex">
        <Button type="submit" look="danger" busy={disable.isPending}>
          {i18n._({ id: 'security.disable', message: 'Switch off' })}
        </Button>
      </div>
    </form>
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
