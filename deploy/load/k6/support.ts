/** A player asks for help: a ticket with a second message, or a chat that they end themselves. */
import exec from 'k6/execution';
import { call } from './calls.ts';
import { type Ground, player } from './people.ts';

export function askForHelp(ground: Ground): void {
  if (exec.scenario.iterationInTest % 2 === 0) writeTicket(player(ground));
  else chat(player(ground));
}

function writeTicket(token: string): void {
  const body = {
    subject: 'Where is my deposit?',
    description: 'I paid by bank transfer this morning.',
    category: 'payment',
  };
  const ticket = call<{ id: string }>('POST', '/api/support/tickets', { token, body, keyed: true, status: 201 });
  if (!ticket) return;
  call('POST', `/api/support/tickets/${ticket.id}/messages`, {
    token,
    body: { message: 'It was 50.00.' },
    keyed: true,
    status: 201,
  });
  call('GET', `/api/support/tickets/${ticket.id}`, { token });
}

function chat(token: string): void {
  const opened = call<{ id: string }>('POST', '/api/support/chats', { token, body: {}, keyed: true, status: 201 });
  if (!opened) return;
  call('POST', `/api/support/chats/${opened.id}/messages`, {
    token,
    body: { message: 'Is anybody there?' },
    keyed: true,
    status: 201,
  });
  call('POST', `/api/support/chats/${opened.id}/end`, { token, body: {} });
}
