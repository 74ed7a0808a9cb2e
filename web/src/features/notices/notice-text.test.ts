/** Every notice has its text in each language, and its params are never trusted. */
import { languages } from '@fairline/proto/auth/fields';
import { english } from '@fairline/proto/notices/english';
import { type NoticeData, type NoticeTemplate, notices } from '@fairline/proto/notices/notices';
import { services } from '@fairline/proto/services';
import { failureTexts } from '@fairline/proto/wallet/texts';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { loadNoticeTexts, noticeLine } from './notice-text.ts';

const id = '019aa1c8-7f00-7000-8000-000000000001';
const at = '2026-11-27T12:34:00.000Z';
const amount = { amountMinor: 123_456, currency: 'EUR' } as const;
const payment = { paymentId: id, ...amount };
const failed = { ...payment, reason: 'The proof is not readable' };
const signIn = { device: 'Firefox (Linux)', address: '203.0.113.7', at };

const samples: NoticeData = {
  welcome: {},
  signed_in: signIn,
  new_device: signIn,
  email_change_requested: { changeId: '019aa1c8-7f00-7000-8000-000000000001', by: 'player' },
  email_changed: { how: 'changed' },
  password_changed: {},
  two_factor_changed: { on: true },
  passkey_changed: { change: 'added' },
  status_changed: { status: 'closed' },
  verification_changed: { level: 'verified' },
  player_excluded: { kind: 'self_exclusion', endsAt: at },
  kyc_approved: { validUntil: at },
  kyc_rejected: { reason: 'The photo is blurred' },
  kyc_expired: { wasApproved: true },
  deposit_approved: payment,
  deposit_rejected: failed,
  deposit_failed: failed,
  withdrawal_approved: payment,
  withdrawal_paid: { ...payment, bankReference: 'SEPA 4711' },
  withdrawal_rejected: failed,
  withdrawal_returned: failed,
  destination_added: { paymentId: id, method: 'crypto', destinationEnd: '9xyz' },
  destination_saved: { destinationId: id, method: 'bank_transfer', destinationEnd: '3000' },
  pin_changed: { on: false },
  balance_low: amount,
  balance_adjusted: { adjustmentId: id, ...amount, reason: 'Goodwill' },
  free_bet_given: { claimId: id, ...amount, expiresAt: at },
  bonus_granted: { claimId: id, ...amount, expiresAt: at },
  promotion_claimed: { claimId: id, type: 'free_bet', waitingFor: 'deposit' },
  wagering_completed: { claimId: id, ...amount },
  claim_ended: { claimId: id, ...amount, type: 'free_bet', reason: 'expired' },
  cashback_paid: { statementId: id, ...amount, weekStartsAt: at },
  tier_changed: { tier: 'gold', from: 'silver' },
  ticket_answered: { ticketId: id },
  chat_kept: { ticketId: id },
};

const lineOf = <T extends NoticeTemplate>(template: T, params: Partial<NoticeData[T]> = {}) =>
  noticeLine({ template, params: { ...samples[template], ...params } }, english);

describe('a notice', () => {
  beforeEach(loadEnglish);

  it.each(Object.keys(notices) as NoticeTemplate[])('%s has its own text in each language', async (template) => {
    const other = noticeLine({ template: 'unheard of', params: {} }, english).title;
    for (const language of languages) {
      const { title, detail } = noticeLine({ template, params: samples[template] }, await loadNoticeTexts(language));
      expect(title).not.toBe(other);
      expect(detail).toBeTruthy();
    }
  });

  it('is defined for every event that declares one', () => {
    const named = Object.values(services).flatMap(({ publishes }) =>
      Object.values(publishes).flatMap(({ notice }) => (notice ? [notice.template, ...(notice.also ?? [])] : [])),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(notices).sort());
  });

  it('contains amount and reason', () => {
    const { title, detail } = lineOf('deposit_rejected');
    expect(title).toBe('Your deposit was rejected');
    expect(detail?.replaceAll('\u00a0', ' ')).toBe('1,234.56 EUR was not credited. Reason: The proof is not readable');
  });

  it("translates the server's reason", async () => {
    const spanish = await loadNoticeTexts('es');
    const params = { ...samples.deposit_failed, reason: failureTexts.declined };
    expect(noticeLine({ template: 'deposit_failed', params }, spanish).detail).toMatch(
      /Motivo: Rechazado por el emisor de la tarjeta$/,
    );
  });

  it.each([
    ['with its end to the minute', at, /^It lasts until .*:34/],
    ['that is permanent', '', /^It is permanent\.$/],
  ])('of a self-exclusion %s', (_name, endsAt, expected) => {
    expect(lineOf('player_excluded', { endsAt }).detail).toMatch(expected);
  });

  it('leads to its ticket', () => {
    expect(lineOf('ticket_answered').to).toBe(`/support?ticket=${id}`);
  });

  it('shows nothing of params it cannot parse', () => {
    const unread = noticeLine({ template: 'new_device', params: { device: { html: '<b>' }, address: 7 } }, english);
    expect(unread).toEqual({ title: 'Something changed in your account', to: '/account' });
    expect(noticeLine({ template: 'constructor', params: {} }, english)).toEqual(unread);
  });
});
