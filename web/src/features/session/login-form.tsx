/** Signing a player in. A refused sign-in says so on the password, without telling which of the two was wrong. */
import { authRefusals, authRoutes, SignIn } from '@fairline/proto/auth';
import { Refusal } from '@fairline/proto/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../client/call.ts';
import { playerSession } from '../../client/session.ts';
import { wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, PasswordField, TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import { settingsQuery } from './queries.ts';

type Values = z.input<typeof SignIn>;

export function LoginForm() {
  const { data: settings } = useQuery(settingsQuery);
  const [asksCode, setAsksCode] = useState(false);
  const { register, handleSubmit, setError, setValue, clearErrors, formState } = useForm<Values>({
    resolver: zodResolver(SignIn),
    defaultValues: { email: '', password: '', remember: false },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const { remember, totp, ...rest } = values;
      playerSession.adopt(await call(authRoutes.login, { body: { ...rest, ...(remember && { remember }), ...(totp && { totp }) } }));
      notify.success(i18n._({ id: 'login.done', message: 'Login successful!' }));
    } catch (error) {
      if (error instanceof Refusal && error.is(authRefusals.totpRequired)) {
        setAsksCode(true);
        setError('totp', { message: wordsOf(error) });
      } else setError('password', { message: wordsOf(error) });
    }
  });

  const fillDemo = () => {
    if (!settings?.demoPlayer) return;
    setValue('email', settings.demoPlayer.email);
    setValue('password', settings.demoPlayer.password);
    clearErrors();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextField
        {...register('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        label={i18n._({ id: 'field.email', message: 'Email' })}
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        autoComplete="current-password"
        label={i18n._({ id: 'field.password', message: 'Password' })}
        error={errors.password?.message}
      />
      {asksCode && (
        <TextField
          {...register('totp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          label={i18n._({ id: 'field.totp', message: 'Authenticator code' })}
          error={errors.totp?.message}
        />
      )}
      <Checkbox {...register('remember')} label={i18n._({ id: 'login.remember', message: 'Remember me for 30 days' })} />
      <Button type="submit" wide busy={isSubmitting} className="mt-2">
        {i18n._({ id: 'login.submit', message: 'Login' })}
      </Button>
      {settings?.demoPlayer && (
        <Button look="secondary" wide onClick={fillDemo}>
          {i18n._({ id: 'login.demo', message: 'Use Demo' })}
        </Button>
      )}
    </form>
  );
}
