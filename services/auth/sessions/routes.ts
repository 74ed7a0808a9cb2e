/** Routes by which players sign in, stay signed in and sign out. */
import { type Call, type Handler, handle } from '@fairline/chassis/http/server';
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import type { RouteType } from '@fairline/proto/contract';
import type { SessionsContext } from './context.ts';
import { deviceCookie } from './device.ts';
import { answerSignedIn, answerSignedOut, refreshTokenOf } from './replies.ts';
import { currentPlayer, refreshPlayer, signIn, type Visitor } from './sign-in.ts';

export function sessionHandlers(ctx: SessionsContext): Handler[] {
  return [
    handle(sessionRoutes.login, async (call) => answerSignedIn(await signIn(ctx, call.body, visitorOf(call)))),
    handle(sessionRoutes.refresh, async (call) =>
      answerSignedIn(await refreshPlayer(ctx, refreshTokenOf(call, 'player'))),
    ),
    handle(sessionRoutes.logout, (call) => answerSignedOut(ctx, 'player', call)),
    handle(sessionRoutes.session, ({ player }) => currentPlayer(ctx, player.id, player.sessionId)),
  ];
}

/** The caller's address, user agent and browser. */
export function visitorOf<R extends RouteType>(call: Call<R>): Visitor {
  return { address: call.address, agent: call.agent, device: call.cookie(deviceCookie.name) };
}
