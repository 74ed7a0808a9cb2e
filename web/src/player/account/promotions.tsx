/** Promotions: offers and claims, loyalty points, cashback and ended claims. The URL holds the open tab, so that a link can lead to it. */
import { i18n } from '@lingui/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { ActiveClaims } from '../../features/promotions/active-claims.tsx';
import { Offers } from '../../features/promotions/offers.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';

const Loyalty = lazy(async () => ({ default: (await import('../../features/promotions/loyalty.tsx')).Loyalty }));
const Cashback = lazy(async () => ({ default: (await import('../../features/promotions/cashback.tsx')).Cashback }));
const EndedClaims = lazy(async () => ({
  default: (await import('../../features/promotions/ended-claims.tsx')).EndedClaims,
}));

const tabs = ['offers', 'loyalty', 'cashback', 'history'] as const;
type PromotionsTab = (typeof tabs)[number];

function tabNames(): Record<PromotionsTab, string> {
  return {
    offers: i18n._({ id: 'promotions.name', message: 'Promotions' }),
    loyalty: i18n._({ id: 'promotions.loyalty', message: 'Loyalty' }),
    cashback: i18n._({ id: 'promo.type.cashback', message: 'Cashback' }),
    history: i18n._({ id: 'promotions.history', message: 'History' }),
  };
}

export function PromotionsPage() {
  const user = useSession(playerSession).who;
  const [search, setSearch] = useSearchParams();
  const open = tabs.find((tab) => tab === search.get('tab')) ?? 'offers';
  if (!user) return null;
  return (
    <div className="mx-auto w-full max-w-content px-4 py-6">
      <h1 className="display text-28">{i18n._({ id: 'promotions.name', message: 'Promotions' })}</h1>
      <div className="mt-4">
        <Tabs
          name="promotions"
          label={i18n._({ id: 'promotions.name', message: 'Promotions' })}
          tabs={tabs.map((id) => ({ id, label: tabNames()[id] }))}
          open={open}
          onOpen={(tab) =>
            setSearch(tab === 'offers' ? {} : { tab }, {
              replace: true,
              state: { stays: true },
              preventScrollReset: true,
            })
          }
        />
      </div>
      <TabPanel name="promotions" open={open}>
        <Suspense fallback={<SkeletonRows count={4} className="h-14" />}>
          {open === 'offers' && (
            <div className="flex flex-col gap-8">
              <ActiveClaims user={user} />
              <Offers user={user} />
            </div>
          )}
          {open === 'loyalty' && <Loyalty />}
          {open === 'cashback' && <Cashback />}
          {open === 'history' && <EndedClaims />}
        </Suspense>
      </TabPanel>
    </div>
  );
}
