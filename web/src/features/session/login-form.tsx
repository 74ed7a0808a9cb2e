/** The players' sign-in. A refusal is shown at the password field and does not reveal whether the email or the password was wrong. */
import { passkeyRoutes } from '@fairline/proto/auth/passkeys';
import { type PlayerSession, SignIn, sessionRefusals, sessionRoutes } from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { whenText } from '../../domain/people/display-settings.ts';
import { PasskeyEntry } from '../../domain/people/passkey-entry.tsx';
import { loadPreferences } from '../../domain/people/preferences.ts';
import { translate } from '../../server-texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox, TextField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { CredentialFields } from './credential-fields.tsx';
import { settingsQuery } from './queries.ts';

type Values = z.input<typeof SignIn>;

async function enter(reply: PlayerSession): Promise<void> {
  playerSession.adopt(reply);
  await loadPreferences();
  notify.success(i18n._({ id: 'login.done', message: 'Login successful!' }));
  if (!reply.lastSignIn) return;
  const { at, device, address } = reply.lastSignIn;
  notify.info(
    i18n._({
      id: 'login.last',
      message: 'Last sign-in: {at}, {device}, {address}',
      values: { at: whenText(at), device: translate(device), address },
    }),
  );
}

export function LoginForm() {
  const { data: settings } = useQuery(settingsQuery);
  const [asksCode, setAsksCode] = useState(false);
  const { register, handleSubmit, getValues, setError, setValue, clearErrors, formState } = useForm<Values>({
    resolver: zodResolver(SignIn),
    reValidateMode: 'onSubmit',
    defaultValues: { email: '', password: '', remember: false, totp: '' },
  });
  const { errors, isSubmitting } = formState;
  // A refusal is shown at the password field, whichever of the two was wrong.
  const field = (name: 'email' | 'password' | 'totp') =>
    register(name, { onChange: () => clearErrors(name === 'email' ? ['email', 'password'] : name) });
  const demo = settings?.demoPlayer;

  const submit = handleSubmit(async (values) => {
    try {
      const { remember, totp, ...rest } = values;
      const reply = await call(sessionRoutes.login, {
        body: { ...rest, ...(remember && { remember }), ...(asksCode && totp?.trim() && { totp: totp.trim() }) },
      });
      await enter(reply);
    } catch (error) {
      if (error instanceof Refusal && error.is(sessionRefusals.totpRequired)) {
        if (asksCode) setError('totp', { message: errorText(error) });
        setAsksCode(true);
      } else if (asksCode) {
        setError('totp', {
          message:
            error instanceof Refusal && error.is(sessionRefusals.badCredentials)
              ? i18n._({ id: 'login.codeWrong', message: 'This code is incorrect. Please try the next one.' })
              : errorText(error),
        });
      } else setError('password', { message: errorText(error) });
    }
  });

  const signInAs = ({ email, password }: { email: string; password: string }) => {
    setValue('email', email);
    setValue('password', password);
    clearErrors();
    void submit();
  };

  if (asksCode) {
    return (
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        <TextField
          {...field('totp')}
          autoFocus
          autoComplete="one-time-code"
          label={i18n._({ id: 'stepUp.code', message: 'Code from your app, or a recovery code' })}
          help={i18n._({ id: 'login.codeHelp', message: 'Enter the code from your authenticator app' })}
          error={errors.totp?.message}
        />
        <Button type="submit" wide busy={isSubmitting} className="mt-2">
          {i18n._({ id: 'login.submit', message: 'Login' })}
        </Button>
        <Button
          look="quiet"
          wide
          onClick={() => {
            setAsksCode(false);
            setValue('totp', '');
            setValue('password', '');
            clearErrors();
          }}
        >
          {i18n._({ id: 'login.back', message: 'Back' })}
        </Button>
      </form>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <CredentialFields register={field} errors={errors} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Checkbox
          {...register('remember')}
          label={i18n._({ id: 'login.remember', message: 'Remember me for 30 days' })}
        />
        <Link to="/forgot-password" className="text-13 font-medium text-act underline underline-offset-4">
          {i18n._({ id: 'login.forgot', message: 'Forgot password?' })}
        </Link>
      </div>
      <Button type="submit" wide busy={isSubmitting} className="mt-2">
        {i18n._({ id: 'login.submit', message: 'Login' })}
      </Button>
      <PasskeyEntry
        ask={() => call(passkeyRoutes.passkeyQuestion)}
        enter={async (assertion) =>
          enter(
            await call(passkeyRoutes.passkeyLogin, {
              body: { assertion, ...(getValues('remember') && { remember: true }) },
            }),
          )
        }
      />
      {demo && (
        <Button look="secondary" wide onClick={() => isSubmitting || signInAs(demo)}>
          {i18n._({ id: 'login.demo', message: 'Use Demo' })}
        </Button>
      )}
    </form>
  );
}
