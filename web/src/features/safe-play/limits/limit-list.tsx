/** The player's own limits: amount, what is left and next reset, and a raise or removal that waits for its confirmation. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { limitRoutes, limitRules, type PlayLimit } from '@fairline/proto/risk/limits';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { leftShare, leftText, limitName, valueText } from '../../../domain/safe-play/limit-labels.ts';
import { ownLimitsQuery, playSessionQuery } from '../../../domain/safe-play/queries.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { Loaded } from '../../../ui/content/listed.tsx';
import { SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ProgressLine } from '../../../ui/graphics/progress-line.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { RefusedLimit } from './refused-limit.tsx';

export function LimitList() {
  const limits = useQuery(ownLimitsQuery);
  const session = useQuery(playSessionQuery);
  const [failed, other] = limits.error && !limits.data ? [limits, session] : [session, limits];
  return (
    <Loaded
      query={{
        ...failed,
        data: limits.data && session.data && { items: limits.data.items, currency: session.data.currency },
        isFetching: limits.isFetching || session.isFetching,
        refetch: () => Promise.all([failed.refetch(), other.data ? undefined : other.refetch()]),
      }}
      failed={i18n._({ id: 'safe.limits.failed', message: 'Your limits could not be loaded' })}
      error={failed.error && !failed.data ? errorText(failed.error) : null}
      waiting={<SkeletonRows count={3} className="h-20" />}
    >
      {({ items, currency }) => {
        const shown = items.filter(({ active, pending }) => active || pending);
        if (shown.length === 0) {
          return (
            <p className="py-2 text-13 text-ink-soft">
              {i18n._({ id: 'safe.limits.none', message: 'You have not set a limit' })}
            </p>
          );
        }
        return (
          <ul className="flex flex-col divide-y divide-line">
            {shown.map((limit) => (
              <LimitRow key={limit.id} limit={limit} currency={currency} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

/** The next reset, or the meaning of the limit. */
function periodText({ limitType, resetsAt }: PlayLimit): string {
  if (resetsAt) return i18n._({ id: 'limits.resets', message: 'Resets {at}', values: { at: whenText(resetsAt) } });
  return limitType === 'session_time'
    ? i18n._({ id: 'safe.limit.perSession', message: 'Per session' })
    : i18n._({ id: 'safe.limit.perBet', message: 'Per bet or round' });
}

type Change = 'remove' | 'confirm' | 'cancel';

const routes = {
  remove: limitRoutes.removeLimit,
  confirm: limitRoutes.confirmLimit,
  cancel: limitRoutes.cancelPending,
} as const;

function LimitRow({ limit, currency }: { limit: PlayLimit; currency: PlayCurrencyCode }) {
  const [asks, setAsks] = useState(false);
  const name = limitName(limit.limitType);
  const change = useAction({
    run: (act: Change) => call(routes[act], { params: { id: limit.id } }),
    touches: [['risk'], ['wallet', 'stats']],
    onDone: ({ pending }, act) => {
      setAsks(false);
      notify.success(changedText(act, name, pending?.confirmableAt));
    },
  });
  const size = valueText(limit, currency);
  const left = leftText(limit, currency);
  const share = leftShare(limit);
  return (
    // After a row changes, the focus stays in it.
    <li tabIndex={-1} className="flex flex-col gap-1 py-3 text-13 first:pt-1 focus-visible:outline-offset-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-strong">{name}</span>
        <span className="figures">{left === null ? size : remainingText(limit, left, size ?? '')}</span>
      </p>
      {share !== null && left !== null && (
        <ProgressLine
          share={share}
          label={name}
          text={i18n._({ id: 'safe.limit.leftOnly', message: '{left} left', values: { left } })}
        />
      )}
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
        <span className="text-12 text-ink-soft">{periodText(limit)}</span>
        {limit.active && !limit.pending && (
          <Button
            look="quiet"
            size="small"
            className="-mr-3"
            aria-label={i18n._({ id: 'safe.limit.removeOne', message: 'Remove: {name}', values: { name } })}
            busy={change.isPending}
            onClick={() => {
              change.reset();
              setAsks(true);
            }}
          >
            {i18n._({ id: 'safe.limit.remove', message: 'Remove' })}
          </Button>
        )}
      </div>
      {limit.pending && (
        <Pending
          pending={limit.pending}
          currency={currency}
          busy={change.isPending ? change.variables : null}
          onChange={(act) => change.mutate(act)}
        />
      )}
      {change.failure && !asks && (
        <RefusedLimit
          title={i18n._({ id: 'safe.limit.notChanged', message: 'The limit was not changed' })}
          error={change.failure}
        />
      )}
      <RemoveDialog
        open={asks}
        name={name}
        busy={change.isPending}
        failure={change.failure}
        onClose={() => setAsks(false)}
        onRemove={() => change.mutate('remove')}
      />
    </li>
  );
}

function changedText(act: Change, name: string, confirmableAt: string | undefined): string {
  switch (act) {
    case 'remove':
      return i18n._({
        id: 'safe.limit.removing',
        message: '{name}: you can confirm the removal from {at}. Until then the limit stays.',
        values: { name, at: confirmableAt ? whenText(confirmableAt) : '' },
      });
    case 'confirm':
      return i18n._({ id: 'safe.limit.confirmed', message: '{name}: change confirmed', values: { name } });
    case 'cancel':
      return i18n._({ id: 'safe.limit.kept', message: '{name}: request cancelled, the limit stays', values: { name } });
  }
}

interface PendingProps {
  pending: NonNullable<PlayLimit['pending']>;
  currency: PlayCurrencyCode;
  /** The pending change. */
  busy: Change | null;
  onChange: (act: Change) => void;
}

function Pending({ pending, currency, busy, onChange }: PendingProps) {
  const nowMs = useNow();
  const value = valueText(pending, currency);
  const early = nowMs < Date.parse(pending.confirmableAt);
  const lapsed = nowMs >= Date.parse(pending.lapsesAt);
  const times = { from: whenText(pending.confirmableAt), until: whenText(pending.lapsesAt) };
  const from =
    early && i18n._({ id: 'safe.pending.from', message: 'You can confirm from {at}', values: { at: times.from } });
  return (
    <div className="flex flex-col gap-2 rounded-card bg-raised px-3 py-2">
      <p>
        {value === null
          ? i18n._({ id: 'safe.pending.removal', message: 'Removal requested.' })
          : i18n._({ id: 'safe.pending.raise', message: 'Raise to {value} requested.', values: { value } })}{' '}
        <span className="text-ink-soft">
          {(early &&
            i18n._({ id: 'safe.pending.window', message: 'Confirm it between {from} and {until}.', values: times })) ||
            (lapsed
              ? i18n._({
                  id: 'safe.pending.lapsed',
                  message: 'Lapsed on {at}. Please request it again.',
                  values: { at: times.until },
                })
              : i18n._({
                  id: 'safe.pending.until',
                  message: 'Confirm by {at}, or it lapses.',
                  values: { at: times.until },
                }))}
        </span>
      </p>
      {!lapsed && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            look="secondary"
            data-no-heir
            busy={busy === 'confirm'}
            why={from}
            quietly
            onClick={() => !busy && onChange('confirm')}
          >
            {i18n._({ id: 'safe.pending.confirm', message: 'Confirm' })}
          </Button>
          <Button
            size="small"
            look="quiet"
            data-no-heir
            busy={busy === 'cancel'}
            onClick={() => !busy && onChange('cancel')}
          >
            {i18n._({ id: 'safe.pending.keep', message: 'Keep the current limit' })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RemoveProps {
  open: boolean;
  name: string;
  busy: boolean;
  failure: Error | null;
  onClose: () => void;
  onRemove: () => void;
}

function RemoveDialog({ open, name, busy, failure, onClose, onRemove }: RemoveProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => !busy && onRemove()}
      title={i18n._({ id: 'safe.remove.title', message: 'Remove the limit "{name}"?', values: { name } })}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look="danger" busy={busy}>
            {i18n._({ id: 'safe.remove.ask', message: 'Request removal' })}
          </Button>
        </>
      }
    >
      {failure && (
        <RefusedLimit
          title={i18n._({ id: 'safe.limit.notChanged', message: 'The limit was not changed' })}
          error={failure}
        />
      )}
      <p>
        {i18n._({
          id: 'safe.remove.text',
          message:
            'Your limit stays in force until you confirm its removal. You can confirm from {hours} hours to {days} days after this request.',
          values: { hours: limitRules.raiseHours, days: limitRules.lapseDays },
        })}
      </p>
    </Dialog>
  );
}

/** A player in profit may first lose the winnings before the limit counts. */
function remainingText({ amountMinor = 0, remainingMinor = 0 }: PlayLimit, left: string, limit: string): string {
  return remainingMinor > amountMinor
    ? i18n._({
        id: 'safe.limit.ahead',
        message: '{left} left: the limit of {limit} and your winnings',
        values: { left, limit },
      })
    : i18n._({ id: 'limits.left', message: '{left} of {limit} left', values: { left, limit } });
}
