/** The lengths of an exclusion that can be chosen: none that ends before the one in force. */

import type { JurisdictionRules } from '@fairline/proto/jurisdictions';
import { type Exclusion, exclusionDays, exclusionEnd, selfExclusionDays } from '@fairline/proto/risk/exclusions';
import { hourMs } from '@fairline/proto/time';
import { i18n } from '@lingui/core';

export type Days = (typeof exclusionDays)[number];

export const isTimeOut = (days: number | undefined) => days !== undefined && days < selfExclusionDays;

/** Shorter extensions are not offered. */
const leastMs = hourMs;

/** Lengths that would last longer than the current exclusion; none if it is permanent. */
export function longerDays(
  current: Pick<Exclusion, 'endsAt'> | undefined,
  nowMs: number,
  rules: JurisdictionRules,
): Days[] {
  if (!current) return [...exclusionDays];
  const { endsAt } = current;
  return endsAt === undefined
    ? []
    : exclusionDays.filter(
        (days) => Number(exclusionEnd(days, new Date(nowMs), rules)) >= Date.parse(endsAt) + leastMs,
      );
}

export function daysText(days: number): string {
  return i18n._({ id: 'safe.days', message: '{days, plural, one {# day} other {# days}}', values: { days } });
}
