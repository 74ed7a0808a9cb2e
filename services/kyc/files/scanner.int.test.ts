/** The scanner port against a fake clamd with the INSTREAM protocol, and the bucket port against a server that stores requests. */
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { problemOf } from '@fairline/chassis/testing';
import { documentRefusals } from '@fairline/proto/kyc/documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KycWorld, openKyc, png } from '../testing-desk.ts';
import { openStorage } from './peers.ts';
import { openScanner } from './scanner.ts';

/** The next behaviour of the fake third party. */
let answer: 'OK' | 'Eicar FOUND' | 'silent' | 'ERROR' = 'OK';
const received: Buffer[] = [];
const clamd = createServer((socket) => {
  const parts: Buffer[] = [];
  socket.on('data', (part) => {
    parts.push(part);
    const all = Buffer.concat(parts);
    if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
    received.push(streamed(all));
    if (answer === 'silent') socket.destroy();
    else socket.end(`stream: ${answer}\0`);
  });
  socket.on('error', () => {});
});

/** The file in an INSTREAM command. */
function streamed(command: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 'zINSTREAM\0'.length; ; ) {
    const length = command.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(command.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
}

const objects = new Map<string, Buffer>();
const authorizations: (string | undefined)[] = [];
const bucketServer = createHttpServer(async (request, response) => {
  authorizations.push(request.headers.authorization);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const path = request.url ?? '';
  if (request.method === 'PUT') objects.set(path, Buffer.concat(parts));
  if (request.method === 'GET') response.statusCode = objects.has(path) ? 200 : 404;
  if (request.method === 'DELETE') objects.delete(path);
  response.end(request.method === 'GET' ? objects.get(path) : undefined);
});

let kyc: KycWorld;
beforeAll(async () => {
  for (const server of [clamd, bucketServer])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  kyc = await openKyc({
    KYC_CLAMD: `127.0.0.1:${(clamd.address() as AddressInfo).port}`,
    KYC_S3_URL: `http://127.0.0.1:${(bucketServer.address() as AddressInfo).port}/documents`,
    KYC_S3_ACCESS_KEY_ID: 'key',
    KYC_S3_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(async () => {
  await kyc.close();
  clamd.close();
  bucketServer.close();
});

describe('with a scanner and a bucket', () => {
  it('a clean file is scanned whole, and lies in the bucket, signed for and encrypted', async () => {
    answer = 'OK';
    const file = Buffer.concat([png, Buffer.alloc(200_000, 7)]);
    const { status } = await kyc.upload(randomUUID(), 'passport', file);
    expect(status).toBe(201);
    expect(received.at(-1)).toEqual(file);
    expect(objects.size).toBe(1);
    expect(authorizations.every((one) => one?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))).toBe(true);
    expect([...objects.values()].some((bytes) => bytes.includes('JFIF'))).toBe(false);
  });

  it('an infected file is refused and not stored', async () => {
    answer = 'Eicar FOUND';
    const before = objects.size;
    const reply = await kyc.upload(randomUUID());
    expect([reply.status, problemOf(reply).code]).toEqual([422, documentRefusals.infected.code]);
    expect(objects.size).toBe(before);
  });

  it.each(['silent', 'ERROR'] as const)('a file is not stored when the scanner is %s', async (state) => {
    answer = state;
    const before = objects.size;
    const reply = await kyc.upload(randomUUID());
    expect([reply.status, problemOf(reply).code]).toEqual([503, 'unavailable']);
    expect(objects.size).toBe(before);
  });

  it('the same key works once the scanner is back', async () => {
    const [player, key] = [randomUUID(), randomUUID()];
    answer = 'silent';
    expect((await kyc.upload(player, 'passport', png, { key })).status).toBe(503);
    answer = 'OK';
    expect((await kyc.upload(player, 'passport', png, { key })).status).toBe(201);
  });
});

it('a scanner that is not there is unavailable', async () => {
  await expect(openScanner('127.0.0.1:1').scan(png)).rejects.toMatchObject({ code: 'unavailable' });
});

it('a bucket gives back what it was sent, and removes what is gone without a fault', async () => {
  const url = `http://127.0.0.1:${(bucketServer.address() as AddressInfo).port}/other`;
  const bucket = await openStorage('', { url, region: 'eu-west-1', accessKeyId: 'key', secretAccessKey: 'secret' });
  const id = randomUUID();
  await bucket.put(id, Readable.from([png.subarray(0, 20), png.subarray(20)]));
  expect(Buffer.from(await bucket.get(id))).toEqual(png);
  await bucket.remove(id);
  await bucket.remove(id);
  await expect(bucket.get(id)).rejects.toThrow('404');
});
