/** Files of tickets on real servers: rebuilt, encrypted, shown to their player and to operators with a record, and removed if refused or erased. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Player } from '@fairline/chassis/http/identity';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { userEvents, userRefusals } from '@fairline/proto/auth/users';
import { supportAuditEvents } from '@fairline/proto/support/audit';
import { chatRoutes } from '@fairline/proto/support/chats';
import { ticketDeskRoutes, ticketRoutes, ticketRules } from '@fairline/proto/support/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasedText } from '../conversation.ts';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const operator = asOperator('support');
/** A picture of one pixel, with a comment that must not survive. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const withSecret = Buffer.concat([png, Buffer.from('<script>home address</script>')]);
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

const open = (as: Player, file: Uint8Array, changes: Record<string, unknown> = {}) =>
  stage.call(ticketRoutes.openTicket, {
    as,
    body: {
      subject: 'With a file',
      description: 'See the picture',
      category: 'payment',
      file: Buffer.from(file).toString('base64'),
      ...changes,
    },
  });

it('refuses files from the shared demo account and shows none; tickets without files pass', async () => {
  const own = asPlayer();
  const kept = (await open(own, png)).body;
  const as = asPlayer(own.id, { book: 'play' });
  expect(problemOf(await open(as, png))).toMatchObject({
    status: 403,
    code: 'demo_account',
    detail: userRefusals.sharedAccount.message,
  });
  const answer = { message: 'With a file', file: png.toString('base64') };
  expect(
    problemOf(await stage.call(ticketRoutes.replyToTicket, { as, params: { id: kept.id }, body: answer })),
  ).toMatchObject({ code: 'demo_account' });
  expect(
    (await stage.call(ticketRoutes.attachment, { as, params: { id: kept.messages[0]?.attachments[0]?.id ?? '' } }))
      .status,
  ).toBe(404);
  expect(
    (await stage.call(ticketRoutes.replyToTicket, { as, params: { id: kept.id }, body: { message: 'Without' } }))
      .status,
  ).toBe(201);
});

describe('a file', () => {
  it('comes back as an image without what was hidden in it, and lies encrypted on the disk', async () => {
    const as = asPlayer();
    const reply = await open(as, withSecret);
    expect(reply.status).toBe(201);
    const [attachment] = reply.body.messages[0]?.attachments ?? [];
    expect(attachment).toMatchObject({ contentType: 'image/png', fileName: 'file.png' });
    const { status, headers, body } = await stage.call(ticketRoutes.attachment, {
      as,
      params: { id: attachment?.id ?? '' },
    });
    expect([
      status,
      headers.get('content-type'),
      headers.get('x-content-type-options'),
      headers.get('cache-control'),
    ]).toEqual([200, 'image/png', 'nosniff', 'no-store']);
    expect(String(body)).not.toContain('home address');
    const stored = await readFile(join(stage.blobDir, attachment?.id ?? ''));
    expect(stored.includes('PNG')).toBe(false);
    const stranger = await stage.call(ticketRoutes.attachment, {
      as: asPlayer(),
      params: { id: attachment?.id ?? '' },
    });
    expect([stranger.status, problemOf(stranger).code]).toEqual([404, 'not_found']);
  });

  it('arrives in a form too, with its name and what the ticket is about as JSON text', async () => {
    const [as, about] = [asPlayer(), { type: 'bet', id: randomUUID() }];
    stage.owners.set(about.id, as.id);
    const form = new FormData();
    for (const [name, value] of Object.entries({
      subject: 'Form',
      description: 'Text',
      category: 'betting',
      about: JSON.stringify(about),
    }))
      form.set(name, value);
    form.set('file', new Blob([png]), '../scan of bill.PNG');
    const reply = await stage.world.call(stage.instances[0]?.httpUrl ?? '', 'POST', ticketRoutes.openTicket.path, {
      as,
      key: randomUUID(),
      raw: form,
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ about, messages: [{ attachments: [{ fileName: 'scan of bill.png' }] }] });
  });

  it('is seen by operators on the record', async () => {
    const actions = stage.collect(supportAuditEvents.operatorActed);
    const as = asPlayer();
    const { id, messages } = (await open(as, png)).body;
    const attachmentId = messages[0]?.attachments[0]?.id ?? '';
    expect(
      (await stage.call(ticketDeskRoutes.operatorAttachment, { as: operator, params: { id: attachmentId } })).status,
    ).toBe(200);
    expect(
      (
        await stage.call(ticketDeskRoutes.operatorAttachment, {
          as: asOperator('auditor'),
          params: { id: attachmentId },
        })
      ).status,
    ).toBe(403);
    await eventually(() => actions.some(({ data }) => data.resourceId === id));
    expect(actions.filter(({ data }) => data.resourceId === id)).toMatchObject([
      { data: { action: 'ticket.view_file', operatorId: operator.id, after: { attachmentId } } },
    ]);
    const answered = await stage.must(ticketDeskRoutes.answerTicket, {
      as: operator,
      params: { id },
      body: { message: 'Here', file: png.toString('base64') },
    });
    const answer = answered.messages.at(-1)?.attachments[0]?.id ?? '';
    expect((await stage.call(ticketRoutes.attachment, { as, params: { id: answer } })).status).toBe(200);
  });

  it.each<[string, Uint8Array, number, string, string]>([
    [
      'a page of HTML',
      Buffer.from('<html><script>alert(1)</script></html>'),
      415,
      'file_type',
      'Only images and PDF files are allowed',
    ],
    [
      'a drawing with script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      415,
      'file_type',
      'Only images and PDF files are allowed',
    ],
    ['a picture of another type', webp, 415, 'file_type', 'Only images and PDF files are allowed'],
    [
      'a picture cut off',
      png.subarray(0, 40),
      422,
      'file_unreadable',
      'This file could not be read. Please upload another copy.',
    ],
    [
      'a file of 5 MB and a byte',
      Buffer.concat([png, Buffer.alloc(ticketRules.maxAttachmentBytes - png.length + 1)]),
      413,
      'too_large',
      'File size must be less than 5MB',
    ],
  ])('that is %s is refused', async (_, bytes, status, code, detail) => {
    const reply = await open(asPlayer(), bytes);
    expect([reply.status, problemOf(reply).code, problemOf(reply).detail]).toEqual([status, code, detail]);
  });

  it('beyond those that wait for their message is refused, and leaves nothing', async () => {
    const as = asPlayer();
    const loose = stage.world.documents.collection<{ _id: string }>('loose_files');
    await loose.insertMany(
      Array.from(
        { length: 5 },
        () => ({ _id: randomUUID(), version: 1, ownerId: as.id, createdAt: stage.clock.now() }) as never,
      ),
    );
    expect(problemOf(await open(as, png)).code).toBe('rate_limited');
    expect(await loose.countDocuments({ ownerId: as.id })).toBe(5);
    await loose.deleteMany({ ownerId: as.id });
  });

  it('of a ticket about a thing of another player is not stored and counts for no limit', async () => {
    const [as, before, key] = [asPlayer(), await readdir(stage.blobDir), randomUUID()];
    const about = { type: 'bet', id: randomUUID() };
    const body = {
      subject: 'Not mine',
      description: 'See the picture',
      category: 'betting',
      file: png.toString('base64'),
      about,
    };
    for (let time = 0; time < 2; time++)
      expect(problemOf(await stage.call(ticketRoutes.openTicket, { as, key, body })).code).toBe('not_found');
    expect(await readdir(stage.blobDir)).toEqual(before);
    const documentsOf = (name: string, field: string) =>
      stage.world.documents.collection(name).countDocuments({ [field]: as.id } as never);
    expect([await documentsOf('loose_files', 'ownerId'), await documentsOf('players', '_id')]).toEqual([0, 0]);
    stage.owners.set(about.id, as.id);
    const opening = { as, key: randomUUID(), body };
    const { id } = await stage.must(ticketRoutes.openTicket, opening);
    // A repeat is answered without wallet.
    stage.owners.delete(about.id);
    expect((await stage.must(ticketRoutes.openTicket, opening)).id).toBe(id);
    expect(await documentsOf('players', '_id')).toBe(1);
  });

  it('is stored once, however often its message is sent under one key', async () => {
    const as = asPlayer();
    const before = await readdir(stage.blobDir);
    // One more file that no message names would be refused.
    const loose = stage.world.documents.collection<{ _id: string }>('loose_files');
    await loose.insertMany(
      Array.from(
        { length: 4 },
        () => ({ _id: randomUUID(), version: 1, ownerId: as.id, createdAt: stage.clock.now() }) as never,
      ),
    );
    const file = png.toString('base64');
    const opening = {
      as,
      key: randomUUID(),
      body: { subject: 'Sent again', description: 'See the picture', category: 'payment', file },
    };
    const { id } = await stage.must(ticketRoutes.openTicket, opening);
    expect((await stage.must(ticketRoutes.openTicket, opening)).id).toBe(id);
    const reply = { as, key: randomUUID(), params: { id }, body: { message: 'Another', file } };
    for (let time = 0; time < 2; time++) await stage.must(ticketRoutes.replyToTicket, reply);
    // As if the process had died between the ticket and its outcome: the next attempt brings a file of its own.
    const keys = stage.world.documents.collection<{ commandId: string }>('idempotency');
    await keys.updateOne({ commandId: id }, { $unset: { outcome: '' }, $set: { stopped: true } });
    const { messages } = await stage.must(ticketRoutes.openTicket, opening);
    const named = messages.flatMap(({ attachments }) => attachments.map((one) => one.id));
    expect(named).toHaveLength(2);
    expect((await readdir(stage.blobDir)).filter((one) => !before.includes(one)).toSorted()).toEqual(named.toSorted());
    expect(await loose.countDocuments({ ownerId: as.id })).toBe(4);
    await loose.deleteMany({ ownerId: as.id });
  });

  it('of a message that is refused is swept, one with its ticket stays', async () => {
    const as = asPlayer();
    const kept = (await open(as, png)).body;
    await stage.must(ticketDeskRoutes.changeTicket, {
      as: operator,
      params: { id: kept.id },
      body: { status: 'closed' },
    });
    const refused = await stage.call(ticketRoutes.replyToTicket, {
      as,
      params: { id: kept.id },
      body: { message: 'More', file: png.toString('base64') },
    });
    expect(problemOf(refused).code).toBe('ticket_closed');
    const loose = stage.world.documents.collection<{ _id: string }>('loose_files');
    const [file] = await loose.find({}).toArray();
    expect(await readdir(stage.blobDir)).toContain(file?._id);
    // As if the process had died between the ticket and the list.
    const named = kept.messages[0]?.attachments[0]?.id ?? '';
    await loose.insertOne({ _id: named, version: 1, ownerId: as.id, createdAt: new Date() } as never);
    stage.clock.push(11 * 60_000);
    // A job of another instance sweeps at once when it gets the lease.
    await Promise.all(stage.instances.splice(0).map((instance) => instance.stop()));
    await stage.start();
    await stage.start();
    await eventually(async () => (await loose.countDocuments()) === 0);
    const files = await readdir(stage.blobDir);
    expect([files.includes(file?._id ?? ''), files.includes(named)]).toEqual([false, true]);
  });
});

it('erases what a player wrote and sent when their account is erased; counters stay', async () => {
  const as = asPlayer();
  const secret = `my street ${randomUUID()}`;
  const ticket = (await open(as, png, { description: secret, subject: secret })).body;
  await stage.answer(operator, ticket.id, secret);
  const { chat } = await stage.startChat(as, secret);
  for (let at = 0; at < 40; at++) await stage.send(as, chat.id, `${secret} ${at}`);
  const eventId = randomUUID();
  for (let twice = 0; twice < 2; twice++)
    await stage.world.publish(userEvents.accountErased.subject, as.id, 9, { playerId: as.id }, eventId);
  // Events that were published are kept for a while, and are not erased.
  const stored = async () =>
    JSON.stringify(
      await Promise.all(
        ['tickets', 'chats', 'message_pages', 'idempotency', 'outbox', 'sent'].map((name) =>
          stage.world.documents.collection(name).find().toArray(),
        ),
      ),
    );
  await eventually(async () => !(await stored()).includes(secret));
  const seen = await stage.must(ticketDeskRoutes.operatorTicket, { as: operator, params: { id: ticket.id } });
  expect(seen).toMatchObject({
    subject: erasedText,
    description: erasedText,
    messages: [{ message: erasedText, attachments: [] }, { message: erasedText }],
  });
  const view = await stage.must(chatRoutes.chat, { as, params: { id: chat.id } });
  const written = view.messages.filter(({ senderType }) => senderType === 'user');
  expect([view.status, written.length, new Set(written.map(({ message }) => message))]).toEqual([
    'ended',
    41,
    new Set([erasedText]),
  ]);
  await eventually(async () => !(await readdir(stage.blobDir)).includes(ticket.messages[0]?.attachments[0]?.id ?? ''));
});
