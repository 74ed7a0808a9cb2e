/** The wallet overview: the balance and its parts, the account's owner, totals of today and of all time. */
import type { User } from '@fairline/proto/auth/users';
import type { CurrencyCode } from '@fairline/proto/money';
import type { WalletStats } from '@fairline/proto/wallet/history';
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { CountingMoney, Money, moneyText } from '../../../domain/money/money.tsx';
import { playNames } from '../../../domain/money/play-labels.ts';
import { dayText, whenText } from '../../../domain/people/display-settings.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Notice, Skeleton } from '../../../ui/content/states.tsx';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { failedOf, WalletFailure } from './failure.tsx';

import { statsQuery } from './history-queries.ts';
import { PendingBonus } from './pending-bonus.tsx';
import { limitsQuery } from './player-queries.ts';
import { balanceQuery } from './queries.ts';

const BonusNote = lazy(() => import('./bonus-note.tsx').then((module) => ({ default: module.BonusNote })));

export function WalletOverview({ user, email, promotions }: { user: User; email: ReactNode; promotions: ReactNode }) {
  const balance = useQuery(balanceQuery);
  const stats = useQuery(statsQuery);
  const limits = useQuery(limitsQuery);
  const failed = failedOf([balance, stats, limits]);
  if (failed.length > 0) return <WalletFailure failed={failed} />;
  return (
    <div className="flex flex-col gap-8">
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
      {stats.data?.pendingBonus && <PendingBonus bonus={stats.data.pendingBonus} currency={stats.data.currency} />}
      <Holdings balance={balance.data} />
      {promotions}
      <OtherAccounts balance={balance.data} />
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        <RowList
          title={i18n._({ id: 'overview.account', message: 'Account information' })}
          rows={accountRows(user, email, balance.data, stats.data)}
        />
        <RowList
          title={i18n._({ id: 'overview.today', message: "Today's Activity" })}
          rows={todayRows(stats.data, limits.data)}
        />
        <RowList
          title={i18n._({ id: 'overview.lifetime', message: 'Since you joined' })}
          rows={lifetimeRows(stats.data)}
        />
        <section className="flex flex-col gap-2">
          <h3 className="flex items-center gap-2 text-14 font-strong">
            <Icon of={ShieldCheck} className="text-act" />
            {i18n._({ id: 'overview.safe', message: 'How your funds are kept' })}
          </h3>
          <p className="text-13 text-ink-soft">
            {i18n._({
              id: 'overview.safeText',
              message:
                'Every change of your balance is recorded twice and checked around the clock. Money held for a withdrawal cannot be staked. Your funds are not protected if the operator becomes insolvent; the terms say more.',
            })}
          </p>
        </section>
      </div>
    </div>
  );
}

/** One line, divided in proportion to the money. */
function Holdings({ balance }: { balance: Balance | undefined }) {
  const parts = [
    ['bg-act', i18n._({ id: 'overview.available', message: 'Available Balance' }), balance?.availableMinor],
    ['bg-info', i18n._({ id: 'overview.bonus', message: 'Bonus Balance' }), balance?.bonusMinor],
    ['bg-live', i18n._({ id: 'overview.pending', message: 'Pending Withdrawals' }), balance?.pendingWithdrawalsMinor],
  ] as const;
  const total = balance?.totalMinor ?? 0;
  return (
    <section aria-labelledby="total-balance">
      <h2 id="total-balance" className="text-13 text-ink-soft">
        {i18n._({ id: 'overview.total', message: 'Total Balance' })}
      </h2>
      <p className="display mt-1 h-11 text-28 sm:text-40">
        {balance ? (
          <CountingMoney minor={balance.totalMinor} currency={balance.currency} />
        ) : (
          <Skeleton className="h-10 w-64" />
        )}
      </p>
      <div aria-hidden className="mt-4 flex h-1 gap-0.5 overflow-hidden rounded-full bg-line">
        {total > 0 &&
          parts.map(([colour, name, minor]) =>
            minor ? <span key={name} className={colour} style={{ flexGrow: minor / total }} /> : null,
          )}
      </div>
      <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-3">
        {parts.map(([colour, name, minor]) => (
          <div key={name} className="flex justify-between gap-4 sm:flex-col sm:gap-1">
            <dt className="flex items-center gap-2 text-13 text-ink-soft">
              <span aria-hidden className={cx('size-2 rounded-full', colour)} />
              {name}
            </dt>
            <dd className="text-16 font-strong">
              {balance && minor !== undefined ? (
                <Money minor={minor} currency={balance.currency} />
              ) : (
                <Skeleton className="h-6 w-28" />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {balance?.bonus && (
        <div className="mt-3">
          <Suspense>
            <BonusNote bonus={balance.bonus} currency={balance.currency} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

/** Money in other currencies cannot be staked; it can be converted or withdrawn. */
function OtherAccounts({ balance }: { balance: Balance | undefined }) {
  const others =
    balance?.accounts.filter(({ currency, cashMinor }) => currency !== balance.currency && cashMinor > 0) ?? [];
  if (others.length === 0) return null;
  return (
    <section>
      <h3 className="border-b border-line pb-2 text-14 font-strong">
        {i18n._({ id: 'overview.others', message: 'Accounts in other currencies' })}
      </h3>
      <ul>
        {others.map(({ currency, cashMinor, heldMinor }) => (
          <li
            key={currency}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 text-13"
          >
            <span className="flex items-baseline gap-3">
              <Money minor={cashMinor} currency={currency} className="text-14 font-strong" />
              {heldMinor > 0 && (
                <span className="text-12 text-ink-soft">
                  {i18n._({
                    id: 'overview.heldOf',
                    message: '{amount} held for withdrawals',
                    values: { amount: moneyText(heldMinor, currency) },
                  })}
                </span>
              )}
            </span>
            <ButtonLink look="quiet" size="small" to={`?tab=convert&from=${currency}`}>
              {i18n._({ id: 'overview.convert', message: 'Convert {currency}', values: { currency } })}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Row = [name: string, value: ReactNode];

function RowList({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section>
      <h3 className="border-b border-line pb-2 text-14 font-strong">{title}</h3>
      <dl>
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1 text-13"
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-right font-medium">{value ?? <Skeleton className="h-5 w-24" />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function money(minor: number | undefined, currency: CurrencyCode | undefined, net = false): ReactNode {
  return minor !== undefined && currency ? <Money minor={minor} currency={currency} net={net} /> : undefined;
}

function accountRows(
  user: User,
  email: ReactNode,
  balance: Balance | undefined,
  stats: WalletStats | undefined,
): Row[] {
  return [
    [
      i18n._({ id: 'overview.status', message: 'Status' }),
      user.isVerified ? (
        <Badge key="verified" tone="act">
          {i18n._({ id: 'overview.verified', message: 'Verified' })}
        </Badge>
      ) : (
        <Badge key="unverified">{i18n._({ id: 'overview.unverified', message: 'Unverified' })}</Badge>
      ),
    ],
    [i18n._({ id: 'field.email', message: 'Email' }), email],
    [i18n._({ id: 'overview.currency', message: 'Currency' }), balance?.currency],
    [i18n._({ id: 'overview.since', message: 'Member since' }), stats && dayText(stats.memberSince)],
    [
      i18n._({ id: 'overview.lastActivity', message: 'Last activity' }),
      stats && (stats.lastActivityAt ? whenText(stats.lastActivityAt) : '–'),
    ],
  ];
}

function todayRows(stats: WalletStats | undefined, limits: WalletLimits | undefined): Row[] {
  return [
    [
      i18n._({ id: 'overview.depositedToday', message: 'Deposited today' }),
      money(stats?.todayDepositedMinor, stats?.currency),
    ],
    [
      i18n._({ id: 'overview.withdrawnToday', message: 'Withdrawn today' }),
      money(stats?.todayWithdrawnMinor, stats?.currency),
    ],
    [
      i18n._({ id: 'overview.depositLeft', message: 'Remaining daily deposit' }),
      money(limits?.remaining.dailyDepositMinor, stats?.currency),
    ],
    [
      i18n._({ id: 'overview.withdrawLeft', message: 'Remaining daily withdrawal' }),
      money(limits?.remaining.dailyWithdrawMinor, stats?.currency),
    ],
    [i18n._({ id: 'overview.resets', message: 'Daily limits reset' }), limits && whenText(limits.dayResetsAt)],
  ];
}

function lifetimeRows(stats: WalletStats | undefined): Row[] {
  return [
    [i18n._({ id: 'overview.deposited', message: 'Total deposited' }), money(stats?.depositedMinor, stats?.currency)],
    [i18n._({ id: 'overview.withdrawn', message: 'Total withdrawn' }), money(stats?.withdrawnMinor, stats?.currency)],
    [playNames.staked(), money(stats?.play.all.stakedMinor, stats?.currency)],
    [playNames.open(), money(stats?.play.all.openStakeMinor, stats?.currency)],
    [playNames.winnings(), money(stats?.play.all.returnedMinor, stats?.currency)],
    [playNames.net(), money(stats?.play.all.netMinor, stats?.currency, true)],
    [i18n._({ id: 'overview.activeBets', message: 'Active bets' }), stats && String(stats.activeBets)],
    [i18n._({ id: 'overview.netDeposits', message: 'Net deposits' }), money(stats?.netDepositsMinor, stats?.currency)],
  ];
}
