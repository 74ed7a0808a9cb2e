/** Figures are formatted and parsed in the language of the page; English is unchanged. */
import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';
import {
  amountText,
  countText,
  decimalText,
  figureText,
  numberText,
  oddsText,
  percentText,
  typedMinor,
  unclearMessage,
  withoutPlus,
} from './figures.ts';
import { loadEnglish } from './i18n.ts';
import { fieldTexts } from './locales/es.fields.ts';

const inSpanish = () => i18n.loadAndActivate({ locale: 'es', messages: {} });
afterEach(loadEnglish);

describe('a figure', () => {
  it.each<[string, () => string, english: string, spanish: string]>([
    ['an amount', () => amountText(123_450, 'USD'), '1,234.50 USD', '1.234,50 USD'],
    ['a large amount', () => amountText(-123_456_789, 'EUR'), '-1,234,567.89 EUR', '-1.234.567,89 EUR'],
    ['a coin', () => amountText(12_345_678, 'BTC'), '0.12345678 BTC', '0,12345678 BTC'],
    ['an amount in a field', () => decimalText(123_450, 'USD'), '1234.50', '1234,50'],
    ['a price', () => oddsText(2_500, 'decimal'), '2.50', '2,50'],
    ['a price of three places', () => oddsText(1_915, 'decimal'), '1.915', '1,915'],
    ['an American price', () => oddsText(1_500, 'american'), '−200', '−200'],
    ['a fractional price', () => oddsText(2_500, 'fractional'), '6/4', '6/4'],
    ['a count of four digits', () => countText(1_234), '1,234', '1.234'],
    ['a share', () => percentText(0.0525, { maximumFractionDigits: 2 }), '5.25%', '5,25\u00a0%'],
    ['a line', () => numberText(2.75), '2.75', '2,75'],
    ['an amount that came written', () => figureText('1,234.50 USD'), '1,234.50 USD', '1.234,50 USD'],
    ['a handicap that came written', () => figureText('-1.5'), '-1.5', '-1,5'],
    ['a text with a number in it', () => figureText('Q1, 12.30'), 'Q1, 12.30', 'Q1, 12.30'],
  ])('is formatted in both languages: %s', (_what, text, english, spanish) => {
    loadEnglish();
    expect(text()).toBe(english);
    inSpanish();
    expect(text()).toBe(spanish);
  });

  it.each(['1.234,50', '1234,50', '1234.50'])('is parsed as typed in Spanish: %s', (typed) => {
    inSpanish();
    expect(typedMinor(typed, 'EUR')).toBe(123_450);
    expect(unclearMessage(typed, 'EUR')).toBeNull();
  });

  it.each([
    ['+5', 500],
    [' +1,234.50', 123_450],
    ['-5', -500],
    ['\u22125', -500],
    ['+-5', null],
    ['+\u22125', null],
    ['++5', null],
    ['+', null],
  ])('may carry one sign: %s', (typed, minor) => {
    loadEnglish();
    expect(typedMinor(withoutPlus(typed), 'USD')).toBe(minor);
  });

  it('that is ambiguous is refused, with a text in Spanish', () => {
    inSpanish();
    expect(typedMinor('1.234', 'BTC')).toBeNull();
    expect(fieldTexts).toHaveProperty([unclearMessage('1.234', 'BTC') ?? '']);
  });
});
