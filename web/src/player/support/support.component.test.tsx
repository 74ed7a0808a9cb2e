/** The support center in its states: tickets loaded and failed, one open, closed or resolved, and a new one that is refused. */
import { common } from '@fairline/proto/contract';
import { faqRoutes } from '@fairline/proto/support/faq';
import { Ticket, TicketMessage, TicketRow, ticketRefusals, ticketRoutes } from '@fairline/proto/support/tickets';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { SupportPage } from './support.tsx';

const row = sample(TicketRow, {
  subject: 'My deposit is missing',
  status: 'in_progress',
  category: 'payment',
  unread: 2,
});
const messages = [
  sample(TicketMessage, { senderType: 'user', message: 'Where is it?' }),
  sample(TicketMessage, { senderType: 'admin', message: 'We look into it.' }),
];
const ticket = sample(Ticket, {
  id: row.id,
  subject: row.subject,
  status: 'in_progress',
  category: 'payment',
  messages,
});

beforeEach(() => {
  network.answer(ticketRoutes.tickets, { items: [row] });
  network.answer(ticketRoutes.ticket, ticket);
  network.answerAll(faqRoutes.contact);
});

const show = (at = '/support') => renderAsPlayer(<SupportPage />, { at, path: '/support' });

async function open() {
  const shown = show('/support?new=1');
  const dialog = await screen.findByRole('dialog', { name: 'New Ticket' });
  await shown.user.type(within(dialog).getByLabelText('Subject'), 'Help');
  await shown.user.type(within(dialog).getByLabelText('Description'), 'It does not work');
  await shown.user.selectOptions(within(dialog).getByLabelText('Priority'), 'high');
  await shown.user.click(within(dialog).getByRole('button', { name: 'Create Ticket' }));
  return { ...shown, dialog };
}

it('shows a placeholder, then the tickets with their unread replies', async () => {
  const release = network.hold(ticketRoutes.tickets);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(ticketRoutes.tickets, { items: [row] });
  release();
  expect(await screen.findByRole('button', { name: /My deposit is missing.*2.*new answers/ })).toBeDefined();
});

it('offers a retry when the tickets cannot be read', async () => {
  network.fail(ticketRoutes.tickets);
  const { user } = show();
  expect(await screen.findByText('Your tickets could not be loaded')).toBeDefined();
  network.answer(ticketRoutes.tickets, { items: [row] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('My deposit is missing')).toBeDefined();
});

it('distinguishes no tickets from none that match', async () => {
  network.answer(ticketRoutes.tickets);
  const { user } = show('/support?status=closed');
  expect(await screen.findByText('No tickets found')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(await screen.findByText('Open a ticket and we answer here. We email you when we do.')).toBeDefined();
});

it('opens a ticket beside the list, and sends a reply', async () => {
  network.answer(ticketRoutes.replyToTicket, {
    ...ticket,
    messages: [...messages, sample(TicketMessage, { senderType: 'user', message: 'Thank you' })],
  });
  const { user, address } = show();
  await user.click(await screen.findByRole('button', { name: /My deposit is missing/ }));
  expect(await screen.findByText('We look into it.')).toBeDefined();
  expect(address()).toBe(`/support?ticket=${row.id}`);
  await user.type(screen.getByLabelText('Your message'), 'Thank you');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(network.sent(ticketRoutes.replyToTicket)[0]?.body).toMatchObject({ message: 'Thank you' }),
  );
});

it('says that a ticket cannot be found', async () => {
  network.refuse(ticketRoutes.ticket, ticketRefusals.unknown);
  show(`/support?ticket=${row.id}`);
  expect(await screen.findByText('Ticket not found')).toBeDefined();
});

it('accepts no reply to a closed ticket', async () => {
  network.answer(ticketRoutes.ticket, { ...ticket, status: 'closed' });
  show(`/support?ticket=${row.id}`);
  expect(await screen.findByText('This ticket is closed. Open a new one if you need more help.')).toBeDefined();
  expect(screen.queryByLabelText('Your message')).toBeNull();
});

it('says that a reply reopens a resolved ticket', async () => {
  network.answer(ticketRoutes.ticket, { ...ticket, status: 'resolved' });
  show(`/support?ticket=${row.id}`);
  expect(await screen.findByText('Not solved? A reply reopens this ticket.')).toBeDefined();
});

it('opens the new ticket once it is created', async () => {
  network.answer(ticketRoutes.openTicket, ticket);
  const { address } = await open();
  await waitFor(() => expect(address()).toBe(`/support?ticket=${ticket.id}`));
  expect(network.sent(ticketRoutes.openTicket)[0]?.body).toMatchObject({
    subject: 'Help',
    description: 'It does not work',
    category: 'account',
    priority: 'high',
  });
});

it.each([
  ['a card number', common.cardNumber, 'Please do not enter card numbers here'],
  ['too many tickets', common.rateLimited, 'Too many requests. Please try again later.'],
])('shows the refusal of %s, and keeps the text', async (_case, refusal, text) => {
  network.refuse(ticketRoutes.openTicket, refusal);
  const { dialog } = await open();
  expect(await within(dialog).findByText('Failed to create ticket')).toBeDefined();
  expect(within(dialog).getByText(text)).toBeDefined();
  expect(within(dialog).getByDisplayValue('It does not work')).toBeDefined();
});

it('says what a new ticket lacks before it is sent', async () => {
  const { user } = show('/support?new=1');
  const dialog = await screen.findByRole('dialog', { name: 'New Ticket' });
  await user.click(within(dialog).getByRole('button', { name: 'Create Ticket' }));
  expect(await within(dialog).findAllByText('Please fill in all required fields')).toHaveLength(2);
});
