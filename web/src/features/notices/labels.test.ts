/** Every declared notice has a text, and its params are never trusted. */
import { accountEvents } from '@fairline/proto/auth/account';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { mailEvents } from '@fairline/proto/auth/mail';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import type { EventType } from '@fairline/proto/contract';
import { documentEvents } from '@fairline/proto/kyc/documents';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { loyaltyEvents } from '@fairline/proto/promotions/loyalty';
import { chatEvents } from '@fairline/proto/support/chats';
import { ticketEvents } from '@fairline/proto/support/tickets';
import { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { exchangeEvents } from '@fairline/proto/wallet/exchange';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { ledgerEvents } from '@fairline/proto/wallet/ledger';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { playerEvents } from '@fairline/proto/wallet/players';
import { failureTexts } from '@fairline/proto/wallet/texts';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { sentences } from '../../locales/es.sentences.ts';
import { loadSentences } from '../../server-texts.ts';
import { noticeText } from './labels.ts';

const templates = [
  userEvents,
  sessionEvents,
  mailEvents,
  accountEvents,
  authAuditEvents,
  ledgerEvents,
  grantEvents,
  playerEvents,
  exchangeEvents,
  paymentEvents,
  adjustmentEvents,
  walletAuditEvents,
  documentEvents,
  verificationEvents,
  claimEvents,
  loyaltyEvents,
  ticketEvents,
  chatEvents,
]
  .flatMap((events): EventType[] => Object.values(events))
  .flatMap(({ notice }) => (notice ? [notice.template, ...(notice.also ?? [])] : []));

describe('a notice', () => {
  beforeEach(loadEnglish);

  it.each([...new Set(templates)])('%s has its own text', (template) => {
    const other = noticeText({ template: 'unheard of', params: {} }).title;
    expect(noticeText({ template, params: { tier: 'gold' } }).title).not.toBe(other);
  });

  it('contains amount and reason', () => {
    const params = { amountMinor: 123_456, currency: 'EUR', reason: 'The proof is not readable' };
    const { title, detail } = noticeText({ template: 'deposit_rejected', params });
    expect(title.replaceAll('\u00a0', ' ')).toBe('Your deposit of 1,234.56 EUR was rejected');
    expect(detail).toBe('The proof is not readable');
  });

  it("translates the server's reason", () => {
    loadSentences(sentences);
    expect(noticeText({ template: 'deposit_failed', params: { reason: failureTexts.declined } }).detail).toBe('Rechazado por el emisor de la tarjeta');
  });

  it.each([
    ['with its end to the minute', '2026-11-27T12:34:00.000Z', /^Until .*:34/],
    ['that is permanent', '', /^Permanent$/],
  ])('of a self-exclusion %s', (_name, endsAt, expected) => {
    expect(noticeText({ template: 'player_excluded', params: { kind: 'self_exclusion', endsAt } }).detail).toMatch(expected);
  });

  it('shows nothing of what it cannot read', () => {
    expect(noticeText({ template: 'new_device', params: { device: { html: '<b>' }, address: 7 } }).detail).toBe('');
  });
});
