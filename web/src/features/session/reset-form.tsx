/** Sets a new password through the link in the mail. The link works once; a new password ends every session. */
import { NewPassword } from '@fairline/proto/auth/fields';
import { mailRefusals, mailRoutes } from '@fairline/proto/auth/mail';
import { Refusal } from '@fairline/proto/contract';
import { fieldMessages } from '@fairline/proto/texts';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { Failure, Notice } from '../../ui/content/states.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { StrengthMeter } from '../../ui/forms/strength-meter.tsx';

const Values = z
  .object({ password: NewPassword, confirmPassword: z.string().min(1, fieldMessages.passwordUnconfirmed) })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: fieldMessages.passwordsDiffer,
  });

export function ResetForm({ token }: { token: string }) {
  const email = useSession(playerSession).who?.email;
  const [outcome, setOutcome] = useState<'open' | 'done' | 'dead'>(token ? 'open' : 'dead');
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: zodResolver(Values),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    try {
      await call(mailRoutes.resetPassword, { body: { token, password } });
      setOutcome('done');
      void playerSession.check('expired');
    } catch (error) {
      if (error instanceof Refusal && error.is(mailRefusals.activationInvalid)) setOutcome('dead');
      else setError('password', { message: fieldErrorsOf(error).password ?? errorText(error) });
    }
  });
  if (outcome === 'done') {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="act">
          {i18n._({
            id: 'reset.done',
            message: 'Your new password is set. You were signed out on every device; please sign in with it.',
          })}
        </Notice>
        <ButtonLink to="/login" wide>
          {i18n._({ id: 'reset.login', message: 'Go to Login' })}
        </ButtonLink>
      </div>
    );
  }
  if (outcome === 'dead') {
    return (
      <div className="flex flex-col gap-4">
        <Failure title={i18n._({ id: 'reset.dead', message: 'This link is no longer valid' })}>
          {i18n._({ id: 'reset.deadHelp', message: 'A link works once and for one hour.' })}
        </Failure>
        <ButtonLink to="/forgot-password" wide>
          {i18n._({ id: 'reset.again', message: 'Ask for a new link' })}
        </ButtonLink>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      {/* Tells a password manager whose password changes. The link itself does not name the account. */}
      {email && <input type="text" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        {...register('password')}
        autoComplete="new-password"
        label={i18n._({ id: 'activate.password', message: 'New password' })}
        below={<StrengthMeter password={watch('password')} />}
        error={errors.password?.message}
      />
      <PasswordField
        {...register('confirmPassword')}
        autoComplete="new-password"
        label={i18n._({ id: 'field.confirmPassword', message: 'Confirm password' })}
        error={errors.confirmPassword?.message}
      />
      <Button type="submit" wide busy={isSubmitting} className="mt-2">
        {i18n._({ id: 'activate.submit', message: 'Set password' })}
      </Button>
    </form>
  );
}
