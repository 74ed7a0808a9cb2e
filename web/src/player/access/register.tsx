/** The sign-up page. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { bonusText } from '../../features/session/bonus.ts';
import { settingsQuery } from '../../features/session/queries.ts';
import { RegisterForm } from '../../features/session/register-form.tsx';
import { GuestFrame } from './guest-frame.tsx';

export function RegisterPage() {
  const { state } = useLocation();
  const bonusMinor = useQuery(settingsQuery).data?.welcomeBonusMinor ?? 0;
  return (
    <GuestFrame
      title={i18n._({ id: 'register.title', message: 'Create your account' })}
      lead={bonusMinor > 0 && i18n._({ id: 'register.bonus', message: 'New accounts get a {bonus} welcome bonus.', values: { bonus: bonusText(bonusMinor) } })}
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
