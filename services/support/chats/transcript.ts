/** Makes the transcript of a chat a ticket, once. The ticket's id is derived from the chat's, so a repeat finds the same ticket. */
import { deriveId } from '@fairline/chassis/documents/idempotency';
import { Refusal } from '@fairline/proto/contract';
import { chatRefusals } from '@fairline/proto/support/chats';
import { ticketReference, ticketRules } from '@fairline/proto/support/tickets';
import type { SupportContext } from '../context.ts';
import { arrange, messagePages, readMessages, type StoredMessage } from '../conversation.ts';
import { insertTicket } from '../tickets/commands.ts';
import { type NewTicket, newTicket } from '../tickets/ticket.ts';
import { changeChat, notify, publishEnded } from './changes.ts';
import { end, type StoredChat } from './chat.ts';
import { afterEnd } from './commands.ts';
import { hintChat } from './hints.ts';

/**
 * Makes the ticket and returns its id. A waiting chat ends first, so that no later message is missing from the ticket. The last message to keep is stored first,
 * since every attempt must make the same ticket. A sweep makes it if this process dies in between.
 */
export async function keepChat(context: SupportContext, chat: StoredChat): Promise<string> {
  if (chat.ticketId) return chat.ticketId;
  if (chat.userMessages === 0) throw new Refusal(chatRefusals.empty);
  const now = context.clock.now();
  const settled = await changeChat(context, chat._id, async (current, out) => {
    if (current.ticketId) return;
    current.keptThrough ??= current.lastSequence;
    current.isBeingKept = true;
    if (current.status !== 'waiting') return;
    end(current, now);
    await publishEnded(out, current, 'system');
  });
  if (settled.ticketId) return settled.ticketId;
  const ticket = await storeTicket(context, settled, now);
  const kept = await changeChat(context, chat._id, async (current, out) => {
    if (current.ticketId) return;
    current.ticketId = ticket._id;
    delete current.isBeingKept;
    await notify(out, current, 'kept_as_ticket', now, { reference: ticketReference(ticket._id) });
  });
  hintChat(context, kept, 'chatMessageSent');
  if (chat.status === 'waiting') await afterEnd(context, kept);
  return ticket._id;
}

async function storeTicket(context: SupportContext, chat: StoredChat, now: Date): Promise<NewTicket> {
  const { mongo } = context;
  const kept = (await readMessages(mongo, chat)).filter(
    ({ sequence }) => sequence <= (chat.keptThrough ?? chat.lastSequence),
  );
  const written = kept.filter(({ senderType }) => senderType !== 'system');
  const ticket = ticketOf(chat, written, now);
  const { pages, rest } = arrange(ticket._id, ticket.messages);
  for (const page of pages) await mongo.insert(messagePages, page);
  await insertTicket(context, { ...ticket, messages: rest }, chat._id);
  return ticket;
}

const subjectLength = 80;

/** A ticket with the messages of player and agents, numbered anew. */
function ticketOf(chat: StoredChat, written: readonly StoredMessage[], now: Date): NewTicket {
  const messages = written.slice(0, ticketRules.maxMessages).map((message, at) => ({ ...message, sequence: at + 1 }));
  const description = messages.find(({ senderType }) => senderType === 'user')?.text ?? '';
  const subject = (description.split('\n', 1)[0] ?? '').slice(0, subjectLength).trim();
  const form = { subject, description, category: 'other', priority: 'medium' } as const;
  const last = messages.at(-1);
  return {
    ...newTicket(deriveId(chat._id, 'ticket'), chat.playerId, form, chat.tier, now),
    messages,
    lastSequence: messages.length,
    lastSender: last?.senderType === 'agent' ? 'agent' : 'user',
    lastMessageAt: last?.sentAt ?? now,
    unreadByOperators: chat.userMessages,
  };
}
