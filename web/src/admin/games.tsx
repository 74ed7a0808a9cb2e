/** Game management: the games with their figures and returns, every round, and the jackpot, each at its own address. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useGameChangesToApprove, useVoidsToApprove } from '../domain/casino/changes.ts';
import { may } from '../domain/people/operators.ts';
import { Games } from '../features/casino-desk/games.tsx';
import { Jackpot } from '../features/casino-desk/jackpot.tsx';
import { Rounds } from '../features/casino-desk/rounds.tsx';
import { Badge } from '../ui/content/badge.tsx';
import { Notice } from '../ui/content/states.tsx';
import { TabPanel, Tabs } from '../ui/controls/tabs.tsx';
import { Page } from './frame/page.tsx';

const tabs = ['games', 'rounds', 'jackpot'] as const;

export function GamesPage() {
  const { part } = useParams();
  const open = part === undefined ? 'games' : tabs.find((tab) => tab === part);
  if (!open || part === 'games') return <Navigate to="/admin/games" replace />;
  return (
    <Page title={i18n._({ id: 'games.title', message: 'Game Management' })} needs="casino.read">
      {(operator) => <Desk open={open} operator={operator} />}
    </Page>
  );
}

function Desk({ open, operator }: { open: (typeof tabs)[number]; operator: Operator }) {
  const navigate = useNavigate();
  const waiting = { games: useGameChangesToApprove(operator), rounds: useVoidsToApprove(operator), jackpot: 0 };
  const names = {
    games: i18n._({ id: 'games.label', message: 'Games' }),
    rounds: i18n._({ id: 'games.itsRounds', message: 'Rounds' }),
    jackpot: i18n._({ id: 'casino.bet.jackpot', message: 'Jackpot' }),
  };
  const labelOf = (tab: (typeof tabs)[number]) =>
    waiting[tab] > 0 ? (
      <span className="flex items-center gap-2">
        {names[tab]}
        <Badge tone="down">
          {waiting[tab]}
          <span className="sr-only">{i18n._({ id: 'trading.waits', message: 'wait for a second operator' })}</span>
        </Badge>
      </span>
    ) : (
      names[tab]
    );
  return (
    <>
      {!may(operator, 'casino') && <Notice>{i18n._({ id: 'games.readOnly', message: 'Your role can view games but not change them.' })}</Notice>}
      <div>
        <Tabs
          name="games"
          label={i18n._({ id: 'games.title', message: 'Game Management' })}
          tabs={tabs.map((id) => ({ id, label: labelOf(id) }))}
          open={open}
          onOpen={(tab) => void navigate(tab === 'games' ? '/admin/games' : `/admin/games/${tab}`)}
        />
        <TabPanel name="games" open={open}>
          {open === 'games' && <Games operator={operator} />}
          {open === 'rounds' && <Rounds operator={operator} />}
          {open === 'jackpot' && <Jackpot operator={operator} />}
        </TabPanel>
      </div>
    </>
  );
}
