/**
 * What is left of the player's own limits, shown wherever money is spent. Only limits that are set are shown; of several loss limits, the one that the next
 * stake would reach first.
 */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type { LimitType, PlayLimit } from '@fairline/proto/risk/limits';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNow } from '../../ui/browser/use-now.ts';
import { cx } from '../../ui/theme/cx.ts';
import { leftText, limitName, valueText } from './limit-labels.ts';
import { ownLimitsQuery, playSessionQuery } from './queries.ts';
import { isPlaying, minutesOf } from './reminders.ts';
import { tightestLoss } from './stake-stop.ts';

const losses: readonly LimitType[] = ['loss_daily', 'loss_weekly', 'loss_monthly'];
const types: Record<'stake' | 'deposit', readonly LimitType[]> = {
  stake: ['bet_amount', ...losses, 'session_time'],
  deposit: ['deposit_daily', 'deposit_weekly', 'deposit_monthly'],
};

interface Props {
  of: 'stake' | 'deposit';
  /** A result is not shown yet: the figures are held back so that they do not give it away. */
  held?: boolean;
  className?: string;
}

export function LimitsLeft({ of, held = false, className }: Props) {
  const { data: limits } = useQuery(ownLimitsQuery);
  const session = useQuery(playSessionQuery).data;
  const nowMs = useNow();
  const shown = useRef(limits);
  if (!held) shown.current = limits;
  const items = shown.current?.items ?? [];
  const tightest = of === 'stake' ? tightestLoss(items, nowMs) : null;
  const wanted = types[of].filter((type) => !losses.includes(type) || type === tightest);
  const set = wanted.flatMap((type) => items.find(({ active, limitType }) => active && limitType === type) ?? []);
  if (!session || set.length === 0) return null;
  const { currency, limitMinutes } = session;
  // The session's time runs on without a refetch.
  const minutesLeft =
    limitMinutes !== undefined && isPlaying(session, nowMs)
      ? Math.max(0, limitMinutes - minutesOf(session, nowMs))
      : undefined;
  return (
    <ul
      aria-label={i18n._({ id: 'safe.left.label', message: 'Remaining limits' })}
      className={cx('flex flex-wrap gap-x-4 text-12 text-ink-soft', className)}
    >
      {set.map((limit) => (
        <li key={limit.limitType} className="figures">
          {rowText(
            limit.limitType === 'session_time' && minutesLeft !== undefined
              ? { ...limit, remainingMinutes: minutesLeft }
              : limit,
            currency,
          )}
        </li>
      ))}
    </ul>
  );
}

function rowText(limit: PlayLimit, currency: PlayCurrencyCode): string {
  const name = limitName(limit.limitType);
  const left = leftText(limit, currency);
  return left === null
    ? i18n._({
        id: 'safe.left.most',
        message: '{name}: at most {amount}',
        values: { name, amount: valueText(limit, currency) ?? '' },
      })
    : i18n._({ id: 'safe.left.row', message: '{name}: {amount} left', values: { name, amount: left } });
}
