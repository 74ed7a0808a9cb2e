/** How saved destinations are shown, whole and masked, and to which of them a withdrawal may go. */
import type { SavedDestination } from '@fairline/proto/wallet/payments';
import { expect, it } from 'vitest';
import { destinationsOf, maskedText, wholeText } from './saved.ts';

const bitcoin = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
const ether = '0x52908400098527886E0F7030069857D2E4169EE7';

it.each<[SavedDestination['method'], string, string | undefined, string, string]>([
  ['bank_transfer', 'de89370400440532013000', 'Home', 'Home: DE89 3704 0044 0532 0130 00', 'DE •••• 3000'],
  ['bank_transfer', 'DE89 3704 0044 0532 0130 00', undefined, 'DE89 3704 0044 0532 0130 00', 'DE •••• 3000'],
  ['bank_transfer', '20-00-00 / 12345678', undefined, '20-00-00 / 12345678', '•••• 5678'],
  ['bank_transfer', '12345678', undefined, '12345678', '••••'],
  ['crypto', bitcoin, 'Cold', `Cold: ${bitcoin}`, '•••• 0wlh'],
  ['e_wallet', 'ada@wallet.example', undefined, 'ada@wallet.example', 'a•••@wallet.example'],
  ['e_wallet', 'account-4711-0815', undefined, 'account-4711-0815', '•••• 0815'],
])('shows %s to %j, labelled %j, as %j and masked as %j', (method, destination, label, whole, masked) => {
  const shown = { method, destination, ...(label && { label }) };
  expect([wholeText(shown), maskedText(shown)]).toEqual([whole, masked]);
});

it.each([
  ['crypto', 'BTC', [bitcoin]],
  ['crypto', 'ETH', [ether]],
  ['crypto', 'USD', [bitcoin, ether]],
  ['e_wallet', 'USD', ['ada@wallet.example']],
  ['credit_card', 'USD', []],
  [undefined, 'USD', []],
] as const)('a withdrawal by %s in %s may go to %j', (method, currency, expected) => {
  const all = [
    { method: 'crypto', destination: bitcoin },
    { method: 'e_wallet', destination: 'ada@wallet.example' },
    { method: 'crypto', destination: ether },
  ] as SavedDestination[];
  expect(destinationsOf(all, method, currency).map(({ destination }) => destination)).toEqual(expected);
});
