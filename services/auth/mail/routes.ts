/** Routes of a player's notices, and in demo mode of the mailbox. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { mailRoutes } from '@fairline/proto/auth/mail';
import { common, Refusal } from '@fairline/proto/contract';
import { listNotices, readNotices } from './commands.ts';
import type { MailContext } from './context.ts';

export function mailHandlers(ctx: MailContext): Handler[] {
  return [
    handle(mailRoutes.notices, ({ player, query }) => listNotices(ctx, player.id, query.cursor)),
    handle(mailRoutes.readNotices, ({ player, body }) => readNotices(ctx, player.id, body.upTo)),
    handle(mailRoutes.mailbox, async ({ query }) => {
      if (!ctx.demo) throw new Refusal(common.notFound);
      return { items: await ctx.delivery.mailbox(query.to) };
    }),
  ];
}
