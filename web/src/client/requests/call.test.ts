/** Calls belong to a session: a request of one player is never sent with the token of another who signed in meanwhile. */
import { common, Refusal } from '@fairline/proto/contract';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { afterEach, expect, it, vi } from 'vitest';
import { playerSession } from '../session/session.ts';
import { call } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

const grant = (id: string, accessToken = `token of ${id}`) => ({
  user: { id },
  accessToken,
  expiresAt: '2999-01-01T00:00:00.000Z',
});
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Accepts only the next token, as the server does after a renewal, and records each request's token. */
function serve(next: ReturnType<typeof grant>): (string | null)[] {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/api/auth/refresh')) return json(200, next);
    const token = new Headers(init.headers).get('authorization');
    sent.push(token);
    return token === `Bearer ${next.accessToken}`
      ? json(200, { items: [] })
      : json(401, new Refusal(common.unauthenticated).problem());
  });
  return sent;
}

it("resends a request refused for its token with the same player's next one", async () => {
  playerSession.adopt(grant('ann'));
  const sent = serve(grant('ann', 'next of ann'));
  expect(await call(grantRoutes.freeBets)).toEqual({ items: [] });
  expect(sent).toEqual(['Bearer token of ann', 'Bearer next of ann']);
});

it('does not resend a refused request as another player', async () => {
  playerSession.adopt(grant('ann'));
  const sent = serve(grant('bob'));
  await expect(call(grantRoutes.freeBets)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(sent).toEqual(['Bearer token of ann']);
  expect(playerSession.state.who?.id).toBe('bob');
});

it('does not send a request as another player while a token is renewed', async () => {
  playerSession.adopt({ ...grant('ann'), expiresAt: new Date().toISOString() });
  const sent = serve(grant('bob'));
  await expect(call(grantRoutes.freeBets)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(sent).toEqual([]);
});
