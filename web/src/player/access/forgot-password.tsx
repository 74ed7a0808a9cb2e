/** The page to request a link for a new password. */
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { ForgotForm } from '../../features/session/forgot-form.tsx';
import { GuestFrame } from './guest-frame.tsx';

export function ForgotPasswordPage() {
  return (
    <GuestFrame
      title={i18n._({ id: 'forgot.title', message: 'Forgot your password?' })}
      lead={i18n._({ id: 'forgot.lead', message: 'Enter your email and we send you a link to set a new password.' })}
      foot={
        <Link to="/login" className="font-medium text-act underline underline-offset-4">
          {i18n._({ id: 'forgot.back', message: 'Back to Login' })}
        </Link>
      }
    >
      <ForgotForm />
    </GuestFrame>
  );
}
