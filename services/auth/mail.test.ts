/** What each mail says, and when one that could not be sent is tried again. */
import { authEvents } from '@fairline/proto/auth';
import { walletEvents } from '@fairline/proto/wallet';
import { describe, expect, it } from 'vitest';
import { afterFailure, compose, confirming, type MailFacts, mostAttempts, type Template } from './mail.ts';

const to = { firstName: 'Ada', language: 'en' };
const page = { publicUrl: 'https://fairline.example', token: 'tok_en-1' };
const link = 'https://fairline.example/auth/callback?type=signup&token=tok_en-1';
const payment = { amountMinor: 123_456, currency: 'EUR' } as const;

const samples: { [T in Template]: { facts: MailFacts[T]; subject: string; says: string[] } } = {
  welcome: { facts: {}, subject: 'Welcome to Fairline! Please confirm your email address', says: ['Hello Ada,', link, '24 hours'] },
  verify_email: { facts: {}, subject: 'Please confirm your email address', says: ['Hello Ada,', link, '24 hours'] },
  deposit_approved: { facts: payment, subject: 'Your deposit was approved', says: ['1,234.56 EUR', 'approved', 'https://fairline.example/wallet'] },
  deposit_rejected: {
    facts: { ...payment, reason: 'No such transfer' },
    subject: 'Your deposit was rejected',
    says: ['1,234.56 EUR', 'Reason: No such transfer'],
  },
  withdrawal_approved: { facts: payment, subject: 'Your withdrawal was approved', says: ['1,234.56 EUR', 'on its way'] },
  withdrawal_rejected: {
    facts: { ...payment, reason: 'Wrong name' },
    subject: 'Your withdrawal was rejected',
    says: ['1,234.56 EUR', 'available in your balance again', 'Reason: Wrong name'],
  },
};

describe.each(Object.entries(samples) as [Template, (typeof samples)[Template]][])('the mail %s', (template, { facts, subject, says }) => {
  const mail = compose(template, facts as MailFacts[typeof template], to, page);

  it('says what it must, in text and in HTML', () => {
    expect(mail.subject).toBe(subject);
    for (const words of says) {
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words.replaceAll('&', '&amp;'));
    }
  });

  it('carries the link only if it confirms an address', () => {
    expect(mail.text.includes(page.token)).toBe(confirming.includes(template));
  });

  it('is English in a language we do not have', () => {
    expect(compose(template, facts as MailFacts[typeof template], { ...to, language: 'tlh' }, page)).toEqual(mail);
  });
});

it('lets nothing that was typed become markup', () => {
  const mail = compose('deposit_rejected', { ...payment, reason: '<img src=x onerror="alert(1)"> & more' }, { ...to, firstName: '<b>Ada</b>' }, page);
  expect(mail.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,');
  expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more');
  expect(mail.html).not.toContain('<img');
});

it('has a template for every notice that a fact heard by auth declares', () => {
  const { depositApproved, depositRejected, withdrawalApproved, withdrawalRejected } = walletEvents;
  const notices = [authEvents.userRegistered, depositApproved, depositRejected, withdrawalApproved, withdrawalRejected].map(({ notice }) => notice?.template);
  expect(notices).toEqual(['welcome', 'deposit_approved', 'deposit_rejected', 'withdrawal_approved', 'withdrawal_rejected']);
  for (const template of notices) expect(Object.keys(samples)).toContain(template);
});

describe('a mail that was not sent', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  it.each([
    [1, 30],
    [2, 60],
    [5, 480],
    [8, 3_600],
    [29, 3_600],
  ])('for the time number %d is tried again after %d s', (attempts, seconds) => {
    expect(afterFailure(attempts, false, now)).toEqual({ dueAt: new Date(now.getTime() + seconds * 1_000) });
  });

  it('is given up after a day, or at once when it was refused for good', () => {
    expect(afterFailure(mostAttempts, false, now)).toEqual({ givenUpAt: now });
    expect(afterFailure(1, true, now)).toEqual({ givenUpAt: now });
    let waited = 0;
    for (let attempts = 1; attempts < mostAttempts; attempts++)
      waited += (afterFailure(attempts, false, now) as { dueAt: Date }).dueAt.getTime() - now.getTime();
    expect(waited / 3_600_000).toBeGreaterThan(22);
    expect(waited / 3_600_000).toBeLessThan(25);
  });
});
