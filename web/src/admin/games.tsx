/** Game management: the games with their figures and RTP, every round, and the jackpot, each with its own URL. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { Navigate, useParams } from 'react-router';
import { useGameChangesToApprove, useVoidsToApprove } from '../domain/casino/changes.ts';
import { hasPermission } from '../domain/people/operators.ts';
import { Games } from '../features/casino-desk/games.tsx';
import { Jackpot } from '../features/casino-desk/jackpot.tsx';
import { Rounds } from '../features/casino-desk/rounds.tsx';
import { Notice } from '../ui/content/states.tsx';
import { DeskTabs, tabOf } from './frame/desk-tabs.tsx';
import { Page } from './frame/page.tsx';

const tabs = ['games', 'rounds', 'jackpot'] as const;

export function GamesPage() {
  const { part } = useParams();
  const open = tabOf(tabs, part);
  if (!open) return <Navigate to="/admin/games" replace />;
  return <Page>{(operator) => <Desk open={open} operator={operator} />}</Page>;
}

function Desk({ open, operator }: { open: (typeof tabs)[number]; operator: Operator }) {
  const [changes, voids] = [useGameChangesToApprove(operator), useVoidsToApprove(operator)];
  return (
    <>
      {!hasPermission(operator, 'casino') && (
        <Notice>{i18n._({ id: 'games.readOnly', message: 'Your role can view games but not change them.' })}</Notice>
      )}
      <DeskTabs
        page="games"
        label={i18n._({ id: 'games.title', message: 'Game Management' })}
        tabs={[
          { id: 'games', name: i18n._({ id: 'games.label', message: 'Games' }), waiting: changes },
          { id: 'rounds', name: i18n._({ id: 'games.itsRounds', message: 'Rounds' }), waiting: voids },
          { id: 'jackpot', name: i18n._({ id: 'casino.bet.jackpot', message: 'Jackpot' }) },
        ]}
        waits={i18n._({ id: 'trading.waits', message: 'wait for a second operator' })}
        open={open}
      >
        {open === 'games' && <Games operator={operator} />}
        {open === 'rounds' && <Rounds operator={operator} />}
        {open === 'jackpot' && <Jackpot operator={operator} />}
      </DeskTabs>
    </>
  );
}
