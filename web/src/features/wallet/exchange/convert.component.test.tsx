/** Converting money in its states: nothing typed yet, a valid quote, an expired one, and a conversion with a new quote. */
import { hourMs } from '@fairline/proto/time';
import { exchangeRoutes, Quote, Rate } from '@fairline/proto/wallet/exchange';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { network } from '../../../testing/network.ts';
import { renderAsPlayer } from '../../../testing/page.tsx';
import { newId, sample } from '../../../testing/sample.ts';
import { Convert } from './convert.tsx';

const asked = { from: 'USD', to: 'EUR', amountMinor: 4_000 } as const;
const quote = (expiresAt: number) =>
  sample(Quote, {
    ...asked,
    quoteId: newId(),
    receiveMinor: 3_600,
    rate: 0.9,
    expiresAt: new Date(expiresAt).toISOString(),
  });

beforeEach(() => {
  network.answer(ledgerRoutes.balance, {
    availableMinor: 10_000,
    accounts: [{ currency: 'USD', cashMinor: 10_000, bonusMinor: 0, heldMinor: 0 }],
  });
  network.answer(exchangeRoutes.rates, { items: [sample(Rate, { from: 'USD', to: 'EUR', rate: 0.9, midRate: 0.9 })] });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const show = () => renderAsPlayer(<Convert />, { at: '/wallet?tab=convert', path: '/wallet' });

it('shows no error at an amount until its field was left', async () => {
  const { user } = show();
  expect(await screen.findByText('Enter an amount to see its rate')).toBeDefined();
  expect(screen.queryByText('Please enter a valid amount')).toBeNull();
  await user.click(screen.getByLabelText('Amount'));
  await user.tab();
  expect(await screen.findByText('Please enter a valid amount')).toBeDefined();
});

it('converts by a new quote, never by an expired one', async () => {
  const first = quote(Date.now() + hourMs);
  network.answer(exchangeRoutes.quote, first);
  const { user } = show();
  await user.type(await screen.findByLabelText('Amount'), '40');
  await user.click(screen.getByRole('button', { name: 'Show the rate' }));
  expect(await screen.findByRole('button', { name: /^Convert 40.00.USD to/ })).toBeDefined();
  const later = Date.now() + hourMs;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  expect(await screen.findByText('This rate has expired.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Convert/ })).toBeNull();
  expect(network.sent(exchangeRoutes.convert)).toEqual([]);

  const second = quote(later + hourMs);
  network.answer(exchangeRoutes.quote, second);
  network.answer(exchangeRoutes.convert, { ...asked, quoteId: second.quoteId });
  await user.click(screen.getByRole('button', { name: 'Get a new rate' }));
  await user.click(await screen.findByRole('button', { name: /^Convert 40.00.USD to/ }));
  expect(await screen.findByText('Successfully converted 40.00 USD to EUR')).toBeDefined();
  expect(network.sent(exchangeRoutes.quote).map(({ body }) => body)).toEqual([asked, asked]);
  expect(network.sent(exchangeRoutes.convert).map(({ body }) => body)).toEqual([{ quoteId: second.quoteId }]);
});
