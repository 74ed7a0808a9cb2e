/** The measure of a rule as text: "3 or more in 7 days". */
import type { RiskRule } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';
import { countText, numberText, percentText } from '../../figures.ts';
import { parText } from '../money/par.ts';

type Unit = RiskRule['unit'];

/** A threshold, or the value that reached it. */
export function measuredText(unit: Unit, value: number): string {
  switch (unit) {
    case 'minor':
      return parText(Math.round(value));
    case 'times':
    case 'subjects':
      return countText(value);
    case 'percent':
      return percentText(value / 100, { maximumFractionDigits: 1 });
    case 'days':
      return daysText(value);
    case 'factor':
      return i18n._({
        id: 'measure.factor',
        message: '{factor}×',
        values: { factor: numberText(value, { maximumFractionDigits: 1 }) },
      });
  }
}

const daysText = (days: number) =>
  i18n._({ id: 'measure.days', message: '{days, plural, one {# day} other {# days}}', values: { days } });

/** A duration in the largest unit that divides it evenly. */
export function windowText(minutes: number): string {
  if (minutes % 1_440 === 0) return daysText(minutes / 1_440);
  if (minutes % 60 === 0)
    return i18n._({
      id: 'measure.hours',
      message: '{hours, plural, one {# hour} other {# hours}}',
      values: { hours: minutes / 60 },
    });
  return i18n._({
    id: 'measure.minutes',
    message: '{minutes, plural, one {# minute} other {# minutes}}',
    values: { minutes },
  });
}

export function measureText({
  measure,
  unit,
  threshold,
  windowMinutes,
}: Pick<RiskRule, 'measure' | 'unit' | 'threshold' | 'windowMinutes'>): string {
  const value = measuredText(unit, threshold);
  const window = windowMinutes === undefined ? undefined : windowText(windowMinutes);
  const values = { value, window };
  if (measure === 'gap') return i18n._({ id: 'measure.gap', message: '{value} or more without activity', values });
  if (window === undefined) return i18n._({ id: 'measure.each', message: '{value} or more', values });
  switch (measure) {
    case 'each':
    case 'count':
    case 'sum':
      return i18n._({ id: 'measure.inWindow', message: '{value} or more in {window}', values });
    case 'distinct':
      return i18n._({ id: 'measure.distinct', message: '{value} or more accounts in {window}', values });
    case 'sequence':
      if (unit === 'times' && threshold === 1)
        return i18n._({ id: 'measure.within', message: 'Within {window}', values });
      return i18n._({ id: 'measure.sequence', message: '{value} or more within {window}', values });
    case 'unplayed':
      return i18n._({ id: 'measure.unplayed', message: 'Less than {value} of deposits staked in {window}', values });
    case 'multiple':
      return i18n._({ id: 'measure.multiple', message: 'At least {value} the average of {window}', values });
  }
}
