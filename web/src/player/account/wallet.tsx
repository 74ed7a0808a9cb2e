/** The wallet: one page with six tabs. The URL holds the open tab, so that a link can lead to it. */
import { i18n } from '@lingui/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { EmailStatus } from '../../features/session/email-status.tsx';
import { WalletOverview } from '../../features/wallet/balance/overview.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';

const Deposit = lazy(async () => ({ default: (await import('../../features/wallet/payments/deposit.tsx')).Deposit }));
const Withdraw = lazy(async () => ({
  default: (await import('../../features/wallet/payments/withdraw.tsx')).Withdraw,
}));
const History = lazy(async () => ({ default: (await import('../../features/wallet/history/history.tsx')).History }));
const PromotionsTile = lazy(async () => ({
  default: (await import('../../features/promotions/tile.tsx')).PromotionsTile,
}));
const Convert = lazy(async () => ({ default: (await import('../../features/wallet/exchange/convert.tsx')).Convert }));
const Settings = lazy(async () => ({
  default: (await import('../../features/wallet/settings/settings.tsx')).WalletSettingsTab,
}));
const OwnLimits = lazy(async () => ({
  default: (await import('../../features/safe-play/limits/own-limits.tsx')).OwnLimits,
}));
const DepositLimitFirst = lazy(async () => ({
  default: (await import('../../features/safe-play/limits/deposit-limit-first.tsx')).DepositLimitFirst,
}));
const PauseBeforeDeposit = lazy(async () => ({
  default: (await import('../../features/safe-play/exclusions/pause-offer.tsx')).PauseBeforeDeposit,
}));

const tabs = ['overview', 'deposit', 'withdraw', 'history', 'convert', 'settings'] as const;
type WalletTab = (typeof tabs)[number];

function tabNames(): Record<WalletTab, string> {
  return {
    overview: i18n._({ id: 'wallet.overview', message: 'Overview' }),
    deposit: i18n._({ id: 'wallet.deposit', message: 'Deposit' }),
    withdraw: i18n._({ id: 'wallet.withdraw', message: 'Withdraw' }),
    history: i18n._({ id: 'wallet.history', message: 'History' }),
    convert: i18n._({ id: 'wallet.convert', message: 'Convert' }),
    settings: i18n._({ id: 'wallet.settings', message: 'Settings' }),
  };
}

export function WalletPage() {
  const client = useQueryClient();
  const refreshing = useIsFetching({ queryKey: ['wallet'] }) > 0;
  const user = useSession(playerSession).who;
  const [search, setSearch] = useSearchParams();
  const open = tabs.find((tab) => tab === search.get('tab')) ?? 'overview';
  if (!user) return null;
  return (
    <div className="mx-auto w-full max-w-content px-4 py-6">
      <div className="flex items-center justify-between">
        <h1 className="display text-28">{i18n._({ id: 'nav.wallet', message: 'Wallet' })}</h1>
        <IconButton
          label={i18n._({ id: 'wallet.refresh', message: 'Refresh' })}
          onClick={() => void client.invalidateQueries({ queryKey: ['wallet'] })}
        >
          <Icon of={RefreshCw} className={refreshing ? 'animate-spin' : undefined} />
        </IconButton>
      </div>
      <div className="mt-4">
        <Tabs
          name="wallet"
          label={i18n._({ id: 'nav.wallet', message: 'Wallet' })}
          tabs={tabs.map((id) => ({ id, label: tabNames()[id] }))}
          open={open}
          onOpen={(tab) => setSearch(tab === 'overview' ? {} : { tab }, { preventScrollReset: true })}
        />
      </div>
      <TabPanel name="wallet" open={open}>
        <Suspense fallback={<SkeletonRows count={4} className="h-14" />}>
          {open === 'overview' && (
            <WalletOverview
              user={user}
              email={<EmailStatus user={user} />}
              promotions={
                <Suspense>
                  <PromotionsTile />
                </Suspense>
              }
            />
          )}
          {open === 'deposit' && (
            <PauseBeforeDeposit skip={search.has('payment')}>
              <DepositLimitFirst user={user}>
                <Deposit user={user} />
              </DepositLimitFirst>
            </PauseBeforeDeposit>
          )}
          {open === 'withdraw' && <Withdraw />}
          {open === 'history' && <History />}
          {open === 'convert' && <Convert />}
          {open === 'settings' && <Settings ownLimits={<OwnLimits />} />}
        </Suspense>
      </TabPanel>
    </div>
  );
}
