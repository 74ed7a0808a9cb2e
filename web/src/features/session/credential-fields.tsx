/** The two fields of a sign-in, for players and operators, and how the demo fills them. */
import { i18n } from '@lingui/core';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField, TextField } from '../../ui/forms/field.tsx';

type Name = 'email' | 'password';

export function CredentialFields({
  register,
  errors,
}: {
  register: (name: Name) => UseFormRegisterReturn;
  errors: FieldErrors<Record<Name, string>>;
}) {
  return (
    <>
      <TextField
        {...register('email')}
        type="email"
        autoComplete="username webauthn"
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
    </>
  );
}
