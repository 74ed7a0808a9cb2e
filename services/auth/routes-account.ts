/** The door for a player to his own account: profile, preferences, security and privacy. */

import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http';
import { accountRoutes } from '@fairline/proto/auth/account';
import type { RouteType } from '@fairline/proto/contract';
import { acceptTerms, changeProfile, preferences, profile, setPreferences } from './commands-account.ts';
import { listNotices, readNotices } from './commands-mail.ts';
import { closeAccount, download } from './commands-privacy.ts';
import {
  changePassword,
  confirmEnrolment,
  disableTwoFactor,
  endOwnSession,
  enrol,
  forgotPassword,
  openSessions,
  resetPassword,
  type Self,
  twoFactor,
} from './commands-security.ts';
import type { Auth } from './config.ts';

export function accountHandlers(room: Auth): Handler[] {
  return [
    handle(accountRoutes.forgotPassword, async ({ body, address }) => void (await forgotPassword(room, body.email, address))),
    handle(accountRoutes.resetPassword, async ({ body, address }) => void (await resetPassword(room, body, address))),
    handle(accountRoutes.changePassword, async (call) => void (await changePassword(room, self(call), call.body))),
    handle(accountRoutes.profile, ({ player }) => profile(room, player.id)),
    handle(accountRoutes.changeProfile, ({ player, body }) => changeProfile(room, player.id, body)),
    handle(accountRoutes.preferences, ({ player }) => preferences(room, player.id)),
    handle(accountRoutes.setPreferences, ({ player, body }) => setPreferences(room, player.id, body)),
    handle(accountRoutes.acceptTerms, async ({ player, body }) => void (await acceptTerms(room, player.id, body.version))),
    handle(accountRoutes.sessions, ({ player }) => openSessions(room, 'player', player.id, player.sessionId)),
    handle(accountRoutes.endSession, async ({ player, params }) => void (await endOwnSession(room, 'player', player.id, params.id))),
    handle(accountRoutes.twoFactor, ({ player }) => twoFactor(room, player.id)),
    handle(accountRoutes.enrol, async (call) => secret(await enrol(room, self(call), call.body.password))),
    handle(accountRoutes.confirm, async (call) => secret(await confirmEnrolment(room, self(call), call.body.code))),
    handle(accountRoutes.disable, async (call) => void (await disableTwoFactor(room, self(call), call.body))),
    handle(accountRoutes.notices, ({ player, query }) => listNotices(room, player.id, query.cursor)),
    handle(accountRoutes.readNotices, ({ player, body }) => readNotices(room, player.id, body.upTo)),
    handle(accountRoutes.download, async ({ player }) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="fairline-account.json"',
        'cache-control': 'no-store',
      };
      return new Reply({ body: await download(room, player.id), headers });
    }),
    handle(accountRoutes.close, async (call) => void (await closeAccount(room, self(call), call.body))),
  ];
}

function self<R extends RouteType>({ player, address }: Call<R>): Self {
  return { id: player.id, sessionId: player.sessionId, address };
}

/** What is shown once is kept by no cache. */
function secret(body: unknown): Reply {
  return new Reply({ body, headers: { 'cache-control': 'no-store' } });
}
