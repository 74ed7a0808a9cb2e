/** An operator's own sign-in: the password, the authenticator with its recovery codes, and the places he is signed in. */
import { PasswordChange, type RecoveryCodes as RecoveryCodesReply } from '@fairline/proto/auth/account';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useAction } from '../../client/action.ts';
import { call } from '../../client/call.ts';
import { saveBlob } from '../../client/save.ts';
import { fieldErrorsOf, wordsOf } from '../../client/words.ts';
import { AuthenticatorForm, RecoveryCodes, SwitchOffForm } from '../../ui/authenticator.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Listed } from '../../ui/listed.tsx';
import { notify } from '../../ui/notify.ts';
import { OpenSessions } from '../../ui/open-sessions.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';
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
      {codes && <RecoveryCodes codes={codes} save={saveBlob} />}
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
  const confirmation = useAction<string, z.output<typeof RecoveryCodesReply>>({
    run: (typed) => call(staffRoutes.confirmOwn, { body: { code: typed } }),
    onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <AuthenticatorForm
      secret={secret}
      uri={uri}
      busy={confirmation.isPending}
      error={confirmation.failure ? wordsOf(confirmation.failure) : undefined}
      onCode={(code) => confirmation.mutate(code)}
    />
  );
}

function Disabling({ onDone }: { onDone: () => void }) {
  const off = useAction<{ password: string; code: string }, void>({
    run: (body) => call(staffRoutes.disableOwn, { body }),
    onDone: () => {
      notify.success(i18n._({ id: 'totp.isOff', message: 'Two-factor authentication is off' }));
      onDone();
    },
  });
  const errors = fieldErrorsOf(off.failure);
  return (
    <div className="flex flex-col gap-2">
      {off.failure && Object.keys(errors).length === 0 && (
        <Failure title={i18n._({ id: 'totp.failed', message: 'Two-factor authentication did not change' })}>{wordsOf(off.failure)}</Failure>
      )}
      <SwitchOffForm busy={off.isPending} errors={errors} onSubmit={(typed) => off.mutate(typed)} />
    </div>
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
