/** Names of statuses, priorities, categories and records of tickets. */

import type { Infer } from '@fairline/proto/contract';
import type { ChatMessage, ChatNotice } from '@fairline/proto/support/chats';
import type { About, Ticket } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import type { Tone } from '../../ui/content/badge.tsx';

export function ticketStatus(status: Ticket['status']): [name: string, tone: Tone] {
  switch (status) {
    case 'open':
      return [i18n._({ id: 'ticket.open', message: 'Open' }), 'info'];
    case 'in_progress':
      return [i18n._({ id: 'ticket.inProgress', message: 'In progress' }), 'live'];
    case 'waiting_user':
      return [i18n._({ id: 'ticket.waitingUser', message: 'Waiting for the player' }), 'plain'];
    case 'resolved':
      return [i18n._({ id: 'ticket.resolved', message: 'Resolved' }), 'act'];
    case 'closed':
      return [i18n._({ id: 'ticket.closed', message: 'Closed' }), 'plain'];
  }
}

/** The same status in the player's words. */
export function ownTicketStatus(status: Ticket['status']): [name: string, tone: Tone] {
  return status === 'waiting_user'
    ? [i18n._({ id: 'ticket.waitingYou', message: 'Waiting for you' }), 'live']
    : ticketStatus(status);
}

export function priorityName(priority: Ticket['priority']): string {
  switch (priority) {
    case 'urgent':
      return i18n._({ id: 'ticket.urgent', message: 'Urgent' });
    case 'high':
      return i18n._({ id: 'ticket.high', message: 'High' });
    case 'medium':
      return i18n._({ id: 'ticket.medium', message: 'Medium' });
    case 'low':
      return i18n._({ id: 'ticket.low', message: 'Low' });
  }
}

export const priorityTone = (priority: Ticket['priority']): Tone =>
  priority === 'urgent' ? 'down' : priority === 'high' ? 'live' : 'plain';

export function ticketCategoryName(category: Ticket['category']): string {
  switch (category) {
    case 'account':
      return i18n._({ id: 'ticket.account', message: 'Account' });
    case 'payment':
      return i18n._({ id: 'ticket.payment', message: 'Payment' });
    case 'technical':
      return i18n._({ id: 'ticket.technical', message: 'Technical' });
    case 'betting':
      return i18n._({ id: 'ticket.betting', message: 'Betting' });
    case 'casino':
      return i18n._({ id: 'ticket.casino', message: 'Casino' });
    case 'complaint':
      return i18n._({ id: 'ticket.complaint', message: 'Complaint' });
    case 'other':
      return i18n._({ id: 'ticket.other', message: 'Other' });
  }
}

export function aboutName({ type }: Infer<typeof About>): string {
  if (type === 'bet') return i18n._({ id: 'ticket.aboutBet', message: 'Bet' });
  return type === 'round'
    ? i18n._({ id: 'ticket.aboutRound', message: 'Casino round' })
    : i18n._({ id: 'ticket.aboutPayment', message: 'Payment' });
}

/** A system message in the reader's language; one that this page does not know stays in the server's English. */
export function systemMessageText({ code, params = {}, message }: ChatMessage): string {
  const agent = String(params.agent ?? '');
  switch (code as ChatNotice | undefined) {
    case 'greeting':
      return i18n._({
        id: 'chat.sys.greeting',
        message: 'You are chatting with {agent}. How can we help?',
        values: { agent },
      });
    case 'handed_over':
      return i18n._({ id: 'chat.sys.handedOver', message: '{agent} continues this chat.', values: { agent } });
    case 'agent_left':
      return i18n._({
        id: 'chat.sys.agentLeft',
        message: 'The agent had to leave. You are first in line for the next one.',
      });
    case 'back_in_queue':
      return i18n._({ id: 'chat.sys.backInQueue', message: 'You are first in line for the next agent.' });
    case 'no_agents':
      return i18n._({
        id: 'chat.sys.noAgents',
        message:
          'No agent is available right now. You can keep this conversation as a ticket and we will answer it there.',
      });
    case 'kept_as_ticket':
      return i18n._({
        id: 'chat.sys.kept',
        message: 'This conversation was kept as ticket {reference}.',
        values: { reference: String(params.reference ?? '') },
      });
    case 'ended_by_user':
      return i18n._({ id: 'chat.sys.endedByUser', message: 'The chat was ended by the player.' });
    case 'ended_by_agent':
      return i18n._({ id: 'chat.sys.endedByAgent', message: 'The chat was ended by the agent.' });
    case 'ended_idle':
      return i18n._({ id: 'chat.sys.endedIdle', message: 'The chat ended because nobody wrote for a while.' });
    case undefined:
      return message;
  }
}
