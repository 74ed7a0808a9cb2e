/** The servers' sentences are all known in each language, and filled as they came. */

import { feedTexts } from '@fairline/proto/feed';
import { failureTexts, movementTexts, roundTexts, withdrawnText } from '@fairline/proto/wallet/texts';
import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { loadEnglish } from './i18n.ts';
import { sentences } from './locales/es.sentences.ts';
import { loadSentences, translate } from './server-texts.ts';

afterEach(loadEnglish);

describe('a sentence of a server', () => {
  it('is shown unchanged without a translation', () => {
    loadSentences({ Draw: 'Empate' });
    expect(translate('Velmora')).toBe('Velmora');
  });

  it('is translated with its params', () => {
    loadSentences(sentences);
    expect(translate('Deposit: Bank Transfer')).toBe('Depósito: Transferencia bancaria');
    expect(translate('constructor')).toBe('constructor');
  });

  it('has its figures written as the language writes them', () => {
    loadSentences(sentences);
    i18n.loadAndActivate({ locale: 'es', messages: {} });
    expect(translate('Over 1,000.5')).toBe('Más de 1.000,5');
    expect(translate('Over 2.5')).toBe('Más de 2,5');
  });
});

describe('Spanish has a text for', () => {
  it('every movement of money and every failure of the provider', () => {
    expect(
      [...Object.values(movementTexts), ...Object.values(roundTexts), ...Object.values(failureTexts), withdrawnText].filter((text) => !(text in sentences)),
    ).toEqual([]);
    loadSentences(sentences);
    expect(translate('Mega Fortune Slots · 2.50x · round 8f3a2b1c')).toMatch(/^Mega Fortune Slots · 2[.,]50x · ronda 8f3a2b1c$/);
    expect(translate('Jackpot · Mega Fortune Slots · round 12345678')).toBe('Bote · Mega Fortune Slots · ronda 12345678');
  });

  it('every market, selection and part of a match that a feed names', () => {
    expect(Object.values(feedTexts).flatMap((texts) => texts.filter((text) => !(text in sentences)))).toEqual([]);
  });
});
