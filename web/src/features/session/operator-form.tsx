/** The operators' sign-in. In demo mode the roles to try are listed under the form; elsewhere nothing reveals that an account exists. */
import { passkeyRoutes } from '@fairline/proto/auth/passkeys';
import { type AuthSettings, OperatorSignIn, sessionRefusals, sessionRoutes } from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { operatorSession } from '../../client/session/session.ts';
import { PasskeyEntry } from '../../domain/people/passkey-entry.tsx';
import { roleName } from '../../domain/people/role-labels.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { settingsQuery } from './queries.ts';

type Values = z.input<typeof OperatorSignIn>;

export function OperatorForm() {
  const { data: settings } = useQuery(settingsQuery);
  const [asksCode, setAsksCode] = useState(false);
  const { register, handleSubmit, setError, setValue, clearErrors, formState } = useForm<Values>({
    resolver: zodResolver(OperatorSignIn),
    reValidateMode: 'onSubmit',
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  // A refusal is shown at the password field, whichever of the two was wrong.
  const field = (name: 'email' | 'password' | 'totp') =>
    register(name, { onChange: () => clearErrors(name === 'email' ? ['email', 'password'] : name) });

  const submit = handleSubmit(async ({ totp, ...rest }) => {
    try {
      operatorSession.adopt(await call(sessionRoutes.operatorLogin, { body: { ...rest, ...(totp && { totp }) } }));
    } catch (error) {
      if (error instanceof Refusal && error.is(sessionRefusals.totpRequired)) {
        setAsksCode(true);
        setError('totp', { message: errorText(error) });
      } else setError('password', { message: errorText(error) });
    }
  });

  const signInAs = (email: string, password: string) => {
    setValue('email', email);
    setValue('password', password);
    clearErrors();
    void submit();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <CredentialFields register={field} errors={errors} />
      {asksCode && (
        <TextField
          {...field('totp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          label={i18n._({ id: 'field.totp', message: 'Authenticator code' })}
          error={errors.totp?.message}
        />
      )}
      <Button type="submit" wide busy={isSubmitting} className="mt-2">
        {i18n._({ id: 'login.submit', message: 'Login' })}
      </Button>
      <PasskeyEntry
        ask={() => call(passkeyRoutes.operatorPasskeyQuestion)}
        enter={async (assertion) =>
          void operatorSession.adopt(await call(passkeyRoutes.operatorPasskeyLogin, { body: { assertion } }))
        }
      />
      {settings && settings.demoOperators.length > 0 && (
        <fieldset className="mt-2 rounded-card border border-line p-4">
          <legend className="px-1 text-12 text-ink-soft">
            {i18n._({ id: 'operator.demo', message: 'Demo: sign in as' })}
          </legend>
          <DemoOperators
            operators={settings.demoOperators.filter(({ second }) => !second)}
            onPick={(email, password) => isSubmitting || signInAs(email, password)}
          />
          <p className="mt-4 mb-2 text-12 text-ink-soft">
            {i18n._({ id: 'operator.demoSecond', message: 'Second operators, for approvals' })}
          </p>
          <DemoOperators
            operators={settings.demoOperators.filter(({ second }) => second)}
            onPick={(email, password) => isSubmitting || signInAs(email, password)}
          />
        </fieldset>
      )}
    </form>
  );
}

interface DemoOperatorsProps {
  operators: AuthSettings['demoOperators'];
  onPick: (email: string, password: string) => void;
}

function DemoOperators({ operators, onPick }: DemoOperatorsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {operators.map(({ email, password, role, second }) => (
        <Button key={email} look="secondary" size="small" onClick={() => onPick(email, password)}>
          {second
            ? i18n._({ id: 'operator.secondOf', message: '{role} 2', values: { role: roleName(role) } })
            : roleName(role)}
        </Button>
      ))}
    </div>
  );
}
