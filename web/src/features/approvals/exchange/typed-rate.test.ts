/** A typed rate is never misread because a separator means something else in another language. */
import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { rateReadsTwoWays, typedRate } from './typed-rate.ts';

const inSpanish = () => i18n.loadAndActivate({ locale: 'es', messages: {} });
afterEach(loadEnglish);

describe('a rate', () => {
  it.each<[string, english: number | null, spanish: number | null]>([
    ['0.92', 0.92, 0.92],
    ['0,925', 0.925, 0.925],
    ['43500', 43_500, 43_500],
    ['43.500', 43.5, null],
    ['43,500', null, 43.5],
    ['-1', null, null],
    ['1e3', null, null],
  ])('is parsed exactly or not at all: %s', (typed, english, spanish) => {
    loadEnglish();
    expect(typedRate(typed)).toBe(english);
    inSpanish();
    expect(typedRate(typed)).toBe(spanish);
  });

  it.each([
    ['43.500', false, true],
    ['43,500', true, false],
    ['0', false, false],
    ['1e3', false, false],
  ])('that is ambiguous has another error than one that is invalid: %s', (typed, english, spanish) => {
    loadEnglish();
    expect(rateReadsTwoWays(typed)).toBe(english);
    inSpanish();
    expect(rateReadsTwoWays(typed)).toBe(spanish);
  });
});
