/** The servers' sentences are all known in each language, and filled as they came. */

import { accountRefusals, ProfileChange } from '@fairline/proto/auth/account';
import { mailRefusals } from '@fairline/proto/auth/mail';
import { PasswordChange, Registration, SignIn, sessionRefusals } from '@fairline/proto/auth/sessions';
import { OperatorInvitation, staffRefusals } from '@fairline/proto/auth/staff';
import { userRefusals } from '@fairline/proto/auth/users';
import { betRefusals, betStatuses } from '@fairline/proto/betting/bets';
import { marketStatuses, offerRefusals } from '@fairline/proto/betting/offer';
import { settlementRefusals } from '@fairline/proto/betting/settlement';
import { common, type RefusalType } from '@fairline/proto/contract';
import { feedTexts } from '@fairline/proto/feed';
import { harmMarkers } from '@fairline/proto/risk/harm';
import { allRoutes } from '@fairline/proto/services';
import { adjustmentRefusals } from '@fairline/proto/wallet/adjustments';
import { automaticRefusals } from '@fairline/proto/wallet/approvals';
import { bookRefusals } from '@fairline/proto/wallet/books';
import { exchangeRefusals } from '@fairline/proto/wallet/exchange';
import { grantRefusals } from '@fairline/proto/wallet/grants';
import { freeBetRefusals, ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { decidedTexts, failureTexts, movementTexts, roundTexts } from '@fairline/proto/wallet/texts';
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
    expect(translate('Amount must be between 20.00 USD and 100.00 USD')).toBe('El importe debe estar entre 20.00 USD y 100.00 USD');
    expect(translate('Deposit: Bank Transfer')).toBe('Depósito: Transferencia bancaria');
    expect(translate('constructor')).toBe('constructor');
  });

  it('has its figures written as the language writes them', () => {
    loadSentences(sentences);
    i18n.loadAndActivate({ locale: 'es', messages: {} });
    expect(translate('Amount must be between 20.00 USD and 1,000.00 USD')).toBe('El importe debe estar entre 20,00 USD y 1.000,00 USD');
    expect(translate('Over 2.5')).toBe('Más de 2,5');
  });
});

describe('Spanish has a text for', () => {
  const refusals: RefusalType[] = [
    common,
    userRefusals,
    sessionRefusals,
    mailRefusals,
    accountRefusals,
    staffRefusals,
    ledgerRefusals,
    bookRefusals,
    playerRefusals,
    exchangeRefusals,
    paymentRefusals,
    adjustmentRefusals,
    automaticRefusals,
    freeBetRefusals,
    grantRefusals,
    offerRefusals,
    betRefusals,
    settlementRefusals,
  ].flatMap((group): RefusalType[] => Object.values(group));
  it.each([...new Set(refusals.map(({ message }) => message))])('%s', (message) => expect(sentences).toHaveProperty([message]));

  it('every refusal that a route names', () => {
    const named = allRoutes.flatMap((route) => route.refusals.map(({ message }) => message));
    expect([...new Set(named)].filter((message) => !(message in sentences))).toEqual([]);
  });

  it('every movement of money and every failure of the provider', () => {
    expect([...Object.values(movementTexts), ...Object.values(roundTexts), ...Object.values(failureTexts)].filter((text) => !(text in sentences))).toEqual([]);
    loadSentences(sentences);
    expect(translate('Mega Fortune Slots · 2.50x · round 8f3a2b1c')).toMatch(/^Mega Fortune Slots · 2[.,]50x · ronda 8f3a2b1c$/);
    expect(translate('Jackpot · Mega Fortune Slots · round 12345678')).toBe('Bote · Mega Fortune Slots · ronda 12345678');
  });

  it('every status of a payment or an account', () => {
    const filledIn = [...Object.values(decidedTexts), 'suspended', 'closed'];
    expect(filledIn.filter((text) => !(text in sentences))).toEqual([]);
    loadSentences(sentences);
    expect(translate('This payment was already given to the payment provider')).toBe('Este pago ya está en manos del proveedor de pagos');
  });

  it('every status of a bet or a market, in its gender', () => {
    const whole = [...betStatuses.map((status) => `This bet is ${status.replace('_', ' ')}`), ...marketStatuses.map((status) => `This market is ${status}`)];
    expect(whole.filter((text) => !(text in sentences))).toEqual([]);
    loadSentences(sentences);
    expect([translate('This bet is half won'), translate('This market is suspended'), translate('Your account is suspended. Please contact support.')]).toEqual(
      ['Esta apuesta está ganada a medias', 'Este mercado está suspendido', 'Tu cuenta está suspendida. Contacta con soporte.'],
    );
  });

  it('every market, selection and part of a match that a feed names', () => {
    expect(Object.values(feedTexts).flatMap((texts) => texts.filter((text) => !(text in sentences)))).toEqual([]);
  });

  it('every marker of harm', () => {
    expect(Object.values(harmMarkers).filter(({ text }) => !(text in sentences))).toEqual([]);
  });

  it('the errors of form fields', () => {
    const wrong = [Registration, SignIn, OperatorInvitation, ProfileChange, PasswordChange].flatMap((form) =>
      [{}, { email: 'x', password: 'x', firstName: 'x', lastName: 'x', phone: 'x', currentPassword: '', newPassword: 'x' }].flatMap(
        (input) =>
          form
            .safeParse(input)
            .error?.issues.filter(({ code }) => code !== 'unrecognized_keys')
            .map(({ message }) => message) ?? [],
      ),
    );
    expect([...new Set(wrong)].filter((message) => !(message in sentences))).toEqual([]);
  });
});
