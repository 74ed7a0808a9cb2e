/** Ages and gaps, as rows. */
import { i18n } from '@lingui/core';
import { beforeAll, expect, it } from 'vitest';
import { ageText, gapText } from './times.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const now = Date.parse('2026-11-23T12:00:00Z');

it.each([
  ['2026-11-23T12:00:05Z', '0 sec'],
  ['2026-11-23T11:59:01Z', '59 sec'],
  ['2026-11-23T11:59:00Z', '1 min'],
  ['2026-11-23T10:01:00Z', '1 hr'],
  ['2026-11-20T12:00:00Z', '3 days'],
])('shows the age of %s as %s', (at, text) => expect(ageText(at, now)).toBe(text));

it.each([
  [0, '+0 ms'],
  [999, '+999 ms'],
  [1_000, '+1 sec'],
  [1_450, '+1.5 sec'],
  [90_000, '+1.5 min'],
  [-3, '−3 ms'],
  [172_800_000, '+2 days'],
])('%i ms is %s', (ms, text) => expect(gapText(ms)).toBe(text));
