/** Spanish names of movements of money, by kind and parts. */

import { spanishMovements, spanishRounds } from '@fairline/proto/notices/spanish-movements';
import type { Transaction } from '@fairline/proto/wallet/history';
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { alertTexts } from '../../locales/es.alerts.ts';
import { names } from '../../locales/es.names.ts';
import { harmMarkers } from '../../locales/es.risk.ts';
import { loadServerTexts } from '../../server-texts.ts';
import { movementText } from './movement-text.ts';

beforeEach(() => {
  loadServerTexts({ alerts: alertTexts, harmMarkers, movements: spanishMovements, rounds: spanishRounds, names });
  i18n.loadAndActivate({ locale: 'es', messages: {} });
});
afterEach(loadEnglish);

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
  ])('%j is named by its kind and parts', (changes, expected) => {
    const text = movementText(movement(changes));
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it("keeps the server's name on an English page", () => {
    loadEnglish();
    expect(movementText(movement({ kind: 'win' }))).toBe('As the server calls it');
  });
});
