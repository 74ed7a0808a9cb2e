/** The passkeys of an account, for players and operators: the list with their names, and the form that adds one. */
import { type Passkey, passkeyRules } from '@fairline/proto/auth/passkeys';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Badge } from '../../ui/content/badge.tsx';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField, TextField } from '../../ui/forms/field.tsx';

export interface PasskeyForm {
  name: string;
  password: string;
  code: string;
}

/** A mutation of the server. */
interface Step<Input> {
  mutate: (input: Input, options?: { onSuccess: () => void }) => void;
  reset: () => void;
  isPending: boolean;
  variables: Input | undefined;
  error: Error | null;
}

interface PasskeysProps {
  items: readonly Passkey[];
  write: (instant: string) => string;
  add: Step<PasskeyForm>;
  rename: Step<{ id: string; name: string }>;
  remove: Step<string>;
  /** The field with the proof of identity that is needed before a passkey is created. */
  asks?: 'password' | 'password and code';
  /** Why none can be added now. */
  waits?: string | false;
  explain: (error: Error) => { text: string; fields: Readonly<Record<string, string>> };
}

export function Passkeys({ items, write, add, rename, remove, asks, waits = false, explain }: PasskeysProps) {
  const [adding, setAdding] = useState(false);
  const failure = [rename.error, remove.error].find(Boolean);
  const full =
    items.length >= passkeyRules.most &&
    i18n._({
      id: 'passkeys.full',
      message: 'You have the maximum of {most} passkeys. Remove one first.',
      values: { most: passkeyRules.most },
    });
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-form text-13 text-ink-soft">
        {i18n._({
          id: 'passkeys.lead',
          message:
            'A passkey signs you in with the fingerprint, face or PIN of your device, without a password or code.',
        })}
      </p>
      {failure && (
        <Failure title={i18n._({ id: 'passkeys.unchanged', message: 'The passkey was not changed' })}>
          {explain(failure).text}
        </Failure>
      )}
      {items.length === 0 ? (
        <p className="text-14">{i18n._({ id: 'passkeys.none', message: 'No passkeys yet' })}</p>
      ) : (
        <ul
          aria-label={i18n._({ id: 'passkeys.label', message: 'Passkeys' })}
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} write={write} rename={rename} remove={remove} />
          ))}
        </ul>
      )}
      {adding ? (
        <AddForm
          add={add}
          asks={asks}
          explain={explain}
          onClose={() => {
            add.reset();
            setAdding(false);
          }}
        />
      ) : (
        <div className="flex">
          <Button look="secondary" why={waits || full} onClick={() => setAdding(true)}>
            {i18n._({ id: 'passkeys.add', message: 'Add a passkey' })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface PasskeyRowProps extends Pick<PasskeysProps, 'write' | 'rename' | 'remove'> {
  passkey: Passkey;
}

function PasskeyRow({
  passkey: { id, name, deviceType, backedUp, createdAt, lastUsedAt },
  write,
  rename,
  remove,
}: PasskeyRowProps) {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const close = () => setOpen(undefined);
  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 text-14 font-medium break-words">
            {name} <Badge tone={backedUp ? 'act' : 'plain'}>{kindName(deviceType, backedUp)}</Badge>
          </p>
          <p className="flex flex-wrap gap-x-3 text-12 text-ink-soft">
            <span>{i18n._({ id: 'passkeys.createdAt', message: 'Added {at}', values: { at: write(createdAt) } })}</span>
            <span>
              {lastUsedAt
                ? i18n._({ id: 'passkeys.usedAt', message: 'Last used {at}', values: { at: write(lastUsedAt) } })
                : i18n._({ id: 'passkeys.unused', message: 'Not used yet' })}
            </span>
          </p>
        </div>
        {!open && (
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              look="secondary"
              aria-label={i18n._({ id: 'passkeys.renameIt', message: 'Rename {name}', values: { name } })}
              onClick={() => setOpen('rename')}
            >
              {i18n._({ id: 'passkeys.rename', message: 'Rename' })}
            </Button>
            <Button
              size="small"
              look="danger"
              aria-label={i18n._({ id: 'passkeys.removeIt', message: 'Remove {name}', values: { name } })}
              onClick={() => setOpen('remove')}
            >
              {i18n._({ id: 'passkeys.remove', message: 'Remove' })}
            </Button>
          </div>
        )}
      </div>
      {open === 'rename' && (
        <RenameForm
          name={name}
          busy={rename.isPending}
          onName={(typed) => rename.mutate({ id, name: typed }, { onSuccess: close })}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <div className="flex flex-col gap-2">
          <p className="text-13">
            {i18n._({
              id: 'passkeys.removeLead',
              message: 'It will no longer sign you in. Delete it on your device too.',
            })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              look="danger"
              autoFocus
              busy={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              {i18n._({ id: 'passkeys.removeNow', message: 'Remove this passkey' })}
            </Button>
            <Button size="small" look="quiet" onClick={close}>
              {i18n._({ id: 'privacyTab.keep', message: 'Keep it' })}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

function kindName(deviceType: Passkey['deviceType'], backedUp: boolean): string {
  if (backedUp) return i18n._({ id: 'passkeys.backedUp', message: 'Backed up' });
  return deviceType === 'multiDevice'
    ? i18n._({ id: 'passkeys.portable', message: 'Not backed up' })
    : i18n._({ id: 'passkeys.oneDevice', message: 'On one device' });
}

interface RenameFormProps {
  name: string;
  busy: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

function RenameForm({ name, busy, onName, onClose }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  return (
    <form
      noValidate
      className="flex max-w-form flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) onName(typed.trim());
      }}
    >
      <TextField
        autoFocus
        maxLength={passkeyRules.longestName}
        label={i18n._({ id: 'passkeys.name', message: 'Name of the passkey' })}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          busy={busy}
          why={typed.trim() === '' && i18n._({ id: 'passkeys.needName', message: 'Please enter a name' })}
        >
          {i18n._({ id: 'passkeys.saveName', message: 'Save name' })}
        </Button>
        <Button size="small" look="quiet" onClick={onClose}>
          {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
        </Button>
      </div>
    </form>
  );
}

interface AddFormProps extends Pick<PasskeysProps, 'add' | 'explain'> {
  asks: PasskeysProps['asks'];
  onClose: () => void;
}

function AddForm({ add, asks, explain, onClose }: AddFormProps) {
  const [typed, setTyped] = useState<PasskeyForm>({ name: '', password: '', code: '' });
  const failure = add.error ? explain(add.error) : undefined;
  const fields = failure?.fields ?? {};
  const missing =
    (asks && !typed.password && i18n._({ id: 'privacyTab.needPassword', message: 'Please enter your password' })) ||
    (asks === 'password and code' &&
      !typed.code.trim() &&
      i18n._({ id: 'security.needCode', message: 'Please enter the code' }));
  return (
    <form
      noValidate
      className="flex max-w-form flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing)
          add.mutate(
            { name: typed.name.trim(), password: typed.password, code: typed.code.trim() },
            { onSuccess: onClose },
          );
      }}
    >
      {failure && Object.keys(fields).length === 0 && (
        <Failure title={i18n._({ id: 'passkeys.notAdded', message: 'The passkey was not added' })}>
          {failure.text}
        </Failure>
      )}
      <TextField
        autoFocus
        maxLength={passkeyRules.longestName}
        label={i18n._({ id: 'passkeys.name', message: 'Name of the passkey' })}
        help={i18n._({ id: 'passkeys.nameHelp', message: 'Optional. Otherwise it is named after your browser.' })}
        value={typed.name}
        error={fields.name}
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
      />
      {asks && (
        <PasswordField
          value={typed.password}
          onChange={({ target }) => setTyped({ ...typed, password: target.value })}
          autoComplete="current-password"
          label={i18n._({ id: 'own.current', message: 'Current password' })}
          error={fields.password}
        />
      )}
      {asks === 'password and code' && (
        <TextField
          value={typed.code}
          onChange={({ target }) => setTyped({ ...typed, code: target.value })}
          autoComplete="one-time-code"
          label={i18n._({ id: 'stepUp.code', message: 'Code from your app, or a recovery code' })}
          error={fields.code}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={add.isPending} why={missing}>
          {i18n._({ id: 'passkeys.make', message: 'Create passkey' })}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
        </Button>
      </div>
    </form>
  );
}
