/** Calls belong to a session: a request of one player is never sent with the token of another who signed in meanwhile. */
import { common, Refusal } from '@fairline/proto/contract';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { afterEach, expect, it, vi } from 'vitest';
import { playerSession } from '../session/session.ts';
import { call } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

const grant = (id: string, accessToken = `token of ${id}`) => ({ user: { id }, accessToken, expiresAt: '2999-01-01T00:00:00.000Z' });
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Answers as the server does where only the next token holds; what was sent with which is kept. */
function serve(next: ReturnType<typeof grant>): (string | null)[] {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/api/auth/refresh')) return json(200, next);
    const token = new Headers(init.headers).get('authorization');
    sent.push(token);
    return token === `Bearer ${next.accessToken}` ? json(200, { items: [] }) : json(401, new Refusal(common.unauthenticated).problem());
  });
  return sent;
}

it('what was refused for its token is sent again with the next one of the same player', async () => {
  playerSession.adopt(grant('ann'));
  const sent = serve(grant('ann', 'next of ann'));
  expect(await call(grantRoutes.freeBets)).toEqual({ items: [] });
  expect(sent).toEqual(['Bearer token of ann', 'Bearer next of ann']);
});

it('what was refused for its token is not sent again as another player who is here by then', async () => {
  playerSession.adopt(grant('ann'));
  const sent = serve(grant('bob'));
  await expect(call(grantRoutes.freeBets)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(sent).toEqual(['Bearer token of ann']);
  expect(playerSession.state.who?.id).toBe('bob');
});

it('what is asked for while a token runs out is not sent as another player either', async () => {
  playerSession.adopt({ ...grant('ann'), expiresAt: new Date().toISOString() });
  const sent = serve(grant('bob'));
  await expect(call(grantRoutes.freeBets)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(sent).toEqual([]);
});
