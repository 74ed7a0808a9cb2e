/** Refusals and errors of form fields: each has its text in each language, with its params filled in. */
import { betRefusals, betStatuses } from '@fairline/proto/betting/bets';
import { common, Refusal } from '@fairline/proto/contract';
import { readContracts } from '@fairline/proto/documents/contracts';
import { verificationRefusals } from '@fairline/proto/kyc/verifications';
import { allRoutes } from '@fairline/proto/services';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import { decidedTexts } from '@fairline/proto/wallet/texts';
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf } from './client/http/error-text.ts';
import { loadEnglish } from './i18n.ts';
import { fieldTexts } from './locales/es.fields.ts';
import { refusals } from './locales/es.refusals.ts';
import { fieldText, loadFieldTexts, loadRefusals, refusalText } from './refusals.ts';

function loadSpanish(): void {
  loadRefusals(refusals);
  loadFieldTexts(fieldTexts);
  i18n.loadAndActivate({ locale: 'es', messages: {} });
}

afterEach(loadEnglish);

describe('a refusal in English', () => {
  it('is the message of the server', () => {
    loadEnglish();
    expect(refusalText(new Refusal(ledgerRefusals.accountNotActive, { status: 'closed' }))).toBe(
      'Your account is closed. Please contact support.',
    );
  });
});

describe('a refusal in Spanish', () => {
  beforeEach(loadSpanish);

  it('is found by its code', () => {
    expect(refusalText(new Refusal(ledgerRefusals.insufficientBalance))).toBe('Saldo insuficiente');
    expect(refusalText(ledgerRefusals.insufficientBalance)).toBe('Saldo insuficiente');
  });

  it('is found by its variant if several share a code: thrown, received or declared', () => {
    const missing = new Refusal(paymentRefusals.paymentNotFound);
    expect([missing, Refusal.from(missing.problem()), paymentRefusals.paymentNotFound].map(refusalText)).toEqual(
      Array(3).fill('Pago no encontrado'),
    );
    expect(refusalText(new Refusal(common.notFound))).toBe('No encontrado');
  });

  it("is filled with its params, with figures in the language's format", () => {
    const range = { min: '20.00 USD', max: '1,000.00 USD' };
    expect(refusalText(new Refusal(paymentRefusals.depositRange, range))).toBe(
      'El importe debe estar entre 20,00 USD y 1.000,00 USD',
    );
    expect(refusalText(new Refusal(betRefusals.tooManyLegs, { maximum: 20 }))).toBe(
      'Una apuesta admite como máximo 20 selecciones. Quita una.',
    );
  });

  it('has every status in the gender of its noun', () => {
    const states = betStatuses.map((status) =>
      refusalText(new Refusal(betRefusals.betDecided, { status: status.replace('_', ' ') })),
    );
    expect(states).toContain('Esta apuesta está ganada a medias');
    const payments = Object.values(decidedTexts).map((status) =>
      refusalText(new Refusal(paymentRefusals.alreadyDecided, { status })),
    );
    expect(payments).toContain('Este pago ya está en manos del proveedor de pagos');
    expect([...states, ...payments].filter((text) => /won|lost|pending|approved/.test(text))).toEqual([]);
  });

  it('translates each entry of a list', () => {
    const refusal = new Refusal(verificationRefusals.missingDocuments, {
      names: "Passport, Driver's License",
      types: 'passport,drivers_license',
    });
    expect(refusalText(refusal)).toBe('Faltan documentos obligatorios: Pasaporte, Permiso de conducir');
  });

  it('stays in English if its code is unknown or a param is missing', () => {
    expect(refusalText({ code: 'constructor', message: 'Not now' })).toBe('Not now');
    expect(refusalText({ code: betRefusals.stakeTooSmall.code, message: 'The minimum stake is 1.00 USD' })).toBe(
      'The minimum stake is 1.00 USD',
    );
  });

  it('has the text of its first wrong field if it has none of its own', () => {
    const refusal = new Refusal({ ...common.invalidRequest, message: 'Email is required' }, undefined, {
      email: 'Email is required',
    });
    expect([refusalText(refusal), fieldErrorsOf(refusal)]).toEqual([
      'El correo es obligatorio',
      { email: 'El correo es obligatorio' },
    ]);
    expect(refusalText({ ...common.invalidRequest, message: 'proof must be base64' })).toBe(
      'La solicitud no es válida',
    );
  });

  it('is shown at the field it names', () => {
    const refusal = new Refusal(common.cardNumber, undefined, { notes: common.cardNumber.message });
    expect(fieldErrorsOf(refusal)).toEqual({ notes: 'No escribas números de tarjeta aquí' });
  });
});

describe('Spanish has a text for', () => {
  it("every record of refusals except the payment provider's, which no browser receives", async () => {
    const declared = (await readContracts()).refusals.filter(({ owner }) => owner !== 'pspRefusals');
    const keys = declared.map(({ code, variant }) => (variant === undefined ? code : `${code}.${variant}`));
    expect(keys.filter((key) => !(key in refusals))).toEqual([]);
  });

  it('every message that a schema of a route has for a field', () => {
    const messages = allRoutes.flatMap(({ params, query, body }) =>
      [params, query, body].flatMap((schema) => messagesOf(schema)),
    );
    expect(messages.length).toBeGreaterThan(50);
    expect([...new Set(messages)].filter((message) => !(message in fieldTexts))).toEqual([]);
  });
});

it('keeps a text that is not an error of a field', () => {
  loadSpanish();
  expect([fieldText('Velmora'), fieldText('constructor')]).toEqual(['Velmora', 'constructor']);
});

/** The messages in a schema, at any depth. */
function messagesOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def =
    schema instanceof z.core.$ZodType || schema instanceof z.core.$ZodCheck
      ? (schema._zod.def as { error?: unknown })
      : undefined;
  if (!def) return Object.values(schema).flatMap((part) => messagesOf(part, seen));
  const own: unknown = typeof def.error === 'function' ? def.error({ code: 'custom', input: '' }) : undefined;
  const message = typeof own === 'object' && own !== null && 'message' in own ? own.message : own;
  return [...(typeof message === 'string' ? [message] : []), ...messagesOf({ ...def }, seen)];
}
