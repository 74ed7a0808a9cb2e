/** The sign-up page. */
import { i18n } from '@lingui/core';
import { Link, useLocation } from 'react-router';
import { RegisterForm } from '../features/session/register-form.tsx';
import { GuestFrame } from './guest-frame.tsx';

export function RegisterPage() {
  const { state } = useLocation();
  return (
    <GuestFrame
      title={i18n._({ id: 'register.title', message: 'Create your account' })}
      lead={i18n._({ id: 'register.lead', message: 'New accounts get a $100 welcome bonus.' })}
      foot={
        <>
          {i18n._({ id: 'register.haveAccount', message: 'Already have an account?' })}{' '}
          <Link to="/login" state={state} className="font-medium text-act underline underline-offset-4">
            {i18n._({ id: 'register.login', message: 'Login' })}
          </Link>
        </>
      }
    >
      <title>{i18n._({ id: 'register.pageTitle', message: 'Sign Up · Fairline' })}</title>
      <RegisterForm />
    </GuestFrame>
  );
}
