/** Badges of a player's risk beside an alert. */
import type { UserSummary } from '@fairline/proto/auth/staff';
import { i18n } from '@lingui/core';
import { RiskBadges } from '../../domain/risk/risk-badges.tsx';
import type { RiskSummary } from '../../domain/risk/summaries.ts';
import { Badge } from '../../ui/content/badge.tsx';

export function PlayerBadges({
  player,
  summary,
}: {
  player: UserSummary | undefined;
  summary: RiskSummary | undefined;
}) {
  return (
    <>
      {player?.status === 'suspended' && (
        <Badge tone="live">{i18n._({ id: 'playerRisk.suspended', message: 'Suspended' })}</Badge>
      )}
      {player?.status === 'closed' && (
        <Badge tone="down">{i18n._({ id: 'playerRisk.closed', message: 'Closed' })}</Badge>
      )}
      {player && !player.isVerified && <Badge>{i18n._({ id: 'users.isUnverified', message: 'Unverified' })}</Badge>}
      {player?.demo && <Badge>{i18n._({ id: 'approvals.demo', message: 'Play money' })}</Badge>}
      <RiskBadges summary={summary} />
      {summary && summary.openAlerts > 1 && (
        <Badge>
          {i18n._({
            id: 'playerRisk.openAlerts',
            message: '{count, plural, one {# open alert} other {# open alerts}}',
            values: { count: summary.openAlerts },
          })}
        </Badge>
      )}
    </>
  );
}
