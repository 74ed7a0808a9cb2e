/** Alert types are named by their identifier, except where the trade has another name. */
import { alertTypes } from '@fairline/proto/risk/alerts';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { alertTypeName } from './alert-type-labels.ts';

beforeAll(loadEnglish);

const otherwise = new Map([
  ['shared_destination', 'shared card or bank account'],
  ['round_mismatch', 'record mismatch'],
]);

it.each([...Object.keys(alertTypes), 'shared_card', 'constructor'])('%s', (type) => {
  expect(alertTypeName(type).toLowerCase().replaceAll('-', ' ')).toBe(otherwise.get(type) ?? type.replaceAll('_', ' '));
});
