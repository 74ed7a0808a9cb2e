/** Names and values of audit records as text, as rows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { changesText, fieldName, valueText } from './record-text.ts';

beforeAll(loadEnglish);

const operatorId = '01a20806-6d01-7438-8fdc-66284eecaefc';
const nameOf = (id: string) => (id === operatorId ? 'Demo Finance' : undefined);

it.each([
  ['status', 'Status'],
  ['assigneeId', 'Assignee'],
  ['amountMinor', 'Amount'],
  ['kyc_status', 'KYC status'],
  ['change.ratio', 'Change: ratio'],
  ['id', 'Id'],
  ['', ''],
])('names the field %s as %s', (path, name) => {
  expect(fieldName(path)).toBe(name);
});

describe('a value', () => {
  const text = (path: string, value: unknown, values: Record<string, unknown> = {}) =>
    valueText(path, value, { values, nameOf });

  it.each([
    ['status', 'false_positive', 'false positive'],
    ['status', null, '–'],
    ['status', undefined, '–'],
    ['flagged', true, 'yes'],
    ['assigneeId', operatorId, 'Demo Finance'],
    ['claimId', operatorId.replace('01a2', '01a3'), '01a30806-6d01-7438-8fdc-66284eecaefc'],
    ['rounds', 1_234_567, '1,234,567'],
    ['rtp', 96.25, '96.25'],
    ['reason', 'Settlement of a complaint', 'Settlement of a complaint'],
    ['levels', ['basic', 'full_check'], 'basic, full check'],
    ['legs', [{ a: 1 }], '[{"a":1}]'],
    ['none', [], '–'],
  ])('%s %j is %s', (path, value, expected) => {
    expect(text(path, value)).toBe(expected);
  });

  it('of money has the currency beside it, or that of the record', () => {
    expect(text('amountMinor', 685_175, { currency: 'USD' })).toBe('6,851.75\u00a0USD');
    expect(text('offer.maximumMinor', -500, { currency: 'USD', offer: { currency: 'EUR' } })).toBe('−5.00\u00a0EUR');
    expect(text('amountMinor', 685_175, { currency: 'no money' })).toBe('685,175');
    expect(text('__proto__.amountMinor', 5, {})).toBe('5');
  });
});

it('lists the changed or set fields on one line, empty without any', () => {
  const line = (before?: Record<string, unknown>, after?: Record<string, unknown>) =>
    changesText({ before, after }, nameOf);
  expect(line({ status: 'open', assigneeId: null }, { status: 'open', assigneeId: operatorId })).toBe(
    'Assignee: – → Demo Finance',
  );
  expect(line(undefined, { status: 'pending', amountMinor: 5, currency: 'USD' })).toBe(
    'Status: pending · Amount: 0.05\u00a0USD · Currency: USD',
  );
  expect(line({ status: 'open' }, { status: 'open', noted: true })).toBe('Noted: yes');
  expect(line({ status: 'open' }, undefined)).toBe('Status: open');
  expect(line({ status: 'open' }, { status: 'open' })).toBe('');
  expect(line()).toBe('');
});
