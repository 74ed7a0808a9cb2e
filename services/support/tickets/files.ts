/**
 * Files of tickets: rebuilt as images and encrypted before a ticket names them. Until then they are loose files.
 * A loose file that no ticket names is swept; the files of an erased player are removed.
 */
import { LooseFiles } from '@fairline/chassis/documents/loose-files';
import { typeOf } from '@fairline/chassis/storage/blob';
import { cleanFileName } from '@fairline/chassis/storage/file-name';
import { rebuildUpload } from '@fairline/chassis/storage/uploads';
import { Refusal } from '@fairline/proto/contract';
import { ticketRefusals, ticketRules } from '@fairline/proto/support/tickets';
import type { SupportContext } from '../context.ts';
import type { StoredAttachment } from '../conversation.ts';
import { ticketWithAttachment } from './store.ts';

/** The most loose files of one sender. Normal use never reaches it. */
const looseAtMost = 5;

export interface Upload {
  bytes: Uint8Array;
  name: string;
}

/** Stores an upload as a loose file. Refused: too many at once, or a file that is too large, of another type or unreadable. */
export async function keepFile(
  context: SupportContext,
  ownerId: string,
  upload: Upload | undefined,
): Promise<StoredAttachment | undefined> {
  if (!upload) return undefined;
  if (upload.bytes.length > ticketRules.maxAttachmentBytes) throw new Refusal(ticketRefusals.fileTooLarge);
  if (!(await typeOf(upload.bytes, ticketRules.attachmentTypes))) throw new Refusal(ticketRefusals.fileType);
  return looseFilesOf(context).keep({ ownerId, atMost: looseAtMost, now: context.clock.now() }, async (id) => {
    const rebuilt = await rebuildUpload(upload.bytes, ownerId);
    if (typeof rebuilt === 'string')
      throw new Refusal(rebuilt === 'type' ? ticketRefusals.fileType : ticketRefusals.fileUnreadable);
    const { bytes, type } = rebuilt;
    await context.blobs.put(id, bytes);
    return { id, fileName: cleanFileName(upload.name, endings[type]), fileSize: bytes.length, contentType: type };
  });
}

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** Marks the file as named by a ticket, so that no sweep removes it. */
export async function nameFile(context: SupportContext, attachment: StoredAttachment | undefined): Promise<void> {
  if (attachment) await looseFilesOf(context).release(attachment.id);
}

/** Removes files that no ticket names: their message was refused, repeated, or never stored. */
export function sweepFiles(context: SupportContext): Promise<void> {
  return looseFilesOf(context).sweep(
    context.clock.now(),
    async (id) => (await ticketWithAttachment(context.mongo, id)) !== undefined,
  );
}

function looseFilesOf({ mongo, blobs, log }: SupportContext): LooseFiles {
  return new LooseFiles(mongo, blobs, log);
}

export async function removeFiles({ blobs }: SupportContext, attachments: readonly StoredAttachment[]): Promise<void> {
  for (const { id } of attachments) await blobs.remove(id);
}
