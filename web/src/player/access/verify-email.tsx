/** The page behind the links in mails about an address. The link of the first confirmation confirms at once and then moves on, whether or not it succeeded. */
import { mailRoutes } from '@fairline/proto/auth/mail';
import { i18n } from '@lingui/core';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { notify } from '../../ui/notices/notify.ts';
import { KeepEmail, NewEmail } from './email-links.tsx';

export function VerifyEmailPage() {
  const [search] = useSearchParams();
  const type = search.get('type');
  if (type === 'new_email') return <NewEmail />;
  return type === 'keep_email' ? <KeepEmail /> : <FirstConfirmation />;
}

function FirstConfirmation() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const navigate = useNavigate();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const confirm = token
      ? call(mailRoutes.verifyEmail, { body: { token } })
      : Promise.reject(new Error('The link has no token'));
    confirm.then(
      () => {
        notify.success(i18n._({ id: 'verify.done', message: 'Email verified successfully! Welcome to Fairline!' }));
        void playerSession.check('expired');
        void navigate('/dashboard', { replace: true });
      },
      () => {
        notify.error(i18n._({ id: 'verify.failed', message: 'Email verification failed. Please try again.' }));
        void navigate('/login', { replace: true });
      },
    );
  }, [token, navigate]);
  return (
    <div
      role="status"
      className="mx-auto flex max-w-form grow flex-col items-center justify-center gap-4 px-4 py-12 text-center"
    >
      <span aria-hidden className="relative h-0.5 w-40 overflow-hidden bg-line">
        <span className="absolute inset-y-0 left-0 w-1/3 animate-run bg-act" />
      </span>
      <h1 className="display text-28">{i18n._({ id: 'verify.title', message: 'Verifying Email...' })}</h1>
      <p className="text-ink-soft">
        {i18n._({ id: 'verify.wait', message: 'Please wait while we verify your email address.' })}
      </p>
    </div>
  );
}
