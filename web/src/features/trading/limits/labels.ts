/** Names of the scopes of limits. */
import type { Limit } from '@fairline/proto/betting/desk';
import type { Market } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';

export function limitScopeName(scope: Limit['scope']): string {
  switch (scope) {
    case 'market':
      return i18n._({ id: 'scope.market', message: 'Market' });
    case 'type':
      return i18n._({ id: 'scope.type', message: 'Type of market' });
    case 'competition':
      return i18n._({ id: 'scope.competition', message: 'Competition' });
    case 'sport':
      return i18n._({ id: 'scope.sport', message: 'Sport' });
    case 'default':
      return i18n._({ id: 'scope.default', message: 'Default' });
  }
}

export function marketTypeName(type: Market['type']): string {
  switch (type) {
    case '1x2':
      return i18n._({ id: 'marketType.1x2', message: '1X2' });
    case 'moneyline':
      return i18n._({ id: 'marketType.moneyline', message: 'Moneyline' });
    case 'spread':
      return i18n._({ id: 'marketType.spread', message: 'Spread' });
    case 'total':
      return i18n._({ id: 'marketType.total', message: 'Total' });
    case 'btts':
      return i18n._({ id: 'marketType.btts', message: 'Both teams to score' });
    case 'draw_no_bet':
      return i18n._({ id: 'marketType.drawNoBet', message: 'Draw no bet' });
    case 'odd_even':
      return i18n._({ id: 'marketType.oddEven', message: 'Odd or even' });
  }
}
