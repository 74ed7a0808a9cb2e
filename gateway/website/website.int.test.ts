/** The built web app as the gateway serves it: compressed once, cached as its file names allow, and with the same index for every page. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Running } from '@fairline/chassis/run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { type Grounds, openGrounds } from '../testing.ts';
import { precompress } from './precompress.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairline-web-'));
const script = `console.log(${JSON.stringify('a line of the app '.repeat(200))});`;
const index = `<!doctype html><html lang="en"><body><div id="root"></div>${'<p>text</p>'.repeat(100)}</body></html>`;
let grounds: Grounds;
let gateway: Running;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), index);
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), script);
  writeFileSync(join(folder, 'assets/picture-4d5e6f.webp'), Buffer.alloc(2_000, 1));
  writeFileSync(join(folder, 'theme.js'), 'void 0;');
  writeFileSync(join(folder, '.secret'), 'secret');
  grounds = await openGrounds('http://127.0.0.1:1', {
    WEB_DIST: folder,
    SECURITY_CONTACT: 'mailto:security@fairline.example',
  });
  gateway = await start(grounds.env);
});

afterAll(async () => {
  await gateway.stop();
  await grounds.world.close();
  rmSync(folder, { recursive: true });
});

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A request that neither decompresses the answer nor normalizes the path. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  const { hostname, port } = new URL(gateway.httpUrl);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

describe('a file with a hash in its name', () => {
  it('comes by brotli where it may, and is kept for good', async () => {
    const answer = await raw('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(answer.headers['content-type']).toContain('javascript');
    expect(brotliDecompressSync(answer.body).toString()).toBe(script);
    expect(answer.body.length).toBeLessThan(script.length / 10);
  });

  it('comes by gzip, or as it is, where that is all that is understood', async () => {
    const zipped = await raw('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).toString()).toBe(script);
    const plain = await raw('/assets/app-1a2b3c.js');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.body.toString()).toBe(script);
  });

  it('that is there no more is not found, and never the index instead', async () => {
    const answer = await raw('/assets/app-old.js', { accept: 'text/html' });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});

describe('a page', () => {
  it.each(['/', '/sports', '/admin/payments', '/sports?q=a'])(
    '%s is the index, asked for again each time',
    async (path) => {
      const answer = await raw(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-encoding': 'br' });
      expect(answer.status).toBe(200);
      expect(brotliDecompressSync(answer.body).toString()).toBe(index);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' });
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
      expect(answer.headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('that has not changed is not sent again', async () => {
    const { headers } = await raw('/', { accept: 'text/html' });
    expect((await raw('/', { accept: 'text/html', 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  it('is not an answer to what is no question for a page', async () => {
    expect((await raw('/sports', { accept: 'application/json' })).status).toBe(404);
    expect((await raw('/sports', { accept: 'text/html' }, 'POST')).status).toBe(404);
    expect((await raw('/api/nowhere', { accept: 'text/html' })).status).toBe(404);
  });
});

it.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/assets/../../package.json',
  '/.secret',
  '/%00',
  '/%zz',
])('%s leads out of nothing', async (path) => {
  const answer = await raw(path, { accept: 'application/json' });
  expect([400, 403, 404]).toContain(answer.status);
  expect(answer.headers['content-type']).toContain('application/problem+json');
});

it('compresses again only what is newer than its compressed copy', async () => {
  expect(existsSync(join(folder, 'assets/picture-4d5e6f.webp.br'))).toBe(false);
  expect(existsSync(join(folder, 'theme.js.br'))).toBe(false);
  expect(await precompress(folder)).toBe(0);
  const before = statSync(join(folder, 'index.html.br')).mtimeMs;
  utimesSync(join(folder, 'index.html'), new Date(), new Date(before + 1_000));
  expect(await precompress(folder)).toBe(2);
});

describe('an address that is known everywhere', () => {
  it('sends password managers to the page where the password is changed', async () => {
    const answer = await raw('/.well-known/change-password');
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('/account?tab=security');
  });

  it('keeps crawlers out of the interface and of what needs a sign-in', async () => {
    const answer = await raw('/robots.txt');
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body.toString()).toMatch(/^User-agent: \*\n(Disallow: \/[a-z/]+\n)+$/);
    expect(answer.body.toString()).toContain('Disallow: /api/');
  });

  it('names whom to tell of a weakness, for less than a year', async () => {
    const answer = await raw('/.well-known/security.txt');
    expect(answer.headers['content-type']).toContain('text/plain');
    const fields = Object.fromEntries(
      answer.body
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/)),
    );
    expect(fields).toMatchObject({
      Contact: 'mailto:security@fairline.example',
      Canonical: expect.stringMatching(/\/\.well-known\/security\.txt$/),
    });
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('is not found where nothing stands, and never a page of the app', async () => {
    expect((await raw('/.well-known/resource-that-should-not-exist', { accept: 'text/html,*/*' })).status).toBe(404);
  });
});
