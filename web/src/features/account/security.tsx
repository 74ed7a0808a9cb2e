/** Account security: the password, the authenticator with its recovery codes, the passkeys, the open sessions, and recent sign-ins. */
import { accountRoutes } from '@fairline/proto/auth/account';
import { PasswordChange, sessionRoutes } from '@fairline/proto/auth/sessions';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { errorText, explain, fieldErrorsOf } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { saveBlob } from '../../client/requests/save.ts';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { Authenticator } from '../../domain/people/authenticator.tsx';
import { whenText } from '../../domain/people/display-settings.ts';
import { OpenSessions } from '../../domain/people/open-sessions.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { StrengthMeter } from '../../ui/forms/strength-meter.tsx';
import { Section, useSave } from './forms.tsx';
import { PlayerPasskeys } from './passkeys.tsx';
import { SignIns } from './sign-ins.tsx';
import { twoFactorQuery } from './two-factor-query.ts';

const failed = () => i18n._({ id: 'records.failed', message: 'This could not be loaded' });
/** The queries to refetch after a change of the authenticator. */
const touches = [['auth', '2fa']];
const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => call(sessionRoutes.sessions, { signal }),
});

export function SecurityTab() {
  return (
    <div className="flex flex-col gap-10">
      <Password />
      <TwoFactor />
      <PlayerPasskeys asksCode={useQuery(twoFactorQuery).data?.on ?? false} />
      <Devices />
      <SignIns />
    </div>
  );
}

const PasswordForm = PasswordChange.extend({ again: z.string() }).refine(
  ({ newPassword, again }) => newPassword === again,
  {
    path: ['again'],
    message: 'New passwords do not match',
  },
);
type PasswordValues = z.input<typeof PasswordForm>;
const noPassword: PasswordValues = { currentPassword: '', newPassword: '', again: '' };

function Password() {
  const email = useSession(playerSession).who?.email ?? '';
  const { register, handleSubmit, reset, setError, watch, formState } = useForm<PasswordValues>({
    resolver: zodResolver(PasswordForm),
    defaultValues: noPassword,
  });
  const { errors } = formState;
  const save = useSave({
    run: ({ currentPassword, newPassword }: PasswordValues) =>
      call(sessionRoutes.changePassword, { body: { currentPassword, newPassword } }),
    done: i18n._({ id: 'security.passwordChanged', message: 'Password changed successfully' }),
    failed: i18n._({ id: 'security.passwordNotChanged', message: 'Failed to change password' }),
    touches: [['auth', 'sessions']],
    onDone: () => reset(noPassword),
  });
  const submit = handleSubmit((values) =>
    save.mutate(values, {
      onError: (error) => {
        for (const [name, message] of Object.entries(fieldErrorsOf(error)))
          setError(name as keyof PasswordValues, { message });
      },
    }),
  );
  return (
    <Section
      title={i18n._({ id: 'security.password', message: 'Password' })}
      lead={i18n._({ id: 'security.passwordLead', message: 'Changing it signs out your other devices.' })}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        {/* Tells a password manager whose password changes. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
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
          below={<StrengthMeter password={watch('newPassword')} />}
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
  const confirmed = useSession(playerSession).who?.emailVerified ?? false;
  const enrol = useSave({ run: (password: string) => call(sessionRoutes.enrol, { body: { password } }), quiet: true });
  const confirm = useSave({
    run: (code: string) => call(sessionRoutes.confirm, { body: { code } }),
    done: i18n._({ id: 'security.nowOn', message: 'Two-factor authentication is on' }),
    touches,
    onDone: enrol.reset,
    quiet: true,
  });
  const disable = useSave({
    run: (body: { password: string; code: string }) => call(sessionRoutes.disable, { body }),
    done: i18n._({ id: 'totp.isOff', message: 'Two-factor authentication is off' }),
    touches,
    onDone: confirm.reset,
    quiet: true,
  });
  return (
    <Section title={i18n._({ id: 'security.twoFactor', message: 'Two-factor authentication' })}>
      <Loaded
        query={query}
        failed={failed()}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={1} className="h-11" />}
      >
        {(state) => (
          <Authenticator
            state={state}
            off={i18n._({
              id: 'security.twoFactorOff',
              message: 'Off. When it is on, signing in needs your password and a code from your phone.',
            })}
            write={whenText}
            enrol={enrol}
            confirm={confirm}
            disable={disable}
            asksPassword
            waits={
              !confirmed &&
              i18n._({
                id: 'security.confirmFirst',
                message: 'Please confirm your email address first. The link is in the email we sent you.',
              })
            }
            explain={explain}
            save={saveBlob}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Devices() {
  const query = useQuery(sessionsQuery);
  const end = useSave({
    run: (id: string) => call(sessionRoutes.endSession, { params: { id } }),
    done: i18n._({ id: 'security.ended', message: 'The device is signed out' }),
    touches: [['auth', 'sessions']],
  });
  const endOthers = useSave({
    run: () => call(accountRoutes.endOtherSessions, {}),
    done: i18n._({ id: 'security.othersEnded', message: 'All other devices are signed out' }),
    touches: [['auth', 'sessions']],
  });
  return (
    <Section title={i18n._({ id: 'security.devices', message: 'Devices' })} wide>
      <Loaded
        query={query}
        failed={failed()}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={2} className="h-14" />}
      >
        {({ items }) => (
          <OpenSessions
            items={items}
            write={whenText}
            onEnd={end.mutate}
            ending={end.isPending ? end.variables : undefined}
            onEndOthers={() => endOthers.mutate(undefined)}
            endingOthers={endOthers.isPending}
          />
        )}
      </Loaded>
    </Section>
  );
}
