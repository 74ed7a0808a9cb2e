/**
 * The pages behind the links that change an e-mail address: the new mailbox confirms it, the old one keeps or restores its own. Nothing happens before the
 * button is pressed.
 */
import { emailRoutes } from '@fairline/proto/auth/email';
import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { Failure, Notice } from '../../ui/content/states.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { GuestFrame } from './guest-frame.tsx';

export function NewEmail() {
  return (
    <EmailLink
      route={emailRoutes.confirmEmailChange}
      title={i18n._({ id: 'newEmail.title', message: 'Confirm your new email address' })}
      lead={i18n._({
        id: 'newEmail.lead',
        message: 'From then on you sign in with it. You will be signed out on every device.',
      })}
      action={i18n._({ id: 'newEmail.confirm', message: 'Confirm the new address' })}
      done={(email) =>
        i18n._({
          id: 'newEmail.done',
          message: 'The email address of your account is now {email}. Please sign in with it.',
          values: { email },
        })
      }
    />
  );
}

export function KeepEmail() {
  return (
    <EmailLink
      route={emailRoutes.undoEmailChange}
      title={i18n._({ id: 'keepEmail.title', message: 'Keep your email address' })}
      lead={i18n._({
        id: 'keepEmail.lead',
        message:
          'The change is cancelled. If it has taken effect, this address is restored: all devices are signed out, the password no longer works, and we send a link to set a new one.',
      })}
      action={i18n._({ id: 'keepEmail.keep', message: 'Keep this address' })}
      done={(email) =>
        i18n._({ id: 'keepEmail.done', message: 'The email address of your account is {email}.', values: { email } })
      }
    />
  );
}

interface LinkProps {
  route: typeof emailRoutes.confirmEmailChange | typeof emailRoutes.undoEmailChange;
  title: string;
  lead: string;
  action: string;
  done: (email: string) => string;
}

function EmailLink({ route, title, lead, action, done }: LinkProps) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const decide = useMutation({
    mutationFn: () => call(route, { body: { token } }),
    onSuccess: () => void playerSession.check('expired'),
  });
  const toLogin = (
    <ButtonLink to="/login" wide>
      {i18n._({ id: 'reset.login', message: 'Go to Login' })}
    </ButtonLink>
  );
  return (
    <GuestFrame
      title={title}
      lead={decide.data || !token ? undefined : lead}
      foot={i18n._({ id: 'emailLink.foot', message: 'The link works once.' })}
    >
      <div className="flex flex-col gap-4">
        {decide.data && <Notice tone="act">{done(decide.data.email)}</Notice>}
        {(decide.error || !token) && (
          <Failure title={i18n._({ id: 'emailLink.failed', message: 'The address was not changed' })}>
            {decide.error
              ? errorText(decide.error)
              : i18n._({ id: 'reset.dead', message: 'This link is no longer valid' })}
          </Failure>
        )}
        {decide.data || !token ? (
          toLogin
        ) : (
          <Button wide busy={decide.isPending} onClick={() => decide.mutate()}>
            {action}
          </Button>
        )}
      </div>
    </GuestFrame>
  );
}
