/** Use cases of players and their tickets: open, read, reply, files; and the changes that events cause. */

import type { Outgoing } from '@fairline/chassis/documents/collection';
import { deriveId, runOnceInMongo } from '@fairline/chassis/documents/idempotency';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import { common, Refusal } from '@fairline/proto/contract';
import type { Tier } from '@fairline/proto/promotions/offers';
import { type Ticket, ticketEvents } from '@fairline/proto/support/tickets';
import type { SupportContext } from '../context.ts';
import { erasePages, moveOldMessages, readMessages, type StoredAttachment } from '../conversation.ts';
import { spendLimit, storeTier, tierOf } from '../players/store.ts';
import { termsOf } from '../search-text.ts';
import { keepFile, nameFile, removeFiles, type Upload } from './files.ts';
import { isOwn } from './peers.ts';
import * as store from './store.ts';
import {
  addUserMessage,
  eraseTicket,
  type NewTicket,
  newTicket,
  type StoredTicket,
  setTier,
  type TicketForm,
} from './ticket.ts';
import { toTicket } from './view.ts';

const { tickets } = store;

/** Opens a ticket; what it is about must be the player's own. The same key returns the same ticket in its current state. */
export async function openTicket(
  context: SupportContext,
  playerId: string,
  form: TicketForm,
  upload: Upload | undefined,
  idempotencyKey: IdempotencyKey,
): Promise<Ticket> {
  refuseCardNumber(`${form.subject}\n${form.description}`);
  const ticketId = await runOnceInMongo(context.mongo, idempotencyKey, async (commandId) => {
    if (form.about && !(await isOwn(context.bus, playerId, form.about))) throw new Refusal(common.notFound);
    const attachment = await keepFile(context, playerId, upload);
    await spendLimit(context, playerId, 'ticketsOpened', commandId);
    const ticket = newTicket(commandId, playerId, form, await tierOf(context.mongo, playerId), context.clock.now());
    addUserMessage(
      ticket,
      { id: deriveId(commandId, 'message'), senderId: playerId, text: form.description, attachment },
      context.clock.now(),
    );
    await insertTicket(context, ticket);
    await settleFile(context, commandId, attachment);
    return commandId;
  });
  return readTicket(context, playerId, ticketId);
}

/** Stores a new ticket; a repeat changes nothing. `chatId`: the chat whose transcript it is. */
export async function insertTicket({ mongo }: SupportContext, ticket: NewTicket, chatId?: string): Promise<void> {
  const { _id, playerId, status, category, priority } = ticket;
  const data = { ticketId: _id, playerId, status, category, priority, ...(chatId && { chatId }) };
  await mongo.insert(tickets, ticket, { events: (out) => publish(out, ticketEvents.ticketOpened, _id, 1, data) });
}

/** Adds a message of the player. The same key adds it once. */
export async function replyToTicket(
  context: SupportContext,
  playerId: string,
  ticketId: string,
  text: string,
  upload: Upload | undefined,
  idempotencyKey: IdempotencyKey,
): Promise<Ticket> {
  refuseCardNumber(text);
  await store.requireOwnTicket(context.mongo, ticketId, playerId);
  const attachment = await keepFile(context, playerId, upload);
  await runOnceInMongo(context.mongo, idempotencyKey, async (commandId) => {
    await spendLimit(context, playerId, 'ticketReplies', commandId);
    await changeTicketOnce(context, ticketId, commandId, async (ticket, out) => {
      addUserMessage(ticket, { id: commandId, senderId: playerId, text, attachment }, context.clock.now());
      await publishReply(out, ticket, commandId, 'user');
    });
    return ticketId;
  });
  await settleFile(context, ticketId, attachment);
  return readTicket(context, playerId, ticketId);
}

/** Changes a ticket once per command, then moves its old messages. */
export async function changeTicketOnce(
  { mongo, turns }: SupportContext,
  ticketId: string,
  commandId: string,
  decide: (ticket: StoredTicket, out: Outgoing) => Promise<void>,
): Promise<void> {
  const ticket = store.requireOne(
    await turns.run(ticketId, () => mongo.change(tickets, ticketId, decide, { once: commandId })),
  );
  await moveOldMessages(mongo, tickets, ticket);
}

/** Releases the file if the ticket names it. Otherwise the file came with a repeated message and is removed. */
export async function settleFile(
  context: SupportContext,
  ticketId: string,
  attachment: StoredAttachment | undefined,
): Promise<void> {
  if (!attachment) return;
  const { attachments } = await store.requireTicket(context.mongo, ticketId);
  if (!attachments.some(({ id }) => id === attachment.id)) await removeFiles(context, [attachment]);
  await nameFile(context, attachment);
}

export async function publishReply(
  out: Outgoing,
  ticket: StoredTicket,
  messageId: string,
  senderType: 'user' | 'admin',
): Promise<void> {
  const { _id, playerId, status, version } = ticket;
  await publish(out, ticketEvents.ticketReplied, _id, version, {
    ticketId: _id,
    playerId,
    status,
    messageId,
    senderType,
  });
}

export async function publishChange(out: Outgoing, { _id, playerId, status, version }: StoredTicket): Promise<void> {
  await publish(out, ticketEvents.ticketChanged, _id, version, { ticketId: _id, playerId, status });
}

/** Reads the ticket with its messages and marks them as read by the player, unless `keepUnread`. */
export async function readTicket(
  { mongo }: SupportContext,
  playerId: string,
  ticketId: string,
  { keepUnread = false } = {},
): Promise<Ticket> {
  const ticket = await store.requireOwnTicket(mongo, ticketId, playerId);
  const read =
    keepUnread || ticket.unreadByPlayer === 0
      ? ticket
      : store.requireOne(await mongo.change(tickets, ticketId, clearUnread));
  return toTicket(read, await readMessages(mongo, read));
}

function clearUnread(ticket: StoredTicket): void {
  ticket.unreadByPlayer = 0;
}

export interface ReadFile {
  bytes: Uint8Array;
  type: string;
}

/** Reads a file of one of the player's tickets. */
export async function readOwnFile(context: SupportContext, playerId: string, attachmentId: string): Promise<ReadFile> {
  const ticket = await store.ticketWithAttachment(context.mongo, attachmentId);
  if (!ticket || ticket.playerId !== playerId) throw new Refusal(common.notFound);
  return readFile(context, ticket, attachmentId);
}

export async function readFile(
  { blobs }: SupportContext,
  { attachments }: StoredTicket,
  attachmentId: string,
): Promise<ReadFile> {
  const attachment = attachments.find(({ id }) => id === attachmentId);
  if (!attachment) throw new Refusal(common.notFound);
  return { bytes: await blobs.get(attachment.id), type: attachment.contentType };
}

/** Stores a player's tier, and moves their tickets that are not closed to its place in the queue. */
export async function applyTier(
  { mongo }: SupportContext,
  playerId: string,
  tier: Tier,
  version: number,
): Promise<void> {
  const current = await storeTier(mongo, playerId, tier, version);
  for (const id of await store.unclosedOf(mongo, playerId))
    await mongo.change(tickets, id, (ticket) => setTier(ticket, current));
}

/** Erases the texts and files of a player's tickets. Who wrote when, and every counter, is kept. */
export async function eraseTickets(context: SupportContext, playerId: string): Promise<void> {
  for (const id of await store.allOf(context.mongo, playerId)) {
    const ticket = await context.mongo.get(tickets, id);
    // Files are removed before the tickets that name them are erased, so that a retry still finds them.
    await removeFiles(context, ticket?.attachments ?? []);
    await erasePages(context.mongo, id);
    await context.mongo.change(tickets, id, eraseTicket);
  }
}

const closedAtOnce = 100;

/** Closes tickets that were resolved long ago and not changed since. */
export async function closeResolved({ mongo, clock }: SupportContext): Promise<void> {
  for (const id of await store.resolvedLongAgo(mongo, clock.now(), closedAtOnce)) {
    await mongo.change(tickets, id, async (ticket, out) => {
      if (!store.isClosable(ticket, clock.now())) return;
      ticket.status = 'closed';
      await publishChange(out, ticket);
    });
  }
}

const indexedAtOnce = 500;

function setTerms(ticket: StoredTicket): void {
  ticket.terms = termsOf(ticket.searchText);
}

/** Adds search terms to tickets of an earlier release. */
export async function indexSubjects({ mongo }: SupportContext): Promise<void> {
  for (;;) {
    const ids = await store.unindexed(mongo, indexedAtOnce);
    for (const id of ids) await mongo.change(tickets, id, setTerms);
    if (ids.length < indexedAtOnce) return;
  }
}
