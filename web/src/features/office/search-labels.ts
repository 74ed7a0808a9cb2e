/** Names of the kinds of search results. */
import type { SearchKind } from '@fairline/proto/search';
import { i18n } from '@lingui/core';

export function kindName(kind: SearchKind): string {
  switch (kind) {
    case 'player':
      return i18n._({ id: 'searchKind.player', message: 'Players' });
    case 'payment':
      return i18n._({ id: 'approvals.label', message: 'Payments' });
    case 'bet':
      return i18n._({ id: 'desk.bets', message: 'Bets' });
    case 'fixture':
      return i18n._({ id: 'desk.fixtures', message: 'Fixtures' });
    case 'round':
      return i18n._({ id: 'games.itsRounds', message: 'Rounds' });
    case 'game':
      return i18n._({ id: 'games.label', message: 'Games' });
    case 'promotion':
      return i18n._({ id: 'promotions.name', message: 'Promotions' });
    case 'claim':
      return i18n._({ id: 'promoDesk.claims', message: 'Claims' });
    case 'verification':
      return i18n._({ id: 'searchKind.verification', message: 'Verifications' });
    case 'ticket':
      return i18n._({ id: 'supportDesk.tickets', message: 'Tickets' });
    case 'alert':
      return i18n._({ id: 'searchKind.alert', message: 'Alerts' });
  }
}
