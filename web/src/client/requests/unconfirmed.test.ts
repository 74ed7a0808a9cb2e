/** The failures after which it is unknown whether a request was recorded. */
import { common, Refusal } from '@fairline/proto/contract';
import { limitRefusals } from '@fairline/proto/risk/limits';
import { beforeEach, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { Fault } from '../http/http.ts';
import { unconfirmedText } from './unconfirmed.ts';

beforeEach(loadEnglish);

it.each([
  ['not available', new Refusal(common.unavailable), true],
  ['busy', new Refusal(common.busy), true],
  ['no answer in time', new Fault('timeout'), true],
  ['a fault of the server', new Fault('server'), true],
  ['too many requests', new Refusal(common.rateLimited), false],
  ['refused', new Refusal(limitRefusals.noRaise), false],
])('%s', (_name, error, expected) => {
  expect(unconfirmedText(error) !== null).toBe(expected);
});
