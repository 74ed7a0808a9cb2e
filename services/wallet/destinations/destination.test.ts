/** Destinations are compared by account, in any spelling. A saved destination is recognised only if it is certainly the same account. */
import { describe, expect, it } from 'vitest';
import { comparableDestination, destinationEnd, savedAs } from './destination.ts';

const bank = (destination: string) => comparableDestination({ method: 'bank_transfer', destination });

describe('an IBAN', () => {
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'de89-3704-0044-0532-0130-00',
    'IBAN: DE89370400440532013000',
    'IBANDE89370400440532013000',
    'Account no. DE89 3704 0044 0532 0130 00, Deutsche Bank',
    'Ada Lovelace, my iban is DE89.3704.0044.0532.0130.00 (BIC COBADEFF370)',
  ])('is the same in %j', (text) => {
    expect(bank(text)).toBe('de89370400440532013000');
  });

  it('may hold letters', () => {
    expect(bank('iban GB29 NWBK 6016 1331 9268 19')).toBe(bank('GB29NWBK60161331926819'));
  });

  it('of another account is another', () => {
    expect(bank('GB29NWBK60161331926819')).not.toBe(bank('DE89370400440532013000'));
  });
});

describe('an account number', () => {
  it.each([
    '12345678',
    '1234 5678',
    '1234-5678',
    'Account 12345678',
    'acct no. 12345678',
    'ACCT NO:12345678',
    'AccountNo12345678',
    'a/c 12345678',
    '12345678 (Barclays Bank)',
  ])('is the same in %j', (text) => {
    expect(bank(text)).toBe('12345678');
  });

  it.each(['12345679', 'HDFC0001234 12345678', 'X12345678'])('is another in %j', (text) => {
    expect(bank(text)).not.toBe('12345678');
  });
});

it('of a wallet keeps its words', () => {
  const wallet = (destination: string) => comparableDestination({ method: 'e_wallet', destination });
  expect(wallet(' EVE @wallet.example')).toBe(wallet('eve@wallet.example'));
  expect(wallet('account1@wallet.example')).not.toBe(wallet('1@wallet.example'));
});

it('shows its end only, a short one nothing', () => {
  expect(['DE89370400440532013000', '12345678', '123456789'].map(destinationEnd)).toEqual(['3000', '', '6789']);
});

describe('a saved destination', () => {
  it.each([
    ['bank_transfer', 'DE89 3704 0044 0532 0130 00', 'IBAN: de89-3704-0044-0532-0130-00, Deutsche Bank', true],
    ['bank_transfer', '1234 5678', '12345678', true],
    ['bank_transfer', 'Barclays 12345678', 'HSBC 12345678', false],
    ['bank_transfer', 'DE89370400440532013000', 'GB29NWBK60161331926819', false],
    ['e_wallet', 'ada@wallet.example', ' ADA @wallet.example', true],
    ['e_wallet', 'a.da@wallet.example', 'ada@wallet.example', false],
    ['crypto', '0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886e0f7030069857d2e4169ee7', true],
  ] as const)('by %s of %j is known again in %j: %s', (method, destination, other, isSame) => {
    expect(savedAs({ method, destination }) === savedAs({ method, destination: other })).toBe(isSame);
  });
});
