/** Names of exclusions, markers of harm and interventions on a player's page. */
import { Currency } from '@fairline/proto/money';
import type { Exclusion } from '@fairline/proto/risk/exclusions';
import type { Intervention } from '@fairline/proto/risk/harm';
import { i18n } from '@lingui/core';
import { moneyText } from '../../domain/money/money.tsx';
import { lengthText } from '../../domain/safe-play/limit-labels.ts';
import { countText } from '../../figures.ts';

export function exclusionName(kind: Exclusion['kind']): string {
  switch (kind) {
    case 'time_out':
      return i18n._({ id: 'playerRisk.timeOut', message: 'Time-out' });
    case 'self_exclusion':
      return i18n._({ id: 'playerRisk.selfExclusion', message: 'Self-exclusion' });
  }
}

export function interventionText({
  kind,
  answer,
}: {
  kind: Intervention['kind'];
  answer?: Intervention['answer'] | undefined;
}): string {
  switch (kind) {
    case 'bonus_stopped':
      return i18n._({ id: 'playerRisk.bonusStopped', message: 'New bonuses blocked' });
    case 'raise_refused':
      return i18n._({ id: 'playerRisk.raiseRefused', message: 'Limit raise or removal refused' });
    case 'pause_offered':
      if (answer === 'taken') return i18n._({ id: 'playerRisk.pauseTaken', message: 'Time-out offered and taken' });
      if (answer === 'declined')
        return i18n._({ id: 'playerRisk.pauseDeclined', message: 'Time-out offered and declined' });
      return i18n._({ id: 'playerRisk.pauseOffered', message: 'Time-out offered' });
  }
}

/** The figures behind a marker, as text if this page knows them. */
export function inputTexts(inputs: Readonly<Record<string, unknown>>): string[] {
  const { raises, count, hours, minutes, withdrawals, days, weekMinor, usualMinor } = inputs;
  const currency = Currency.safeParse(inputs.currency);
  const money = (minor: unknown) =>
    currency.success && typeof minor === 'number' ? moneyText(minor, currency.data) : null;
  const [week, usual] = [money(weekMinor), money(usualMinor)];
  return [
    typeof raises === 'number' &&
      i18n._({
        id: 'playerRisk.raises',
        message: '{count, plural, one {# raise} other {# raises}}',
        values: { count: raises },
      }),
    typeof count === 'number' &&
      typeof hours === 'number' &&
      i18n._({
        id: 'playerRisk.within',
        message: '{count, plural, one {# time} other {# times}} within {hours} h',
        values: { count, hours: countText(hours) },
      }),
    typeof minutes === 'number' && lengthText(minutes),
    typeof withdrawals === 'number' &&
      i18n._({
        id: 'playerRisk.withdrawals',
        message: '{count, plural, one {# withdrawal} other {# withdrawals}}',
        values: { count: withdrawals },
      }),
    Array.isArray(days) && days.join(', '),
    week &&
      usual &&
      i18n._({ id: 'playerRisk.week', message: '{week} in a week, usually {usual}', values: { week, usual } }),
  ].filter((text) => typeof text === 'string');
}
