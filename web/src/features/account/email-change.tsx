/** The e-mail address of the account, and the dialog that changes it. The new address must be confirmed by a link. */
import { emailRoutes } from '@fairline/proto/auth/email';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { Notice } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField, TextField } from '../../ui/forms/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useSave } from './forms.tsx';
import { twoFactorQuery } from './two-factor-query.ts';

export function EmailAddress({ email }: { email: string }) {
  const [changing, setChanging] = useState(false);
  const [asked, setAsked] = useState('');
  return (
    <div className="flex flex-col gap-2">
      <TextField readOnly value={email} label={i18n._({ id: 'field.email', message: 'Email' })} />
      {asked && (
        <Notice tone="act">
          {i18n._({
            id: 'emailChange.asked',
            message: 'We sent a link to {email}. Your address changes once you open it; until then it stays {old}.',
            values: { email: asked, old: email },
          })}
        </Notice>
      )}
      <div className="flex">
        <Button look="secondary" size="small" onClick={() => setChanging(true)}>
          {i18n._({ id: 'emailChange.change', message: 'Change email address' })}
        </Button>
      </div>
      {changing && (
        <ChangeDialog
          onClose={() => setChanging(false)}
          onAsked={(address) => {
            setAsked(address);
            setChanging(false);
          }}
        />
      )}
    </div>
  );
}

function ChangeDialog({ onClose, onAsked }: { onClose: () => void; onAsked: (email: string) => void }) {
  const { data: twoFactor } = useQuery(twoFactorQuery);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const asksCode = twoFactor?.on ?? false;
  const ask = useSave({
    run: () => call(emailRoutes.changeEmail, { body: { email, password, ...(asksCode && { code }) } }),
    onDone: () => onAsked(email.trim()),
    quiet: true,
  });
  const errors = fieldErrorsOf(ask.error);
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => ask.mutate(undefined)}
      title={i18n._({ id: 'emailChange.change', message: 'Change email address' })}
      foot={
        <>
          <Button look="secondary" onClick={onClose}>
            {i18n._({ id: 'emailChange.keep', message: 'Keep this address' })}
          </Button>
          <Button
            type="submit"
            busy={ask.isPending}
            why={
              email.trim() === ''
                ? i18n._({ id: 'emailChange.needEmail', message: 'Please enter the new address' })
                : password === '' && i18n._({ id: 'privacyTab.needPassword', message: 'Please enter your password' })
            }
          >
            {i18n._({ id: 'emailChange.send', message: 'Send the link' })}
          </Button>
        </>
      }
    >
      {ask.error && Object.keys(errors).length === 0 && <Notice tone="down">{errorText(ask.error)}</Notice>}
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'emailChange.lead',
          message:
            'We send a link to the new address. When you open it, the address changes and you are signed out on every device. The old address can undo this for 72 hours.',
        })}
      </p>
      <TextField
        autoFocus
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        label={i18n._({ id: 'emailChange.new', message: 'New email address' })}
        error={errors.email}
      />
      <PasswordField
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="current-password"
        label={i18n._({ id: 'own.current', message: 'Current password' })}
        error={errors.password}
      />
      {asksCode && (
        <TextField
          value={code}
          onChange={({ target }) => setCode(target.value)}
          autoComplete="one-time-code"
          label={i18n._({ id: 'emailChange.code', message: 'Code from your authenticator app, or a recovery code' })}
          error={errors.code}
        />
      )}
    </Dialog>
  );
}
