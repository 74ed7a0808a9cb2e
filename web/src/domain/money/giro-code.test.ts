/** The text of a GiroCode, line by line, and the transfers that have none. */
import { expect, it } from 'vitest';
import { type GiroTransfer, giroCode } from './giro-code.ts';

const transfer: GiroTransfer = {
  name: 'Fairline Demo Ltd',
  iban: 'DE79 0000 0000 0000 0000 02',
  amountMinor: 1_230,
  reference: 'FL0123456789AB',
};
const head = 'BCD\n002\n1\nSCT\n';
const account = 'Fairline Demo Ltd\nDE79000000000000000002\n';

it.each<[string, Partial<GiroTransfer>, string]>([
  ['without a BIC', {}, `${head}\n${account}EUR12.3\n\n\nFL0123456789AB`],
  ['with a BIC', { bic: 'COBADEFFXXX' }, `${head}COBADEFFXXX\n${account}EUR12.3\n\n\nFL0123456789AB`],
  ['of whole euros', { amountMinor: 10_000 }, `${head}\n${account}EUR100\n\n\nFL0123456789AB`],
  ['of cents', { amountMinor: 1 }, `${head}\n${account}EUR0.01\n\n\nFL0123456789AB`],
  ['of the most there is', { amountMinor: 99_999_999_999 }, `${head}\n${account}EUR999999999.99\n\n\nFL0123456789AB`],
  ['without an amount', { amountMinor: null }, `${head}\n${account}\n\n\nFL0123456789AB`],
  ['without a reference', { reference: '' }, `${head}\n${account}EUR12.3`],
  ['to a name on two lines', { name: ' Fairline\nDemo  Ltd ' }, `${head}\n${account}EUR12.3\n\n\nFL0123456789AB`],
  [
    'to a long name',
    { name: 'ß'.repeat(80) },
    `${head}\n${'ß'.repeat(70)}\nDE79000000000000000002\nEUR12.3\n\n\nFL0123456789AB`,
  ],
])('%s', (_name, changes, text) => {
  expect(giroCode({ ...transfer, ...changes })).toBe(text);
});

it.each<[string, Partial<GiroTransfer>]>([
  ['an IBAN with wrong digits', { iban: 'DE79000000000000000003' }],
  ['an account number', { iban: '000000000002' }],
  ['no name', { name: ' ' }],
  ['an amount of nothing', { amountMinor: 0 }],
  ['an amount above the most', { amountMinor: 100_000_000_000 }],
  ['a reference above 140 characters', { reference: 'x'.repeat(141) }],
  ['more than 331 bytes', { name: '😀'.repeat(70), reference: 'x'.repeat(40) }],
])('makes no code with %s', (_name, changes) => {
  expect(giroCode({ ...transfer, ...changes })).toBeUndefined();
});
