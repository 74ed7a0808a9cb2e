/** The dismissal of the welcome window is parsed as untrusted text and never sent for another player. */
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const grant = (id: string) => ({ user: { id }, accessToken: `token of ${id}`, expiresAt: '2999-01-01T00:00:00.000Z' });

it.each([
  ['"ann"', 'ann'],
  ['7', null],
  ['{"id":"ann"}', null],
  ['ann', null],
])('reads the stored %s as %s', async (text, dismissed) => {
  vi.stubGlobal('localStorage', { getItem: () => text });
  expect((await import('./welcome-dismissed.ts')).dismissedStore.get()).toBe(dismissed);
});

it('is retried for the same player, and never once another is signed in', async () => {
  const { sendDismissal } = await import('./welcome-dismissed.ts');
  const { playerSession } = await import('../../client/session/session.ts');
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('authorization'));
    return new Response(null, { status: sent.length === 1 ? 503 : 204 });
  });
  playerSession.adopt(grant('ann'));
  await expect(sendDismissal('ann')).rejects.toThrow();
  await sendDismissal('ann');
  playerSession.adopt(grant('bob'));
  await expect(sendDismissal('ann')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(sent).toEqual(['Bearer token of ann', 'Bearer token of ann']);
});
