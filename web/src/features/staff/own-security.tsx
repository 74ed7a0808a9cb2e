/** An operator's own sign-in: the password, the authenticator with its recovery codes, and the places he is signed in. */
import { PasswordChange, type RecoveryCodes } from '@fairline/proto/auth/account';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useAction } from '../../client/action.ts';
import { call } from '../../client/call.ts';
import { wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Listed } from '../../ui/listed.tsx';
import { notify } from '../../ui/notify.ts';
import { OpenSessions } from '../../ui/open-sessions.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Failure, Notice, Skeleton } from '../../ui/states.tsx';
import { localText } from '../../ui/when.tsx';

type Change = z.input<typeof PasswordChange>;

export function OwnPassword() {
  const { register, handleSubmit, reset, formState } = useForm<Change>({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const change = useAction<Change, void>({
    run: (body) => call(staffRoutes.changeOwnPassword, { body }),
    onDone: () => {
      reset();
      notify.success(i18n._({ id: 'own.passwordChanged', message: 'Password changed. Your other sessions ended.' }));
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit((values) => change.mutate(values))} className="flex max-w-form flex-col gap-2">
      {change.failure && <Failure title={i18n._({ id: 'own.passwordFailed', message: 'The password was not changed' })}>{wordsOf(change.failure)}</Failure>}
      <PasswordField
        {...register('currentPassword')}
        autoComplete="current-password"
        label={i18n._({ id: 'own.current', message: 'Current password' })}
        error={formState.errors.currentPassword?.message}
      />
      <PasswordField
        {...register('newPassword')}
        autoComplete="new-password"
        label={i18n._({ id: 'activate.password', message: 'New password' })}
        help={i18n._({ id: 'activate.help', message: 'At least 8 characters with uppercase, lowercase and a number' })}
        error={formState.errors.newPassword?.message}
      />
      <div className="flex">
        <Button type="submit" busy={change.isPending}>
          {i18n._({ id: 'own.change', message: 'Change password' })}
        </Button>
      </div>
    </form>
  );
}

const twoFactorQuery = queryOptions({ queryKey: ['admin', 'auth', 'own', '2fa'], queryFn: ({ signal }) => call(staffRoutes.ownTwoFactor, { signal }) });
const sessionsQuery = queryOptions({ queryKey: ['admin', 'auth', 'own', 'sessions'], queryFn: ({ signal }) => call(staffRoutes.ownSessions, { signal }) });

export function OwnTwoFactor({ demo }: { demo: boolean }) {
  const { data, error } = useQuery(twoFactorQuery);
  const [disabling, setDisabling] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const enrolment = useAction<void, { secret: string; uri: string }>({ run: () => call(staffRoutes.enrolOwn), touches: [] });
  if (!data)
    return error ? (
      <Failure title={i18n._({ id: 'records.failed', message: 'This could not be read' })}>{wordsOf(error)}</Failure>
    ) : (
      <Skeleton className="h-11 w-64" />
    );
  return (
    <div className="flex max-w-form flex-col gap-4">
      <p className="text-13 text-ink-soft">
        {data.on && data.enrolledAt
          ? i18n._({
              id: 'totp.on',
              message: 'On since {at}; {left, plural, one {# recovery code} other {# recovery codes}} left.',
              values: { at: localText(data.enrolledAt), left: data.recoveryCodesLeft },
            })
          : i18n._({ id: 'totp.off', message: 'Off. Outside demo mode every operator signs in with a code.' })}
      </p>
      {codes && <Codes codes={codes} />}
      {enrolment.failure && (
        <Failure title={i18n._({ id: 'totp.failed', message: 'Two-factor authentication did not change' })}>{wordsOf(enrolment.failure)}</Failure>
      )}
      {enrolment.data ? (
        <Confirming
          {...enrolment.data}
          onConfirmed={(made) => {
            setCodes(made);
            enrolment.reset();
          }}
        />
      ) : (
        <div className="flex gap-2">
          <Button look="secondary" busy={enrolment.isPending} onClick={() => enrolment.mutate()}>
            {data.on
              ? i18n._({ id: 'totp.renew', message: 'Set up a new authenticator' })
              : i18n._({ id: 'totp.enrol', message: 'Set up two-factor authentication' })}
          </Button>
          {data.on && demo && (
            <Button look="danger" onClick={() => setDisabling(!disabling)}>
              {i18n._({ id: 'totp.disable', message: 'Switch off' })}
            </Button>
          )}
        </div>
      )}
      {disabling && data.on && <Disabling onDone={() => setDisabling(false)} />}
    </div>
  );
}

function Confirming({ secret, uri, onConfirmed }: { secret: string; uri: string; onConfirmed: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const confirmation = useAction<string, z.output<typeof RecoveryCodes>>({
    run: (typed) => call(staffRoutes.confirmOwn, { body: { code: typed } }),
    onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) confirmation.mutate(code.trim());
      }}
    >
      <p className="text-13">
        {i18n._({ id: 'totp.scan', message: 'Scan the code with your authenticator app, or type the key. Then enter the six digits it shows.' })}
      </p>
      <QrCode text={uri} label={i18n._({ id: 'totp.qr', message: 'QR code for your authenticator app' })} />
      <p className="flex items-center justify-between gap-2 rounded-card border border-line bg-surface py-1 pr-1 pl-4 text-14 break-all">
        <code data-secret>{secret}</code>
        <CopyButton text={secret} what={i18n._({ id: 'activate.key', message: 'the key' })} />
      </p>
      <TextField
        autoComplete="one-time-code"
        inputMode="numeric"
        label={i18n._({ id: 'field.totp', message: 'Authenticator code' })}
        value={code}
        error={confirmation.failure ? wordsOf(confirmation.failure) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="flex">
        <Button type="submit" busy={confirmation.isPending}>
          {i18n._({ id: 'totp.confirm', message: 'Confirm the code' })}
        </Button>
      </div>
    </form>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <Notice tone="act">
      <p className="font-strong">
        {i18n._({ id: 'totp.codes', message: 'Your recovery codes. Keep them somewhere safe: they are not shown again, and each works once.' })}
      </p>
      <ul className="figures mt-2 grid grid-cols-2 gap-1">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} what={i18n._({ id: 'totp.theCodes', message: 'the recovery codes' })} />
    </Notice>
  );
}

function Disabling({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState({ password: '', code: '' });
  const off = useAction<typeof typed, void>({
    run: (body) => call(staffRoutes.disableOwn, { body }),
    onDone: () => {
      notify.success(i18n._({ id: 'totp.isOff', message: 'Two-factor authentication is off' }));
      onDone();
    },
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        off.mutate(typed);
      }}
    >
      {off.failure && <Failure title={i18n._({ id: 'totp.failed', message: 'Two-factor authentication did not change' })}>{wordsOf(off.failure)}</Failure>}
      <PasswordField
        autoComplete="current-password"
        label={i18n._({ id: 'own.current', message: 'Current password' })}
        value={typed.password}
        onChange={({ target }) => setTyped({ ...typed, password: target.value })}
      />
      <TextField
        autoComplete="one-time-code"
        label={i18n._({ id: 'stepUp.code', message: 'Code from your app, or a recovery code' })}
        value={typed.code}
        onChange={({ target }) => setTyped({ ...typed, code: target.value })}
      />
      <div className="flex">
        <Button type="submit" look="danger" busy={off.isPending}>
          {i18n._({ id: 'totp.disable', message: 'Switch off' })}
        </Button>
      </div>
    </form>
  );
}

export function OwnSessions() {
  const query = useQuery(sessionsQuery);
  const ending = useAction<string, void>({
    run: (id) => call(staffRoutes.endOwnSession, { params: { id } }),
    onDone: () => notify.success(i18n._({ id: 'own.sessionEnded', message: 'Session ended' })),
  });
  return (
    <div className="flex flex-col gap-2">
      {ending.failure && <Failure title={i18n._({ id: 'own.sessionFailed', message: 'The session was not ended' })}>{wordsOf(ending.failure)}</Failure>}
      <Listed
        query={query}
        items={query.data?.items}
        failed={i18n._({ id: 'records.failed', message: 'This could not be read' })}
        words={query.error && wordsOf(query.error)}
        empty={i18n._({ id: 'own.noSessions', message: 'No open sessions' })}
      >
        {(items) => <OpenSessions items={items} onEnd={(id) => ending.mutate(id)} ending={ending.isPending ? ending.variables : undefined} />}
      </Listed>
    </div>
  );
}
