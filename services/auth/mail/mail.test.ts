/** The text of each mail, and the retries of an unsent one. */
import { services } from '@fairline/proto/services';
import { failureTexts } from '@fairline/proto/wallet/texts';
import { describe, expect, it } from 'vitest';
import { payment, type Sample, samples } from '../testing-mails.ts';
import { composeMail, maxAttempts, nameInMail, planRetry } from './mail.ts';
import { oneTimeLinks, type Template } from './templates.ts';

const to = { firstName: 'Ada', language: 'en', confirmed: true };
const page = { publicUrl: 'https://fairline.example', token: 'tok_en-1' };

const each = Object.entries(samples).flatMap(([template, list]) =>
  list.map((sample) => [template, sample] as const),
) as [Template, Sample<Template>][];

describe.each(each)('the mail %s', (template, { data, texts, dice }) => {
  const inLanguage = (language: string) => composeMail(template, data, { ...to, language }, page);

  it.each([
    ['en', texts],
    ['es', dice],
  ])('contains its texts in %s, in text and in HTML', (language, [subject, ...expectedTexts]) => {
    const mail = inLanguage(language);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(`<html lang="${language}">`);
    for (const expectedText of expectedTexts) {
      expect(mail.text).toContain(expectedText);
      expect(mail.html).toContain(expectedText.replaceAll('&', '&amp;'));
    }
  });

  it('carries the token only if it has a one-time link', () => {
    expect(inLanguage('en').text.includes(page.token)).toBe(template in oneTimeLinks);
    expect(inLanguage('es').text.includes(page.token)).toBe(template in oneTimeLinks);
  });

  it('is English in a language we do not have', () => {
    expect(inLanguage('tlh')).toEqual(inLanguage('en'));
  });
});

it.each(Object.values(failureTexts))('explains in Spanish why a payment failed: %s', (reason) => {
  for (const template of ['deposit_failed', 'withdrawal_returned'] as const) {
    const { text, html } = composeMail(template, { ...payment, reason }, { ...to, language: 'es' }, page);
    expect(text).toMatch(/Motivo: \p{Lu}/u);
    expect(text + html).not.toContain(reason);
    expect(composeMail(template, { ...payment, reason }, to, page).text).toContain(`Reason: ${reason}`);
  }
});

it.each([
  ['Ada', true, 'Ada'],
  ["Conan O'Brien", true, "Conan O'Brien"],
  ['Ada', false, undefined],
  ['open http://evil.example/claim', true, undefined],
  ['<b>Ada</b>', true, undefined],
  [`Ad${'a'.repeat(98)}`, true, `Ad${'a'.repeat(38)}`],
])('of the name %j (confirmed: %s) a mail shows %j', (name, confirmed, shown) => {
  expect(nameInMail({ name, confirmed })).toBe(shown);
});

it('greets nobody by name at an address that is not confirmed', () => {
  const greeting = (language: string) =>
    composeMail('welcome', {}, { ...to, language, confirmed: false }, page).text.split('\n')[0];
  expect([greeting('en'), greeting('es')]).toEqual(['Hello,', 'Hola:']);
});

it('repeats nothing that a player wrote, not even from a mail that an earlier release queued', () => {
  const queued = { ticketId: payment.paymentId, subject: 'Buy now' };
  expect(composeMail('ticket_answered', queued, to, page).text).not.toContain('Buy now');
});

it('lets nothing that was typed become markup', () => {
  const mail = composeMail(
    'deposit_rejected',
    { ...payment, reason: '<img src=x onerror="alert(1)"> & more' },
    to,
    page,
  );
  expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more');
  expect(mail.html).not.toContain('<img');
});

it('there is a mail for every notice that an event declares, and auth consumes each such event', () => {
  for (const { subject, notice } of Object.values(services).flatMap(({ publishes }) => Object.values(publishes))) {
    if (!notice) continue;
    for (const template of [notice.template, ...(notice.also ?? [])]) expect(Object.keys(samples)).toContain(template);
    expect(services.auth.consumes.map((consumed) => consumed.subject)).toContain(subject);
  }
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
    expect(planRetry(attempts, false, now)).toEqual({ dueAt: new Date(now.getTime() + seconds * 1_000) });
  });

  it('is given up after a day, or at once when it was refused for good', () => {
    expect(planRetry(maxAttempts, false, now)).toEqual({ givenUpAt: now });
    expect(planRetry(1, true, now)).toEqual({ givenUpAt: now });
    let waited = 0;
    for (let attempts = 1; attempts < maxAttempts; attempts++)
      waited += (planRetry(attempts, false, now) as { dueAt: Date }).dueAt.getTime() - now.getTime();
    expect(waited / 3_600_000).toBeGreaterThan(22);
    expect(waited / 3_600_000).toBeLessThan(25);
  });
});
