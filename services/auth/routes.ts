/** The door for people: players, operators, and in demo mode whoever wants to see what mail was sent. */

import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http';
import { authRoutes, refreshCookies } from '@fairline/proto/auth';
import { common, Refusal, type RouteType } from '@fairline/proto/contract';
import { currentPlayer, refresh, register, resendVerification, signIn, type Visitor, verifyEmail } from './commands.ts';
import { findPlayers, onePlayer, setUserStatus, verifyUser } from './commands-users.ts';
import type { Auth } from './config.ts';
import { settings } from './demo.ts';
import { type Actor, activateOperator, currentOperator, refreshOperator, signInOperator } from './operators.ts';
import { accountHandlers } from './routes-account.ts';
import { staffHandlers } from './routes-staff.ts';
import { deviceCookie, type Kind } from './session.ts';
import { type Entered, endedCookie, signOut } from './sessions.ts';

export function routes(room: Auth): Handler[] {
  return [
    handle(authRoutes.settings, async () => settings(room)),
    handle(authRoutes.register, async (call) => entered(await register(room, call.body, visitor(call)))),
    handle(authRoutes.login, async (call) => entered(await signIn(room, call.body, visitor(call)))),
    handle(authRoutes.refresh, async (call) => entered(await refresh(room, cookie(call, 'player')))),
    handle(authRoutes.logout, (call) => left(room, 'player', call)),
    handle(authRoutes.session, ({ player }) => currentPlayer(room, player.id, player.sessionId)),
    handle(authRoutes.verifyEmail, ({ body, address }) => verifyEmail(room, body.token, address)),
    handle(authRoutes.resendVerification, async ({ player }) => void (await resendVerification(room, player.id))),

    handle(authRoutes.operatorLogin, async ({ body, address, agent }) => entered(await signInOperator(room, body, { address, agent }))),
    handle(authRoutes.operatorRefresh, async (call) => entered(await refreshOperator(room, cookie(call, 'operator')))),
    handle(authRoutes.operatorLogout, (call) => left(room, 'operator', call)),
    handle(authRoutes.operatorSession, ({ operator }) => currentOperator(room, operator.id, operator.sessionId)),
    handle(authRoutes.operatorActivate, ({ body, address, agent }) => activateOperator(room, body, { address, agent })),
    handle(authRoutes.users, ({ query }) => findPlayers(room, query)),
    handle(authRoutes.user, ({ params }) => onePlayer(room, params.id)),
    handle(authRoutes.setUserStatus, (call) => setUserStatus(room, actor(call), call.params.id, call.body)),
    handle(authRoutes.verifyUser, (call) => verifyUser(room, actor(call), call.params.id, call.body.reason)),

    ...accountHandlers(room),
    ...staffHandlers(room),

    handle(authRoutes.mailbox, async ({ query }) => {
      if (!room.demo) throw new Refusal(common.notFound);
      return { items: await room.post.mailbox(query.to) };
    }),
  ];
}

function entered({ body, cookie, device }: Entered<unknown>): Reply {
  return new Reply({ body, headers: { 'set-cookie': device ? [cookie, device] : cookie, 'cache-control': 'no-store' } });
}

/** Signs out of what the caller shows, and takes the cookie back either way. */
async function left<R extends RouteType>(room: Auth, kind: Kind, call: Call<R>): Promise<Reply> {
  await signOut(room, kind, cookie(call, kind), call.caller?.kind === kind ? call.caller.sessionId : undefined);
  return new Reply({ headers: { 'set-cookie': endedCookie(room, kind) } });
}

function cookie<R extends RouteType>(call: Call<R>, kind: Kind): string | undefined {
  return call.cookie(refreshCookies[kind].name);
}

/** Who signs in from where, and in which browser. */
function visitor<R extends RouteType>(call: Call<R>): Visitor {
  return { address: call.address, agent: call.agent, device: call.cookie(deviceCookie.name) };
}

function actor<R extends RouteType>({ operator, address, agent }: Call<R>): Actor {
  return { id: operator.id, address, agent };
}
