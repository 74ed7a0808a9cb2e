/** The operators' section: its addresses and pages, in the one piece of code that comes when the first of them is visited; trading and games bring their own. */
import { lazy, Suspense } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router';
import { operatorSession } from '../client/session/session.ts';
import { GuestsOnly, SignedInOnly } from '../features/session/guards.tsx';
import { OperatorActivatePage } from './access/activate.tsx';
import { OperatorLoginPage } from './access/login.tsx';
import { DashboardPage } from './dashboard.tsx';
import { FinancialPage } from './financial.tsx';
import { AdminChecking, AdminRoot, AdminShell, PageLoading } from './frame/shell.tsx';
import { IntegrityPage } from './integrity.tsx';
import { OperatorsPage, SettingsPage } from './staff.tsx';
import { UserPage, UsersPage } from './users.tsx';

/** The page after an operator's sign-in, unless another was remembered. */
const home = '/admin/dashboard';

const TradingPage = lazy(async () => ({ default: (await import('./trading.tsx')).TradingPage }));
const trading = (
  <Suspense fallback={<PageLoading />}>
    <TradingPage />
  </Suspense>
);

const GamesPage = lazy(async () => ({ default: (await import('./games.tsx')).GamesPage }));
const games = (
  <Suspense fallback={<PageLoading />}>
    <GamesPage />
  </Suspense>
);

const RiskPage = lazy(async () => ({ default: (await import('./risk.tsx')).RiskPage }));
const risk = (
  <Suspense fallback={<PageLoading />}>
    <RiskPage />
  </Suspense>
);

const KycPage = lazy(async () => ({ default: (await import('./kyc.tsx')).KycPage }));
const kyc = (
  <Suspense fallback={<PageLoading />}>
    <KycPage />
  </Suspense>
);

const PromotionsPage = lazy(async () => ({ default: (await import('./promotions.tsx')).PromotionsPage }));
const promotions = (
  <Suspense fallback={<PageLoading />}>
    <PromotionsPage />
  </Suspense>
);

const SupportDeskPage = lazy(async () => ({ default: (await import('./support.tsx')).SupportDeskPage }));
const support = (
  <Suspense fallback={<PageLoading />}>
    <SupportDeskPage />
  </Suspense>
);

const AuditPage = lazy(async () => ({ default: (await import('./audit.tsx')).AuditPage }));
const audit = (
  <Suspense fallback={<PageLoading />}>
    <AuditPage />
  </Suspense>
);

const MonitorPage = lazy(async () => ({ default: (await import('./monitor.tsx')).MonitorPage }));
const monitor = (
  <Suspense fallback={<PageLoading />}>
    <MonitorPage />
  </Suspense>
);

const pages: RouteObject[] = [
  {
    element: <AdminRoot />,
    children: [
      {
        element: <GuestsOnly session={operatorSession} checking={<AdminChecking />} home={home} />,
        children: [{ path: 'login', element: <OperatorLoginPage /> }],
      },
      { path: 'activate', element: <OperatorActivatePage /> },
      {
        element: <SignedInOnly session={operatorSession} checking={<AdminChecking />} signIn="/admin/login" />,
        children: [
          {
            element: <AdminShell />,
            children: [
              { path: 'dashboard', element: <DashboardPage /> },
              { path: 'users', element: <UsersPage /> },
              { path: 'users/:id', element: <UserPage /> },
              { path: 'financial', element: <FinancialPage /> },
              { path: 'trading/:part?', element: trading },
              { path: 'games/:part?', element: games },
              { path: 'risk/:part?', element: risk },
              { path: 'kyc', element: kyc },
              { path: 'promotions/:part?', element: promotions },
              { path: 'support/:part?', element: support },
              { path: 'integrity', element: <IntegrityPage /> },
              { path: 'audit', element: audit },
              { path: 'monitor/:part?/:id?', element: monitor },
              { path: 'operators', element: <OperatorsPage /> },
              { path: 'settings', element: <SettingsPage /> },
              { path: '*', element: <Navigate to={home} replace /> },
            ],
          },
        ],
      },
    ],
  },
];

export function AdminSection() {
  return useRoutes(pages);
}
