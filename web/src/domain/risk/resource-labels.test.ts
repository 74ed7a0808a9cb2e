/** Names of resource types, known and unknown. */
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { isTraitType, resourceTypeName, shortId } from './resource-labels.ts';

beforeAll(loadEnglish);

it.each([
  ['auto_approval', 'Auto-approval rules'],
  ['user', 'Player'],
  ['some_thing', 'Some thing'],
  ['constructor', 'Constructor'],
])('%s is called %s', (type, name) => {
  expect(resourceTypeName(type)).toBe(name);
});

it('shortens ids, not names', () => {
  expect([shortId('0198a1b2-0000-7000-8000-0000deadbeef'), shortId('dice'), shortId('EUR-BTC')]).toEqual([
    'deadbeef',
    'dice',
    'EUR-BTC',
  ]);
  expect([isTraitType('device'), isTraitType('market')]).toEqual([true, false]);
});
