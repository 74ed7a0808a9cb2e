/** Every page for operators, one line each: the section, the menu and the journey over all screens read it. This file loads no page. */
import type { Permission } from '@fairline/proto/permissions';
import { i18n } from '@lingui/core';
import type { Line } from './pages.ts';

export interface OperatorPage extends Line {
  access: 'open' | 'guest' | 'operator';
  /** The title of the window, and the page's heading. */
  title: () => string;
  /** The required permission; without it every operator may open the page. */
  needs?: Permission;
}

// biome-ignore format: one line each
const linesOfOperators = [
  { path: 'admin/login', page: 'admin/access/login.tsx#OperatorLoginPage', access: 'guest', title: () => i18n._({ id: 'operator.pageTitle', message: 'Operator login · Fairline' }) },
  { path: 'admin/activate', page: 'admin/access/activate.tsx#OperatorActivatePage', access: 'open', title: () => i18n._({ id: 'activate.pageTitle', message: 'Set up an operator · Fairline' }) },
  { path: 'admin/dashboard', page: 'admin/dashboard.tsx#DashboardPage', access: 'operator', title: () => i18n._({ id: 'dashboard.title', message: 'Dashboard' }) },
  { path: 'admin/users', page: 'admin/users.tsx#UsersPage', access: 'operator', needs: 'users.read', title: () => i18n._({ id: 'users.title', message: 'User Management' }) },
  { path: 'admin/users/:id', page: 'admin/users.tsx#UserPage', access: 'operator', needs: 'users.read', title: () => i18n._({ id: 'user.title', message: 'Player' }) },
  { path: 'admin/financial', page: 'admin/financial.tsx#FinancialPage', access: 'operator', needs: 'wallet.read', title: () => i18n._({ id: 'approvals.title', message: 'Pending Approvals' }) },
  { path: 'admin/trading/:part?', page: 'admin/trading.tsx#TradingPage', access: 'operator', needs: 'betting.read', title: () => i18n._({ id: 'trading.title', message: 'Trading' }) },
  { path: 'admin/games/:part?', page: 'admin/games.tsx#GamesPage', access: 'operator', needs: 'casino.read', title: () => i18n._({ id: 'games.title', message: 'Game Management' }) },
  { path: 'admin/risk/:part?', page: 'admin/risk.tsx#RiskPage', access: 'operator', needs: 'risk.read', title: () => i18n._({ id: 'risk.title', message: 'Risk Management' }) },
  { path: 'admin/kyc', page: 'admin/kyc.tsx#KycPage', access: 'operator', needs: 'kyc.read', title: () => i18n._({ id: 'kycDesk.title', message: 'KYC Verification' }) },
  { path: 'admin/promotions/:part?', page: 'admin/promotions.tsx#PromotionsPage', access: 'operator', needs: 'promotions.read', title: () => i18n._({ id: 'promotions.name', message: 'Promotions' }) },
  { path: 'admin/support/:part?', page: 'admin/support.tsx#SupportDeskPage', access: 'operator', needs: 'tickets.read', title: () => i18n._({ id: 'supportDesk.title', message: 'Support' }) },
  { path: 'admin/integrity', page: 'admin/integrity.tsx#IntegrityPage', access: 'operator', needs: 'wallet.read', title: () => i18n._({ id: 'integrity.title', message: 'Integrity' }) },
  { path: 'admin/audit', page: 'admin/audit.tsx#AuditPage', access: 'operator', needs: 'audit.read', title: () => i18n._({ id: 'auditLog.title', message: 'Audit log' }) },
  { path: 'admin/monitor/:part?/:id?', page: 'admin/monitor.tsx#MonitorPage', access: 'operator', needs: 'system.read', title: () => i18n._({ id: 'monitor.title', message: 'Data monitor' }) },
  { path: 'admin/operators', page: 'admin/staff.tsx#OperatorsPage', access: 'operator', needs: 'operators', title: () => i18n._({ id: 'staff.label', message: 'Operators' }) },
  { path: 'admin/settings', page: 'admin/staff.tsx#SettingsPage', access: 'operator', title: () => i18n._({ id: 'settings.title', message: 'Settings' }) },
] as const satisfies readonly OperatorPage[];
export const operatorPages: readonly OperatorPage[] = linesOfOperators;
export type OperatorPath = (typeof linesOfOperators)[number]['path'];
