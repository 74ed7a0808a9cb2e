/** Passwords and authenticator codes: which are accepted, which are not, and that an unknown account takes the same work. */
import { randomBytes } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { generate, generateSecret } from 'otplib';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  authenticatorUri,
  newAuthenticator,
  newRecoveryCodes,
  Passwords,
  recoveryBytes,
  recoveryHash,
  stepOfCode,
} from './credential.ts';

describe('a password', () => {
  let passwords: Passwords;
  let hashed: string;

  beforeAll(async () => {
    passwords = await Passwords.open(randomBytes(32));
    hashed = await passwords.hash('Str0ng pässword');
  });

  it('is kept as argon2id with 19 MiB, two passes and one lane', () => {
    expect(hashed).toMatch(/^\$argon2id\$/);
    expect(parseOptions(hashed)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it.each([
    ['the same', 'Str0ng pässword', true],
    ['the same, typed where accents are composed', 'Str0ng pa\u0308ssword', true],
    ['another', 'Str0ng passwor', false],
    ['empty', '', false],
  ])('that is %s opens: %s', async (_name, typed, opens) => {
    expect(await passwords.matches(typed, hashed)).toBe(opens);
  });

  it('opens nothing where there is no account, after a check of the same cost', async () => {
    const costs: unknown[] = [];
    for (const hash of [hashed, undefined, null]) {
      expect(await passwords.matches('wrong', hash)).toBe(false);
      const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(passwords.comparedWith(hash));
      costs.push({ algorithm, memoryCost, timeCost, parallelism });
    }
    expect(costs).toEqual(Array(3).fill(costs[0]));
  });
});

describe('the code of an authenticator app', () => {
  const secret = generateSecret();
  const now = new Date('2026-11-20T12:00:10Z');
  const step = Math.floor(now.getTime() / 30_000);
  const codeAt = (offset: number) => generate({ secret, epoch: (step + offset) * 30 });

  it.each([
    [0, step],
    [-1, step - 1],
    [1, step + 1],
    [-2, undefined],
    [2, undefined],
  ])('%d steps away is good for the step %s', async (offset, expected) => {
    expect(await stepOfCode(secret, await codeAt(offset), 0, now)).toBe(expected);
  });

  it('works once: neither it nor an older one is taken after it', async () => {
    expect(await stepOfCode(secret, await codeAt(0), step, now)).toBeUndefined();
    expect(await stepOfCode(secret, await codeAt(-1), step, now)).toBeUndefined();
    expect(await stepOfCode(secret, await codeAt(1), step, now)).toBe(step + 1);
  });

  it('may be typed in groups, and is nothing but six digits', async () => {
    const code = await codeAt(0);
    expect(await stepOfCode(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, 0, now)).toBe(step);
    for (const wrong of ['', '12345', '1234567', 'abcdef', `${code}0`])
      expect(await stepOfCode(secret, wrong, 0, now)).toBeUndefined();
  });

  it('comes from an app that read the address and the secret', () => {
    const uri = new URL(authenticatorUri('ada@example.com', secret));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Fairline:ada@example.com',
    ]);
    expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([secret, 'Fairline']);
  });
});

it('an authenticator is new each time', () => {
  const [one, other] = [newAuthenticator('ada@example.com'), newAuthenticator('ada@example.com')];
  expect(one.secret).not.toBe(other.secret);
  expect(one.uri).toBe(authenticatorUri('ada@example.com', one.secret));
});

describe('recovery codes', () => {
  it('are ten, each unlike the others, in letters and digits that are not mistaken', () => {
    const codes = newRecoveryCodes(randomBytes(recoveryBytes));
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it('are known however they are typed, and under the key of this installation alone', () => {
    const key = randomBytes(32);
    const kept = recoveryHash(key, 'ABCDE-FGH10');
    for (const typed of ['ABCDE-FGH10', 'abcdefgh10', ' abcde fghlo ']) expect(recoveryHash(key, typed)).toEqual(kept);
    expect(recoveryHash(key, 'ABCDE-FGH11')).not.toEqual(kept);
    expect(recoveryHash(randomBytes(32), 'ABCDE-FGH10')).not.toEqual(kept);
  });
});
