/** A destination is compared by its account, however it is written. */
import { describe, expect, it } from 'vitest';
import { comparableDestination } from './destination.ts';

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
