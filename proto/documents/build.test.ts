/** The build writes what is missing or stale, and nothing else. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDocuments, hashSources } from './build.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairline-documents-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = () => readdirSync(folder).sort();
const content = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the build', () => {
  it('fills a folder that is not there', async () => {
    rmSync(folder, { recursive: true });
    expect(await buildDocuments(folder)).toBe(true);
    expect(files()).toEqual(['asyncapi.json', 'openapi.json', 'stamp']);
    expect(JSON.parse(content('openapi.json'))).toMatchObject({ openapi: '3.1.0' });
  });

  it('replaces the documents of other sources, and leaves those of the current ones', async () => {
    for (const name of ['asyncapi.json', 'openapi.json', 'stamp'])
      writeFileSync(join(folder, name), 'of other sources');
    expect(await buildDocuments(folder)).toBe(true);
    expect(JSON.parse(content('asyncapi.json'))).toMatchObject({ asyncapi: '3.0.0' });
    const written = files().map((name) => statSync(join(folder, name), { bigint: true }).mtimeNs);
    expect(await buildDocuments(folder)).toBe(false);
    expect(files().map((name) => statSync(join(folder, name), { bigint: true }).mtimeNs)).toEqual(written);
  });

  it('writes a document that was deleted', async () => {
    await buildDocuments(folder);
    rmSync(join(folder, 'openapi.json'));
    expect(await buildDocuments(folder)).toBe(true);
    expect(files()).toContain('openapi.json');
  });
});

it('the hash of the sources changes with a contract or a package, not with a test', () => {
  const hashWith = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return hashSources(folder);
  };
  const first = hashWith('wallet.ts', 'export {};');
  expect(hashWith('wallet.test.ts', 'export {};')).toBe(first);
  expect(hashWith('openapi.json', '{}')).toBe(first);
  const second = hashWith('wallet.ts', 'export const a = 1;');
  expect(second).not.toBe(first);
  expect(hashWith('package.json', '{}')).not.toBe(second);
});
