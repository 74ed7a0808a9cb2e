/** Pauses and activates a game and requests a new RTP, each with a reason. */
import { casinoDeskRoutes, type OperatorGame, rtpBounds } from '@fairline/proto/casino/desk';
import type { Infer } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { rtpText } from '../../domain/casino/game-labels.ts';
import { numberText } from '../../figures.ts';
import { Notice } from '../../ui/content/states.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { canRequest, rtpTyped } from './rtp-draft.ts';

type Changed = Infer<typeof casinoDeskRoutes.changeGame.reply>;

interface DialogProps {
  game: OperatorGame;
  onClose: () => void;
}

export function ActiveDialog({ game: { id, name, active, paused }, onClose }: DialogProps) {
  // The state when the dialog opened; a change by another operator does not alter the question.
  const [activates] = useState(!active);
  const values = { name };
  const change = useAction<string, Changed>({
    run: (reason) => call(casinoDeskRoutes.changeGame, { params: { id }, body: { active: activates, reason } }),
    onDone: () => {
      notify.success(
        activates
          ? i18n._({ id: 'games.activated', message: '{name} is active', values })
          : i18n._({ id: 'games.paused', message: '{name} is paused', values }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={
        activates
          ? i18n._({ id: 'games.activateTitle', message: 'Activate {name}', values })
          : i18n._({ id: 'games.pauseTitle', message: 'Pause {name}', values })
      }
      action={activationText(activates)}
      danger={!activates}
      busy={change.isPending}
      failure={
        change.failure && {
          title: i18n._({ id: 'games.notChanged', message: 'Nothing was changed' }),
          text: errorText(change.failure),
        }
      }
      onReason={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {activates
          ? i18n._({ id: 'games.activateLead', message: 'Players can start new rounds at once.' })
          : i18n._({ id: 'games.pauseLead', message: 'New rounds stop at once. Open hands can be finished.' })}
      </p>
      {activates && paused?.by === 'monitor' && (
        <Notice tone="down">
          {i18n._({
            id: 'games.activateAfterMonitor',
            message:
              'The game was paused because its results were out of range. The check starts over when you activate it.',
          })}
        </Notice>
      )}
    </ReasonDialog>
  );
}

export const activationText = (activates: boolean) =>
  activates ? i18n._({ id: 'games.activate', message: 'Activate' }) : i18n._({ id: 'games.pause', message: 'Pause' });

export function EditRtpDialog({ game: { id, name, rtp: rtpNow, rtpReach = rtpBounds }, onClose }: DialogProps) {
  const [typed, setTyped] = useState(String(rtpNow));
  const rtp = rtpTyped(typed);
  const request = useAction<string, Changed>({
    run: (reason) => call(casinoDeskRoutes.changeGame, { params: { id }, body: { rtp, reason } }),
    onDone: () => {
      notify.success(
        i18n._({
          id: 'games.rtpRequested',
          message: 'Requested: a second operator must approve {rtp} for {name}',
          values: { name, rtp: rtpText(rtp) },
        }),
      );
      onClose();
    },
  });
  const reach = { lowest: numberText(rtpReach.lowest), highest: numberText(rtpReach.highest) };
  const why =
    !canRequest(rtp, rtpReach) &&
    i18n._({ id: 'games.rtpReach', message: 'Enter {lowest} to {highest}, in steps of 0.1', values: reach });
  const unchanged = rtp === rtpNow && i18n._({ id: 'games.rtpSame', message: 'This is the current RTP' });
  return (
    <ReasonDialog
      title={i18n._({ id: 'games.editRtpTitle', message: 'Edit RTP: {name}', values: { name } })}
      action={i18n._({ id: 'games.updateRtp', message: 'Update RTP' })}
      busy={request.isPending}
      why={why || unchanged}
      failure={
        request.failure && {
          title: i18n._({ id: 'games.rtpFailed', message: 'The RTP change was not requested' }),
          text: errorText(request.failure),
        }
      }
      onReason={(reason) => request.mutate(reason)}
      onClose={onClose}
    >
      <Notice tone="live">
        {i18n._({
          id: 'games.rtpWarning',
          message: 'Changing the RTP affects profitability and will be logged for compliance.',
        })}
      </Notice>
      <TextField
        autoFocus
        inputMode="decimal"
        autoComplete="off"
        label={i18n._({ id: 'games.rtpField', message: 'RTP, {lowest} to {highest}', values: reach })}
        suffix="%"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(String(rtp))}
      />
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'games.rtpLead',
          message:
            'A second operator must approve it. It is then published as a new version; rounds in progress keep theirs.',
        })}
      </p>
    </ReasonDialog>
  );
}
