/** The door for players who read what they were told. */

import { type Handler, handle } from '@fairline/chassis/http';
import { accountRoutes } from '@fairline/proto/auth/account';
import { listNotices, readNotices } from './commands-mail.ts';
import type { Auth } from './config.ts';

export function noticeHandlers(room: Auth): Handler[] {
  return [
    handle(accountRoutes.notices, ({ player, query }) => listNotices(room, player.id, query.cursor)),
    handle(accountRoutes.readNotices, ({ player, body }) => readNotices(room, player.id, body.upTo)),
  ];
}
