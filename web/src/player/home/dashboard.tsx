/** The player's start page: account, balance, recent activity, and suggested next steps. */
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import type { User } from '@fairline/proto/auth/users';
import type { CurrencyCode } from '@fairline/proto/money';
import { type PlayFigures, type PlayPeriod, playPeriods, sportsPlay } from '@fairline/proto/play-figures';
import type { WalletStats } from '@fairline/proto/wallet/history';
import type { Balance } from '@fairline/proto/wallet/ledger';
import { i18n } from '@lingui/core';
import { queryOptions, useInfiniteQuery, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Dices,
  Gift,
  LifeBuoy,
  RefreshCw,
  Settings,
  ShieldCheck,
  Trophy,
  Wallet,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { Money, moneyText } from '../../domain/money/money.tsx';
import { periodName, playNames } from '../../domain/money/play-labels.ts';
import { betStatsQuery } from '../../features/betting/bets/queries.ts';
import { StatCards } from '../../features/dashboard/stat-cards.tsx';
import { ViewAll } from '../../features/dashboard/view-all.tsx';
import { failedOf, WalletFailure } from '../../features/wallet/balance/failure.tsx';
import { historyQuery, statsQuery } from '../../features/wallet/balance/history-queries.ts';
import { settingsQuery } from '../../features/wallet/balance/player-queries.ts';
import { balanceQuery } from '../../features/wallet/balance/queries.ts';
import { countText } from '../../figures.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { type Detail, DetailList } from '../../ui/content/details.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { EmptyState, ErrorState, Notice, Skeleton, SkeletonRows } from '../../ui/content/states.tsx';
import { ButtonLink, IconButton } from '../../ui/controls/button.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';

const twoFactorQuery = queryOptions({
  queryKey: ['auth', '2fa'],
  queryFn: ({ signal }) => call(sessionRoutes.twoFactor, { signal }),
});

/** Loaded later: it is below the balances and comes from another service. */
const BetFigures = lazy(async () => ({
  default: (await import('../../features/betting/bets/figures.tsx')).BetFigures,
}));
const CasinoFigures = lazy(async () => ({
  default: (await import('../../features/dashboard/casino-figures.tsx')).CasinoFigures,
}));
const SessionCount = lazy(async () => ({
  default: (await import('../../features/dashboard/play-sessions.tsx')).SessionCount,
}));
const PlaySessions = lazy(async () => ({
  default: (await import('../../features/dashboard/play-sessions.tsx')).PlaySessions,
}));
const SecurityPanel = lazy(async () => ({
  default: (await import('../../features/dashboard/security-panel.tsx')).SecurityPanel,
}));
const RecentTransactions = lazy(async () => ({
  default: (await import('../../features/dashboard/recent-transactions.tsx')).RecentTransactions,
}));
const PlayPanel = lazy(async () => ({ default: (await import('../../features/dashboard/play-panel.tsx')).PlayPanel }));
const WelcomeWindow = lazy(async () => ({
  default: (await import('../../features/dashboard/welcome-window.tsx')).WelcomeWindow,
}));
const PendingBonus = lazy(async () => ({
  default: (await import('../../features/wallet/balance/pending-bonus.tsx')).PendingBonus,
}));
const PromotionsTile = lazy(async () => ({
  default: (await import('../../features/promotions/tile.tsx')).PromotionsTile,
}));
const TestWin = lazy(async () => ({ default: (await import('../../features/dashboard/test-win.tsx')).TestWin }));

/** Below this balance the page suggests to add funds. */
const fewFundsMinor = 10_000;

export function DashboardPage() {
  const user = useSession(playerSession).who;
  if (!user) return null;
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-8 px-4 py-6">
      <Dashboard user={user} />
    </div>
  );
}

function Dashboard({ user }: { user: User }) {
  const [search, change] = useAddress();
  const period: PlayPeriod = playPeriods.find((name) => name === search.get('period')) ?? 'all';
  const balance = useQuery(balanceQuery);
  const stats = useQuery(statsQuery);
  const failed = failedOf([balance, stats]);
  const client = useQueryClient();
  const refreshing = useIsFetching({ queryKey: ['wallet'] }) > 0;
  const refresh = () => void client.invalidateQueries({ queryKey: ['wallet'] });
  return (
    <>
      <Greeting user={user} />
      <Suspense>
        {stats.data?.testWinMinor && <TestWin minor={stats.data.testWinMinor} currency={stats.data.currency} />}
        {stats.data?.pendingBonus && <PendingBonus bonus={stats.data.pendingBonus} currency={stats.data.currency} />}
        {stats.data?.welcomeBonusMinor && user.termsAccepted && user.status === 'active' && (
          <WelcomeWindow
            playerId={user.id}
            minor={stats.data.welcomeBonusMinor}
            currency={stats.data.currency}
            verified={user.isVerified}
            kept={statsQuery.queryKey}
          />
        )}
      </Suspense>
      {failed.length > 0 ? (
        <WalletFailure failed={failed} />
      ) : (
        <section aria-labelledby="figures" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 id="figures" className="text-16 font-strong">
              {i18n._({ id: 'dashboard.figures', message: 'Your figures' })}
            </h2>
            <div className="flex items-center gap-2">
              <PickOne
                label={i18n._({ id: 'history.period', message: 'Period' })}
                value={period}
                onChange={({ target }) => change('period', target.value === 'all' ? null : target.value)}
              >
                {playPeriods.map((name) => (
                  <option key={name} value={name}>
                    {periodName(name)}
                  </option>
                ))}
              </PickOne>
              <IconButton
                label={i18n._({ id: 'dashboard.refresh', message: 'Refresh wallet' })}
                onClick={refresh}
                className="border border-control bg-surface"
              >
                <Icon of={RefreshCw} className={refreshing ? 'animate-spin' : undefined} />
              </IconButton>
            </div>
          </div>
          <StatCards balance={balance.data} play={stats.data?.play[period]} period={period} />
          <Suspense fallback={<Skeleton className="h-5 w-64" />}>
            <PlaySessions period={period} />
          </Suspense>
        </section>
      )}
      <Suspense fallback={<SkeletonRows count={2} className="h-16" />}>
        <BetFigures
          period={period}
          play={stats.data && sportsPlay(stats.data.play[period])}
          currency={stats.data?.currency}
        />
        <CasinoFigures
          period={period}
          play={stats.data?.play[period].byProduct?.casino}
          currency={stats.data?.currency}
        />
      </Suspense>
      <Recommendations user={user} balance={balance.data} />
      <Suspense>
        <PromotionsTile />
      </Suspense>
      <QuickActions />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        {failed.length === 0 && (
          <div className="flex flex-col gap-4">
            <Today stats={stats.data} />
            <Suspense fallback={<SkeletonRows count={1} className="h-32" />}>
              {stats.data ? <PlayPanel stats={stats.data} /> : <SkeletonRows count={1} className="h-32" />}
            </Suspense>
          </div>
        )}
        <div className="flex flex-col gap-4">
          {failed.length === 0 && <Week stats={stats.data} />}
          <Suspense fallback={<SkeletonRows count={5} className="h-10" />}>
            <Security user={user} />
          </Suspense>
        </div>
      </div>
      <Recent />
    </>
  );
}

function Greeting({ user }: { user: User }) {
  const initials = `${[...user.firstName][0] ?? ''}${[...user.lastName][0] ?? ''}`.toLocaleUpperCase(i18n.locale);
  return (
    <header className="flex items-center gap-4">
      <span
        aria-hidden
        className="flex size-12 shrink-0 items-center justify-center rounded-full bg-act-soft text-16 font-strong"
      >
        {initials}
      </span>
      <div className="min-w-0 grow">
        <h1 className="display text-28 break-words">
          {i18n._({ id: 'dashboard.greeting', message: 'Welcome back, {name}!', values: { name: user.firstName } })}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-soft">
          <span className="min-w-0 break-all">{user.email}</span>
          {user.isVerified ? (
            <Badge tone="act">{i18n._({ id: 'dashboard.verified', message: 'Verified' })}</Badge>
          ) : (
            <>
              <Badge tone="live">{i18n._({ id: 'dashboard.pending', message: 'Pending' })}</Badge>
              <Link to="/account?tab=verification" className="font-medium text-act underline underline-offset-4">
                {i18n._({ id: 'dashboard.completeVerification', message: 'Complete Verification' })}
              </Link>
            </>
          )}
        </p>
      </div>
    </header>
  );
}

function Recommendations({ user, balance }: { user: User; balance: Balance | undefined }) {
  const few = balance !== undefined && balance.availableMinor < fewFundsMinor;
  if (!few && user.isVerified) return null;
  return (
    <section
      aria-label={i18n._({ id: 'dashboard.recommended', message: 'Recommended for you' })}
      className="flex flex-col gap-2"
    >
      {few && (
        <Notice
          action={
            <ButtonLink look="secondary" size="small" to="/wallet?tab=deposit">
              {i18n._({ id: 'dashboard.addFunds', message: 'Add funds' })}
            </ButtonLink>
          }
        >
          {i18n._({
            id: 'dashboard.addFundsText',
            message: 'You have less than {amount} available.',
            values: { amount: moneyText(fewFundsMinor, balance.currency) },
          })}
        </Notice>
      )}
      {!user.isVerified && (
        <Notice
          action={
            <ButtonLink look="secondary" size="small" to="/account?tab=verification">
              {i18n._({ id: 'overview.verify', message: 'Verify Account' })}
            </ButtonLink>
          }
        >
          {i18n._({
            id: 'overview.verifyText',
            message: 'Verify your account to raise your deposit, withdrawal and betting limits.',
          })}
        </Notice>
      )}
    </section>
  );
}

function QuickActions() {
  const actions = [
    ['/sports', Trophy, i18n._({ id: 'nav.sports', message: 'Sports' })],
    ['/casino', Dices, i18n._({ id: 'nav.casino', message: 'Casino' })],
    ['/promotions', Gift, i18n._({ id: 'promotions.name', message: 'Promotions' })],
    ['/wallet', Wallet, i18n._({ id: 'nav.wallet', message: 'Wallet' })],
    ['/account', Settings, i18n._({ id: 'dashboard.settings', message: 'Account Settings' })],
    ['/account?tab=verification', ShieldCheck, i18n._({ id: 'account.verification', message: 'Verification' })],
    ['/support', LifeBuoy, i18n._({ id: 'nav.support', message: 'Support' })],
    ['/wallet?tab=deposit', ArrowDownToLine, i18n._({ id: 'wallet.deposit', message: 'Deposit' })],
    ['/wallet?tab=withdraw', ArrowUpFromLine, i18n._({ id: 'wallet.withdraw', message: 'Withdraw' })],
  ] as const;
  return (
    <nav
      aria-label={i18n._({ id: 'dashboard.actions', message: 'Quick actions' })}
      className="grid grid-cols-2 gap-2 md:grid-cols-3"
    >
      {actions.map(([to, icon, name]) => (
        <ButtonLink key={to} look="secondary" to={to} className="min-w-0 max-sm:px-1 max-sm:text-13">
          <Icon of={icon} />
          {name}
        </ButtonLink>
      ))}
    </nav>
  );
}

function money(currency: CurrencyCode | undefined, minor: number | undefined, net = false) {
  return minor !== undefined && currency ? (
    <Money minor={minor} currency={currency} net={net} />
  ) : (
    <Skeleton className="h-5 w-20" />
  );
}

const count = (of: number | undefined) => (of === undefined ? <Skeleton className="h-5 w-8" /> : countText(of));

/** Stakes, the open part, the returns, and the result. */
function playDetails(play: PlayFigures | undefined, currency: CurrencyCode | undefined): Detail[] {
  return [
    [playNames.staked(), money(currency, play?.stakedMinor)],
    [playNames.open(), money(currency, play?.openStakeMinor)],
    [playNames.winnings(), money(currency, play?.returnedMinor)],
    [playNames.net(), money(currency, play?.netMinor, true)],
  ];
}

function Week({ stats }: { stats: WalletStats | undefined }) {
  const sessions = (
    <Suspense key="sessions" fallback={<Skeleton className="h-5 w-8" />}>
      <SessionCount period="week" />
    </Suspense>
  );
  return (
    <DetailList
      title={i18n._({ id: 'dashboard.week', message: 'Weekly Summary' })}
      details={[
        ...playDetails(stats?.play.week, stats?.currency),
        [i18n._({ id: 'dashboard.sessions', message: 'Play sessions' }), sessions],
      ]}
    />
  );
}

function Today({ stats }: { stats: WalletStats | undefined }) {
  const { data: bets, isError } = useQuery(betStatsQuery('today'));
  return (
    <DetailList
      title={i18n._({ id: 'overview.today', message: "Today's Activity" })}
      details={[
        [i18n._({ id: 'dashboard.betsToday', message: 'Bets placed' }), isError && !bets ? '–' : count(bets?.bets)],
        ...playDetails(stats?.play.today, stats?.currency),
        [
          i18n._({ id: 'dashboard.depositedToday', message: 'Deposited' }),
          money(stats?.currency, stats?.todayDepositedMinor),
        ],
        [
          i18n._({ id: 'dashboard.withdrawnToday', message: 'Withdrawn' }),
          money(stats?.currency, stats?.todayWithdrawnMinor),
        ],
        [i18n._({ id: 'dashboard.activeBets', message: 'Open bets' }), count(stats?.activeBets)],
      ]}
    />
  );
}

function Security({ user }: { user: User }) {
  const twoFactor = useQuery(twoFactorQuery);
  const settings = useQuery(settingsQuery);
  const failed = failedOf([twoFactor, settings]);
  if (failed.length > 0) {
    return (
      <ErrorState
        title={i18n._({ id: 'score.failed', message: 'Your security settings could not be loaded' })}
        busy={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const { refetch } of failed) void refetch();
        }}
      >
        {errorText(failed[0]?.error)}
      </ErrorState>
    );
  }
  if (!twoFactor.data || !settings.data) return <SkeletonRows count={5} className="h-10" />;
  return (
    <SecurityPanel
      state={{
        emailConfirmed: user.emailVerified,
        verified: user.isVerified,
        twoFactor: twoFactor.data.on,
        pin: settings.data.hasPin,
      }}
    />
  );
}

function Recent() {
  const query = useInfiniteQuery(historyQuery({}));
  return (
    <section aria-labelledby="recent" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h2 id="recent" className="text-16 font-strong">
          {i18n._({ id: 'dashboard.recent', message: 'Recent transactions' })}
        </h2>
        <ViewAll />
      </div>
      <Loaded
        query={{ ...query, data: query.data?.pages[0]?.items }}
        failed={i18n._({ id: 'history.failed', message: 'Your transactions could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={6} className="h-14" />}
      >
        {(items) =>
          items.length > 0 ? (
            <Suspense fallback={<SkeletonRows count={6} className="h-14" />}>
              <RecentTransactions items={items} />
            </Suspense>
          ) : (
            <EmptyState title={i18n._({ id: 'history.none', message: 'No transactions yet' })}>
              {i18n._({ id: 'history.noneHelp', message: 'Deposits and bets appear here at once.' })}
            </EmptyState>
          )
        }
      </Loaded>
    </section>
  );
}
