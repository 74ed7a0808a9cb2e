/** Structured logs on standard output. Secrets and personal fields are redacted by name; card numbers are masked. */
import { type Logger, pino } from 'pino';
import { maskCards } from './card-number.ts';
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
    redact: {
      paths: secretNames.flatMap((secret) => [`["${secret}"]`, `*["${secret}"]`, `*.*["${secret}"]`]),
      censor: '[redacted]',
    },
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
