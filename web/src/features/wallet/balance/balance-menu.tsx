/** The amount in the header: what can be staked now. It counts to its new value; a press shows the available, bonus and held amounts that make up the balance. */
import type { Product } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { CountingMoney, Money, moneyText } from '../../../domain/money/money.tsx';
import { playableOnEach } from '../../../domain/money/playable.ts';
import { Skeleton } from '../../../ui/content/states.tsx';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { balanceQuery } from './queries.ts';

const BonusNote = lazy(() => import('./bonus-note.tsx').then((module) => ({ default: module.BonusNote })));

/** `products`: those of the page, so that the header and its forms name the same amount. */
export function BalanceMenu({ products }: { products: readonly [Product, ...Product[]] }) {
  const { data: balance, isError, refetch } = useQuery(balanceQuery);
  if (!balance) {
    if (!isError) return <Skeleton className="h-9 w-28" />;
    return (
      <button type="button" onClick={() => void refetch()} className="h-9 rounded-control px-2 text-13 text-down">
        {i18n._({ id: 'balance.failed', message: 'Balance not loaded. Retry' })}
      </button>
    );
  }
  const playableMinor = playableOnEach(balance, products);
  const rows = [
    [i18n._({ id: 'balance.available', message: 'Available' }), balance.availableMinor],
    [i18n._({ id: 'balance.bonus', message: 'Bonus' }), balance.bonusMinor],
    [i18n._({ id: 'balance.held', message: 'Held for withdrawals' }), balance.pendingWithdrawalsMinor],
  ] as const;
  return (
    <Menu
      label={i18n._({
        id: 'balance.label',
        message: 'Balance {amount}',
        values: { amount: moneyText(playableMinor, balance.currency) },
      })}
      className="flex h-9 items-center gap-2 rounded-control border border-line bg-surface px-3 text-14 font-strong transition-colors hover:bg-raised"
      panelClass="page-right w-72"
      button={
        <>
          <Icon of={Wallet} className="hidden text-ink-soft sm:block" />
          <CountingMoney minor={playableMinor} currency={balance.currency} />
        </>
      }
    >
      {(close) => (
        <div className="flex flex-col gap-4 p-4">
          <dl className="flex flex-col gap-2 text-13">
            {rows.map(([name, minor]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-ink-soft">{name}</dt>
                <dd>
                  <Money minor={minor} currency={balance.currency} />
                </dd>
              </div>
            ))}
            <div className="flex justify-between gap-4 border-t border-line pt-2 font-strong">
              <dt>{i18n._({ id: 'balance.total', message: 'Total' })}</dt>
              <dd>
                <Money minor={balance.totalMinor} currency={balance.currency} />
              </dd>
            </div>
          </dl>
          {balance.bonus && (
            <Suspense>
              <BonusNote bonus={balance.bonus} currency={balance.currency} />
            </Suspense>
          )}
          <div className="grid grid-cols-2 gap-2">
            <ButtonLink look="secondary" size="small" to="/wallet" onClick={close}>
              {i18n._({ id: 'balance.open', message: 'Open wallet' })}
            </ButtonLink>
            <ButtonLink size="small" to="/wallet?tab=deposit" onClick={close}>
              {i18n._({ id: 'balance.deposit', message: 'Deposit' })}
            </ButtonLink>
          </div>
        </div>
      )}
    </Menu>
  );
}
