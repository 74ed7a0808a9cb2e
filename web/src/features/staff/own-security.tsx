/** An operator's own sign-in: the password, the authenticator with its recovery codes, and the open sessions. */
import { type Enrolment, PasswordChange, type RecoveryCodes } from '@fairline/proto/auth/sessions';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { errorText, explain } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { saveBlob } from '../../client/requests/save.ts';
import { Authenticator } from '../../domain/people/authenticator.tsx';
import { OpenSessions } from '../../domain/people/open-sessions.tsx';
import { Listed, Loaded } from '../../ui/content/listed.tsx';
import { Failure, SkeletonRows } from '../../ui/content/states.tsx';
import { localText } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';

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
    <form
      noValidate
      onSubmit={handleSubmit((values) => change.mutate(values))}
      className="flex max-w-form flex-col gap-2"
    >
      {change.failure && (
        <Failure title={i18n._({ id: 'own.passwordFailed', message: 'The password was not changed' })}>
          {errorText(change.failure)}
        </Failure>
      )}
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

const failed = () => i18n._({ id: 'records.failed', message: 'This could not be loaded' });
const twoFactorQuery = queryOptions({
  queryKey: ['admin', 'auth', 'own', '2fa'],
  queryFn: ({ signal }) => call(staffRoutes.ownTwoFactor, { signal }),
});
const sessionsQuery = queryOptions({
  queryKey: ['admin', 'auth', 'own', 'sessions'],
  queryFn: ({ signal }) => call(staffRoutes.ownSessions, { signal }),
});

export function OwnTwoFactor({ demo }: { demo: boolean }) {
  const query = useQuery(twoFactorQuery);
  const enrol = useAction<string, z.output<typeof Enrolment>>({ run: () => call(staffRoutes.enrolOwn), touches: [] });
  const confirm = useAction<string, z.output<typeof RecoveryCodes>>({
    run: (code) => call(staffRoutes.confirmOwn, { body: { code } }),
    onDone: () => {
      notify.success(i18n._({ id: 'security.nowOn', message: 'Two-factor authentication is on' }));
      enrol.reset();
    },
  });
  const disable = useAction<{ password: string; code: string }, void>({
    run: (body) => call(staffRoutes.disableOwn, { body }),
    onDone: () => {
      notify.success(i18n._({ id: 'totp.isOff', message: 'Two-factor authentication is off' }));
      confirm.reset();
    },
  });
  return (
    <Loaded
      query={query}
      failed={failed()}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={1} className="h-11 max-w-form" />}
    >
      {(state) => (
        <Authenticator
          state={state}
          off={i18n._({ id: 'totp.off', message: 'Off. Outside demo mode every operator signs in with a code.' })}
          write={localText}
          enrol={{ ...enrol, error: enrol.failure }}
          confirm={confirm}
          disable={disable}
          renewable
          kept={!demo}
          explain={explain}
          save={saveBlob}
        />
      )}
    </Loaded>
  );
}

export function OwnSessions() {
  const query = useQuery(sessionsQuery);
  const ending = useAction<string, void>({
    run: (id) => call(staffRoutes.endOwnSession, { params: { id } }),
    onDone: () => notify.success(i18n._({ id: 'own.sessionEnded', message: 'Session ended' })),
  });
  const endingOthers = useAction<void, { ended: number }>({
    run: () => call(staffRoutes.endOtherOwnSessions, {}),
    onDone: () => notify.success(i18n._({ id: 'security.othersEnded', message: 'All other devices are signed out' })),
  });
  const failure = ending.failure ?? endingOthers.failure;
  return (
    <div className="flex flex-col gap-2">
      {failure && (
        <Failure title={i18n._({ id: 'own.sessionFailed', message: 'The session was not ended' })}>
          {errorText(failure)}
        </Failure>
      )}
      <Listed
        query={query}
        items={query.data?.items}
        failed={failed()}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'own.noSessions', message: 'No open sessions' })}
      >
        {(items) => (
          <OpenSessions
            items={items}
            onEnd={(id) => ending.mutate(id)}
            ending={ending.isPending ? ending.variables : undefined}
            onEndOthers={() => endingOthers.mutate()}
            endingOthers={endingOthers.isPending}
          />
        )}
      </Listed>
    </div>
  );
}
