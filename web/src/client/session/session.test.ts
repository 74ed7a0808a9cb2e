/** How a session ends: the server's reason decides which message the user sees. */
import { sessionRefusals } from '@fairline/proto/auth/sessions';
import { common, Refusal, type RefusalType } from '@fairline/proto/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { playerSession } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

const refuse = (refusal: RefusalType) =>
  new Response(JSON.stringify(new Refusal(refusal).problem()), { status: refusal.status });

it.each([
  ['expired when its time is over', common.unauthenticated, sessionRefusals.sessionExpired, 'expired'],
  [
    'invalid when somebody ended it and the gateway knows',
    common.unauthenticated,
    sessionRefusals.sessionRevoked,
    'invalid',
  ],
  [
    'invalid when somebody ended it and only auth knows',
    sessionRefusals.sessionRevoked,
    sessionRefusals.sessionRevoked,
    'invalid',
  ],
  ['invalid when the account may not be used', common.forbidden, sessionRefusals.sessionExpired, 'invalid'],
] as const)('is %s', async (_name, ofCheck, ofRefresh, end) => {
  playerSession.adopt({ user: { id: 'ann' }, accessToken: 'token', expiresAt: '2999-01-01T00:00:00.000Z' });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('fetch', async (url: string) => refuse(url.endsWith('/refresh') ? ofRefresh : ofCheck));
  await playerSession.check('expired');
  expect(playerSession.state).toEqual({ status: 'anonymous', who: null, end });
});
