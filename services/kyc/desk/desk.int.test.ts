/** Verifications from submission to decision through two instances: queue, decisions, two operators at once, audit, expiry, levels. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { accountEvents } from '@fairline/proto/auth/account';
import { userEvents } from '@fairline/proto/auth/users';
import { kycAuditEvents } from '@fairline/proto/kyc/audit';
import { kycDeskRefusals, kycDeskRoutes, type OperatorVerification } from '@fairline/proto/kyc/desk';
import { documentRoutes } from '@fairline/proto/kyc/documents';
import { verificationRefusals, verificationRoutes } from '@fairline/proto/kyc/verifications';
import { kycSearchRoutes, type SearchHit } from '@fairline/proto/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KycWorld, openKyc, operator, png, showVerification } from '../testing-desk.ts';
import { countDossiers, expireAll } from '../verifications/commands.ts';
import { pipelineOf } from './store.ts';

let kyc: KycWorld;
beforeAll(async () => {
  kyc = await openKyc({}, 2);
});
afterAll(() => kyc.close());

type Route = (typeof kycDeskRoutes)[keyof typeof kycDeskRoutes];
const act = (route: Route, id: string, body: unknown = undefined, as = operator(kyc.clock)) =>
  kyc.call<OperatorVerification>(route, { as, params: { id }, ...(body !== undefined && { body }) });
const own = async (player: string) =>
  (
    await kyc.call<{
      verification?: { id: string; status: string; rejectionReason?: string };
      isVerified: boolean;
      movedAt?: string;
    }>(verificationRoutes.kyc, {
      as: asPlayer(player),
    })
  ).body;
const submit = (player: string, key: string = randomUUID()) =>
  kyc.call<{ id: string; status: string }>(verificationRoutes.submit, { as: asPlayer(player), key });
const audited = (action: string, resourceId: string) =>
  eventually(
    () =>
      kyc.events.filter(
        ({ type, data }) =>
          type === kycAuditEvents.operatorActed.subject && data.action === action && data.resourceId === resourceId,
      ),
    (found) => found.length > 0,
  );

const search = async (q: string) =>
  (
    await kyc.call<{ items: SearchHit[] }>(kycSearchRoutes.search, {
      as: operator(kyc.clock, 'auditor'),
      query: `?q=${encodeURIComponent(q)}`,
    })
  ).body.items;

describe('a submission', () => {
  it('lacks what is missing, by name', async () => {
    const reply = await submit(randomUUID());
    expect([reply.status, problemOf(reply)]).toMatchObject([
      422,
      { code: 'missing_documents', detail: 'Missing required documents: Passport, Utility Bill' },
    ]);
  });

  it('under one key is one verification, and a second one is refused', async () => {
    const player = randomUUID();
    for (const type of ['passport', 'utility_bill'] as const) await kyc.upload(player, type);
    const key = randomUUID();
    const replies = await Promise.all([submit(player, key), submit(player, key), submit(player, key)]);
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const again = await submit(player);
    expect([again.status, problemOf(again).detail]).toEqual([409, verificationRefusals.alreadySubmitted.message]);
    expect(await kyc.published('KycSubmitted', player)).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('shows verifications newest first, by status, player and id, and their counts', async () => {
    const [first, second] = [await kyc.submitted(), await kyc.submitted()];
    const list = async (query: string) =>
      (
        await kyc.call<{ items: OperatorVerification[]; nextCursor: string | null }>(kycDeskRoutes.verifications, {
          as: operator(kyc.clock, 'auditor'),
          query,
        })
      ).body;
    const players = `${first.player},${second.player}`;
    expect((await list(`?players=${players}`)).items.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect((await list(`?q=${first.id}`)).items).toMatchObject([
      { id: first.id, playerId: first.player, status: 'pending', documents: [{}, {}] },
    ]);
    expect((await list(`?q=${second.player}&status=pending`)).items).toMatchObject([
      { id: second.id, mayApprove: false },
    ]);
    expect((await list(`?q=${second.player}&status=approved`)).items).toEqual([]);
    expect((await list('?q=constructor')).items).toEqual([]);
    const { body: stats } = await kyc.call<{ counts: Record<string, number>; oldestSubmittedAt: string }>(
      kycDeskRoutes.kycStats,
      { as: operator(kyc.clock) },
    );
    expect(stats.counts.pending).toBeGreaterThanOrEqual(2);
    expect(stats.oldestSubmittedAt).toBeDefined();
    const { body: summaries } = await kyc.call(kycDeskRoutes.kycSummaries, {
      as: operator(kyc.clock),
      body: { playerIds: [first.player, randomUUID()] },
    });
    expect(summaries).toEqual({ items: [{ playerId: first.player, verificationId: first.id, status: 'pending' }] });
  });

  it('counts each verification of a player, also of dossiers that an earlier release wrote', async () => {
    const counts = async () =>
      (await kyc.call<{ counts: Record<string, number> }>(kycDeskRoutes.kycStats, { as: operator(kyc.clock) })).body
        .counts;
    const before = await counts();
    const { player, id } = await kyc.submitted();
    await act(kycDeskRoutes.rejectVerification, id, { reason: 'blurred' });
    for (const type of ['passport', 'utility_bill'] as const) await kyc.upload(player, type);
    const again = await submit(player);
    await act(kycDeskRoutes.startReview, again.body.id);
    const expected = { ...before, rejected: (before.rejected ?? 0) + 1, in_review: (before.in_review ?? 0) + 1 };
    expect(await counts()).toEqual(expected);
    await kyc.world.documents
      .collection<{ _id: string }>('dossiers')
      .updateOne({ _id: player }, { $unset: { tally: '', ends: '', waitingSince: '' } });
    await countDossiers(await kyc.parts());
    expect(await counts()).toEqual(expected);
    expect((await search(again.body.id.slice(-8))).map((hit) => hit.id)).toContain(again.body.id);
  });

  it('is searched by a whole id, its beginning or its end, of the verification or the player', async () => {
    const { player, id } = await kyc.submitted();
    for (const q of [
      id,
      player,
      id.slice(0, 20),
      player.slice(0, 13),
      player.slice(0, 8),
      `#${id.slice(-8)}`,
      player.slice(-12).toUpperCase(),
    ])
      expect(await search(q), q).toEqual([
        { kind: 'verification', id, title: `#${id.slice(-8)}`, detail: 'pending', playerId: player },
      ]);
    for (const q of [id.slice(0, 7), randomUUID(), 'constructor', `${player.slice(0, 14)}zz`])
      expect(await search(q), q).toEqual([]);
  });

  it('goes on after a full page without gaps or repeats', async () => {
    const template = await kyc.submitted();
    const dossiers = kyc.world.documents.collection<{
      _id: string;
      verifications: { id: string; submittedAt: Date }[];
    }>('dossiers');
    const stored = await dossiers.findOne({ _id: template.player });
    const copies = Array.from({ length: 120 }, (_, at) => {
      const verification = {
        ...stored?.verifications[0],
        id: randomUUID(),
        submittedAt: new Date(2020, 0, 1 + Math.floor(at / 3)),
      };
      return { ...stored, _id: randomUUID(), documents: [], verifications: [verification] };
    });
    await dossiers.insertMany(copies as never);
    const players = copies.map(({ _id }) => _id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `?players=${players.slice(0, 100).join(',')}${cursor && `&cursor=${cursor}`}`;
      const { body } = await kyc.call<{ items: OperatorVerification[]; nextCursor: string | null }>(
        kycDeskRoutes.verifications,
        {
          as: operator(kyc.clock),
          query,
        },
      );
      seen.push(...body.items.map(({ playerId }) => playerId));
      cursor = body.nextCursor;
    }
    expect(seen.toSorted()).toEqual(players.slice(0, 100).toSorted());
    await dossiers.deleteMany({ _id: { $in: players } });
  });

  it('leaves older dossiers out of the first look, and looks back where too few are new', async () => {
    const template = await kyc.submitted();
    const dossiers = kyc.world.documents.collection<{
      _id: string;
      verifications: { id: string; submittedAt: Date; status: string }[];
    }>('dossiers');
    const stored = await dossiers.findOne({ _id: template.player });
    const copies = Array.from({ length: 200 }, (_, at) => {
      const verification = {
        ...stored?.verifications[0],
        id: randomUUID(),
        status: 'approved',
        submittedAt: new Date(2021, 0, 1, 0, at),
      };
      return { ...stored, _id: randomUUID(), documents: [], verifications: [verification] };
    });
    await dossiers.insertMany(copies as never);
    const read = (status: 'pending' | 'approved' | undefined, since: Date | undefined) =>
      dossiers.countDocuments((pipelineOf({ status }, since)[0] as { $match: object }).$match);
    const yesterday = new Date(kyc.clock.now().getTime() - 24 * 3_600_000);
    const all = await read(undefined, undefined);
    expect([
      (await read(undefined, yesterday)) <= all - copies.length,
      (await read('pending', undefined)) <= all - copies.length,
    ]).toEqual([true, true]);
    const list = (query: string) =>
      kyc.call<{ items: OperatorVerification[] }>(kycDeskRoutes.verifications, { as: operator(kyc.clock), query });
    // The recent ones do not fill the page, so it looks further back.
    expect((await list('?status=approved')).body.items).toHaveLength(50);
    await dossiers.deleteMany({ _id: { $in: copies.map(({ _id }) => _id) } });
  });

  it('has indexes by time, and by status and time', async () => {
    const names = (await kyc.world.documents.collection('dossiers').indexes()).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['verifications.submittedAt_-1', 'verifications.status_1_verifications.submittedAt_-1']),
    );
  });

  it('refuses an unknown verification', async () => {
    expect((await showVerification(kyc, randomUUID())).status).toBe(404);
    for (const route of [kycDeskRoutes.startReview, kycDeskRoutes.approveVerification, kycDeskRoutes.approveDocument]) {
      expect((await act(route, randomUUID())).status).toBe(404);
    }
  });
});

describe('a decision', () => {
  it('approving whole approves the documents, and the player is verified', async () => {
    const { player, id, documents } = await kyc.submitted();
    expect((await act(kycDeskRoutes.startReview, id)).body.status).toBe('in_review');
    const by = operator(kyc.clock);
    const { status, body } = await act(kycDeskRoutes.approveVerification, id, undefined, by);
    expect([status, body]).toMatchObject([
      200,
      { status: 'approved', reviewedBy: by.id, documents: [{ status: 'approved' }, { status: 'approved' }] },
    ]);
    expect(await own(player)).toMatchObject({ isVerified: true, verification: { status: 'approved' } });
    expect(await kyc.published('KycApproved', player)).toMatchObject([
      {
        data: {
          verificationId: id,
          playerId: player,
          operatorId: by.id,
          validUntil: body.expiresAt,
          addressProvenAt: expect.any(String),
        },
      },
    ]);
    expect(await kyc.published('KycChanged', player)).toMatchObject([{ data: { status: 'in_review' } }]);
    expect(await audited('kyc.approved', id)).toMatchObject([
      {
        data: {
          operatorId: by.id,
          resourceType: 'verification',
          before: { status: 'in_review' },
          after: {
            status: 'approved',
            playerId: player,
            approvedDocuments: documents.map((document) => document.id),
            withoutScreening: true,
          },
        },
      },
    ]);
  });

  it('document by document: a rejected one is uploaded again, then the last approval verifies', async () => {
    const { player, id, documents } = await kyc.submitted();
    const [passport, bill] = documents.map((document) => document.id) as [string, string];
    await act(kycDeskRoutes.rejectDocument, passport, { reason: 'blurred' });
    const whole = await act(kycDeskRoutes.approveVerification, id);
    expect([whole.status, problemOf(whole)]).toMatchObject([
      409,
      { code: kycDeskRefusals.documentRejected.code, params: { names: 'Passport' } },
    ]);
    const again = await kyc.upload(player, 'passport');
    expect(again.status).toBe(201);
    expect((await act(kycDeskRoutes.approveDocument, bill)).body.status).toBe('pending');
    expect((await act(kycDeskRoutes.approveDocument, again.body.id)).body.status).toBe('approved');
    expect(await audited('kyc.document_approved', again.body.id)).toMatchObject([
      { data: { after: { verificationStatus: 'approved', withoutScreening: true } } },
    ]);
  });

  it('rejects the whole, which the player may submit again with new documents', async () => {
    const { player, id } = await kyc.submitted();
    const { body } = await act(kycDeskRoutes.rejectVerification, id, { reason: 'Expired passport' });
    expect(body).toMatchObject({
      status: 'rejected',
      rejectionReason: 'Expired passport',
      documents: [{ status: 'rejected' }, { status: 'rejected' }],
    });
    expect(await kyc.published('KycRejected', player)).toMatchObject([{ data: { reason: 'Expired passport' } }]);
    for (const type of ['passport', 'utility_bill'] as const) await kyc.upload(player, type);
    const next = await submit(player);
    expect([next.status, (await own(player)).verification?.id]).toEqual([201, next.body.id]);
    expect((await showVerification(kyc, id)).body.documents.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
  });

  it('of two operators at once is exactly one', async () => {
    const { id, player } = await kyc.submitted();
    const replies = await Promise.all([
      act(kycDeskRoutes.approveVerification, id),
      act(kycDeskRoutes.rejectVerification, id, { reason: 'forged' }),
      act(kycDeskRoutes.approveVerification, id),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = replies.filter(({ status }) => status === 409).map((reply) => problemOf(reply).code);
    expect(refused).toEqual(Array(2).fill(kycDeskRefusals.alreadyDecided.code));
    const decided = replies.find(({ status }) => status === 200)?.body.status;
    await kyc.published(decided === 'approved' ? 'KycApproved' : 'KycRejected', player);
    const outcomes = kyc.events.filter(
      ({ subject, type }) => subject === player && /Kyc(Approved|Rejected)/.test(type),
    );
    expect(outcomes).toHaveLength(1);
  });

  it('to reject needs a reason', async () => {
    const { id } = await kyc.submitted();
    for (const body of [{}, { reason: '' }, { reason: '   ' }]) {
      const reply = await act(kycDeskRoutes.rejectVerification, id, body);
      expect([reply.status, problemOf(reply)]).toMatchObject([
        400,
        { code: 'invalid_request', detail: 'Please provide a rejection reason' },
      ]);
    }
    for (const body of [{ reason: 'x'.repeat(501) }, { constructor: 'x' }]) {
      expect((await act(kycDeskRoutes.rejectVerification, id, body)).status).toBe(400);
    }
  });

  it('refuses card numbers in reasons and notes', async () => {
    const { id, documents } = await kyc.submitted();
    const text = 'card 4111 1111 1111 1111';
    const replies = [
      await act(kycDeskRoutes.rejectVerification, id, { reason: text }),
      await act(kycDeskRoutes.rejectDocument, documents[0]?.id as string, { reason: text }),
      await act(kycDeskRoutes.recordAmlCheck, id, { kind: 'pep', outcome: 'clear', note: text }),
    ];
    expect(replies.map((reply) => problemOf(reply).code)).toEqual(Array(3).fill('card_number'));
  });

  it('needs a fresh proof to approve, and the permission', async () => {
    const { id, documents } = await kyc.submitted();
    const stale = { ...operator(kyc.clock), provenAt: new Date(kyc.clock.now().getTime() - 600_000).toISOString() };
    for (const [route, target] of [
      [kycDeskRoutes.approveVerification, id],
      [kycDeskRoutes.approveDocument, documents[0]?.id as string],
      [kycDeskRoutes.recordAmlCheck, id],
    ] as const) {
      const reply = await act(
        route,
        target,
        route === kycDeskRoutes.recordAmlCheck ? { kind: 'pep', outcome: 'clear' } : undefined,
        stale,
      );
      expect([reply.status, problemOf(reply).code]).toEqual([403, 'step_up_required']);
    }
    for (const role of ['auditor', 'support', 'finance'] as const) {
      expect((await act(kycDeskRoutes.approveVerification, id, undefined, operator(kyc.clock, role))).status).toBe(403);
    }
  });

  it('waits until a screening match is cleared', async () => {
    const { id, player, documents } = await kyc.submitted();
    const matched = await act(kycDeskRoutes.recordAmlCheck, id, {
      kind: 'sanctions',
      outcome: 'match',
      note: 'same name',
    });
    expect([matched.status, matched.body.amlChecks]).toMatchObject([
      201,
      [{ kind: 'sanctions', outcome: 'match', provider: 'manual' }],
    ]);
    const refused = await act(kycDeskRoutes.approveVerification, id);
    expect([refused.status, problemOf(refused).code]).toEqual([409, kycDeskRefusals.amlMatch.code]);
    expect(problemOf(await act(kycDeskRoutes.approveDocument, documents[0]?.id as string)).code).toBe(
      kycDeskRefusals.amlMatch.code,
    );
    await act(kycDeskRoutes.recordAmlCheck, id, { kind: 'sanctions', outcome: 'clear' });
    expect((await act(kycDeskRoutes.approveVerification, id)).status).toBe(200);
    const later = await act(kycDeskRoutes.recordAmlCheck, id, { kind: 'pep', outcome: 'match' });
    expect((await kyc.published('KycApproved', player))[0]?.data.assessment).toEqual({ approved: true, matches: [] });
    const assessments = await eventually(
      async () => (await kyc.published('KycChanged', player)).map(({ data }) => data.assessment),
      ({ length }) => length === 3,
    );
    const [first, last] = [matched, later].map(({ body }) => body.amlChecks.at(-1)?.id);
    expect(assessments).toEqual([
      { approved: false, matches: ['sanctions'], matchId: first },
      { approved: false, matches: [] },
      { approved: true, matches: ['pep'], matchId: last },
    ]);
    const approvedDocuments = documents.map((document) => document.id);
    const after = { playerId: player, status: 'approved', verificationStatus: 'approved', approvedDocuments };
    expect((await audited('kyc.approved', id))[0]?.data.after).toEqual(after);
    expect((await audited('kyc.screened', id))[0]?.data.reason).toBe('Screened by hand');
    await kyc.world.publish(userEvents.accountErased.subject, player, 9, { playerId: player });
    const stored = () => kyc.world.documents.collection<{ _id: string }>('dossiers').findOne({ _id: player });
    await eventually(stored, (dossier) => dossier !== null && 'erasedAt' in dossier);
    expect(JSON.stringify(await stored())).not.toContain('same name');
    expect(
      (await act(kycDeskRoutes.recordAmlCheck, id, { kind: 'pep', outcome: 'clear', note: 'same name' })).status,
    ).toBe(403);
  });
});

it('shows a screening about an earlier name as none', async () => {
  const { player, id } = await kyc.submitted();
  expect((await act(kycDeskRoutes.recordAmlCheck, id, { kind: 'sanctions', outcome: 'clear' })).body.screened).toBe(
    true,
  );
  await kyc.world.publish(accountEvents.profileUpdated.subject, player, 2, { playerId: player, fields: ['lastName'] });
  await eventually(async () => !(await showVerification(kyc, id)).body.screened);
  await act(kycDeskRoutes.approveVerification, id);
  expect(await audited('kyc.approved', id)).toMatchObject([{ data: { after: { withoutScreening: true } } }]);
});

describe('a document', () => {
  it('is shown to operators with the permission, and each view is on the record', async () => {
    const { documents } = await kyc.submitted();
    const id = documents[0]?.id as string;
    const viewer = operator(kyc.clock);
    const shown = await kyc.call<string>(kycDeskRoutes.documentFile, { as: viewer, params: { id } });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const records = await audited('kyc.document_viewed', id);
    expect(records).toMatchObject([{ data: { operatorId: viewer.id, resourceType: 'document' } }]);
    for (const role of ['auditor', 'support', 'trader'] as const) {
      expect((await kyc.call(kycDeskRoutes.documentFile, { as: asOperator(role), params: { id } })).status).toBe(403);
    }
    expect((await kyc.call(kycDeskRoutes.documentFile, { as: viewer, params: { id: randomUUID() } })).status).toBe(404);
  });

  it('that was not submitted is not decided', async () => {
    const { body } = await kyc.upload(randomUUID());
    expect((await act(kycDeskRoutes.approveDocument, body.id)).status).toBe(404);
  });
});

it('with two operators configured the first approval waits for another', async () => {
  const instance = await kyc.startInstance({ KYC_TWO_OPERATORS: '1' });
  kyc.running.pop();
  const { id, player } = await kyc.submitted();
  const approve = (as: ReturnType<typeof operator>) =>
    kyc.world.call(instance.httpUrl, 'POST', `/api/admin/kyc/${id}/approve`, { as }) as Promise<{
      status: number;
      body: OperatorVerification;
    }>;
  const [first, second] = [operator(kyc.clock), operator(kyc.clock)];
  const waiting = await approve(first);
  expect([waiting.status, waiting.body]).toMatchObject([
    202,
    { status: 'pending', approvals: [first.id], mayApprove: false },
  ]);
  const same = await approve(first);
  expect([same.status, problemOf(same).code]).toEqual([403, 'second_operator_needed']);
  const late = await approve({
    ...operator(kyc.clock),
    activatedAt: new Date(kyc.clock.now().getTime() + 1_000).toISOString(),
  });
  expect(problemOf(late).code).toBe('second_operator_needed');
  expect([(await own(player)).isVerified, (await approve(second)).status]).toEqual([false, 200]);
  expect((await own(player)).isVerified).toBe(true);
  await instance.stop();
});

describe('the level that auth publishes', () => {
  const publish = (player: string, version: number, level: string, id?: string) =>
    kyc.world.publish(
      userEvents.verificationChanged.subject,
      player,
      version,
      { playerId: player, status: 'active', level, jurisdiction: 'open' },
      id,
    );

  it('is shown, and an older one that comes later is ignored', async () => {
    const player = randomUUID();
    const id = randomUUID();
    await publish(player, 5, 'verified', id);
    await eventually(
      () => own(player),
      ({ isVerified }) => isVerified,
    );
    await publish(player, 3, 'unverified');
    await publish(player, 5, 'verified', id);
    const other = randomUUID();
    await publish(other, 1, 'verified');
    await eventually(
      () => own(other),
      ({ isVerified }) => isVerified,
    );
    expect((await own(player)).isVerified).toBe(true);
    await publish(player, 6, 'unverified');
    await eventually(
      () => own(player),
      ({ isVerified }) => !isVerified,
    );
  });
});

it('after a move a new proof of address replaces the approved one, and its approval tells auth', async () => {
  const { player, id } = await kyc.submitted();
  await act(kycDeskRoutes.approveVerification, id);
  kyc.clock.advance(1_000);
  const at = kyc.clock.now().toISOString();
  const moved = { playerId: player, fields: ['country'], move: { at, needsProof: true } };
  expect((await kyc.upload(player, 'utility_bill')).status).toBe(409);
  await kyc.world.publish(accountEvents.profileUpdated.subject, player, 3, moved);
  await eventually(async () => (await own(player)).movedAt === at);
  kyc.clock.advance(1_000);
  const { status, body } = await kyc.upload(player, 'utility_bill');
  expect([status, (await kyc.upload(player, 'passport')).status, (await own(player)).movedAt]).toEqual([201, 409, at]);
  const desk = async () => {
    const as = operator(kyc.clock, 'auditor');
    const { items } = (
      await kyc.call<{ items: OperatorVerification[] }>(kycDeskRoutes.verifications, {
        as,
        query: '?documents=waiting',
      })
    ).body;
    const { documentsWaiting } = (await kyc.call<{ documentsWaiting: number }>(kycDeskRoutes.kycStats, { as })).body;
    return { ids: items.map((one) => one.id), documentsWaiting };
  };
  expect(await desk()).toEqual({ ids: [id], documentsWaiting: 1 });
  expect((await act(kycDeskRoutes.approveDocument, body.id)).status).toBe(200);
  expect(await desk()).toEqual({ ids: [], documentsWaiting: 0 });
  expect(await kyc.published('KycChanged', player)).toMatchObject([
    { data: { status: 'approved', addressProvenAt: body.uploadedAt } },
  ]);
  expect(await own(player)).not.toHaveProperty('movedAt');
  expect((await kyc.upload(player, 'utility_bill')).status).toBe(409);
});

it('a move that auth repeats is recorded, and answered once it is proven', async () => {
  const { player, id, documents } = await kyc.submitted();
  const repeat = (at: string) =>
    kyc.world.publish(accountEvents.profileUpdated.subject, player, 3, {
      playerId: player,
      fields: [],
      move: { at, needsProof: true },
    });
  const recorded = async () => (await own(player)).movedAt;
  const uploadedAt = documents[1]?.uploadedAt as string;
  await repeat(uploadedAt);
  await eventually(async () => (await recorded()) === uploadedAt);
  await act(kycDeskRoutes.approveVerification, id);
  await eventually(async () => (await recorded()) === undefined);
  await repeat(uploadedAt);
  const answers = await kyc.published('KycChanged', player);
  expect(answers).toMatchObject([
    { data: { verificationId: id, status: 'approved', addressProvenAt: uploadedAt, assessment: { approved: true } } },
  ]);
  kyc.clock.advance(1_000);
  const again = kyc.clock.now().toISOString();
  await repeat(again);
  await eventually(async () => (await recorded()) === again);
  expect(await kyc.published('KycChanged', player)).toHaveLength(1);
});

it('expiry ends an undecided verification, and an approved one with its documents', async () => {
  const undecided = await kyc.submitted();
  const approved = await kyc.submitted();
  await act(kycDeskRoutes.approveVerification, approved.id);
  const dayMs = 24 * 3_600_000;
  const parts = await kyc.parts();
  kyc.clock.advance(31 * dayMs);
  await Promise.all([expireAll(parts), expireAll(parts)]);
  expect((await own(undecided.player)).verification?.status).toBe('expired');
  expect((await own(approved.player)).verification?.status).toBe('approved');
  kyc.clock.advance(335 * dayMs);
  await Promise.all([expireAll(parts), expireAll(parts)]);
  expect(await own(approved.player)).toMatchObject({ isVerified: false, verification: { status: 'expired' } });
  const ended = await Promise.all([undecided, approved].map(({ player }) => kyc.published('KycExpired', player)));
  expect(ended.map((events) => events.map(({ data }) => data.wasApproved))).toEqual([[false], [true]]);
  const again = await kyc.upload(approved.player, 'passport', png);
  expect(again.status).toBe(201);
  expect(
    (await kyc.call(documentRoutes.ownDocumentFile, { as: asPlayer(approved.player), params: { id: again.body.id } }))
      .status,
  ).toBe(200);
});
