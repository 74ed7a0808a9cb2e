/** Our compiler of English messages compared with Lingui's, by their formatted results. */
import { globSync, readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import { compileMessage as reference } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { compileMessage } from './message.ts';

const messages = [
  'Login',
  "You don't need this. It's 50% off!",
  'Place {amount}',
  '{a} and {b}',
  '{count, plural, one {# bet} other {# bets}}',
  'Place {count, plural, one {a bet} other {# bets of {amount} each}} now',
  '{count, plural, =0 {No events} one {One event} other {# events}} today',
];

/** Every English message in the code of the app. */
const written = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }).flatMap((file) =>
  [
    ...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/\bmessage(?::\s*|=)(['"])((?:(?!\1).)+)\1/g),
  ].map((match) => match[2] as string),
);

describe('the compiler of messages', () => {
  it('compiles every message of the app like the reference', () => {
    expect(written.length).toBeGreaterThan(300);
    for (const message of written) expect(compileMessage(message)).toEqual(reference(message));
  });

  it.each(messages)('agrees with the reference on "%s"', (message) => {
    expect(compileMessage(message)).toEqual(reference(message));
  });

  it.each([
    [0, 'No events today'],
    [1, 'One event today'],
    [1234, '1,234 events today'],
  ])('formats a plural of %i', (count, spoken) => {
    const i18n = setupI18n();
    i18n.setMessagesCompiler(compileMessage as Parameters<typeof i18n.setMessagesCompiler>[0]);
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    expect(i18n._({ id: 'x', message: messages.at(-1) as string, values: { count } })).toBe(spoken);
  });

  it('refuses what it cannot parse', () => {
    expect(() => compileMessage('{a, select, x {y}}')).toThrow(SyntaxError);
  });
});
