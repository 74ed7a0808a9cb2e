/** The sign-in page. */
import { i18n } from '@lingui/core';
import { Link, useLocation } from 'react-router';
import { LoginForm } from '../../features/session/login-form.tsx';
import { GuestFrame } from './guest-frame.tsx';
import { signInReason } from './reason-labels.ts';

export function LoginPage() {
  const { state } = useLocation();
  return (
    <GuestFrame
      title={i18n._({ id: 'login.title', message: 'Welcome back' })}
      lead={signInReason(state) ?? i18n._({ id: 'login.lead', message: 'Sign in to bet and to manage your money.' })}
      foot={
        <>
          {i18n._({ id: 'login.noAccount', message: 'No account yet?' })}{' '}
          <Link to="/register" state={state} className="font-medium text-act underline underline-offset-4">
            {i18n._({ id: 'login.register', message: 'Sign up' })}
          </Link>
        </>
      }
    >
      <LoginForm />
    </GuestFrame>
  );
}
