/** Badges beside a player's name for operators: a risk level above low, the harm score, and an exclusion in force. */
import { i18n } from '@lingui/core';
import { Badge } from '../../ui/content/badge.tsx';
import { localText } from '../../ui/content/when.tsx';
import { riskLevelName, riskText } from './labels.ts';
import type { RiskSummary } from './summaries.ts';

interface RiskBadgesProps {
  summary: RiskSummary | undefined;
  /** In a narrow column beside the one of the level: only what limits the player, the end of an exclusion as a hint. */
  brief?: boolean;
}

export function RiskBadges({ summary, brief = false }: RiskBadgesProps) {
  if (!summary) return null;
  const { harmScore, isAtRisk, excludedUntil, riskLevel } = summary;
  const excluded =
    excludedUntil &&
    (excludedUntil === 'permanent'
      ? i18n._({ id: 'playerRisk.excludedForever', message: 'Excluded permanently' })
      : i18n._({
          id: 'playerRisk.excludedUntil',
          message: 'Excluded until {at}',
          values: { at: localText(excludedUntil) },
        }));
  return (
    <>
      {!brief && riskLevel !== 'low' && <Badge tone={riskLevelName(riskLevel)[1]}>{riskText(riskLevel)}</Badge>}
      {(brief ? isAtRisk : harmScore > 0) && (
        <Badge tone={isAtRisk ? 'live' : 'plain'}>
          {i18n._({ id: 'playerRisk.score', message: 'Harm score {score}', values: { score: harmScore } })}
        </Badge>
      )}
      {excluded && (
        <Badge tone="info">
          {brief ? (
            <span title={excluded}>
              {i18n._({ id: 'playerRisk.excluded', message: 'Excluded' })}
              <span className="sr-only">: {excluded}</span>
            </span>
          ) : (
            excluded
          )}
        </Badge>
      )}
    </>
  );
}
