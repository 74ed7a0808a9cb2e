/** The privacy tab: export the player's data, and close the account for good. */
import { accountRoutes } from '@fairline/proto/auth/account';
import { Refusal } from '@fairline/proto/contract';
import { PlayCurrency } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { saveBlob } from '../../client/requests/save.ts';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { Notice } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField, TextField } from '../../ui/forms/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Section, useSave } from './forms.tsx';
import { readOwnData } from './own-data.ts';
import { ProofDialog } from './proof-dialog.tsx';

export function PrivacyTab() {
  const [closing, setClosing] = useState(false);
  const take = useSave({
    run: readOwnData,
    onDone: (file) => saveBlob(file, 'fairline-my-data.json'),
  });
  return (
    <div className="flex flex-col gap-10">
      <Section
        title={i18n._({ id: 'privacyTab.take', message: 'Your data' })}
        lead={i18n._({
          id: 'privacyTab.takeLead',
          message:
            'One file with your profile, preferences, devices, notices, payments, transactions, bets, casino rounds and their seeds, promotions, points, limits, self-exclusions, the list of your documents, tickets and chats.',
        })}
      >
        <div className="flex">
          <Button look="secondary" busy={take.isPending} onClick={() => take.mutate(undefined)}>
            {i18n._({ id: 'privacyTab.download', message: 'Download my data' })}
          </Button>
        </div>
      </Section>
      <Section
        title={i18n._({ id: 'privacyTab.close', message: 'Close the account' })}
        lead={i18n._({
          id: 'privacyTab.closeLead',
          message:
            'This is permanent. Withdraw your balance first, and wait for open bets and payments. You lose any welcome bonus that you cannot withdraw, amounts in other currencies worth less than a cent, active promotions and access to your tickets. We erase your personal details once the law no longer requires us to keep them.',
        })}
      >
        <div className="flex">
          <Button look="danger" onClick={() => setClosing(true)}>
            {i18n._({ id: 'privacyTab.close', message: 'Close the account' })}
          </Button>
        </div>
      </Section>
      <ProofDialog />
      <Closing open={closing} onClose={() => setClosing(false)} />
    </div>
  );
}

function Closing({ open, onClose }: { open: boolean; onClose: () => void }) {
  const email = useSession(playerSession).who?.email ?? '';
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [reason, setReason] = useState('');
  const close = useSave({
    run: () => call(accountRoutes.close, { body: { password, ...(reason.trim() && { reason }) } }),
    done: i18n._({ id: 'privacyTab.closed', message: 'Your account is closed' }),
    onDone: () => void playerSession.signOut(),
    quiet: true,
  });
  const errors = fieldErrorsOf(close.error);
  const moneyLeft = close.error instanceof Refusal && close.error.code === 'balance_left';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => close.mutate(undefined)}
      title={i18n._({ id: 'privacyTab.close', message: 'Close the account' })}
      foot={
        <>
          <Button look="secondary" onClick={onClose}>
            {i18n._({ id: 'privacyTab.keep', message: 'Keep it' })}
          </Button>
          <Button
            type="submit"
            look="danger"
            busy={close.isPending}
            why={
              typed.trim().toLowerCase() !== email.toLowerCase()
                ? i18n._({ id: 'privacyTab.needEmail', message: 'Type {email} to confirm', values: { email } })
                : password === '' && i18n._({ id: 'privacyTab.needPassword', message: 'Please enter your password' })
            }
          >
            {i18n._({ id: 'privacyTab.doClose', message: 'Close permanently' })}
          </Button>
        </>
      }
    >
      {close.error && Object.keys(errors).length === 0 && (
        <Notice tone="down">
          {errorText(close.error)} {moneyLeft && <Left params={(close.error as Refusal).params ?? {}} />}
        </Notice>
      )}
      <TextField
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="off"
        label={i18n._({ id: 'privacyTab.confirmEmail', message: 'Enter your email to confirm' })}
      />
      <PasswordField
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="current-password"
        label={i18n._({ id: 'field.password', message: 'Password' })}
        error={errors.password}
      />
      <TextField
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        label={i18n._({ id: 'privacyTab.reason', message: 'Why (optional)' })}
        error={errors.reason}
      />
    </Dialog>
  );
}

/** The obstacles to closing, as counted by the server. */
function Left({ params }: { params: Readonly<Record<string, unknown>> }) {
  const currency = PlayCurrency.safeParse(params.currency);
  if (!currency.success) return null;
  const money = (minor: unknown) => moneyText(Number(minor), currency.data);
  // Money held by a withdrawal is part of the balance until it is decided.
  const freeMinor = Number(params.totalMinor) - Number(params.heldMinor);
  const reasons = [
    [
      freeMinor,
      '/wallet?tab=withdraw',
      i18n._({
        id: 'privacyTab.leftBalance',
        message: 'Withdraw your balance of {total}',
        values: { total: money(freeMinor) },
      }),
    ],
    [
      params.heldMinor,
      '/wallet?tab=history&type=withdrawal',
      i18n._({
        id: 'privacyTab.leftHeld',
        message: 'Wait for withdrawals of {held}',
        values: { held: money(params.heldMinor) },
      }),
    ],
    [
      params.pendingDeposits,
      '/wallet?tab=deposit',
      i18n._({
        id: 'privacyTab.leftDeposits',
        message: 'Wait for {deposits, plural, one {# pending deposit} other {# pending deposits}}',
        values: { deposits: Number(params.pendingDeposits) },
      }),
    ],
    [
      params.openBets,
      '/sports',
      i18n._({
        id: 'privacyTab.leftBets',
        message: 'Wait for {bets, plural, one {# open bet} other {# open bets}}',
        values: { bets: Number(params.openBets) },
      }),
    ],
  ] as const;
  return (
    <ul className="mt-1 list-disc pl-5">
      {reasons
        .filter(([left]) => Number(left) > 0)
        .map(([, to, text]) => (
          <li key={to}>
            <Link to={to} className="font-medium underline underline-offset-4">
              {text}
            </Link>
          </li>
        ))}
      {freeMinor > 0 && (
        <li>
          {i18n._({
            id: 'privacyTab.support',
            message: 'We can settle what you cannot withdraw, such as a bonus before verification:',
          })}{' '}
          <Link to="/support" className="font-medium underline underline-offset-4">
            {i18n._({ id: 'support.contactUs', message: 'Contact support' })}
          </Link>
        </li>
      )}
    </ul>
  );
}
