/** The security headers: nothing inline, nothing from other origins, no framing by other sites. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { securityHeaders, sonnerStyleHash } from './security-headers.ts';

function headers(https: boolean): Map<string, string> {
  const set = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => set.set(name.toLowerCase(), value),
    removeHeader: (name: string) => set.delete(name.toLowerCase()),
  };
  securityHeaders(https)({} as Request, response as unknown as Response, () => undefined);
  return set;
}

const policyOf = (https: boolean) =>
  new Map(
    (headers(https).get('content-security-policy') ?? '').split(';').map((part) => [part.split(' ', 1)[0], part]),
  );

it('allows nothing inline, no evaluation and no other origin', () => {
  const policy = headers(false).get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  for (const [name, part] of policyOf(false)) {
    if (name?.endsWith('-src') && name !== 'img-src' && name !== 'frame-src')
      expect(part).toMatch(/^[\w-]+ '(self|none)'( 'sha256-[\w+/=]+')?$/);
  }
});

it('lets nobody frame the pages and keeps forms and connections at home', () => {
  const policy = policyOf(false);
  expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(policy.get('frame-src')).toBe('frame-src blob:');
  expect(policy.get('connect-src')).toBe("connect-src 'self'");
  expect(policy.get('form-action')).toBe("form-action 'self'");
  expect(policy.get('object-src')).toBe("object-src 'none'");
  expect(headers(false).get('x-frame-options')).toBe('DENY');
  expect(headers(false).get('x-content-type-options')).toBe('nosniff');
});

describe('https', () => {
  it('is insisted on where the platform is reached by it', () => {
    expect(headers(true).get('strict-transport-security')).toContain('max-age=31536000');
    expect(policyOf(true).has('upgrade-insecure-requests')).toBe(true);
  });

  it('is not mentioned where it is not', () => {
    expect(headers(false).has('strict-transport-security')).toBe(false);
    expect(policyOf(false).has('upgrade-insecure-requests')).toBe(false);
  });
});

it('allows the style sheet that sonner inserts; on failure update security-headers.ts', () => {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('sonner')
      .replace(/index\.js$/, 'index.mjs'),
    'utf8',
  );
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1] ?? '""';
  const css = JSON.parse(literal) as string;
  expect(css).toContain('[data-sonner-toaster]');
  expect(`sha256-${createHash('sha256').update(css).digest('base64')}`).toBe(sonnerStyleHash);
});
