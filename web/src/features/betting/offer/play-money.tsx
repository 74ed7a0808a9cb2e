/** Notice for an installation with play money only, where chance settles bets instead of results. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/content/badge.tsx';
import { summaryQuery } from './queries.ts';

export function usePlayMoney(): boolean {
  return useQuery(summaryQuery).data?.settlement === 'instant';
}

export function PlayMoneyBadge() {
  if (!usePlayMoney()) return null;
  return (
    <Badge tone="live" className="self-center">
      {i18n._({ id: 'playMoney.label', message: 'Play money' })}
    </Badge>
  );
}
