/**
 * Conversations: the messages of a ticket or of a chat, numbered from 1 without gaps. The newest are stored in its document, older ones in separate pages,
 * so that neither the document nor the cost of a message grows with the conversation. A page is written before its messages are removed from the document.
 */
import { type Aggregate, type Collection, collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import { z } from 'zod';

export const StoredAttachment = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  fileSize: z.int(),
  contentType: z.string(),
});
export type StoredAttachment = z.infer<typeof StoredAttachment>;

export const StoredMessage = z.strictObject({
  id: z.uuid(),
  sequence: z.int(),
  senderType: z.enum(['system', 'user', 'agent']),
  senderId: z.uuid().optional(),
  text: z.string(),
  /** System messages only: the code of the text, and its parameters. */
  code: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
  attachments: z.array(StoredAttachment).optional(),
  sentAt: z.date(),
});
export type StoredMessage = z.infer<typeof StoredMessage>;

/** The fields of a document that holds a conversation. */
export const conversationShape = { messages: z.array(StoredMessage), lastSequence: z.int() };
export interface Conversation extends Aggregate {
  messages: StoredMessage[];
  lastSequence: number;
}

export const messagePages = collection(
  'message_pages',
  z.strictObject({
    _id: z.string(),
    version: z.int(),
    conversationId: z.uuid(),
    firstSequence: z.int(),
    lastSequence: z.int(),
    messages: z.array(StoredMessage),
  }),
  [{ keys: { conversationId: 1, firstSequence: 1 } }],
);
type Page = z.infer<typeof messagePages.shape>;

/** A page has this many messages. Every process moves the same messages, so an existing page already has the right ones. */
export const pageMessages = 16;

export const erasedText = 'Removed with the account';

/** Adds a message with the next sequence. */
export function addMessage(
  conversation: Pick<Conversation, 'messages' | 'lastSequence'>,
  message: Omit<StoredMessage, 'sequence'>,
): StoredMessage {
  const added = { ...message, sequence: conversation.lastSequence + 1 };
  conversation.messages.push(added);
  conversation.lastSequence = added.sequence;
  return added;
}

/** The messages behind a sequence, in order. */
export async function readMessages(mongo: Mongo, { _id, messages }: Conversation, after = 0): Promise<StoredMessage[]> {
  const first = messages[0]?.sequence ?? 1;
  const paged =
    first > after + 1 ? await mongo.find(messagePages, pagesBehind(_id, after), { sort: { firstSequence: 1 } }) : [];
  const older = paged.flatMap((page) => page.messages).filter(({ sequence }) => sequence < first);
  return [...older, ...messages].filter(({ sequence }) => sequence > after);
}

const pagesBehind = (conversationId: string, after: number) => ({ conversationId, lastSequence: { $gt: after } });

/** Moves the oldest messages out of a document that holds two pages of them. */
export async function moveOldMessages<D extends Conversation>(
  mongo: Mongo,
  from: Collection<D>,
  conversation: D,
): Promise<void> {
  if (conversation.messages.length <= 2 * pageMessages) return;
  const page = pageOf(conversation._id, conversation.messages.slice(0, pageMessages));
  await mongo.insert(messagePages, page);
  await mongo.change(from, conversation._id, (current) => {
    current.messages = current.messages.filter(({ sequence }) => sequence > page.lastSequence);
  });
}

/** Divides a whole conversation into full pages and the rest for its document. */
export function arrange(
  conversationId: string,
  messages: readonly StoredMessage[],
): { pages: Omit<Page, 'version'>[]; rest: StoredMessage[] } {
  const paged = Math.floor(Math.max(0, messages.length - 1) / pageMessages) * pageMessages;
  const starts = Array.from({ length: paged / pageMessages }, (_, at) => at * pageMessages);
  return {
    pages: starts.map((start) => pageOf(conversationId, messages.slice(start, start + pageMessages))),
    rest: messages.slice(paged),
  };
}

function pageOf(conversationId: string, messages: StoredMessage[]): Omit<Page, 'version'> {
  const [first, last] = [messages[0]?.sequence ?? 0, messages.at(-1)?.sequence ?? 0];
  return { _id: `${conversationId}.${first}`, conversationId, firstSequence: first, lastSequence: last, messages };
}

/** Replaces the texts and keeps who wrote when. */
export function eraseTexts(messages: StoredMessage[]): void {
  for (const message of messages) {
    if (message.senderType !== 'system') message.text = erasedText;
    delete message.attachments;
  }
}

export async function erasePages(mongo: Mongo, conversationId: string): Promise<void> {
  for (const { _id } of await mongo.find(messagePages, { conversationId })) {
    await mongo.change(messagePages, _id, (page) => eraseTexts(page.messages));
  }
}
