/** Every notice the rooms declare has words, and what fills them is never trusted. */
import { authEvents } from '@fairline/proto/auth';
import type { EventType } from '@fairline/proto/contract';
import { walletEvents } from '@fairline/proto/wallet';
import { failureWords } from '@fairline/proto/wallet/words';
import { beforeEach, describe, expect, it } from 'vitest';
import { speakEnglish } from '../../i18n.ts';
import { sentences } from '../../locales/es.sentences.ts';
import { learn } from '../../said.ts';
import { noticeWords } from './labels.ts';

const templates = [authEvents, walletEvents].flatMap((events): EventType[] => Object.values(events)).flatMap(({ notice }) => (notice ? [notice.template] : []));

describe('a notice', () => {
  beforeEach(speakEnglish);

  it.each([...new Set(templates)])('%s has words of its own', (template) => {
    const other = noticeWords({ template: 'unheard of', params: {} }).title;
    expect(noticeWords({ template, params: {} }).title).not.toBe(other);
  });

  it('says amount and reason', () => {
    const params = { amountMinor: 123_456, currency: 'EUR', reason: 'The proof is not readable' };
    const { title, detail } = noticeWords({ template: 'deposit_rejected', params });
    expect(title.replaceAll('\u00a0', ' ')).toBe('Your deposit of 1,234.56 EUR was rejected');
    expect(detail).toBe('The proof is not readable');
  });

  it('says the reason of a server in the language of the page', () => {
    learn(sentences);
    expect(noticeWords({ template: 'deposit_failed', params: { reason: failureWords.declined } }).detail).toBe('Rechazado por el emisor de la tarjeta');
  });

  it('shows nothing of what it cannot read', () => {
    expect(noticeWords({ template: 'new_device', params: { device: { html: '<b>' }, address: 7 } }).detail).toBe('');
  });
});
