/** The amount in the header: what can be staked on the products of the page. */
import { type ActiveBonus, ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '../../../client/cache/query.ts';
import { touchedBy } from '../../../domain/live/frames.ts';
import { network } from '../../../testing/network.ts';
import { renderAsPlayer } from '../../../testing/page.tsx';
import { newId } from '../../../testing/sample.ts';
import { BalanceMenu } from './balance-menu.tsx';

const casino = ['slots', 'table', 'lottery'] as const;
const bonusFor = (...products: ActiveBonus['products']): ActiveBonus => ({
  claimId: newId(),
  remainingMinor: 2_000,
  expiresAt: '2026-12-01T12:00:00.000Z',
  maxStakeMinor: null,
  products,
});
/** 450.54 can be staked, 100.00 is held. */
const balance = { availableMinor: 45_054, pendingWithdrawalsMinor: 10_000, bonusMinor: 0, totalMinor: 55_054 };
const withBonus = (bonus: ActiveBonus) => ({ ...balance, bonusMinor: 2_000, totalMinor: 57_054, bonus });

it.each([
  ['held money left out', balance, ['sports'], '450.54'],
  ['a bonus for sport on a page of sport', withBonus(bonusFor('sports')), ['sports'], '470.54'],
  ['no bonus for slots on a page of sport', withBonus(bonusFor('slots')), ['sports'], '450.54'],
  ['a bonus for all games in the casino', withBonus(bonusFor(...casino)), casino, '470.54'],
  ['no bonus for slots alone in the casino', withBonus(bonusFor('slots')), casino, '450.54'],
] as const)('shows what can be staked: %s', async (_, given, products, shown) => {
  network.answer(ledgerRoutes.balance, given);
  renderAsPlayer(<BalanceMenu products={products} />, { at: '/' });
  expect((await screen.findByRole('button', { name: new RegExp(`^Balance ${shown}.USD$`) })).textContent).toContain(
    shown,
  );
});

it.each(['BalanceChanged', 'BonusGranted', 'BonusForfeited'])('follows the event %s', async (event) => {
  network.answer(ledgerRoutes.balance, balance);
  renderAsPlayer(<BalanceMenu products={['sports']} />, { at: '/' });
  await screen.findByRole('button', { name: /450\.54/ });
  network.answer(ledgerRoutes.balance, { ...balance, availableMinor: 35_054, pendingWithdrawalsMinor: 20_000 });
  for (const queryKey of touchedBy({ type: `evt.wallet.${event}.v1`, id: newId(), version: 2 }, 'player'))
    void queryClient.invalidateQueries({ queryKey });
  expect(await screen.findByRole('button', { name: /350\.54/ })).toBeDefined();
});
