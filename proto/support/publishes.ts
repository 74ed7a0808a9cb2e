/** What support publishes. */
import { supportAuditEvents } from './audit.ts';
import { chatEvents } from './chats.ts';
import { ticketEvents } from './tickets.ts';

export const supportPublishes = { ...ticketEvents, ...chatEvents, ...supportAuditEvents };
