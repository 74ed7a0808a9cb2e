/** The open tasks of this operator, most urgent first: alerts, dead letters, complaints, money, requests for a second operator, identities and tickets. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useToApprove } from '../../domain/betting/second-operator.ts';
import { useGameChangesToApprove, useVoidsToApprove } from '../../domain/casino/changes.ts';
import { kycStatsQuery } from '../../domain/kyc/stats.ts';
import { waitingMoneyQuery } from '../../domain/money/waiting.ts';
import { deliveriesQuery, sumOf } from '../../domain/office/deliveries.ts';
import { accessRequestsQuery, hasPermission } from '../../domain/people/operators.ts';
import { usePromotionsToDecide } from '../../domain/promotions/waiting.ts';
import { alertText } from '../../domain/risk/alert-text.ts';
import { alertTypeName } from '../../domain/risk/alert-type-labels.ts';
import { criticalAlertsQuery, useUrgentAlerts } from '../../domain/risk/alerts.ts';
import { supportStatsQuery } from '../../domain/support/stats.ts';
import type { Notice } from './notices.ts';

export interface OfficeNotice extends Notice {
  kind: 'alert' | 'money' | 'second' | 'identity' | 'support' | 'system';
  to: string;
  title: string;
  detail?: string;
  /** When it arrived, if that is a single moment. */
  at?: string;
  urgent?: boolean;
}

export function useNotices(operator: Operator): OfficeNotice[] {
  return [
    ...useAlertNotices(operator),
    ...useSystemNotices(operator),
    ...useSupportNotices(operator),
    ...useMoneyNotices(operator),
    ...useSecondOperatorNotices(operator),
    ...useIdentityNotices(operator),
  ].filter(({ count }) => count > 0);
}

function useAlertNotices(operator: Operator): OfficeNotice[] {
  const { data } = useQuery({ ...criticalAlertsQuery, enabled: hasPermission(operator, 'risk.read') });
  const { critical, high } = useUrgentAlerts(operator);
  const alerts = data ?? [];
  const others = critical + high - alerts.length;
  return [
    ...alerts.map(({ id, type, severity, description, message, createdAt }) => ({
      key: `alert ${id}`,
      kind: 'alert' as const,
      count: 1,
      to: `/admin/risk?alert=${id}`,
      title: alertTypeName(type),
      detail: alertText({ description, message }),
      at: createdAt,
      urgent: severity === 'critical',
    })),
    {
      key: 'alerts',
      kind: 'alert',
      count: Math.max(0, others),
      to: '/admin/risk',
      title: i18n._({
        id: 'officeNotice.alerts',
        message: '{count, plural, one {# more urgent alert} other {# more urgent alerts}}',
        values: { count: others },
      }),
    },
  ];
}

function useSystemNotices(operator: Operator): OfficeNotice[] {
  const { data } = useQuery({ ...deliveriesQuery(), enabled: hasPermission(operator, 'system.read') });
  const { dead, unanswered } = sumOf(data ?? []);
  return [
    {
      key: 'silent services',
      kind: 'system',
      count: unanswered.length,
      to: '/admin/monitor',
      title: i18n._({
        id: 'officeNotice.unanswered',
        message: '{count, plural, one {# service not responding} other {# services not responding}}',
        values: { count: unanswered.length },
      }),
      detail: unanswered.join(', '),
      urgent: true,
    },
    {
      key: 'dead letters',
      kind: 'system',
      count: dead,
      to: '/admin/monitor',
      title: i18n._({
        id: 'officeNotice.dead',
        message: '{count, plural, one {# dead letter} other {# dead letters}}',
        values: { count: dead },
      }),
      urgent: true,
    },
  ];
}

function useSupportNotices(operator: Operator): OfficeNotice[] {
  const { data } = useQuery({ ...supportStatsQuery, enabled: hasPermission(operator, 'tickets.read') });
  const { complaintsDue = 0, unread = 0, waitingChats = 0 } = data ?? {};
  return [
    {
      key: 'complaints',
      kind: 'support',
      count: complaintsDue,
      to: '/admin/support',
      title: i18n._({
        id: 'stats.complaints',
        message: '{due, plural, one {# complaint due} other {# complaints due}}',
        values: { due: complaintsDue },
      }),
      urgent: true,
    },
    {
      key: 'chats',
      kind: 'support',
      count: hasPermission(operator, 'chat') ? waitingChats : 0,
      to: '/admin/support/chats',
      title: i18n._({
        id: 'officeNotice.chats',
        message: '{count, plural, one {# chat waiting} other {# chats waiting}}',
        values: { count: waitingChats },
      }),
      urgent: true,
    },
    {
      key: 'tickets',
      kind: 'support',
      count: unread,
      to: '/admin/support',
      title: i18n._({
        id: 'officeNotice.tickets',
        message: '{count, plural, one {# unread ticket} other {# unread tickets}}',
        values: { count: unread },
      }),
    },
  ];
}

function useMoneyNotices(operator: Operator): OfficeNotice[] {
  const { data } = useQuery({ ...waitingMoneyQuery, enabled: hasPermission(operator, 'wallet.read') });
  const { payments = 0, adjustments = 0, ruleChanges = 0, rateChanges = 0, welcomeBonuses = 0 } = data ?? {};
  const line = (key: string, count: number, to: string, title: string, kind: OfficeNotice['kind'] = 'second') => ({
    key,
    kind,
    count,
    to,
    title,
  });
  return [
    line(
      'payments',
      payments,
      '/admin/financial',
      i18n._({
        id: 'officeNotice.payments',
        message: '{count, plural, one {# payment awaiting a decision} other {# payments awaiting a decision}}',
        values: { count: payments },
      }),
      'money',
    ),
    line(
      'adjustments',
      adjustments,
      '/admin/financial?tab=adjustments',
      i18n._({
        id: 'officeNotice.adjustments',
        message: '{count, plural, one {# balance adjustment to approve} other {# balance adjustments to approve}}',
        values: { count: adjustments },
      }),
    ),
    line(
      'welcome bonuses',
      welcomeBonuses,
      '/admin/financial?tab=bonuses',
      i18n._({
        id: 'officeNotice.bonuses',
        message:
          '{count, plural, one {# welcome bonus awaiting a decision} other {# welcome bonuses awaiting a decision}}',
        values: { count: welcomeBonuses },
      }),
      'money',
    ),
    line(
      'rates',
      rateChanges,
      '/admin/financial?tab=rates',
      i18n._({
        id: 'officeNotice.rates',
        message: '{count, plural, one {# rate change to approve} other {# rate changes to approve}}',
        values: { count: rateChanges },
      }),
    ),
    line(
      'rules',
      ruleChanges,
      '/admin/financial?tab=rules',
      i18n._({
        id: 'officeNotice.rules',
        message: '{count, plural, one {# auto-approval change to approve} other {# auto-approval changes to approve}}',
        values: { count: ruleChanges },
      }),
    ),
  ];
}

function useSecondOperatorNotices(operator: Operator): OfficeNotice[] {
  const trading = useToApprove(operator);
  const gameChanges = useGameChangesToApprove(operator);
  const voids = useVoidsToApprove(operator);
  const promotions = usePromotionsToDecide(operator);
  const { data: access } = useQuery({ ...accessRequestsQuery, enabled: hasPermission(operator, 'operators') });
  const approvable = access?.items.filter((request) => request.approvable).length ?? 0;
  const line = (key: string, count: number, to: string, title: string) => ({
    key,
    kind: 'second' as const,
    count,
    to,
    title,
  });
  return [
    line(
      'decisions',
      trading.decisions,
      '/admin/trading/decisions',
      i18n._({
        id: 'officeNotice.decisions',
        message: '{count, plural, one {# trading decision to approve} other {# trading decisions to approve}}',
        values: { count: trading.decisions },
      }),
    ),
    line(
      'bets',
      trading.bets,
      '/admin/trading/bets',
      i18n._({
        id: 'officeNotice.bets',
        message: '{count, plural, one {# manual settlement to approve} other {# manual settlements to approve}}',
        values: { count: trading.bets },
      }),
    ),
    line(
      'games',
      gameChanges,
      '/admin/games',
      i18n._({
        id: 'officeNotice.games',
        message: '{count, plural, one {# RTP change to approve} other {# RTP changes to approve}}',
        values: { count: gameChanges },
      }),
    ),
    line(
      'voids',
      voids,
      '/admin/games/rounds?waits=void',
      i18n._({
        id: 'officeNotice.voids',
        message: '{count, plural, one {# void to approve} other {# voids to approve}}',
        values: { count: voids },
      }),
    ),
    line(
      'claims',
      promotions.claims,
      '/admin/promotions/claims',
      i18n._({
        id: 'officeNotice.claims',
        message: '{count, plural, one {# claim to review} other {# claims to review}}',
        values: { count: promotions.claims },
      }),
    ),
    line(
      'promotions',
      promotions.changes,
      '/admin/promotions/changes',
      i18n._({
        id: 'officeNotice.promotions',
        message: '{count, plural, one {# promotion change to approve} other {# promotion changes to approve}}',
        values: { count: promotions.changes },
      }),
    ),
    line(
      'access',
      approvable,
      '/admin/operators',
      i18n._({
        id: 'officeNotice.access',
        message: '{count, plural, one {# access request to approve} other {# access requests to approve}}',
        values: { count: approvable },
      }),
    ),
  ];
}

function useIdentityNotices(operator: Operator): OfficeNotice[] {
  const { data } = useQuery({ ...kycStatsQuery, enabled: hasPermission(operator, 'kyc.read') });
  const count = (data?.counts.pending ?? 0) + (data?.counts.in_review ?? 0);
  return [
    {
      key: 'verifications',
      kind: 'identity',
      count,
      to: '/admin/kyc',
      title: i18n._({
        id: 'officeNotice.kyc',
        message: '{count, plural, one {# verification to review} other {# verifications to review}}',
        values: { count },
      }),
    },
  ];
}
