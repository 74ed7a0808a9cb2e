/** Labels of betting figures and their periods, the same on every page. */
import type { PlayPeriod } from '@fairline/proto/play-figures';
import { i18n } from '@lingui/core';

export function periodName(period: PlayPeriod | 'quarter'): string {
  switch (period) {
    case 'all':
      return i18n._({ id: 'period.all', message: 'All time' });
    case 'today':
      return i18n._({ id: 'period.today', message: 'Today' });
    case 'week':
      return i18n._({ id: 'period.week', message: 'This week' });
    case 'month':
      return i18n._({ id: 'period.month', message: 'This month' });
    case 'quarter':
      return i18n._({ id: 'period.quarter', message: 'This quarter' });
  }
}

export const playNames = {
  staked: () => i18n._({ id: 'play.staked', message: 'Staked' }),
  open: () => i18n._({ id: 'play.open', message: 'Open stakes' }),
  winnings: () => i18n._({ id: 'stats.winnings', message: 'Total Winnings' }),
  net: () => i18n._({ id: 'stats.net', message: 'Net Profit' }),
};
