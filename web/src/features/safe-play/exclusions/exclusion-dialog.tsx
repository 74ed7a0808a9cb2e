/** The confirmation before a time-out or self-exclusion: its effect and its end. It takes effect at once and cannot be shortened. */
import { type ExclusionBody, exclusionEnd, exclusionRoutes, returnsOnRequest } from '@fairline/proto/risk/exclusions';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { unconfirmedText } from '../../../client/requests/unconfirmed.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { useJurisdictionRules } from '../../../domain/people/jurisdiction.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { consequences } from './consequences.ts';
import { isTimeOut } from './lengths.ts';

interface Props {
  /** The requested exclusion; null while the dialog is closed. */
  wish: ExclusionBody | null;
  /** Set if no reason was entered yet. The player can enter one here; if they do not, the reason in `wish` is sent. */
  asksReason?: boolean;
  onClose: () => void;
  onDone?: () => void;
}

export function ExclusionDialog({ wish, ...rest }: Props) {
  if (!wish) return null;
  return <Question wish={wish} {...rest} />;
}

function Question({ wish, asksReason = false, onClose, onDone }: Props & { wish: ExclusionBody }) {
  const [askedAt] = useState(() => Date.now());
  const [reason, setReason] = useState('');
  const exclude = useAction({
    run: (body: ExclusionBody, key) => call(exclusionRoutes.exclude, { body, key }),
    touches: [['risk'], ['wallet', 'stats'], ['promotions'], ['pause-offer']],
    onDone: () => {
      notify.success(
        isTimeOut(wish.days)
          ? i18n._({ id: 'notice.timeOut', message: 'Your time-out has begun' })
          : i18n._({ id: 'safe.exclusion.submitted', message: 'Self-exclusion request submitted' }),
      );
      onDone?.();
      onClose();
    },
  });
  const lost = unconfirmedText(exclude.failure);
  const rules = useJurisdictionRules();
  const endsAt = exclusionEnd(wish.days ?? null, new Date(askedAt), rules);
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => !exclude.isPending && exclude.mutate({ ...wish, reason: reason.trim() || wish.reason })}
      title={questionText(wish)}
      foot={
        <>
          <Button look="quiet" onClick={onClose} data-first>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look="danger" busy={exclude.isPending}>
            {isTimeOut(wish.days)
              ? i18n._({ id: 'safe.timeOut.start', message: 'Start time-out' })
              : i18n._({ id: 'safe.exclude.start', message: 'Start self-exclusion' })}
          </Button>
        </>
      }
    >
      {exclude.failure && (
        <Failure title={lost?.title ?? notDoneText(wish)}>{lost?.text ?? errorText(exclude.failure)}</Failure>
      )}
      <p className="font-medium">{spanText(endsAt, returnsOnRequest(wish.days ?? null, rules))}</p>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-13">
        {consequences().map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {asksReason && (
        <TextArea
          label={i18n._({ id: 'safe.exclusion.reasonOptional', message: 'Reason (optional)' })}
          help={i18n._({
            id: 'safe.exclusion.reasonElse',
            message: 'Our staff can read it. Left empty, we note "{reason}".',
            values: { reason: wish.reason },
          })}
          value={reason}
          maxLength={500}
          rows={2}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </Dialog>
  );
}

function spanText(endsAt: Date | null, waits: boolean): string {
  if (endsAt === null) return i18n._({ id: 'safe.exclusion.forGood', message: 'It begins now and is permanent.' });
  const values = { at: whenText(endsAt.toISOString()) };
  return waits
    ? i18n._({
        id: 'safe.exclusion.spanAsked',
        message:
          'It begins now and lasts until {at} at least. After that you can play again a day after you ask to return.',
        values,
      })
    : i18n._({
        id: 'safe.exclusion.span',
        message: 'It begins now and ends by itself on {at}. You can then play again.',
        values,
      });
}

function notDoneText({ days }: ExclusionBody): string {
  return isTimeOut(days)
    ? i18n._({ id: 'safe.timeOut.failed', message: 'Time-out not started' })
    : i18n._({ id: 'safe.exclusion.failed', message: 'Failed to submit self-exclusion' });
}

function questionText({ days }: ExclusionBody): string {
  if (days === undefined) return i18n._({ id: 'safe.ask.forGood', message: 'Exclude yourself permanently?' });
  return isTimeOut(days)
    ? i18n._({
        id: 'safe.ask.timeOut',
        message: 'Take a time-out of {days, plural, one {# day} other {# days}}?',
        values: { days },
      })
    : i18n._({ id: 'safe.ask.exclusion', message: 'Exclude yourself for {days} days?', values: { days } });
}
