/**
 * Every page for players, one line each: the router, the budgets of the build and the journey over all screens read it. This file loads no page. The operators'
 * pages are in operator-pages.ts, so that players do not load their list.
 */
import { i18n } from '@lingui/core';

export interface Line {
  /** Its path, without the leading slash. */
  path: string;
  /** The file and its export. */
  page: `${string}.tsx#${string}Page`;
}

export interface PlayerPage extends Line {
  /** `guest`: visitors only; `player`: signed-in players only. */
  access: 'open' | 'guest' | 'player';
  /** The title of the window; a page without it sets its own. */
  title?: () => string;
  /** The maximum size of its scripts as transferred, for pages where a visit can begin; these scripts load together with the entry. */
  scriptsKB?: number;
  /** Chunks that it shows at once and loads by itself. */
  parts?: readonly string[];
}

const slip = ['player/betting/slip.tsx'];

// biome-ignore format: one line each
export const playerPages: readonly PlayerPage[] = [
  { path: '', page: 'player/home/landing.tsx#LandingPage', access: 'open', scriptsKB: 215, title: () => i18n._({ id: 'landing.pageTitle', message: 'Fairline · One honest line' }) },
  { path: 'login', page: 'player/access/login.tsx#LoginPage', access: 'guest', scriptsKB: 200, title: () => i18n._({ id: 'login.pageTitle', message: 'Login · Fairline' }) },
  { path: 'forgot-password', page: 'player/access/forgot-password.tsx#ForgotPasswordPage', access: 'guest', title: () => i18n._({ id: 'forgot.pageTitle', message: 'Forgot password · Fairline' }) },
  { path: 'register', page: 'player/access/register.tsx#RegisterPage', access: 'guest', title: () => i18n._({ id: 'register.pageTitle', message: 'Sign Up · Fairline' }) },
  { path: 'reset-password', page: 'player/access/reset-password.tsx#ResetPasswordPage', access: 'open', title: () => i18n._({ id: 'reset.pageTitle', message: 'New password · Fairline' }) },
  { path: 'auth/callback', page: 'player/access/verify-email.tsx#VerifyEmailPage', access: 'open', title: () => i18n._({ id: 'verify.pageTitle', message: 'Email verification · Fairline' }) },
  { path: 'help', page: 'player/support/help.tsx#HelpPage', access: 'open', title: () => i18n._({ id: 'help.pageTitle', message: 'Help · Fairline' }) },
  { path: 'rules', page: 'player/documents/rules.tsx#RulesPage', access: 'open' },
  { path: 'results', page: 'player/betting/results.tsx#ResultsPage', access: 'open' },
  { path: 'terms', page: 'player/documents/terms.tsx#TermsPage', access: 'open', title: () => i18n._({ id: 'terms.pageTitle', message: 'Terms and conditions · Fairline' }) },
  { path: 'privacy', page: 'player/documents/privacy.tsx#PrivacyPage', access: 'open', title: () => i18n._({ id: 'privacy.pageTitle', message: 'Privacy policy · Fairline' }) },
  { path: 'casino/returns', page: 'player/casino/returns.tsx#ReturnsPage', access: 'open' },
  { path: 'casino/:id/par-sheet/:version', page: 'player/casino/par-sheet.tsx#ParSheetPage', access: 'open' },
  { path: 'safe-play', page: 'player/account/safe-play.tsx#SafePlayPage', access: 'open', scriptsKB: 220, title: () => i18n._({ id: 'safe.pageTitle', message: 'Safe play · Fairline' }) },
  { path: 'safe-play/statement', page: 'player/account/statement.tsx#StatementPage', access: 'player', title: () => i18n._({ id: 'safe.statement.pageTitle', message: 'Activity statement · Fairline' }) },
  { path: 'dashboard', page: 'player/home/dashboard.tsx#DashboardPage', access: 'player', scriptsKB: 220, title: () => i18n._({ id: 'dashboard.pageTitle', message: 'Dashboard · Fairline' }) },
  { path: 'account', page: 'player/account/account.tsx#AccountPage', access: 'player', title: () => i18n._({ id: 'account.pageTitle', message: 'Account · Fairline' }) },
  { path: 'sports', page: 'player/betting/sports.tsx#SportsPage', access: 'player', scriptsKB: 240, parts: slip, title: () => i18n._({ id: 'sports.pageTitle', message: 'Sports · Fairline' }) },
  { path: 'live', page: 'player/betting/sports.tsx#LivePage', access: 'player', scriptsKB: 240, parts: slip, title: () => i18n._({ id: 'live.pageTitle', message: 'Live · Fairline' }) },
  { path: 'fixtures/:id', page: 'player/betting/fixture.tsx#FixturePage', access: 'player', scriptsKB: 240, parts: slip },
  { path: 'bets', page: 'player/betting/bets.tsx#BetsPage', access: 'player', scriptsKB: 216, title: () => i18n._({ id: 'bets.pageTitle', message: 'My bets · Fairline' }) },
  { path: 'bets/:id', page: 'player/betting/bet.tsx#BetPage', access: 'player', title: () => i18n._({ id: 'bet.pageTitle', message: 'Bet · Fairline' }) },
  { path: 'casino', page: 'player/casino/lobby.tsx#LobbyPage', access: 'player', scriptsKB: 222, title: () => i18n._({ id: 'casino.pageTitle', message: 'Casino · Fairline' }) },
  { path: 'casino/history', page: 'player/casino/history.tsx#RoundsPage', access: 'player' },
  { path: 'casino/rounds/:id', page: 'player/casino/round.tsx#RoundPage', access: 'player' },
  { path: 'casino/fairness', page: 'player/casino/fairness.tsx#FairnessPage', access: 'player' },
  { path: 'casino/:id', page: 'player/casino/game.tsx#GamePage', access: 'player' },
  { path: 'promotions', page: 'player/account/promotions.tsx#PromotionsPage', access: 'player', scriptsKB: 215, title: () => i18n._({ id: 'promotions.pageTitle', message: 'Promotions · Fairline' }) },
  { path: 'support', page: 'player/support/support.tsx#SupportPage', access: 'player', scriptsKB: 230, title: () => i18n._({ id: 'support.pageTitle', message: 'Support · Fairline' }) },
  { path: 'wallet', page: 'player/account/wallet.tsx#WalletPage', access: 'player', scriptsKB: 216, title: () => i18n._({ id: 'wallet.pageTitle', message: 'Wallet · Fairline' }) },
];

/** The file of a page, below `src/`, and the name of its export. */
export function sourceOf({ page }: Pick<Line, 'page'>): { file: string; name: string } {
  const [file, name] = page.split('#') as [string, string];
  return { file, name };
}

/** The URL of a page without its optional parameters; undefined if it needs one. */
export function addressOf({ path }: Pick<Line, 'path'>): string | undefined {
  const fixed = path.replaceAll(/\/:\w+\?/g, '');
  return fixed.includes(':') ? undefined : `/${fixed}`;
}
