/** Names of the operators' roles. */
import { i18n } from '@lingui/core';

export function roleName(role: string): string {
  switch (role) {
    case 'super_admin':
      return i18n._({ id: 'role.superAdmin', message: 'Super admin' });
    case 'finance':
      return i18n._({ id: 'role.finance', message: 'Finance' });
    case 'trader':
      return i18n._({ id: 'role.trader', message: 'Trader' });
    case 'games':
      return i18n._({ id: 'role.games', message: 'Games' });
    case 'compliance':
      return i18n._({ id: 'role.compliance', message: 'Compliance' });
    case 'support':
      return i18n._({ id: 'role.support', message: 'Support' });
    case 'auditor':
      return i18n._({ id: 'role.auditor', message: 'Auditor' });
    default:
      return role;
  }
}
