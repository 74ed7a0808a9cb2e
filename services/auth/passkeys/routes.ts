/** Routes of passkeys: signing in with one, and managing one's own, for players and operators. */
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { passkeyRoutes } from '@fairline/proto/auth/passkeys';
import type { RouteType } from '@fairline/proto/contract';
import { answerSignedIn } from '../sessions/replies.ts';
import { visitorOf } from '../sessions/routes.ts';
import {
  addPasskey,
  beginOperatorPasskey,
  beginPlayerPasskey,
  changePasskeyName,
  listPasskeys,
  type PasskeySelf,
  removePasskey,
} from './commands.ts';
import { questionOf } from './commands-ceremony.ts';
import type { PasskeysContext } from './context.ts';
import { signInByPasskey, signInOperatorByPasskey } from './sign-in.ts';

export function passkeyHandlers(ctx: PasskeysContext): Handler[] {
  return [...playerHandlers(ctx), ...operatorHandlers(ctx)];
}

function playerHandlers(ctx: PasskeysContext): Handler[] {
  return [
    handle(passkeyRoutes.passkeyQuestion, async () => uncached(200, await questionOf(ctx, 'player'))),
    handle(passkeyRoutes.passkeyLogin, async (call) =>
      answerSignedIn(await signInByPasskey(ctx, call.body, visitorOf(call))),
    ),
    handle(passkeyRoutes.passkeys, (call) => listPasskeys(ctx, playerOf(call))),
    handle(passkeyRoutes.passkeyBegin, async (call) =>
      uncached(200, await beginPlayerPasskey(ctx, playerOf(call), call.body)),
    ),
    handle(passkeyRoutes.passkeyAdd, async (call) => uncached(201, await addPasskey(ctx, playerOf(call), call.body))),
    handle(
      passkeyRoutes.passkeyRename,
      async (call) => void (await changePasskeyName(ctx, playerOf(call), call.params.id, call.body.name)),
    ),
    handle(
      passkeyRoutes.passkeyRemove,
      async (call) => void (await removePasskey(ctx, playerOf(call), call.params.id)),
    ),
  ];
}

function operatorHandlers(ctx: PasskeysContext): Handler[] {
  return [
    handle(passkeyRoutes.operatorPasskeyQuestion, async () => uncached(200, await questionOf(ctx, 'operator'))),
    handle(passkeyRoutes.operatorPasskeyLogin, async ({ body, address, agent }) =>
      answerSignedIn(await signInOperatorByPasskey(ctx, body.assertion, { address, agent })),
    ),
    handle(passkeyRoutes.ownPasskeys, (call) => listPasskeys(ctx, operatorOf(call))),
    handle(passkeyRoutes.ownPasskeyBegin, async (call) =>
      uncached(200, await beginOperatorPasskey(ctx, operatorOf(call))),
    ),
    handle(passkeyRoutes.ownPasskeyAdd, async (call) =>
      uncached(201, await addPasskey(ctx, operatorOf(call), call.body)),
    ),
    handle(
      passkeyRoutes.ownPasskeyRename,
      async (call) => void (await changePasskeyName(ctx, operatorOf(call), call.params.id, call.body.name)),
    ),
    handle(
      passkeyRoutes.ownPasskeyRemove,
      async (call) => void (await removePasskey(ctx, operatorOf(call), call.params.id)),
    ),
  ];
}

function playerOf<R extends RouteType>({ player, address, agent }: Call<R>): PasskeySelf {
  return { kind: 'player', id: player.id, sessionId: player.sessionId, address, agent };
}

function operatorOf<R extends RouteType>({ operator, address, agent }: Call<R>): PasskeySelf {
  return { kind: 'operator', id: operator.id, sessionId: operator.sessionId, address, agent };
}

/** No cache may store a challenge, which is for one browser. */
function uncached(status: number, body: unknown): Reply {
  return new Reply({ status, body, headers: { 'cache-control': 'no-store' } });
}
