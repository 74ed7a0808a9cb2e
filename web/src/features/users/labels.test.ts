/** The timeline of an account, from params that are treated as untrusted. */
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { timelineDetail } from './labels.ts';

beforeAll(loadEnglish);

it.each<[Record<string, unknown>, string[]]>([
  [{ from: 'unverified', to: 'verified', reason: 'Seen the passport' }, ['Unverified → Verified', 'Seen the passport']],
  [{ from: 'active', to: 'suspended', reason: 'Asked for it' }, ['Active → Suspended', 'Asked for it']],
  [{ reason: 'password' }, ['wrong password']],
  [{ how: 'reset' }, ['by email link']],
  [{ on: false }, ['switched off']],
  [{ fields: ['phone', 'city'] }, ['phone, city']],
  [{ device: 'Firefox (Windows)' }, ['Firefox (Windows)']],
  [{ noteId: '019aa1c8-7f00-7000-8000-000000000001', reason: '', device: { html: '<b>' } }, []],
])('%j is %j', (params, detail) => {
  expect(timelineDetail(params)).toEqual(detail);
});
