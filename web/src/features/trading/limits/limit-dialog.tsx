/** The exposure limit per outcome within a scope: set, changed, or removed so that the wider limit applies. */
import { deskRoutes, type Limit } from '@fairline/proto/betting/desk';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { parNote } from '../../../domain/money/par.ts';
import { decimalText, typedMinor } from '../../../figures.ts';
import { Checkbox, TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { limitScopeName } from './labels.ts';

export interface Limited {
  scope: Limit['scope'];
  id: string;
  name: string;
}

interface LimitDialogProps {
  what: Limited;
  /** The limit of exactly this scope; null if a wider one applies. */
  nowMinor: number | null;
  /** False if there is nothing to remove: the built-in default applies. */
  removable?: boolean;
  onClose: () => void;
}

export function LimitDialog({ what, nowMinor, removable = nowMinor !== null, onClose }: LimitDialogProps) {
  const [typed, setTyped] = useState(nowMinor === null ? '' : decimalText(nowMinor, 'USD'));
  const [takenBack, setTakenBack] = useState(false);
  const maxLiabilityMinor = typedMinor(typed, 'USD');
  const saving = useAction<string, { items: Limit[]; awaitsSecond?: boolean | undefined }>({
    run: (reason) =>
      call(deskRoutes.setLimit, {
        body: { scope: what.scope, id: what.id, maxLiabilityMinor: takenBack ? null : maxLiabilityMinor, reason },
      }),
    onDone: ({ awaitsSecond }) => {
      notify.success(
        awaitsSecond
          ? i18n._({ id: 'limit.waits', message: 'A second operator must approve a higher limit before it applies' })
          : takenBack
            ? i18n._({ id: 'limit.takenBack', message: 'The wider limit applies again' })
            : i18n._({ id: 'limit.done', message: 'The limit now applies' }),
      );
      onClose();
    },
  });
  const isDefault = what.scope === 'default';
  return (
    <ReasonDialog
      title={
        isDefault
          ? i18n._({ id: 'limit.defaultTitle', message: 'Default limit' })
          : i18n._({
              id: 'limit.title',
              message: 'Limit for {scope}: {name}',
              values: { scope: limitScopeName(what.scope), name: what.name },
            })
      }
      action={i18n._({ id: 'limit.save', message: 'Set the limit' })}
      busy={saving.isPending}
      why={
        !takenBack &&
        (maxLiabilityMinor === null || maxLiabilityMinor <= 0) &&
        i18n._({ id: 'users.amountNeeded', message: 'Please enter a valid amount' })
      }
      failure={
        saving.failure && {
          title: i18n._({ id: 'limit.failed', message: 'The limit was not set' }),
          text: errorText(saving.failure),
        }
      }
      onReason={(reason) => saving.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {i18n._({
          id: 'limit.lead',
          message:
            'The highest liability of one outcome: what it may cost beyond the stakes on it. Bets above it are refused; open bets stay.',
        })}{' '}
        {parNote()}
      </p>
      <TextField
        autoFocus
        inputMode="decimal"
        autoComplete="off"
        label={i18n._({ id: 'limit.field', message: 'Maximum liability per outcome' })}
        disabled={takenBack}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {removable && (
        <Checkbox
          label={
            isDefault
              ? i18n._({ id: 'limit.backDefault', message: 'Remove it: the built-in default applies again' })
              : i18n._({ id: 'limit.back', message: 'Remove it: the wider limit applies again' })
          }
          checked={takenBack}
          onChange={({ target }) => setTakenBack(target.checked)}
        />
      )}
    </ReasonDialog>
  );
}
