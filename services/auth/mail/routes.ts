/** Routes of the notices of a player, and in demo mode of the mail that was sent. */
import { type Handler, handle } from '@fairline/chassis/http';
import { authRoutes } from '@fairline/proto/auth';
import { accountRoutes } from '@fairline/proto/auth/account';
import { common, Refusal } from '@fairline/proto/contract';
import { listNotices, readNotices } from './commands.ts';
import type { MailContext } from './context.ts';

export function mailRoutes(ctx: MailContext): Handler[] {
  return [
    handle(accountRoutes.notices, ({ player, query }) => listNotices(ctx, player.id, query.cursor)),
    handle(accountRoutes.readNotices, ({ player, body }) => readNotices(ctx, player.id, body.upTo)),
    handle(authRoutes.mailbox, async ({ query }) => {
      if (!ctx.demo) throw new Refusal(common.notFound);
      return { items: await ctx.delivery.mailbox(query.to) };
    }),
  ];
}
