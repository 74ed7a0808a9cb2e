/** Badges of a bet for operators: its status, whether its stake was a free bet, whether it is play money, and whether it waits for a second operator. */
import type { OperatorBet } from '@fairline/proto/betting/settlement';
import { i18n } from '@lingui/core';
import { betStatusName } from '../../../domain/betting/bet-labels.ts';
import { Badge } from '../../../ui/content/badge.tsx';

export function BetBadges({ bet }: { bet: Pick<OperatorBet, 'status' | 'book' | 'freeBet' | 'handRequest'> }) {
  const [label, tone] = betStatusName(bet.status);
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {bet.handRequest && <Badge tone="live">{i18n._({ id: 'deskBets.waits', message: 'Second operator' })}</Badge>}
      {bet.freeBet && <Badge tone="info">{i18n._({ id: 'deskBets.free', message: 'Free bet' })}</Badge>}
      {bet.book === 'play' && <Badge>{i18n._({ id: 'approvals.demo', message: 'Play money' })}</Badge>}
    </span>
  );
}
