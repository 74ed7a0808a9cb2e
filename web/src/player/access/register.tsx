/** The registration page. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { bonusText } from '../../features/session/bonus.ts';
import { settingsQuery } from '../../features/session/queries.ts';
import { RegisterForm } from '../../features/session/register-form.tsx';
import { GuestFrame } from './guest-frame.tsx';

export function RegisterPage() {
  const { state } = useLocation();
  const { welcomeBonusMinor = 0, demo } = useQuery(settingsQuery).data ?? {};
  return (
    <GuestFrame
      title={i18n._({ id: 'register.title', message: 'Create your account' })}
      lead={welcomeBonusMinor > 0 && leadText(bonusText(welcomeBonusMinor), demo)}
      foot={
        <>
          {i18n._({ id: 'register.haveAccount', message: 'Already have an account?' })}{' '}
          <Link to="/login" state={state} className="font-medium text-act underline underline-offset-4">
            {i18n._({ id: 'register.login', message: 'Login' })}
          </Link>
        </>
      }
    >
      <RegisterForm />
    </GuestFrame>
  );
}

/** Outside demo mode the bonus is paid when the address is confirmed. */
function leadText(bonus: string, demo = false): string {
  return demo
    ? i18n._({ id: 'register.bonus', message: 'New accounts get a {bonus} welcome bonus.', values: { bonus } })
    : i18n._({
        id: 'register.bonusConfirmed',
        message: 'New accounts get a {bonus} welcome bonus once they confirm their email.',
        values: { bonus },
      });
}
