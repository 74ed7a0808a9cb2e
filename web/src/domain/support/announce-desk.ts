/** Toasts to operators about new tickets. */
import type { Change } from '@fairline/proto/live/stream';
import { ticketDeskRoutes } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { call } from '../../client/requests/call.ts';
import { notify } from '../../ui/notices/notify.ts';

/** Found in the queue, because opening a ticket would mark it as read. */
export async function announceTicket({ id }: Change): Promise<void> {
  const { items } = await call(ticketDeskRoutes.operatorTickets, { query: { q: id } });
  const ticket = items.find((one) => one.id === id);
  if (!ticket) return;
  const values = { subject: ticket.subject };
  if (ticket.category === 'complaint')
    notify.error(i18n._({ id: 'ticketTold.complaint', message: 'New complaint: {subject}', values }));
  else notify.info(i18n._({ id: 'ticketTold.opened', message: 'New ticket: {subject}', values }));
}
