/** Requests a link to set a new password. The answer is the same whether or not the account exists. */
import { email } from '@fairline/proto/auth/fields';
import { mailRoutes } from '@fairline/proto/auth/mail';
import { fieldMessages } from '@fairline/proto/texts';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { Notice } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';

const Values = z.object({ email: email(fieldMessages.emailInvalid) });

export function ForgotForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(Values),
    defaultValues: { email: '' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      await call(mailRoutes.forgotPassword, { body });
      setSentTo(body.email);
    } catch (error) {
      setError('email', { message: errorText(error) });
    }
  });
  if (sentTo) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="act">
          {i18n._({
            id: 'forgot.sent',
            message:
              'If there is an account for {email}, a link to set a new password is on its way. It works for one hour.',
            values: { email: sentTo },
          })}
        </Notice>
        <Button look="secondary" wide onClick={() => setSentTo(null)}>
          {i18n._({ id: 'forgot.again', message: 'Use another address' })}
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextField
        {...register('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        label={i18n._({ id: 'field.email', message: 'Email' })}
        error={formState.errors.email?.message}
      />
      <Button type="submit" wide busy={formState.isSubmitting} className="mt-2">
        {i18n._({ id: 'forgot.submit', message: 'Send the link' })}
      </Button>
    </form>
  );
}
