/**
 * Conversations: the messages of a ticket or of a chat, numbered from 1 without gaps. The newest lie in its document, older ones in pages of their own,
 * so that neither the document nor the cost of a message grows with the conversation. A page is written before the document lets go of its messages.
 */
import { type Aggregate, type Collection, collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import { z } from 'zod';

export const StoredAttachment = z.strictObject({ id: z.uuid(), fileName: z.string(), fileSize: z.int(), contentType: z.string() });
export type StoredAttachment = z.infer<typeof StoredAttachment>;

export const StoredMessage = z.strictObject({
  id: z.uuid(),
  sequence: z.int(),
  senderType: z.enum(['system', 'user', 'agent']),
  senderId: z.uuid().optional(),
  text: z.string(),
  /** System messages: which one, and what its text was filled with. */
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

/** A page has this many messages. All who move messages move the same ones, so a page that is there already is the right one. */
export const pageMessages = 16;

export const erasedText = 'Removed with the account';

/** Adds a message with the next sequence. */
export function addMessage(conversation: Pick<Conversation, 'messages' | 'lastSequence'>, message: Omit<StoredMessage, 'sequence'>): StoredMessage {
  const added = { ...message, sequence: conversation.lastSequence + 1 };
  conversation.messages.push(added);
  conversation.lastSequence = added.sequence;
  return added;
}

/** The messages behind a sequence, in order. */
export async function readMessages(mongo: Mongo, { _id, messages }: Conversation, after = 0): Promise<StoredMessage[]> {
  const first = messages[0]?.sequence ?? 1;
  const paged = first > after + 1 ? await mongo.find(messagePages, pagesBehind(_id, after), { sort: { firstSequence: 1 } }) : [];
  const older = paged.flatMap((page) => page.messages).filter(({ sequence }) => sequence < first);
  return [...older, ...messages].filter(({ sequence }) => sequence > after);
}

const pagesBehind = (conversationId: string, after: number) => ({ conversationId, lastSequence: { $gt: after } });

/** Moves the oldest messages out of a document that holds two pages of them. */
export async function moveOldMessages<D extends Conversation>(mongo: Mongo, from: Collection<D>, conversation: D): Promise<void> {
  if (conversation.messages.length <= 2 * pageMessages) return;
  const page = pageOf(conversation._id, conversation.messages.slice(0, pageMessages));
  await mongo.insert(messagePages, page);
  await mongo.change(from, conversation._id, (current) => {
    current.messages = current.messages.filter(({ sequence }) => sequence > page.lastSequence);
  });
}

/** Arranges a whole conversation: full pages, and the rest for its document. */
export function arrange(conversationId: string, messages: readonly StoredMessage[]): { pages: Omit<Page, 'version'>[]; rest: StoredMessage[] } {
  const paged = Math.floor(Math.max(0, messages.length - 1) / pageMessages) * pageMessages;
  const starts = Array.from({ length: paged / pageMessages }, (_, at) => at * pageMessages);
  return { pages: starts.map((start) => pageOf(conversationId, messages.slice(start, start + pageMessages))), rest: messages.slice(paged) };
}

function pageOf(conversationId: string, messages: StoredMessage[]): Omit<Page, 'version'> {
  const [first, last] = [messages[0]?.sequence ?? 0, messages.at(-1)?.sequence ?? 0];
  return { _id: `${conversationId}.${first}`, conversationId, firstSequence: first, lastSequence: last, messages };
}

/** Replaces what people wrote; who wrote when stays. */
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
