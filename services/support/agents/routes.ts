/** HTTP: the agents, and how support is reached. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { chatDeskRoutes } from '@fairline/proto/support/chats';
import { faqRoutes } from '@fairline/proto/support/faq';
import type { SupportContext } from '../context.ts';
import { toAgent } from './commands.ts';
import { countOnline, recentAgents } from './store.ts';

export function agentHandlers({ mongo, clock, contact }: SupportContext): Handler[] {
  return [
    handle(chatDeskRoutes.agents, async () => {
      const now = clock.now();
      return { items: (await recentAgents(mongo, now)).map((agent) => toAgent(agent, now)) };
    }),
    handle(faqRoutes.contact, async () => ({ ...contact, agentsOnline: await countOnline(mongo, clock.now()) })),
  ];
}
