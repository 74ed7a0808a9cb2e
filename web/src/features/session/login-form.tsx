/** Signing a player in. A refused sign-in says so on the password, without telling which of the two was wrong. */
import { authRoutes, SignIn } from '@fairline/proto/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../client/call.ts';
import { playerSession } from '../../client/session.ts';
import { wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import { CredentialFields } from './credential-fields.tsx';
import { settingsQuery } from './queries.ts';

type Values = Omit<z.input<typeof SignIn>, 'totp'>;

export function LoginForm() {
  const { data: settings } = useQuery(settingsQuery);
  const { register, handleSubmit, setError, setValue, clearErrors, formState } = useForm<Values>({
    resolver: zodResolver(SignIn),
    defaultValues: { email: '', password: '', remember: false },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const { remember, ...rest } = values;
      playerSession.adopt(await call(authRoutes.login, { body: { ...rest, ...(remember && { remember }) } }));
      notify.success(i18n._({ id: 'login.done', message: 'Login successful!' }));
    } catch (error) {
      setError('password', { message: wordsOf(error) });
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
      <CredentialFields register={register} errors={errors} />
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
