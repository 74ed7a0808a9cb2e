/** Tickets as the routes send them. A player sees neither operators' ids nor what operators keep about the ticket. */
import type { Infer } from '@fairline/proto/contract';
import type {
  OperatorTicket,
  OperatorTicketRow,
  Ticket,
  TicketMessage,
  TicketRow,
} from '@fairline/proto/support/tickets';
import type { StoredMessage } from '../conversation.ts';
import type { ListedTicket, StoredTicket } from './ticket.ts';

type OwnFields = Omit<Ticket, 'messages'>;

function ownFieldsOf(ticket: ListedTicket): OwnFields {
  const {
    _id,
    subject,
    description,
    category,
    priority,
    status,
    about,
    createdAt,
    updatedAt,
    deadlineAt,
    unreadByPlayer,
  } = ticket;
  return {
    id: _id,
    subject,
    description,
    category,
    priority,
    status,
    ...(about && { about }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(deadlineAt && { deadlineAt: deadlineAt.toISOString() }),
    unread: unreadByPlayer,
  };
}

function operatorFieldsOf(ticket: ListedTicket): Omit<OperatorTicket, 'messages'> {
  const { playerId, assigneeId, tier, unreadByOperators, waitingSince, firstAnsweredAt } = ticket;
  return {
    ...ownFieldsOf(ticket),
    playerId,
    ...(assigneeId && { assigneeId }),
    tier,
    unreadByOperators,
    ...(waitingSince && { waitingSince: waitingSince.toISOString() }),
    ...(firstAnsweredAt && { firstAnsweredAt: firstAnsweredAt.toISOString() }),
  };
}

const senderOf = (sender: 'system' | 'user' | 'agent') => (sender === 'user' ? ('user' as const) : ('admin' as const));

const lastOf = ({ lastSequence, lastMessageAt, lastSender }: ListedTicket) => ({
  messageCount: lastSequence,
  lastMessageAt: lastMessageAt.toISOString(),
  lastSender: senderOf(lastSender),
});

function toMessage({ id, senderType, text, sentAt, attachments = [] }: StoredMessage): TicketMessage {
  return { id, senderType: senderOf(senderType), message: text, sentAt: sentAt.toISOString(), attachments };
}

export function toTicket(ticket: StoredTicket, messages: readonly StoredMessage[]): Ticket {
  return { ...ownFieldsOf(ticket), messages: messages.map(toMessage) };
}

export function toTicketRow(ticket: ListedTicket): TicketRow {
  return { ...ownFieldsOf(ticket), ...lastOf(ticket) };
}

export function toOperatorTicket(
  ticket: StoredTicket,
  messages: readonly StoredMessage[],
): Infer<typeof OperatorTicket> {
  return {
    ...operatorFieldsOf(ticket),
    messages: messages.map((message) => ({ ...toMessage(message), senderId: message.senderId ?? ticket.playerId })),
  };
}

export function toOperatorTicketRow(ticket: ListedTicket): OperatorTicketRow {
  return { ...operatorFieldsOf(ticket), ...lastOf(ticket) };
}
