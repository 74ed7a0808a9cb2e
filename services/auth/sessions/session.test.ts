/** The rules of sessions: how long they last, the outcome of a refresh token, and its cookie. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { decodeJwt, type JWK, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { deviceName } from './device.ts';
import { accessEnd, expiredCookie, judgeToken, refreshCookie, sessionEnd, type TokenUse } from './session.ts';
import { derivedToken, hashOf, openKeys } from './token.ts';

const at = (text: string) => new Date(`2026-11-20T${text}Z`);
const open = { expiresAt: at('23:00:00'), endedAt: null };

describe('a refresh token that is shown', () => {
  it.each<[string, { expiresAt: Date; endedAt: Date | null }, Date | null, Date, TokenUse]>([
    ['for the first time is traded', open, null, at('12:00:00'), 'trade'],
    ['for the first time just before the session ends is traded', open, null, at('22:59:59.999'), 'trade'],
    ['again at once answers the same', open, at('12:00:00'), at('12:00:00'), 'repeat'],
    ['again after 20 s answers the same', open, at('12:00:00'), at('12:00:20'), 'repeat'],
    ['again after more than 20 s is a reuse', open, at('12:00:00'), at('12:00:20.001'), 'reuse'],
    ['again after hours is a reuse', open, at('12:00:00'), at('18:00:00'), 'reuse'],
    ['when the session has run out is worth nothing', open, null, at('23:00:00'), 'over'],
    ['when the session was ended is worth nothing', { ...open, endedAt: at('12:00:00') }, null, at('12:00:01'), 'over'],
    [
      'again when the session was ended is no second reuse',
      { ...open, endedAt: at('12:00:00') },
      at('11:00:00'),
      at('12:00:01'),
      'over',
    ],
    [
      'by a page whose clock of the server stepped back answers the same',
      open,
      at('12:00:00'),
      at('11:59:59'),
      'repeat',
    ],
  ])('%s', (_name, session, usedAt, now, worth) => {
    expect(judgeToken(session, usedAt, now)).toBe(worth);
  });
});

describe('a session', () => {
  it.each([
    ['player', false, '2026-11-21T12:00:00.000Z'],
    ['player', true, '2026-12-20T12:00:00.000Z'],
    ['operator', false, '2026-11-20T20:00:00.000Z'],
    ['operator', true, '2026-11-20T20:00:00.000Z'],
  ] as const)('of a %s (remembered: %s) begun at noon lasts until %s', (kind, remember, end) => {
    expect(sessionEnd(kind, remember, at('12:00:00'), at('12:00:00')).toISOString()).toBe(end);
  });

  it.each([
    ['operator', '15:59:59', '2026-11-20T23:59:59.000Z'],
    ['operator', '16:00:01', '2026-11-21T00:00:00.000Z'],
    ['operator', '23:00:00', '2026-11-21T00:00:00.000Z'],
    ['player', '23:00:00', '2026-11-21T23:00:00.000Z'],
  ] as const)('of an %s begun at noon and refreshed at %s lasts until %s', (kind, refreshedAt, end) => {
    expect(sessionEnd(kind, false, at('12:00:00'), at(refreshedAt)).toISOString()).toBe(end);
  });

  it.each([
    [false, 29, 30],
    [false, 29.5, 30],
    [true, 59, 89],
    [true, 75, 90],
  ])(
    'of a player (remembered: %s), refreshed on day %s, ends on day %s at most',
    (remember, refreshedAfter, endsAfter) => {
      const dayMs = 86_400_000;
      const after = (days: number) => new Date(at('12:00:00').getTime() + days * dayMs);
      expect(sessionEnd('player', remember, at('12:00:00'), after(refreshedAfter))).toEqual(after(endsAfter));
    },
  );

  it.each([
    ['15 minutes', at('12:00:00'), '2026-11-20T12:15:00.000Z'],
    ['whole seconds', at('12:00:00.900'), '2026-11-20T12:15:00.000Z'],
    ['no longer than the session', at('22:50:00'), '2026-11-20T23:00:00.000Z'],
  ])('gives access for %s', (_name, now, end) => {
    expect(accessEnd(open.expiresAt, now).toISOString()).toBe(end);
  });
});

describe('a successor', () => {
  const secret = randomBytes(32);

  it('is the same for the same token, another for another token and for another secret', () => {
    expect(derivedToken(secret, 'a')).toBe(derivedToken(secret, 'a'));
    expect(derivedToken(secret, 'a')).not.toBe(derivedToken(secret, 'b'));
    expect(derivedToken(secret, 'a')).not.toBe(derivedToken(randomBytes(32), 'a'));
  });

  it('has 256 bits, fits a cookie and a link, and is stored as its hash', () => {
    const token = derivedToken(secret, 'a');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(hashOf(token)).toEqual(createHash('sha256').update(token).digest());
  });
});

describe('the cookie', () => {
  it.each([
    ['player', false, false, 'fairline_session=t; Path=/api/auth; HttpOnly; SameSite=Strict'],
    ['player', true, false, 'fairline_session=t; Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Strict'],
    ['player', true, true, 'fairline_session=t; Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure'],
    ['operator', false, true, 'fairline_operator=t; Path=/api/admin/auth; HttpOnly; SameSite=Strict; Secure'],
  ] as const)('of a %s (remembered: %s, https: %s) is %s', (kind, remember, secure, cookie) => {
    expect(refreshCookie({ kind, secure }, 't', remember)).toBe(cookie);
  });

  it('is taken back where it was set', () => {
    expect(expiredCookie({ kind: 'player', secure: false })).toBe(
      'fairline_session=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Strict',
    );
  });
});

describe('the keys', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = privateKey.export({ format: 'jwk' }) as JWK & { d: string };

  it('are the same at every start and differ by purpose', async () => {
    const [one, two] = [await openKeys(jwk), await openKeys(jwk)];
    expect(one.refresh).toEqual(two.refresh);
    expect(new Set([one.refresh, one.link, one.totp].map((key) => Buffer.from(key).toString('hex'))).size).toBe(3);
  });

  it('sign access that the public key verifies, with the claims of the contract and no others', async () => {
    const { signAccess } = await openKeys(jwk);
    const id = '019aa1c8-7f00-7000-8000-000000000001';
    const claims = {
      kind: 'player',
      sub: id,
      sid: id,
      iat: 1,
      exp: 4_000_000_000,
      level: 'verified',
      jurisdiction: 'gb',
      book: 'play',
    } as const;
    const token = await signAccess({ ...claims, email: 'ada@example.com' } as typeof claims);
    expect(decodeJwt(token)).toEqual(claims);
    await expect(jwtVerify(token, publicKey)).resolves.toMatchObject({ protectedHeader: { alg: 'EdDSA' } });
    await expect(jwtVerify(token, generateKeyPairSync('ed25519').publicKey)).rejects.toThrow();
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome (Windows)',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge (Windows)',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari (macOS)',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari (iPhone)',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome (iPhone)',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome (Android)',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox (Linux)'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('the device of %j is %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
