/** The search over all services: which services it queries, the order of its hits, and services that fail. */
import { identityHeader, identityVerifier } from '@fairline/chassis/http/identity';
import { eventually } from '@fairline/chassis/testing';
import { permissionsOf, type Role } from '@fairline/proto/permissions';
import { type SearchHit, searchKinds } from '@fairline/proto/search';
import { exportJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { start } from '../main.ts';
import { type Outside, openPair, type Pair, problemIn, type ReceivedRequest, withToken } from '../testing.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.close());
beforeEach(() => pair.reset());

const kindsOf: Record<string, SearchHit['kind'][]> = {
  auth: ['player'],
  wallet: ['payment'],
  betting: ['bet', 'fixture'],
  casino: ['round', 'game'],
  promotions: ['promotion', 'claim'],
  kyc: ['verification'],
  support: ['ticket'],
  risk: ['alert'],
};
const serviceIn = ({ url }: ReceivedRequest) => url.split('/')[3] ?? '';
const hitsOf = (service: string): SearchHit[] =>
  (kindsOf[service] ?? []).map((kind) => ({ kind, id: `${kind}-1`, title: kind, detail: '' }));

/** Answers as the services would; `faulty` overrides the answers of some. */
function answer(faulty: Record<string, Outside['reply']> = {}): void {
  pair.outside.reply = (received, response) => {
    const reply = faulty[serviceIn(received)];
    if (reply) reply(received, response);
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ items: hitsOf(serviceIn(received)) }));
  };
}

/** Searches, and repeats the search if a service was late because the machine is slow; `unanswered`: the services that must not answer. */
const searched = (role: Role, unanswered: readonly string[] = []) =>
  eventually(
    () => {
      pair.outside.received.length = 0;
      return search(role);
    },
    ({ body }) => body.unanswered.join() === unanswered.join(),
  );

async function search(role: Role, query = '?q=ana%20%26%20co') {
  const response = await fetch(pair.at(`/api/admin/search${query}`), {
    headers: withToken(await pair.grounds.operatorToken(role)),
  });
  return { response, body: (await response.clone().json()) as { items: SearchHit[]; unanswered: string[] } };
}

it('calls each search once, without a caller, before it is ready', async () => {
  const gateway = await start(pair.grounds.env);
  const [called, callers] = [
    pair.outside.received.map(serviceIn),
    pair.outside.received.map(({ headers }) => headers[identityHeader]),
  ];
  await gateway.stop();
  expect([...new Set(called)].sort()).toEqual(Object.keys(kindsOf).sort());
  expect(new Set(callers)).toEqual(new Set([undefined]));
});

it('asks each service with an identity of its own, and answers in the order of the kinds', async () => {
  answer();
  const { response, body } = await searched('super_admin');
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    items: Object.keys(searchKinds).map((kind) => ({ kind, id: `${kind}-1`, title: kind, detail: '' })),
    unanswered: [],
  });
  expect(pair.outside.received.map(({ url }) => url).sort()).toEqual(
    Object.keys(kindsOf)
      .map((service) => `/api/admin/${service}/search?q=ana%20%26%20co`)
      .sort(),
  );
  const key = await exportJWK(pair.grounds.identity.publicKey);
  for (const received of pair.outside.received) {
    const verifier = await identityVerifier(key, serviceIn(received));
    expect(await verifier.caller(String(received.headers[identityHeader]))).toMatchObject({
      kind: 'operator',
      role: 'super_admin',
    });
  }
});

it.each(['finance', 'trader', 'games', 'compliance', 'support', 'auditor'] as const)(
  'asks for %s only where they may read',
  async (role) => {
    answer();
    const { body } = await searched(role);
    const permissions: readonly string[] = permissionsOf(role);
    expect(body.items.map(({ kind }) => kind)).toEqual(
      Object.entries(searchKinds).flatMap(([kind, permission]) => (permissions.includes(permission) ? [kind] : [])),
    );
  },
);

it('names services that hang, fail, break off or answer nonsense, and shows the other results', async () => {
  answer({
    wallet: () => undefined,
    casino: (_received, response) =>
      void response.writeHead(500, { 'content-type': 'application/problem+json' }).end('{}'),
    kyc: (_received, response) => void response.destroy(),
    risk: (_received, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[{"kind":"secret"}]}'),
  });
  const { response, body } = await searched('super_admin', ['wallet', 'casino', 'kyc', 'risk']);
  expect(response.status).toBe(200);
  expect(body.items.map(({ kind }) => kind)).toEqual(['player', 'bet', 'fixture', 'promotion', 'claim', 'ticket']);
});

it.each(['', '?q=a', '?q=%20%20a%20', `?q=${'x'.repeat(101)}`, '?q=ab%00', '?q=ab&q=cd', '?q=ab&surprise=1'])(
  'refuses the query "%s"',
  async (query) => {
    const { response } = await search('super_admin', query);
    expect([response.status, (await problemIn(response)).code]).toEqual([400, 'invalid_request']);
    expect(pair.outside.received).toEqual([]);
  },
);

it('is for operators alone', async () => {
  const at = pair.at('/api/admin/search?q=ana');
  expect((await fetch(at)).status).toBe(401);
  expect((await fetch(at, { headers: withToken(await pair.grounds.playerToken()) })).status).toBe(403);
});
