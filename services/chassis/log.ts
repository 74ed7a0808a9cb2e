/** Structured logs on standard output. Secrets and personal fields are cut out by name, runs that look like card numbers are masked. */
import { type Logger, pino } from 'pino';
import { traceId } from './trace.ts';

export type Log = Logger;

const secretNames =
  'password currentPassword newPassword token accessToken refreshToken authorization cookie set-cookie email firstName lastName dateOfBirth destination proof totp secret x-fairline-identity'.split(
    ' ',
  );

export function createLog(name: string, level: string): Log {
  return pino({
    name,
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretNames.flatMap((secret) => [`["${secret}"]`, `*["${secret}"]`, `*.*["${secret}"]`]), censor: '[redacted]' },
    mixin: () => {
      const trace = traceId();
      return trace ? { traceId: trace } : {};
    },
    hooks: {
      logMethod(input, method) {
        const masked = input.map((part) => (typeof part === 'string' ? maskCards(part) : part));
        method.apply(this, masked as Parameters<typeof method>);
      },
    },
  });
}

const cardRuns = /(?<!\d)(?:\d[ -]?){14,15}\d(?!\d)/g;
const cardStart = /^(?:3[47]|4|5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720)|6[045])/;

/** A run of 15 or 16 digits that begins as a card does and passes the Luhn check. */
export function hasCardNumber(text: string): boolean {
  return (text.match(cardRuns) ?? []).some(isCard);
}

export function maskCards(text: string): string {
  return text.replaceAll(cardRuns, (run) => (isCard(run) ? '[card]' : run));
}

function isCard(run: string): boolean {
  const digits = run.replaceAll(/\D/g, '');
  if (!cardStart.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
