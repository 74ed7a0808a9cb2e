/** The kind of MongoDB that a data folder gets, and its URLs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findMongo, kindOf, mongoAnswers, mongoUrl, mongoUrlOf, prepareMongo } from './mongo.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairline-mongo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mongod = { path: '/usr/bin/mongod', version: [8, 0, 4] };
const quiet = () => undefined;

it('uses mongod where there is one, with users and on loopback, and the folder remembers it', async () => {
  const program = await findMongo(folder, quiet, { find: async () => mongod });
  expect(program).toEqual({ ...mongod, kind: 'mongod', classPath: '' });
  expect(kindOf(folder)).toBeUndefined();
  expect(prepareMongo({ program, folder, port: 27_117 }).args).toEqual(
    expect.arrayContaining(['--auth', '--bind_ip', '127.0.0.1']),
  );
  expect(kindOf(folder)).toBe('mongod');
});

it('refuses data of mongod where there is no mongod, and keeps the stand-in for its own data', async () => {
  writeFileSync(join(folder, 'kind'), 'mongod\n');
  await expect(findMongo(folder, quiet, { find: async () => undefined })).rejects.toThrow(
    'was written by mongod, which the stand-in for MongoDB cannot read',
  );
  writeFileSync(join(folder, 'kind'), 'stand-in\n');
  await expect(findMongo(folder, quiet, { find: () => Promise.reject(new Error('not asked')) })).resolves.toMatchObject(
    { kind: 'stand-in' },
  );
});

it('takes no stand-in where the server must have users, not even for data of its own', async () => {
  const choice = { find: async () => undefined, mayBeOpen: false };
  const refusal = 'Without demo mode MongoDB must have users, and its stand-in has none';
  await expect(findMongo(folder, quiet, choice)).rejects.toThrow(refusal);
  writeFileSync(join(folder, 'kind'), 'stand-in\n');
  await expect(findMongo(folder, quiet, choice)).rejects.toThrow(refusal);
});

it.each([
  [
    'mongod',
    'mongodb://admin:secret@127.0.0.1:27117/admin',
    'mongodb://fairline_kyc:own@127.0.0.1:27117/fairline_kyc?authSource=fairline_kyc',
  ],
  ['stand-in', 'mongodb://127.0.0.1:27117/admin', 'mongodb://127.0.0.1:27117/fairline_kyc'],
] as const)('names %s for the administrator and for a service', (kind, administrator, service) => {
  expect(mongoUrl(27_117, kind, 'secret')).toBe(administrator);
  expect(mongoUrlOf(administrator, 'fairline_kyc', 'own')).toBe(service);
});

it('does not answer where nobody listens', async () => {
  expect(await mongoAnswers('mongodb://127.0.0.1:1/admin')).toBe(false);
});
