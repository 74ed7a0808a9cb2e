/** Names of the scopes of suspensions. */
import type { Stop } from '@fairline/proto/betting/stops';
import { i18n } from '@lingui/core';

export function stopScopeName(scope: Stop['scope']): string {
  switch (scope) {
    case 'market':
      return i18n._({ id: 'scope.market', message: 'Market' });
    case 'fixture':
      return i18n._({ id: 'scope.fixture', message: 'Fixture' });
    case 'sport':
      return i18n._({ id: 'scope.sport', message: 'Sport' });
    case 'all':
      return i18n._({ id: 'scope.all', message: 'Everything' });
  }
}
