/** Texts of the servers in Spanish: names by their English, movements of money by their keys. */

import { feedTexts } from '@fairline/proto/feed';
import type { Transaction } from '@fairline/proto/wallet/history';
import { paymentMethods, withdrawalMethods } from '@fairline/proto/wallet/methods';
import { failureTexts, withdrawnText } from '@fairline/proto/wallet/texts';
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { movementText } from './domain/money/movement-text.ts';
import { loadEnglish } from './i18n.ts';
import { alertTexts } from './locales/es.alerts.ts';
import { movements, rounds } from './locales/es.movements.ts';
import { names } from './locales/es.names.ts';
import { harmMarkers } from './locales/es.risk.ts';
import { loadServerTexts, translate } from './server-texts.ts';

beforeEach(() => {
  loadServerTexts({ alerts: alertTexts, harmMarkers, movements, rounds, names });
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

  it('that ends in a figure is translated, and its figure written as the language writes it', () => {
    expect(translate('Over 1,000.5')).toBe('Más de 1.000,5');
    expect(translate('Over 2.5')).toBe('Más de 2,5');
    expect(translate('Overtime 2')).toBe('Prórroga 2');
    expect(translate('Velmora 04')).toBe('Velmora 04');
  });

  it('of a market, selection or part of a match, of a method or of a failure is known', () => {
    const ofFeed = Object.values(feedTexts).flatMap((texts) => texts.map((text) => text.replace(/ \{\w+\}$/, '')));
    const ofMethods = [...paymentMethods, ...withdrawalMethods].flatMap(({ name, processingTime }) => [name, processingTime]);
    expect([...ofFeed, ...ofMethods, ...Object.values(failureTexts), withdrawnText].filter((name) => !(name in names))).toEqual([]);
  });
});

const movement = (changes: Partial<Transaction>): Transaction => ({
  id: '019aa1c8-7f00-7000-8000-000000000001',
  type: 'adjustment',
  amountMinor: 1_000,
  currency: 'EUR',
  status: 'completed',
  method: null,
  description: 'As the server calls it',
  reference: 'REF',
  createdAt: '2026-11-21T03:20:45.000Z',
  balanceAfterMinor: 1_000,
  ...changes,
});
const round = { gameId: 'mega-fortune-slots', roundId: '019aa1c8-7f00-7000-8000-00008f3a2b1c' } as const;

describe('a movement of money', () => {
  it.each<[Partial<Transaction>, string | RegExp]>([
    [{ kind: 'win' }, 'Ganancias'],
    [{ kind: 'deposit', method: 'bank_transfer' }, 'Depósito: Transferencia bancaria'],
    [{ kind: 'returned', method: 'crypto' }, 'Retirada devuelta: Criptomoneda'],
    [{ kind: 'adjustment', note: 'A complaint: settled' }, 'Ajuste: A complaint: settled'],
    [{ kind: 'bonus_conversion', note: '123456' }, /^Bono convertido en efectivo: 1\.234,56/],
    [{ kind: 'round_stake', ...round }, / · ronda 8f3a2b1c$/],
    [{ kind: 'round_win', ...round, multiplier: 2.5 }, / · 2,50x · ronda 8f3a2b1c$/],
    [{ kind: 'jackpot', ...round }, /^Bote · .+ · ronda 8f3a2b1c$/],
    [{ kind: 'round_refund', ...round }, /^Ronda anulada, importe devuelto · /],
    [{ kind: 'round_correction', ...round }, /^Ronda anulada, pago retirado · /],
    [{}, 'As the server calls it'],
  ])('%j is called by its kind and parts', (changes, expected) => {
    const text = movementText(movement(changes));
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it('is called as the server calls it on an English page', () => {
    loadEnglish();
    expect(movementText(movement({ kind: 'win' }))).toBe('As the server calls it');
  });
});
