/** Safe play: the screen for stopping play. Visitors can read the options and sign in to use them. */
import { i18n } from '@lingui/core';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { StopPanel } from '../../features/safe-play/stop-panel.tsx';
import { TalkToSomeone } from '../../features/safe-play/talk-to-someone.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';

export function SafePlayPage() {
  const { status } = useSession(playerSession);
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-4 py-6">
      <h1 className="display text-28">{i18n._({ id: 'safe.title', message: 'Safe play' })}</h1>
      {status === 'checking' && <SkeletonRows count={4} className="h-11 max-w-form" />}
      {status === 'anonymous' && <ForVisitors />}
      {status === 'signed-in' && <StopPanel />}
    </div>
  );
}

function ForVisitors() {
  const tools = [
    i18n._({
      id: 'safe.tool.limits',
      message: 'Limits on deposits, losses, session time and stake per bet. A new or lower limit applies immediately.',
    }),
    i18n._({
      id: 'safe.tool.timeOut',
      message: 'Time-outs of 1, 7, 30 or 90 days; self-exclusion for 180 or 365 days, or permanently.',
    }),
    i18n._({ id: 'safe.tool.check', message: 'Reality checks: play pauses and shows your time and net result.' }),
    i18n._({
      id: 'safe.tool.statement',
      message: 'A monthly statement of deposits, withdrawals, stakes, returns and time played.',
    }),
  ];
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-10 md:grid-cols-2 lg:gap-x-16">
      <div className="flex max-w-form flex-col gap-4">
        <p>
          {i18n._({ id: 'landing.adults', message: '18+ only.' })}{' '}
          {i18n._({ id: 'landing.foot', message: 'Bet only what you can afford to lose.' })}
        </p>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {tools.map((tool) => (
            <li key={tool}>{tool}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/login" state={{ from: { pathname: '/safe-play', search: '' } }}>
            {i18n._({ id: 'nav.login', message: 'Login' })}
          </ButtonLink>
          <ButtonLink look="secondary" to="/help">
            {i18n._({ id: 'help.title', message: 'Help' })}
          </ButtonLink>
        </div>
      </div>
      <TalkToSomeone />
    </div>
  );
}
