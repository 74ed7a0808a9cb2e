/**
 * Every address of the app. Pages come when they are visited; an address without a page leads home.
 */
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { playerSession } from './client/session/session.ts';
import { GuestsOnly, SignedInOnly } from './features/session/guards.tsx';
import { Checking, PageComing, PageFailed } from './player/frame/page-states.tsx';
import { PlayerShell } from './player/frame/shell.tsx';

/** The page after a player's sign-in, unless another was remembered. */
export const playerHome = '/dashboard';

const player = (home: ComponentType | undefined): RouteObject => ({
  Component: PlayerShell,
  HydrateFallback: PageComing,
  ErrorBoundary: PageFailed,
  children: [
    home ? { index: true, Component: home } : { index: true, lazy: async () => ({ Component: (await import('./player/home/landing.tsx')).LandingPage }) },
    {
      element: <GuestsOnly session={playerSession} checking={<Checking />} home={playerHome} />,
      children: [
        { path: 'login', lazy: async () => ({ Component: (await import('./player/access/login.tsx')).LoginPage }) },
        { path: 'forgot-password', lazy: async () => ({ Component: (await import('./player/access/forgot-password.tsx')).ForgotPasswordPage }) },
        { path: 'register', lazy: async () => ({ Component: (await import('./player/access/register.tsx')).RegisterPage }) },
      ],
    },
    { path: 'help', lazy: async () => ({ Component: (await import('./player/support/help.tsx')).HelpPage }) },
    { path: 'terms', lazy: async () => ({ Component: (await import('./player/documents/terms.tsx')).TermsPage }) },
    { path: 'privacy', lazy: async () => ({ Component: (await import('./player/documents/privacy.tsx')).PrivacyPage }) },
    { path: 'casino/returns', lazy: async () => ({ Component: (await import('./player/casino/returns.tsx')).ReturnsPage }) },
    { path: 'casino/:id/par-sheet/:version', lazy: async () => ({ Component: (await import('./player/casino/par-sheet.tsx')).ParSheetPage }) },
    { path: 'safe-play', lazy: async () => ({ Component: (await import('./player/account/safe-play.tsx')).SafePlayPage }) },
    { path: 'reset-password', lazy: async () => ({ Component: (await import('./player/access/reset-password.tsx')).ResetPasswordPage }) },
    { path: 'auth/callback', lazy: async () => ({ Component: (await import('./player/access/verify-email.tsx')).VerifyEmailPage }) },
    {
      element: <SignedInOnly session={playerSession} checking={<Checking />} signIn="/login" />,
      children: [
        { path: 'dashboard', lazy: async () => ({ Component: (await import('./player/home/dashboard.tsx')).DashboardPage }) },
        { path: 'account', lazy: async () => ({ Component: (await import('./player/account/account.tsx')).AccountPage }) },
        { path: 'sports', lazy: async () => ({ Component: (await import('./player/betting/sports.tsx')).SportsPage }) },
        { path: 'live', lazy: async () => ({ Component: (await import('./player/betting/sports.tsx')).LivePage }) },
        { path: 'fixtures/:id', lazy: async () => ({ Component: (await import('./player/betting/fixture.tsx')).FixturePage }) },
        { path: 'bets', lazy: async () => ({ Component: (await import('./player/betting/bets.tsx')).BetsPage }) },
        { path: 'bets/:id', lazy: async () => ({ Component: (await import('./player/betting/bet.tsx')).BetPage }) },
        { path: 'casino', lazy: async () => ({ Component: (await import('./player/casino/lobby.tsx')).LobbyPage }) },
        { path: 'casino/history', lazy: async () => ({ Component: (await import('./player/casino/history.tsx')).RoundsPage }) },
        { path: 'casino/rounds/:id', lazy: async () => ({ Component: (await import('./player/casino/round.tsx')).RoundPage }) },
        { path: 'casino/fairness', lazy: async () => ({ Component: (await import('./player/casino/fairness.tsx')).FairnessPage }) },
        { path: 'casino/:id', lazy: async () => ({ Component: (await import('./player/casino/game.tsx')).GamePage }) },
        { path: 'promotions', lazy: async () => ({ Component: (await import('./player/account/promotions.tsx')).PromotionsPage }) },
        { path: 'support', lazy: async () => ({ Component: (await import('./player/support/support.tsx')).SupportPage }) },
        { path: 'safe-play/statement', lazy: async () => ({ Component: (await import('./player/account/statement.tsx')).StatementPage }) },
        { path: 'wallet', lazy: async () => ({ Component: (await import('./player/account/wallet.tsx')).WalletPage }) },
      ],
    },
  ],
});

const admin: RouteObject = {
  path: 'admin/*',
  HydrateFallback: PageComing,
  ErrorBoundary: PageFailed,
  lazy: async () => ({ Component: (await import('./admin/section.tsx')).AdminSection }),
};

/** `home` is the front page if it is loaded already, so that it is in the very first render. */
export function routesOf(home?: ComponentType): RouteObject[] {
  return [player(home), admin, { path: '*', element: <Navigate to="/" replace /> }];
}
