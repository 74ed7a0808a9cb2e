/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import { agentHandlers } from './agents/routes.ts';
import { library } from './articles/library.ts';
import { TypingHints } from './chats/hints.ts';
import { chatHandlers } from './chats/routes.ts';
import { chatDeskHandlers } from './chats/routes-desk.ts';
import type { SupportContext } from './context.ts';
import { Faq } from './faq/faq.ts';
import { faqHandlers } from './faq/routes.ts';
import { ticketSearch } from './routes-search.ts';
import { ticketHandlers } from './tickets/routes.ts';

export function routesOf(context: SupportContext): Handler[] {
  const typing = new TypingHints(context);
  return [
    ...chatHandlers(context, typing),
    ...chatDeskHandlers(context, typing),
    ...agentHandlers(context),
    ...ticketHandlers(context),
    ...faqHandlers(context, new Faq(library)),
    ticketSearch(context),
  ];
}
