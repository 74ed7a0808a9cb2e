/** Texts of the servers in Spanish: names by their English. */

import { feedTexts } from '@fairline/proto/feed';
import { spanishMovements, spanishRounds } from '@fairline/proto/notices/spanish-movements';
import { instantMethods, paymentMethods, withdrawalMethods } from '@fairline/proto/wallet/methods';
import { failureTexts, withdrawnText } from '@fairline/proto/wallet/texts';
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadEnglish } from './i18n.ts';
import { alertTexts } from './locales/es.alerts.ts';
import { names } from './locales/es.names.ts';
import { harmMarkers } from './locales/es.risk.ts';
import { loadServerTexts, translate } from './server-texts.ts';

beforeEach(() => {
  loadServerTexts({ alerts: alertTexts, harmMarkers, movements: spanishMovements, rounds: spanishRounds, names });
  i18n.loadAndActivate({ locale: 'es', messages: {} });
});
afterEach(loadEnglish);

describe('a name', () => {
  it('is shown unchanged without a translation', () => {
    expect(translate('Velmora')).toBe('Velmora');
    expect(translate('constructor')).toBe('constructor');
    loadEnglish();
    expect(translate('Draw')).toBe('Draw');
  });

  it("with a figure at its end is translated, with the figure in the language's format", () => {
    expect(translate('Over 1,000.5')).toBe('Más de 1.000,5');
    expect(translate('Over 2.5')).toBe('Más de 2,5');
    expect(translate('Overtime 2')).toBe('Prórroga 2');
    expect(translate('Velmora 04')).toBe('Velmora 04');
  });

  it('of a market, selection, part of a match, method or failure is known', () => {
    const ofFeed = Object.values(feedTexts).flatMap((texts) => texts.map((text) => text.replace(/ \{\w+\}$/, '')));
    const ofMethods = [...paymentMethods, ...instantMethods, ...withdrawalMethods].flatMap(
      ({ name, processingTime }) => [name, processingTime],
    );
    expect(
      [...ofFeed, ...ofMethods, ...Object.values(failureTexts), withdrawnText].filter((name) => !(name in names)),
    ).toEqual([]);
  });
});
