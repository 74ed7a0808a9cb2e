/** Typed limits and the values that are sent. */

import { expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { typedLimit } from './typed-limit.ts';

loadEnglish();

it.each([
  ['deposit_daily', '5000', { amountMinor: 500_000 }],
  ['deposit_daily', '0.01', { amountMinor: 1 }],
  ['loss_weekly', '12.34', { amountMinor: 1_234 }],
  ['bet_amount', '', null],
  ['bet_amount', '0', null],
  ['bet_amount', '-5', null],
  ['bet_amount', 'ten', null],
  ['bet_amount', '1000000000.01', null],
  ['session_time', '180', { minutes: 180 }],
  ['session_time', ' 1 ', { minutes: 1 }],
  ['session_time', '1440', { minutes: 1_440 }],
  ['session_time', '1441', null],
  ['session_time', '0', null],
  ['session_time', '1.5', null],
  ['session_time', '', null],
] as const)('a %s of "%s" is %j', (type, typed, value) => {
  expect(typedLimit(type, typed, 'USD')).toEqual(value);
});
