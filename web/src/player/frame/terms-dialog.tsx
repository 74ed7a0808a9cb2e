/** Shown if the terms changed since the player accepted them: the player accepts the current ones or signs out. The documents themselves stay readable. */
import { accountRoutes } from '@fairline/proto/auth/account';
import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { settingsQuery } from '../../features/session/queries.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { signOut } from './sign-out.ts';

function Document({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="font-medium text-act underline underline-offset-4">
      {children}
    </a>
  );
}

export function TermsDialog() {
  const { pathname } = useLocation();
  const { data: settings, error: unread, isFetching, refetch } = useQuery(settingsQuery);
  // The browser closes a dialog on Escape even if prevented, so it is opened again.
  const [asked, setAsked] = useState(0);
  const acceptance = useMutation({
    mutationFn: (version: string) => call(accountRoutes.acceptTerms, { body: { version } }),
    onSuccess: () => playerSession.check('expired'),
    onError: () => void refetch(),
  });
  if (pathname === '/terms' || pathname === '/privacy') return null;
  return (
    <Dialog
      key={asked}
      open
      title={i18n._({ id: 'newTerms.title', message: 'Our terms have changed' })}
      onClose={() => setAsked(asked + 1)}
      onSubmit={() => {
        if (unread || !settings) void refetch();
        else if (!acceptance.isPending) acceptance.mutate(settings.termsVersion);
      }}
      foot={
        <>
          <Button look="quiet" onClick={signOut}>
            {i18n._({ id: 'newTerms.leave', message: 'Sign out' })}
          </Button>
          <Button type="submit" busy={acceptance.isPending || (!settings && isFetching)}>
            {unread
              ? i18n._({ id: 'state.retry', message: 'Retry' })
              : i18n._({ id: 'newTerms.accept', message: 'Accept the terms' })}
          </Button>
        </>
      }
    >
      <p>
        <Trans
          id="newTerms.text"
          message="Please read the current <0>terms and conditions</0> and the <1>privacy policy</1>. You can go on once you accept them."
          components={[<Document key="terms" to="/terms" />, <Document key="privacy" to="/privacy" />]}
        />
      </p>
      {unread && (
        <Failure title={i18n._({ id: 'newTerms.unread', message: 'The current version could not be loaded' })}>
          {errorText(unread)}
        </Failure>
      )}
      {acceptance.error && (
        <Failure title={i18n._({ id: 'newTerms.failed', message: 'Your acceptance was not saved' })}>
          {errorText(acceptance.error)}
        </Failure>
      )}
    </Dialog>
  );
}
