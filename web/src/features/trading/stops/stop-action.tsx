/** Suspends or resumes a market, a fixture, a sport or everything: after a confirmation, with a reason. */
import { type Stop, stopRoutes } from '@fairline/proto/betting/stops';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { KeyHint, useKeyShortcuts } from '../../../ui/content/shortcuts.tsx';
import { Button, type ButtonLook } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';

export interface Stopping {
  scope: Stop['scope'];
  id: string;
  /** The name of the suspended scope. */
  name: string;
}

function send({ scope, id }: Stopping, stopped: boolean, reason: string): Promise<unknown> {
  const input = { params: { id }, body: { reason } };
  switch (scope) {
    case 'market':
      return call(stopped ? stopRoutes.resumeMarket : stopRoutes.suspendMarket, input);
    case 'fixture':
      return stopped ? call(stopRoutes.resumeFixture, input) : call(stopRoutes.suspendFixture, input);
    case 'sport':
      return stopped ? call(stopRoutes.resumeSport, input) : call(stopRoutes.suspendSport, input);
    case 'all':
      return stopped
        ? call(stopRoutes.resumeAll, { body: { reason } })
        : call(stopRoutes.suspendAll, { body: { reason } });
  }
}

/** Only the dialog, for other ways to open it. */
export function StopDialog({ what, stopped, onClose }: { what: Stopping; stopped: boolean; onClose: () => void }) {
  const { name } = what;
  const change = useAction<string, unknown>({
    run: (reason) => send(what, stopped, reason),
    onDone: () => {
      notify.success(
        stopped
          ? i18n._({
              id: 'stop.resumed',
              message: "{name} is resumed: the feed's status applies again",
              values: { name },
            })
          : i18n._({ id: 'stop.suspended', message: '{name} is suspended', values: { name } }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={
        stopped
          ? i18n._({ id: 'stop.resumeTitle', message: 'Resume {name}', values: { name } })
          : i18n._({ id: 'stop.suspendTitle', message: 'Suspend {name}', values: { name } })
      }
      action={stopActionName(stopped)}
      danger={!stopped}
      busy={change.isPending}
      failure={
        change.failure && {
          title: stopped
            ? i18n._({ id: 'stop.resumeFailed', message: 'It was not resumed' })
            : i18n._({ id: 'stop.suspendFailed', message: 'It was not suspended' }),
          text: errorText(change.failure),
        }
      }
      onReason={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      <p>{leadText(what.scope, stopped)}</p>
    </ReasonDialog>
  );
}

export function stopActionName(stopped: boolean): string {
  return stopped
    ? i18n._({ id: 'stop.resume', message: 'Resume' })
    : i18n._({ id: 'stop.suspend', message: 'Suspend' });
}

function leadText(scope: Stop['scope'], stopped: boolean): string {
  if (stopped) {
    return i18n._({
      id: 'stop.resumeLead',
      message: 'It is back on offer once the feed offers it and no wider suspension applies.',
    });
  }
  if (scope === 'market') {
    return i18n._({
      id: 'stop.marketLead',
      message: 'Nobody can bet on it or cash out of it until it is resumed, whatever the feed says. Open bets stay.',
    });
  }
  return i18n._({
    id: 'stop.scopeLead',
    message:
      'Nobody can bet on any of its markets or cash out of them until it is resumed, including new markets. Open bets stay.',
  });
}

interface StopActionProps {
  what: Stopping;
  stopped: boolean;
  /** The keyboard shortcut of this action on the page. */
  shortcut?: string;
  look?: ButtonLook;
}

export function StopAction({ what, stopped, shortcut, look = 'secondary' }: StopActionProps) {
  // The state when the dialog opened: a change by another operator does not alter the dialog; the server then refuses the action.
  const [asked, setAsked] = useState<{ stopped: boolean }>();
  const ask = () => setAsked({ stopped });
  useKeyShortcuts(shortcut ? { [shortcut]: ask } : {}, { off: asked !== undefined, page: true });
  return (
    <>
      <Button size="small" look={look} onClick={ask}>
        {stopActionName(stopped)}
        {shortcut && <KeyHint of={shortcut.toUpperCase()} />}
      </Button>
      {asked && <StopDialog what={what} stopped={asked.stopped} onClose={() => setAsked(undefined)} />}
    </>
  );
}
