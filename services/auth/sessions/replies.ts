/** HTTP replies to sign-in, refresh and sign-out: the body, and the cookies that continue or end a session. */
import { type Call, Reply } from '@fairline/chassis/http/server';
import { refreshCookies } from '@fairline/proto/auth/sessions';
import type { RouteType } from '@fairline/proto/contract';
import type { AccountKind } from '../users/user.ts';
import { endedCookie, type OnSignedOut, type SignedIn, signOut } from './commands.ts';
import type { SessionsContext } from './context.ts';

export function answerSignedIn({ body, cookie, device }: SignedIn<unknown>): Reply {
  return new Reply({
    body,
    headers: { 'set-cookie': device ? [cookie, device] : cookie, 'cache-control': 'no-store' },
  });
}

/** Ends the sessions of the caller's cookie and access token, and removes the cookie in any case. */
export async function answerSignedOut<R extends RouteType>(
  ctx: SessionsContext,
  kind: AccountKind,
  call: Call<R>,
  onSignedOut?: OnSignedOut,
): Promise<Reply> {
  const sessionId = call.caller?.kind === kind ? call.caller.sessionId : undefined;
  await signOut(ctx, kind, { token: refreshTokenOf(call, kind), sessionId }, onSignedOut);
  return new Reply({ headers: { 'set-cookie': endedCookie(ctx, kind) } });
}

export function refreshTokenOf<R extends RouteType>(call: Call<R>, kind: AccountKind): string | undefined {
  return call.cookie(refreshCookies[kind].name);
}
