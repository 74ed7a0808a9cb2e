/**
 * Files of tickets: rebuilt as images and encrypted before a ticket names them. A file is on the list of loose ones until then;
 * what no ticket came to name is swept, and so are the files of an erased player.
 */
import { randomUUID } from 'node:crypto';
import { collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import { maskCards } from '@fairline/chassis/process/card-number';
import { typeOf } from '@fairline/chassis/storage/blob';
import { type Rebuilt, rebuildUpload } from '@fairline/chassis/storage/uploads';
import { common, Refusal } from '@fairline/proto/contract';
import { ticketRefusals, ticketRules } from '@fairline/proto/support/tickets';
import { isText } from '@fairline/proto/texts';
import { z } from 'zod';
import type { SupportContext } from '../context.ts';
import type { StoredAttachment } from '../conversation.ts';
import { ticketWithAttachment } from './store.ts';

export const looseFiles = collection('loose_files', z.strictObject({ _id: z.uuid(), version: z.int(), ownerId: z.uuid(), createdAt: z.date() }), [
  { keys: { createdAt: 1 } },
  { keys: { ownerId: 1 } },
]);

/** So many files of one sender may be rebuilt or wait for their message; more at once is nobody who writes to support. */
const looseAtMost = 5;
const looseKeptMs = 10 * 60_000;
const sweptAtOnce = 100;

export interface Upload {
  bytes: Uint8Array;
  name: string;
}

/** Stores an upload as a loose file. Refused: too many at once, or a file that is too large, of another type or unreadable. */
export async function keepFile({ mongo, blobs, clock }: SupportContext, ownerId: string, upload: Upload | undefined): Promise<StoredAttachment | undefined> {
  if (!upload) return undefined;
  if (upload.bytes.length >= ticketRules.maxAttachmentBytes) throw new Refusal(ticketRefusals.fileTooLarge);
  if (!(await typeOf(upload.bytes, ticketRules.attachmentTypes))) throw new Refusal(ticketRefusals.fileType);
  const id = randomUUID();
  await mongo.insert(looseFiles, { _id: id, ownerId, createdAt: clock.now() });
  let rebuilt: Rebuilt | 'type' | 'unreadable' | undefined;
  try {
    // Counted with itself, so that uploads at the same time do not pass together.
    if ((await mongo.count(looseFiles, { ownerId })) > looseAtMost) throw new Refusal(common.rateLimited, { retryAfterSeconds: 60 });
    rebuilt = await rebuildUpload(upload.bytes);
  } finally {
    // A sender whose file is broken may send another.
    if (typeof rebuilt !== 'object') await mongo.remove(looseFiles, id);
  }
  if (typeof rebuilt === 'string') throw new Refusal(rebuilt === 'type' ? ticketRefusals.fileType : ticketRefusals.fileUnreadable);
  await blobs.put(id, rebuilt.bytes);
  return { id, fileName: fileNameOf(upload.name, rebuilt.type), fileSize: rebuilt.bytes.length, contentType: rebuilt.type };
}

/** The last part of a path, without what could deceive a reader, with the ending of what the file is now. */
export function fileNameOf(name: string, type: Rebuilt['type']): string {
  const ending = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }[type];
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const stem = maskCards(last.replace(/\.[^.]*$/, ''))
    .replaceAll(/\p{C}/gu, '')
    .trim()
    .slice(0, 80);
  return `${stem && isText(stem) && !/^\.+$/.test(stem) ? stem : 'file'}.${ending}`;
}

/** The file belongs to a ticket now. */
export async function nameFile(mongo: Mongo, attachment: StoredAttachment | undefined): Promise<void> {
  if (attachment) await mongo.remove(looseFiles, attachment.id);
}

/** Removes files that no ticket came to name: their message was refused, repeated, or never stored. */
export async function sweepFiles({ mongo, blobs, clock }: SupportContext): Promise<void> {
  const before = new Date(clock.now().getTime() - looseKeptMs);
  for (const { _id } of await mongo.find(looseFiles, { createdAt: { $lt: before } }, { limit: sweptAtOnce })) {
    if (!(await ticketWithAttachment(mongo, _id))) await blobs.remove(_id);
    await mongo.remove(looseFiles, _id);
  }
}

export async function removeFiles({ blobs }: SupportContext, attachments: readonly StoredAttachment[]): Promise<void> {
  for (const { id } of attachments) await blobs.remove(id);
}
