/** Badges: a game's status, a pending RTP change, and a round's status. */
import type { OperatorGame, OperatorRound } from '@fairline/proto/casino/desk';
import { i18n } from '@lingui/core';
import { roundStatusName } from '../../domain/casino/game-labels.ts';
import { Badge } from '../../ui/content/badge.tsx';

export function StateBadges({ game: { active, paused, change } }: { game: OperatorGame }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {active && <Badge tone="act">{i18n._({ id: 'games.isActive', message: 'Active' })}</Badge>}
      {!active && paused?.by === 'monitor' && (
        <Badge tone="down">{i18n._({ id: 'games.outOfRange', message: 'Paused: results out of range' })}</Badge>
      )}
      {!active && paused?.by !== 'monitor' && <Badge>{i18n._({ id: 'games.isPaused', message: 'Paused' })}</Badge>}
      {change && <Badge tone="live">{i18n._({ id: 'games.rtpWaits', message: 'RTP pending' })}</Badge>}
    </span>
  );
}

export function RoundStatus({ round }: { round: OperatorRound }) {
  const [label, tone] = roundStatusName(round.status);
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {round.voidRequest && (
        <Badge tone="live">{i18n._({ id: 'deskRounds.voidWaits', message: 'Void pending' })}</Badge>
      )}
    </span>
  );
}
