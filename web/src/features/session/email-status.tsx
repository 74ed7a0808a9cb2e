/** Whether the e-mail address is confirmed; if not, a button sends the mail again. */
import { mailRoutes } from '@fairline/proto/auth/mail';
import type { User } from '@fairline/proto/auth/users';
import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { notify } from '../../ui/notices/notify.ts';

export function EmailStatus({ user }: { user: User }) {
  const resend = useMutation({
    mutationFn: () => call(mailRoutes.resendVerification),
    onSuccess: () =>
      notify.success(
        i18n._({ id: 'email.sent', message: 'We sent the mail to {email} again', values: { email: user.email } }),
      ),
    onError: (error) => notify.error(errorText(error)),
  });
  if (user.emailVerified) return <Badge tone="act">{i18n._({ id: 'email.confirmed', message: 'Confirmed' })}</Badge>;
  return (
    <span className="flex items-center justify-end gap-3">
      <Badge tone="live">{i18n._({ id: 'email.unconfirmed', message: 'Not confirmed' })}</Badge>
      <button
        type="button"
        onClick={() => resend.mutate()}
        disabled={resend.isPending}
        className="font-medium text-act underline underline-offset-4"
      >
        {i18n._({ id: 'email.resend', message: 'Send again' })}
      </button>
    </span>
  );
}
