/** The text of an alert in Spanish, and in English where its code or params are unknown. */
import { spanishMovements, spanishRounds } from '@fairline/proto/notices/spanish-movements';
import { i18n } from '@lingui/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { alertTexts } from '../../locales/es.alerts.ts';
import { names } from '../../locales/es.names.ts';
import { harmMarkers } from '../../locales/es.risk.ts';
import { loadServerTexts } from '../../server-texts.ts';
import { alertText } from './alert-text.ts';

const description = 'A player did something new.';
const textOf = (code: string, params: Record<string, unknown>) => alertText({ description, message: { code, params } });

describe('in Spanish, an alert', () => {
  beforeAll(() => {
    loadEnglish();
    loadServerTexts({ alerts: alertTexts, harmMarkers, movements: spanishMovements, rounds: spanishRounds, names });
    i18n.loadAndActivate({ locale: 'es', messages: { 'riskRule.largeWin': 'Ganancia grande' } });
  });
  afterAll(loadEnglish);

  it('has figures, windows and rules in the format of the language', () => {
    expect(textOf('free_bet_requested', { amountMinor: 100_000, currency: 'USD' })).toBe(
      'Un operador solicitó una apuesta gratis de 1.000,00 USD.',
    );
    expect(textOf('rule', { rule: 'bet_velocity', threshold: 30, unit: 'times', windowMinutes: 4 * 1_440 })).toBe(
      'Un jugador hizo 30 o más apuestas en 4 días.',
    );
    expect(textOf('rule', { rule: 'large_win', threshold: 1_000_000, unit: 'minor' })).toBe(
      'Una sola apuesta o ronda pagó 10.000,00 o más.',
    );
  });

  it('lists how a rule was loosened', () => {
    const changes = [
      { kind: 'off' },
      { kind: 'window', fromMinutes: 600, toMinutes: 90 },
      { kind: 'severity', from: 'high', to: 'low' },
    ];
    expect(textOf('rule_loosened', { rule: 'large_win', changes })).toBe(
      'Un operador relajó la regla de riesgo «Ganancia grande»: desactivada, ventana de 600 a 90 minutos, gravedad de alta a baja.',
    );
  });

  it('is in English without a code, or with a code or params of another release', () => {
    expect(alertText({ description })).toBe(description);
    expect(textOf('something_new', {})).toBe(description);
    expect(textOf('constructor', {})).toBe(description);
    expect(textOf('rule', { rule: 'large_win' })).toBe(description);
  });
});

it('keeps an English alert unchanged', () => {
  expect(textOf('free_bet_requested', { amountMinor: 100_000, currency: 'USD' })).toBe(description);
});
