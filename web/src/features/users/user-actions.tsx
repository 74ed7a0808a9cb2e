/** An operator's actions on an account: adjust the balance, verify, change the status; each with a typed reason and an audit record. */
import { emailRoutes } from '@fairline/proto/auth/email';
import type { Operator } from '@fairline/proto/auth/sessions';
import { type UserRow, userRoutes, userStatuses } from '@fairline/proto/auth/users';
import type { CurrencyCode } from '@fairline/proto/money';
import { type Adjustment, adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { typedMinor, unclearMessage, withoutPlus } from '../../figures.ts';
import { fieldText } from '../../refusals.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { GiveFreeBetDialog } from './free-bet-dialogs.tsx';
import { userStatusName } from './labels.ts';
import { userWalletQuery } from './queries.ts';

type Player = Pick<UserRow, 'id' | 'email' | 'emailVerified' | 'isVerified' | 'status' | 'currency'>;
type Asked = 'adjust' | 'freeBet' | 'verify' | 'email' | Player['status'] | null;

interface ActionsProps {
  user: Player;
  operator: Operator;
  /** In a table row: the most used actions on one line. Elsewhere all of them, on as many lines as needed. */
  inRow?: boolean;
}

export function UserActions({ user, operator, inRow = false }: ActionsProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const readOnly = i18n._({ id: 'users.statusNotAllowed', message: 'Your role may not change the status.' });
  return (
    <span className={cx('flex items-center', inRow ? 'gap-1 [&_button]:px-2 [&_select]:px-1' : 'flex-wrap gap-2')}>
      {hasPermission(operator, 'adjustments') && (
        <Button size="small" look="secondary" onClick={() => setAsked('adjust')}>
          {i18n._({ id: 'users.adjust', message: 'Adjust' })}
        </Button>
      )}
      {!inRow && hasPermission(operator, 'adjustments') && (
        <Button size="small" look="secondary" onClick={() => setAsked('freeBet')}>
          {i18n._({ id: 'bet.free', message: 'Free bet' })}
        </Button>
      )}
      {!user.isVerified && hasPermission(operator, 'users.verify') && (
        <Button size="small" look="secondary" onClick={() => setAsked('verify')}>
          {i18n._({ id: 'users.verify', message: 'Verify' })}
        </Button>
      )}
      {!inRow && !user.emailVerified && user.status !== 'closed' && hasPermission(operator, 'users.verify') && (
        <Button size="small" look="secondary" onClick={() => setAsked('email')}>
          {i18n._({ id: 'users.correctEmail', message: 'Correct email' })}
        </Button>
      )}
      <select
        aria-label={i18n._({ id: 'users.statusOf', message: 'Status of {email}', values: { email: user.email } })}
        title={hasPermission(operator, 'users.status') ? undefined : readOnly}
        disabled={!hasPermission(operator, 'users.status')}
        value={user.status}
        onChange={({ target }) =>
          setAsked(userStatuses.find((status) => status === target.value && status !== user.status) ?? null)
        }
        className="h-9 rounded-control border border-control bg-surface px-2 text-13 text-ink disabled:border-line disabled:text-ink-soft"
      >
        {userStatuses.map((status) => (
          <option key={status} value={status}>
            {userStatusName(status)[0]}
          </option>
        ))}
      </select>
      {asked === 'adjust' && <AdjustDialog user={user} onClose={close} />}
      {asked === 'freeBet' && <GiveFreeBetDialog user={user} onClose={close} />}
      {asked === 'verify' && <VerifyDialog user={user} onClose={close} />}
      {asked === 'email' && <CorrectEmailDialog user={user} onClose={close} />}
      {isStatus(asked) && <StatusDialog user={user} status={asked} onClose={close} />}
    </span>
  );
}

const isStatus = (asked: Asked): asked is Player['status'] => userStatuses.some((status) => status === asked);

interface Asking {
  user: Player;
  onClose: () => void;
}

function AdjustDialog({ user, onClose }: Asking) {
  const [typed, setTyped] = useState('');
  const [currency, setCurrency] = useState<CurrencyCode>(user.currency);
  // An adjustment needs an existing account; while accounts load, the default currency.
  const { data: money } = useQuery(userWalletQuery(user.id));
  const offered = money?.accounts.map((account) => account.currency) ?? [user.currency];
  const figure = withoutPlus(typed);
  const amountMinor = typedMinor(figure, currency) ?? 0;
  const adjustment = useAction<{ amountMinor: number; currency: CurrencyCode; reason: string }, Adjustment>({
    run: (input, key) => call(adjustmentRoutes.adjust, { body: { userId: user.id, ...input }, key }),
    onDone: (made) => {
      notify.success(
        made.status === 'pending'
          ? i18n._({ id: 'users.adjustPending', message: 'Requested. Another operator must approve this adjustment.' })
          : i18n._({ id: 'users.adjusted', message: 'Balance adjusted. The action is recorded.' }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({
        id: 'users.adjustTitle',
        message: 'Adjust the balance of {email}',
        values: { email: user.email },
      })}
      label={i18n._({ id: 'approval.reason', message: 'Reason, shown to the player' })}
      action={
        amountMinor === 0
          ? i18n._({ id: 'users.adjustBalance', message: 'Adjust balance' })
          : amountMinor > 0
            ? i18n._({ id: 'users.add', message: 'Add {amount}', values: { amount: moneyText(amountMinor, currency) } })
            : i18n._({
                id: 'users.take',
                message: 'Take {amount}',
                values: { amount: moneyText(-amountMinor, currency) },
              })
      }
      busy={adjustment.isPending}
      why={
        amountMinor === 0 &&
        (fieldText(unclearMessage(figure, currency) ?? '') ||
          i18n._({ id: 'users.amountNeeded', message: 'Please enter a valid amount' }))
      }
      failure={
        adjustment.failure && {
          title: i18n._({ id: 'users.adjustFailed', message: 'Failed to update user balance' }),
          text: errorText(adjustment.failure),
        }
      }
      onReason={(reason) => adjustment.mutate({ amountMinor, currency, reason })}
      onClose={onClose}
    >
      <div className="grid grid-cols-[1fr_7rem] gap-2">
        <TextField
          autoFocus
          inputMode="decimal"
          label={i18n._({ id: 'field.amount', message: 'Amount' })}
          help={i18n._({ id: 'users.sign', message: 'Use a minus sign to take money' })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={i18n._({ id: 'users.currency', message: 'Currency' })}
          value={currency}
          onChange={({ target }) => setCurrency(offered.find((one) => one === target.value) ?? user.currency)}
        >
          {offered.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
    </ReasonDialog>
  );
}

function VerifyDialog({ user, onClose }: Asking) {
  const verification = useAction<string, UserRow>({
    run: (reason) => call(userRoutes.verifyUser, { params: { id: user.id }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'users.verified', message: 'Player verified. The action is recorded.' }));
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'users.verifyTitle', message: 'Verify {email}', values: { email: user.email } })}
      action={i18n._({ id: 'users.verify', message: 'Verify' })}
      busy={verification.isPending}
      failure={
        verification.failure && {
          title: i18n._({ id: 'users.verifyFailed', message: 'Failed to verify user' }),
          text: errorText(verification.failure),
        }
      }
      onReason={(reason) => verification.mutate(reason)}
      onClose={onClose}
    >
      <p>{i18n._({ id: 'users.verifyLead', message: 'Higher limits apply at once, and withdrawals get priority.' })}</p>
    </ReasonDialog>
  );
}

function CorrectEmailDialog({ user, onClose }: Asking) {
  const [email, setEmail] = useState('');
  const correction = useAction<string, void>({
    run: (reason) => call(emailRoutes.correctEmail, { params: { id: user.id }, body: { email, reason } }),
    onDone: () => {
      notify.success(
        i18n._({ id: 'users.emailAsked', message: 'A link was sent to the new address. The action is recorded.' }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'users.emailTitle', message: 'Correct the address {email}', values: { email: user.email } })}
      action={i18n._({ id: 'emailChange.send', message: 'Send the link' })}
      busy={correction.isPending}
      why={email.trim() === '' && i18n._({ id: 'emailChange.needEmail', message: 'Please enter the new address' })}
      failure={
        correction.failure && {
          title: i18n._({ id: 'emailLink.failed', message: 'The address was not changed' }),
          text: errorText(correction.failure),
        }
      }
      onReason={(reason) => correction.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {i18n._({
          id: 'users.emailLead',
          message:
            'For a typing error at registration: the current address is not confirmed. It changes once the player opens the link sent to the new address.',
        })}
      </p>
      <TextField
        autoFocus
        type="email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        label={i18n._({ id: 'emailChange.new', message: 'New email address' })}
      />
    </ReasonDialog>
  );
}

function StatusDialog({ user, status, onClose }: Asking & { status: Player['status'] }) {
  const name = userStatusName(status)[0];
  const change = useAction<string, UserRow>({
    run: (reason) => call(userRoutes.setUserStatus, { params: { id: user.id }, body: { status, reason } }),
    onDone: () => {
      notify.success(
        i18n._({
          id: 'users.statusDone',
          message: 'The account is now: {name}. The action is recorded.',
          values: { name },
        }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({
        id: 'users.statusTitle',
        message: 'Set {email} to: {name}',
        values: { email: user.email, name },
      })}
      action={i18n._({ id: 'users.setStatus', message: 'Set to: {name}', values: { name } })}
      danger={status !== 'active'}
      busy={change.isPending}
      failure={
        change.failure && {
          title: i18n._({ id: 'users.statusFailed', message: 'Failed to update user status' }),
          text: errorText(change.failure),
        }
      }
      onReason={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {status === 'active' && i18n._({ id: 'users.activeLead', message: 'The player can sign in and play again.' })}
        {status === 'suspended' &&
          i18n._({
            id: 'users.suspendedLead',
            message: 'The player can no longer bet, deposit or withdraw, but can still view the account.',
          })}
        {status === 'closed' &&
          i18n._({ id: 'users.inactiveLead', message: 'The player is signed out at once and cannot sign in.' })}
      </p>
    </ReasonDialog>
  );
}
