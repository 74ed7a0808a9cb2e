/** Screening by a provider, which is a small HTTP server here: it answers, fails, or sends an invalid answer. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { eventually, problemOf } from '@fairline/chassis/testing';
import { accountEvents } from '@fairline/proto/auth/account';
import { userRequests } from '@fairline/proto/auth/users';
import { kycDeskRefusals, kycDeskRoutes } from '@fairline/proto/kyc/desk';
import { pspRoutes } from '@fairline/proto/psp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type KycWorld, openKyc, operator, showVerification } from '../testing-desk.ts';
import { screenDue } from './commands.ts';
import { httpScreening } from './peers.ts';

const person = { firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1990-12-10', country: 'IE' };
const matched = {
  results: [
    { kind: 'sanctions', outcome: 'match', note: 'same name and year' },
    { kind: 'pep', outcome: 'clear' },
  ],
};

interface Asked {
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}
const asked: Asked[] = [];
let answer: { status: number; body: unknown };
const server = createServer(async (request, response) => {
  asked.push({ headers: request.headers, body: (await json(request)) as Record<string, unknown> });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
});
const askedFor = (reference: string) => asked.filter(({ body }) => body.reference === reference);

let kyc: KycWorld;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/screen`;
  kyc = await openKyc({ AML_SCREENING_URL: url, AML_SCREENING_KEY: 'secret' }, 2);
  kyc.world.nats.subscribe(userRequests.identity.subject, {
    callback: (_error, message) => void message.respond(JSON.stringify({ ok: person })),
  });
});
afterAll(async () => {
  await kyc.close();
  server.close();
});
beforeEach(() => {
  answer = { status: 200, body: matched };
});

const screened = (id: string) =>
  eventually(
    async () => (await showVerification(kyc, id)).body.amlChecks,
    (checks) => checks.length > 0,
  );

it('screens a player who submits; a match blocks approval until an operator clears it', async () => {
  const { id, player } = await kyc.submitted();
  expect(await screened(id)).toMatchObject([
    { kind: 'sanctions', outcome: 'match', provider: '127.0.0.1', checkedBy: null, note: 'same name and year' },
    { kind: 'pep', outcome: 'clear' },
  ]);
  expect(askedFor(id)).toMatchObject([
    { headers: { 'idempotency-key': id, authorization: 'Bearer secret' }, body: { reference: id, ...person } },
  ]);
  // The simulated provider of demo mode takes the same request.
  expect(pspRoutes.screen.body.parse(askedFor(id)[0]?.body)).toEqual({ reference: id, ...person });
  expect(await kyc.published('KycChanged', player)).toMatchObject([
    { data: { verificationId: id, status: 'pending' } },
  ]);
  const approve = () => kyc.call(kycDeskRoutes.approveVerification, { as: operator(kyc.clock), params: { id } });
  expect(problemOf(await approve()).code).toBe(kycDeskRefusals.amlMatch.code);
  const body = { kind: 'sanctions', outcome: 'clear', note: 'another person' };
  await kyc.call(kycDeskRoutes.recordAmlCheck, { as: operator(kyc.clock), params: { id }, body });
  expect((await approve()).status).toBe(200);
});

it.each([
  ['fails', 500, matched],
  ['refuses', 403, {}],
  ['answers something else', 200, { results: [{ kind: 'horoscope', outcome: 'match' }] }],
  ['answers nothing found of nothing', 200, { results: [] }],
])('that %s is asked again under the same key, and its answer is recorded once', async (_, status, body) => {
  answer = { status, body };
  const { id } = await kyc.submitted();
  await eventually(() => askedFor(id).length > 0);
  const due = () =>
    kyc.world.documents
      .collection('dossiers')
      .findOne({ 'screeningDue.verificationId': id, 'screeningDue.attempts': { $gt: 0 } });
  await eventually(due, (found) => found !== null);
  expect((await showVerification(kyc, id)).body.amlChecks).toEqual([]);
  answer = { status: 200, body: matched };
  kyc.clock.advance(3_600_000);
  const screening = { provider: httpScreening(url, undefined), personOf: async () => person };
  const parts = { ...(await kyc.parts()), screening };
  await Promise.all([screenDue(parts), screenDue(parts)]);
  expect((await screened(id)).map(({ kind }) => kind)).toEqual(['sanctions', 'pep']);
  expect(new Set(askedFor(id).map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([id]));
});

it('screens again, once, who changes the name that was screened', async () => {
  answer = { status: 200, body: { results: [{ kind: 'sanctions', outcome: 'clear' }] } };
  const { id, player } = await kyc.submitted();
  await screened(id);
  answer = { status: 200, body: matched };
  const changed = randomUUID();
  const profile = (fields: string[], event: string) =>
    kyc.world.publish(accountEvents.profileUpdated.subject, player, 2, { playerId: player, fields }, event);
  await profile(['phone', 'city'], randomUUID());
  for (const fields of [['lastName'], ['lastName']]) await profile(fields, changed);
  const checks = await eventually(
    async () => (await showVerification(kyc, id)).body.amlChecks,
    ({ length }) => length > 1,
  );
  expect(checks.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    'sanctions clear',
    'sanctions match',
    'pep clear',
  ]);
  expect([askedFor(id).length, askedFor(changed).length]).toEqual([1, 1]);
});

it('counts a provider that cannot be reached as no answer', async () => {
  await expect(httpScreening('http://127.0.0.1:1/', undefined).screen(randomUUID(), person)).rejects.toThrow(
    'answered nothing',
  );
});
