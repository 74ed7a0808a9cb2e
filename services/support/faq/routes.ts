/** HTTP: the help pages. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { faqRoutes } from '@fairline/proto/support/faq';
import type { SupportContext } from '../context.ts';
import type { Faq } from './faq.ts';

export function faqHandlers(context: SupportContext, faq: Faq): Handler[] {
  return [
    handle(faqRoutes.faq, async ({ query }) => ({ categories: faq.list(query.language ?? 'en', query.q) })),
    handle(faqRoutes.faqArticle, ({ params, query, caller }) =>
      faq.read(context, query.language ?? 'en', params.id, caller?.kind === 'player' ? caller.id : undefined),
    ),
    handle(faqRoutes.voteArticle, ({ params, query, body, player }) =>
      faq.vote(context, params.id, player.id, body.helpful, query.language),
    ),
  ];
}
