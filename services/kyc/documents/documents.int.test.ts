/** Uploads through two instances: what is accepted, how it is stored on disk, who may view it, and recovery after a crash. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileFolder } from '@fairline/chassis/storage/blob';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { userEvents, userRefusals } from '@fairline/proto/auth/users';
import { type Document, documentRefusals, documentRoutes, documentRules } from '@fairline/proto/kyc/documents';
import { verificationRoutes } from '@fairline/proto/kyc/verifications';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepFile } from '../files/commands.ts';
import { type KycWorld, masterKeys, openKyc, png } from '../testing-desk.ts';
import { checkKeys, eraseDocuments, ownPage, recordProfile, rewrapKeys, sweepUploads } from './commands.ts';

let kyc: KycWorld;
beforeAll(async () => {
  kyc = await openKyc({}, 2);
});
afterAll(() => kyc.close());

const fileOf = (player: string, id: string, query = '') =>
  kyc.call<string>(documentRoutes.ownDocumentFile, { as: asPlayer(player), params: { id }, query });
const overview = async (player: string) =>
  (
    await kyc.call<{ documents: Document[]; isVerified: boolean; required: string[] }>(verificationRoutes.kyc, {
      as: asPlayer(player),
    })
  ).body;
const filesOnDisk = () => readdirSync(kyc.folder);

it('refuses documents from the shared demo account and shows none', async () => {
  const player = randomUUID();
  const { body: kept } = await kyc.upload(player, 'passport', png);
  const as = asPlayer(player, { book: 'play' });
  const file = new Blob([new Uint8Array(png)], { type: 'image/png' });
  const form = new FormData();
  form.set('type', 'utility_bill');
  form.set('file', file, 'bill.png');
  const upload = await kyc.call(documentRoutes.uploadDocument, { as, key: randomUUID(), raw: form });
  expect(problemOf(upload)).toMatchObject({
    status: 403,
    code: userRefusals.sharedAccount.code,
    detail: userRefusals.sharedAccount.message,
  });
  expect(problemOf(await kyc.call(verificationRoutes.submit, { as, key: randomUUID() }))).toMatchObject({
    status: 403,
    code: 'demo_account',
  });
  expect((await kyc.call(verificationRoutes.kyc, { as })).body).toMatchObject({ documents: [], isShared: true });
  expect((await kyc.call(documentRoutes.ownDocumentFile, { as, params: { id: kept.id } })).status).toBe(404);
});

describe('an upload', () => {
  it('is stored encrypted as a new image, shown to its player, and announced', async () => {
    const player = randomUUID();
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'home address' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await kyc.upload(player, 'passport', photo, { name: '../Pass—port.jpg' });
    expect([status, body]).toMatchObject([
      201,
      { type: 'passport', status: 'pending', fileName: 'Pass—port.jpg', fileSize: photo.length, pages: 1 },
    ]);
    expect(Date.parse(body.expiresAt) - Date.parse(body.uploadedAt)).toBe(documentRules.expiryDays * 24 * 3_600_000);
    for (const name of filesOnDisk()) {
      const bytes = readFileSync(join(kyc.folder, name));
      expect([bytes.includes('JFIF'), bytes.includes('home address')]).toEqual([false, false]);
    }
    const shown = await fileOf(player, body.id);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ]);
    expect((await fileOf(player, body.id, '?page=2')).status).toBe(404);
    expect(await kyc.published('KycDocumentUploaded', player)).toMatchObject([
      { data: { documentId: body.id, playerId: player, type: 'passport' } },
    ]);
    expect(await overview(player)).toMatchObject({
      documents: [{ id: body.id }],
      required: ['passport', 'utility_bill'],
      isVerified: false,
    });
  });

  it('under one key is one document, also when sent at once', async () => {
    const player = randomUUID();
    const key = randomUUID();
    const before = filesOnDisk().length;
    const replies = await Promise.all(Array.from({ length: 4 }, () => kyc.upload(player, 'passport', png, { key })));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await overview(player)).documents).toHaveLength(1);
    expect(filesOnDisk()).toHaveLength(before + 1);
    expect(JSON.stringify(await kyc.world.documents.collection('idempotency').find().toArray())).not.toContain(
      'passport.png',
    );
    const other = await kyc.upload(player, 'utility_bill', png, { key });
    expect([other.status, problemOf(other).code]).toEqual([422, 'idempotency_key_reused']);
  });

  it.each([
    [
      'a GIF',
      Buffer.from('47494638396101000100800000000000ffffff2c00000000010001000002024401003b', 'hex'),
      documentRefusals.fileType,
    ],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      documentRefusals.fileType,
    ],
    ['an archive', Buffer.from('504b0304140000000800', 'hex'), documentRefusals.fileType],
    ['a page of HTML named passport.png', Buffer.from('<html></html>'), documentRefusals.fileType],
    ['a picture without its data', png.subarray(0, 40), documentRefusals.unreadable],
    ['a PDF in name only', Buffer.from('%PDF-1.4\nnothing'), documentRefusals.unreadable],
    [
      '5 MB and a byte',
      Buffer.concat([png, Buffer.alloc(documentRules.maxBytes - png.length + 1)]),
      documentRefusals.tooLarge,
    ],
  ])('of %s is refused and leaves nothing', async (_, file, refusal) => {
    const before = filesOnDisk().length;
    const reply = await kyc.upload(randomUUID(), 'passport', file);
    expect([reply.status, problemOf(reply)]).toMatchObject([
      refusal.status,
      { code: refusal.code, detail: refusal.message },
    ]);
    expect(filesOnDisk()).toHaveLength(before);
    expect(await kyc.world.documents.collection('loose_files').countDocuments()).toBe(0);
  });

  it('of exactly 5 MB is accepted, with what is hidden behind the picture left out', async () => {
    const player = randomUUID();
    const file = Buffer.concat([png, Buffer.alloc(documentRules.maxBytes - png.length, '<script>')]);
    const { status, body } = await kyc.upload(player, 'passport', file);
    expect([status, body.fileSize]).toEqual([201, documentRules.maxBytes]);
    expect((await fileOf(player, body.id)).body).not.toContain('script');
  });

  it.each([
    ['without a file', { type: 'passport' }],
    ['of an unknown type', { type: 'constructor', file: png.toString('base64') }],
    [
      'with a field of Object.prototype',
      { type: 'passport', file: png.toString('base64'), __proto__x: 1, constructor: 1 },
    ],
  ])('%s is not valid', async (_, body) => {
    const reply = await kyc.call(documentRoutes.uploadDocument, { as: asPlayer(), key: randomUUID(), body });
    expect([reply.status, problemOf(reply).code]).toEqual([400, 'invalid_request']);
  });

  it('is refused while its type is under review', async () => {
    const { player } = await kyc.submitted();
    const reply = await kyc.upload(player, 'passport');
    expect([reply.status, problemOf(reply).code]).toEqual([409, documentRefusals.documentFixed.code]);
  });

  it('beyond what is kept is refused', async () => {
    const player = randomUUID();
    await kyc.upload(player);
    const dossiers = kyc.world.documents.collection<{ _id: string; documents: { id: string }[] }>('dossiers');
    const first = (await dossiers.findOne({ _id: player }))?.documents[0] as { id: string };
    const kept = Array.from({ length: documentRules.maxDocuments }, () => ({ ...first, id: randomUUID() }));
    await dossiers.updateOne({ _id: player }, { $set: { documents: kept }, $inc: { version: 1 } });
    const reply = await kyc.upload(player, 'bank_statement');
    expect([reply.status, problemOf(reply).code]).toEqual([409, documentRefusals.tooMany.code]);
  });

  it('of one player is never scanned more than four times at once, however many come together', async () => {
    const player = randomUUID();
    const gate = Promise.withResolvers<'infected'>();
    let [scanned, refused] = [0, 0];
    const scan = () => {
      scanned++;
      return gate.promise;
    };
    const parts = { ...(await kyc.parts()), scanner: { scan } };
    const uploads = Array.from({ length: 8 }, () =>
      keepFile(parts, player, { bytes: png, release: () => undefined }).catch(() => refused++),
    );
    await eventually(() => scanned + refused === 8);
    expect(scanned).toBeLessThanOrEqual(4);
    gate.resolve('infected');
    await Promise.all(uploads);
    expect(await kyc.world.documents.collection('loose_files').countDocuments({ ownerId: player })).toBe(0);
  });

  it('by more than a few at once is rate limited', async () => {
    const player = randomUUID();
    const loose = Array.from({ length: 4 }, () => ({
      _id: randomUUID() as never,
      version: 1,
      ownerId: player,
      createdAt: kyc.clock.now(),
    }));
    await kyc.world.documents.collection('loose_files').insertMany(loose);
    const reply = await kyc.upload(player);
    expect([reply.status, problemOf(reply).code]).toEqual([429, 'rate_limited']);
    await kyc.world.documents.collection('loose_files').deleteMany({ ownerId: player });
  });
});

it('a document of another is not found', async () => {
  const { documents } = await kyc.submitted();
  const id = documents[0]?.id as string;
  expect((await fileOf(randomUUID(), id)).status).toBe(404);
  expect(
    (await kyc.call(documentRoutes.ownDocumentFile, { as: asOperator('compliance'), params: { id } })).status,
  ).toBe(403);
});

it('files of uploads that never finished are swept, named ones stay', async () => {
  const player = randomUUID();
  const { body } = await kyc.upload(player);
  const dossiers = kyc.world.documents.collection<{ _id: string; documents: { blob: { id: string } }[] }>('dossiers');
  const named = (await dossiers.findOne({ _id: player }))?.documents[0]?.blob.id as string;
  const orphan = randomUUID();
  await new FileFolder(kyc.folder).put(orphan, Buffer.from('left behind'));
  const longAgo = new Date(kyc.clock.now().getTime() - 3_600_000);
  const loose = [named, orphan].map((_id) => ({ _id: _id as never, version: 1, ownerId: player, createdAt: longAgo }));
  await kyc.world.documents.collection('loose_files').insertMany(loose);
  await sweepUploads(await kyc.parts());
  expect([filesOnDisk().includes(orphan), filesOnDisk().includes(named)]).toEqual([false, true]);
  expect((await fileOf(player, body.id)).status).toBe(200);
  expect(await kyc.world.documents.collection('loose_files').countDocuments()).toBe(0);
});

it('an erased account loses files, keys and names once, however often the event comes', async () => {
  const { player, documents } = await kyc.submitted();
  const before = filesOnDisk().length;
  const [event, other] = [randomUUID(), randomUUID()];
  for (const id of [event, event, other])
    await kyc.world.publish(userEvents.accountErased.subject, player, 9, { playerId: player }, id);
  await eventually(filesOnDisk, (names) => names.length === before - documents.length);
  await eventually(
    () => overview(player),
    ({ documents: shown }) => shown.length === 2 && shown.every(({ fileName }) => fileName === ''),
  );
  expect((await fileOf(player, documents[0]?.id as string)).status).toBe(404);
  const reply = await kyc.upload(player, 'bank_statement');
  expect(reply.status).toBe(403);
});

it('an erased account keeps no profile, also if its last change comes after', async () => {
  const player = randomUUID();
  const profiles = () => kyc.world.documents.collection<{ _id: string }>('profiles').countDocuments({ _id: player });
  const change = { at: kyc.clock.now(), move: { at: kyc.clock.now(), needsProof: true } };
  const parts = await kyc.parts();
  await recordProfile(parts, player, change);
  expect(await profiles()).toBe(1);
  await eraseDocuments(parts, player);
  expect(await profiles()).toBe(0);
  await recordProfile(parts, player, change);
  expect(await profiles()).toBe(0);
});

it('an account that is erased before its first upload takes none', async () => {
  const player = randomUUID();
  await kyc.world.publish(userEvents.accountErased.subject, player, 2, { playerId: player });
  await eventually(
    () => kyc.world.documents.collection<{ _id: string }>('dossiers').findOne({ _id: player }),
    (found) => found !== null,
  );
  expect((await kyc.upload(player)).status).toBe(403);
});

it('documents stay readable under a new master key, and the old one may go', async () => {
  const player = randomUUID();
  const { body } = await kyc.upload(player);
  const next = `b:${Buffer.alloc(32, 2).toString('base64url')}`;
  await expect(checkKeys(await kyc.parts(next))).rejects.toThrow('KYC_MASTER_KEYS lacks a');
  await rewrapKeys(await kyc.parts(`${next},${masterKeys}`));
  const parts = await kyc.parts(next);
  await checkKeys(parts);
  expect((await sharp(await ownPage(parts, player, body.id, 1)).metadata()).format).toBe('jpeg');
  await rewrapKeys(await kyc.parts(`${masterKeys},${next}`));
});
