/** The page behind the link in the password mail. */
import { i18n } from '@lingui/core';
import { Link, useSearchParams } from 'react-router';
import { ResetForm } from '../../features/session/reset-form.tsx';
import { GuestFrame } from './guest-frame.tsx';

export function ResetPasswordPage() {
  const [search] = useSearchParams();
  return (
    <GuestFrame
      title={i18n._({ id: 'reset.title', message: 'Set a new password' })}
      foot={
        <Link to="/login" className="font-medium text-act underline underline-offset-4">
          {i18n._({ id: 'forgot.back', message: 'Back to Login' })}
        </Link>
      }
    >
      <ResetForm token={search.get('token') ?? ''} />
    </GuestFrame>
  );
}
