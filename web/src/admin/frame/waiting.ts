/** The number of waiting items for an operator, by page; the sidebar shows it in red. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useToApprove } from '../../domain/betting/second-operator.ts';
import { useGameChangesToApprove, useVoidsToApprove } from '../../domain/casino/changes.ts';
import { kycStatsQuery } from '../../domain/kyc/stats.ts';
import { waitingMoneyQuery } from '../../domain/money/waiting.ts';
import { deliveriesQuery, sumOf } from '../../domain/office/deliveries.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePromotionsToDecide } from '../../domain/promotions/waiting.ts';
import { useUrgentAlerts } from '../../domain/risk/alerts.ts';
import { supportStatsQuery } from '../../domain/support/stats.ts';

export type Waiting = 'payments' | 'trading' | 'games' | 'risk' | 'kyc' | 'promotions' | 'support' | 'monitor';

export function useWaiting(operator: Operator): Record<Waiting, number> {
  const { data: money } = useQuery({ ...waitingMoneyQuery, enabled: hasPermission(operator, 'wallet.read') });
  const { data: support } = useQuery({ ...supportStatsQuery, enabled: hasPermission(operator, 'tickets.read') });
  const { data: kyc } = useQuery({ ...kycStatsQuery, enabled: hasPermission(operator, 'kyc.read') });
  const { data: deliveries } = useQuery({ ...deliveriesQuery(), enabled: hasPermission(operator, 'system.read') });
  const trading = useToApprove(operator);
  const games = useGameChangesToApprove(operator);
  const voids = useVoidsToApprove(operator);
  const promotions = usePromotionsToDecide(operator);
  const alerts = useUrgentAlerts(operator);
  return {
    payments: money
      ? money.payments + money.adjustments + money.ruleChanges + (money.rateChanges ?? 0) + (money.welcomeBonuses ?? 0)
      : 0,
    trading: trading.decisions + trading.bets,
    games: games + voids,
    risk: alerts.critical + alerts.high,
    kyc: (kyc?.counts.pending ?? 0) + (kyc?.counts.in_review ?? 0),
    promotions: promotions.claims + promotions.changes,
    support: (support?.unread ?? 0) + (support?.waitingChats ?? 0),
    monitor: deliveries ? sumOf(deliveries).dead : 0,
  };
}

export function waitingText(waiting: Waiting): string {
  switch (waiting) {
    case 'payments':
    case 'kyc':
    case 'promotions':
      return i18n._({ id: 'admin.waiting', message: 'waiting for your decision' });
    case 'trading':
      return i18n._({ id: 'admin.tradingWaits', message: 'decisions and bets wait for a second operator' });
    case 'games':
      return i18n._({ id: 'trading.waits', message: 'wait for a second operator' });
    case 'risk':
      return i18n._({ id: 'admin.alertsWait', message: 'critical or high alerts' });
    case 'monitor':
      return i18n._({ id: 'monitor.deadWait', message: 'dead letters' });
    case 'support':
      return i18n._({ id: 'supportDesk.waits', message: 'waiting for an answer' });
  }
}
