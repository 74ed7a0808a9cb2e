/**
 * Setting up and removing an authenticator, for players and operators: the secret as a QR code and as text, the recovery codes, and the button to switch it
 * off.
 */
import type { Enrolment, RecoveryCodes as RecoveryCodesReply, TwoFactor } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import type { z } from 'zod';
import { Failure, Notice } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { PasswordField, TextField } from '../../ui/forms/field.tsx';
import { QrCode } from '../../ui/graphics/qr-code.tsx';

/** A mutation of the server. */
interface Step<Input, Output> {
  mutate: (input: Input) => void;
  reset: () => void;
  isPending: boolean;
  data: Output | undefined;
  error: Error | null;
}

interface AuthenticatorProps {
  state: z.output<typeof TwoFactor>;
  /** The text while there is no authenticator. */
  off: string;
  write: (instant: string) => string;
  /** Receives the current password if `asksPassword` is set. */
  enrol: Step<string, z.output<typeof Enrolment>>;
  confirm: Step<string, z.output<typeof RecoveryCodesReply>>;
  disable: Step<{ password: string; code: string }, void>;
  /** Setup needs the current password. */
  asksPassword?: boolean;
  /** Why setup is not possible yet. */
  waits?: string | false;
  /** A new authenticator may replace the old one. */
  renewable?: boolean;
  /** The authenticator may not be switched off. */
  kept?: boolean;
  explain: (error: Error) => { text: string; fields: Readonly<Record<string, string>> };
  save: (file: Blob, name: string) => void;
}

export function Authenticator({
  state,
  off,
  write,
  enrol,
  confirm,
  disable,
  asksPassword = false,
  waits = false,
  renewable = false,
  kept = false,
  explain,
  save,
}: AuthenticatorProps) {
  const [leaving, setLeaving] = useState(false);
  const [beginning, setBeginning] = useState(false);
  const { on, enrolledAt, recoveryCodesLeft } = state;
  const failure = [enrol.error, disable.error]
    .map((error) => error && explain(error))
    .find((explained) => explained && Object.keys(explained.fields).length === 0);
  const wrongCode = confirm.error ? explain(confirm.error) : undefined;
  return (
    <div className="flex max-w-form flex-col gap-4">
      <p className="text-13 text-ink-soft">
        {on && enrolledAt
          ? i18n._({
              id: 'totp.on',
              message: 'On since {at}; {left, plural, one {# recovery code} other {# recovery codes}} left.',
              values: { at: write(enrolledAt), left: recoveryCodesLeft },
            })
          : off}
      </p>
      {confirm.data && <RecoveryCodes codes={confirm.data.recoveryCodes} save={save} />}
      {failure && (
        <Failure title={i18n._({ id: 'totp.failed', message: 'Two-factor authentication was not changed' })}>
          {failure.text}
        </Failure>
      )}
      {enrol.data && (
        <AuthenticatorForm
          {...enrol.data}
          busy={confirm.isPending}
          error={wrongCode && (wrongCode.fields.code ?? wrongCode.text)}
          onCode={confirm.mutate}
        />
      )}
      {!enrol.data && beginning && !on && (
        <BeginForm
          busy={enrol.isPending}
          error={enrol.error ? explain(enrol.error).fields.password : undefined}
          onPassword={enrol.mutate}
          onCancel={() => {
            enrol.reset();
            setBeginning(false);
          }}
        />
      )}
      {!enrol.data && !(beginning && !on) && !(on && leaving) && (
        <div className="flex flex-wrap gap-2">
          {(!on || renewable) && (
            <Button
              look={on ? 'secondary' : 'primary'}
              why={waits}
              busy={enrol.isPending}
              onClick={() => {
                confirm.reset();
                if (asksPassword) setBeginning(true);
                else enrol.mutate('');
              }}
            >
              {on ? i18n._({ id: 'totp.renew', message: 'Set up a new authenticator' }) : setUp()}
            </Button>
          )}
          {on && !kept && (
            <Button
              look="danger"
              onClick={() => {
                setBeginning(false);
                setLeaving(true);
              }}
            >
              {i18n._({ id: 'totp.disable', message: 'Switch off' })}
            </Button>
          )}
        </div>
      )}
      {on && leaving && (
        <SwitchOffForm
          busy={disable.isPending}
          errors={disable.error ? explain(disable.error).fields : {}}
          onSubmit={disable.mutate}
          onKeep={() => {
            disable.reset();
            setLeaving(false);
          }}
        />
      )}
    </div>
  );
}

const setUp = () => i18n._({ id: 'totp.enrol', message: 'Set up two-factor authentication' });

interface BeginFormProps {
  busy: boolean;
  /** Why the password was refused. */
  error: string | undefined;
  onPassword: (password: string) => void;
  onCancel: () => void;
}

function BeginForm({ busy, error, onPassword, onCancel }: BeginFormProps) {
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (password) onPassword(password);
      }}
    >
      <PasswordField
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="current-password"
        label={i18n._({ id: 'own.current', message: 'Current password' })}
        error={error}
      />
      <div className="flex gap-2">
        <Button
          type="submit"
          busy={busy}
          why={password === '' && i18n._({ id: 'privacyTab.needPassword', message: 'Please enter your password' })}
        >
          {setUp()}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
        </Button>
      </div>
    </form>
  );
}

interface AuthenticatorFormProps {
  secret: string;
  uri: string;
  busy: boolean;
  /** Why the code was refused. */
  error: string | undefined;
  onCode: (code: string) => void;
}

function AuthenticatorForm({ secret, uri, busy, error, onCode }: AuthenticatorFormProps) {
  const [code, setCode] = useState('');
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) onCode(code.trim());
      }}
    >
      <p className="text-13">
        {i18n._({
          id: 'totp.scan',
          message: 'Scan the code with your authenticator app, or type the key. Then enter the six digits it shows.',
        })}
      </p>
      <QrCode text={uri} label={i18n._({ id: 'totp.qr', message: 'QR code for your authenticator app' })} />
      <p className="flex items-center justify-between gap-2 rounded-card border border-line bg-surface py-1 pr-1 pl-4 text-14 break-all">
        <code data-secret>{secret}</code>
        <CopyButton text={secret} what={i18n._({ id: 'activate.key', message: 'the key' })} />
      </p>
      <TextField
        autoComplete="one-time-code"
        inputMode="numeric"
        label={i18n._({ id: 'field.totp', message: 'Authenticator code' })}
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="flex">
        <Button
          type="submit"
          busy={busy}
          why={code.trim() === '' && i18n._({ id: 'security.needCode', message: 'Please enter the code' })}
        >
          {i18n._({ id: 'totp.confirm', message: 'Confirm the code' })}
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, save }: { codes: readonly string[]; save: (file: Blob, name: string) => void }) {
  const text = codes.join('\n');
  return (
    <Notice tone="act">
      <p className="font-strong">
        {i18n._({
          id: 'totp.codes',
          message: 'Your recovery codes. Keep them somewhere safe: they are not shown again, and each works once.',
        })}
      </p>
      <ul className="figures my-2 grid grid-cols-2 gap-1">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="flex items-center gap-2">
        <CopyButton text={text} what={i18n._({ id: 'totp.theCodes', message: 'the recovery codes' })} />
        <Button
          size="small"
          look="secondary"
          onClick={() => save(new Blob([`${text}\n`], { type: 'text/plain' }), 'fairline-recovery-codes.txt')}
        >
          {i18n._({ id: 'security.saveCodes', message: 'Save as a file' })}
        </Button>
      </p>
    </Notice>
  );
}

interface SwitchOffFormProps {
  busy: boolean;
  /** Errors by field, if the server names a field. */
  errors: Readonly<Record<string, string>>;
  onSubmit: (typed: { password: string; code: string }) => void;
  onKeep: () => void;
}

function SwitchOffForm({ busy, errors, onSubmit, onKeep }: SwitchOffFormProps) {
  const [typed, setTyped] = useState({ password: '', code: '' });
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(typed);
      }}
    >
      <PasswordField
        value={typed.password}
        onChange={({ target }) => setTyped({ ...typed, password: target.value })}
        autoComplete="current-password"
        label={i18n._({ id: 'own.current', message: 'Current password' })}
        error={errors.password}
      />
      <TextField
        value={typed.code}
        onChange={({ target }) => setTyped({ ...typed, code: target.value })}
        autoComplete="one-time-code"
        label={i18n._({ id: 'stepUp.code', message: 'Code from your app, or a recovery code' })}
        error={errors.code}
      />
      <div className="flex gap-2">
        <Button type="submit" look="danger" busy={busy}>
          {i18n._({ id: 'totp.disable', message: 'Switch off' })}
        </Button>
        <Button look="quiet" onClick={onKeep}>
          {i18n._({ id: 'privacyTab.keep', message: 'Keep it' })}
        </Button>
      </div>
    </form>
  );
}
