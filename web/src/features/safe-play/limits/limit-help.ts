/** The meaning of each limit, in a sentence. */
import { type LimitType, limitRules } from '@fairline/proto/risk/limits';
import { sessionRules } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import { countText } from '../../../figures.ts';

export function limitHelp(type: LimitType): string {
  switch (type) {
    case 'session_time':
      return i18n._({
        id: 'safe.help.session',
        message: 'Up to {most} minutes. When it is reached you cannot stake until {gap} minutes after your last stake.',
        values: { most: countText(limitRules.maxMinutes), gap: sessionRules.gapMinutes },
      });
    case 'bet_amount':
      return i18n._({ id: 'safe.help.bet', message: 'The most you can stake on one bet or one round.' });
    case 'loss_daily':
    case 'loss_weekly':
    case 'loss_monthly':
      return i18n._({
        id: 'safe.help.loss',
        message: 'Stakes less returns. An open bet counts as lost until it is settled.',
      });
    default:
      return i18n._({
        id: 'safe.help.deposit',
        message: 'Deposits count when you ask for them, unless they are rejected or fail.',
      });
  }
}
