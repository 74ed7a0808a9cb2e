/** A typed rate is never off by a mark that means another thing in another language. */
import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { speakEnglish } from '../../i18n.ts';
import { typedRate } from './typed-rate.ts';

const inSpanish = () => i18n.loadAndActivate({ locale: 'es', messages: {} });
afterEach(speakEnglish);

describe('a rate', () => {
  it.each<[string, english: number | null, spanish: number | null]>([
    ['0.92', 0.92, 0.92],
    ['0,925', 0.925, 0.925],
    ['43500', 43_500, 43_500],
    ['43.500', 43.5, null],
    ['43,500', null, 43.5],
    ['-1', null, null],
    ['1e3', null, null],
  ])('is read exactly or not at all: %s', (typed, english, spanish) => {
    speakEnglish();
    expect(typedRate(typed)).toBe(english);
    inSpanish();
    expect(typedRate(typed)).toBe(spanish);
  });
});
