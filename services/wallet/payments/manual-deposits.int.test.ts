/** Manual deposits and their proofs, through the real service. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallOptions, pathOf, problemOf, untilFree } from '@fairline/chassis/testing';
import { common } from '@fairline/proto/contract';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { type Payment, paymentRefusals } from '@fairline/proto/wallet/payments';
import { openEnd, playerRequests } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import { asPlayer, operator } from '../testing.ts';
import {
  approve,
  deposit,
  funded,
  list,
  reject,
  report,
  sql,
  useManualServers,
  wish,
  withdraw,
  world,
} from './testing-manual.ts';

useManualServers();

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('no welcome bonus is paid where it is switched off', async () => {
  expect(await world.account(await world.player())).toMatchObject({ cash: 0, version: 0 });
});

describe('a manual deposit', () => {
  it('reported before an exclusion can be rejected during it, not approved, also by a second one', async () => {
    const playerId = await world.player();
    const [small, large] = [
      await deposit(playerId),
      await deposit(playerId, report({ amountMinor: 1_500_000, method: 'union_bank_india' })),
    ];
    const [first, second] = [operator(), operator()];
    expect((await approve(large.body.id, first)).status).toBe(202);
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'play',
      version: 1,
      excludedUntil: '9999-01-01T00:00:00.000Z',
      limits: {},
    });
    for (const { body } of [small, large])
      expect(problemOf(await approve(body.id, second))).toMatchObject({
        status: 409,
        code: paymentRefusals.playerExcluded.code,
      });
    expect((await list(`?userId=${playerId}`)).body.items).toMatchObject([
      { playerExcluded: true },
      { playerExcluded: true },
    ]);
    expect((await reject(large.body.id, 'Excluded; returned by bank')).body).toMatchObject({ status: 'rejected' });
    expect(await world.account(playerId)).toMatchObject({ cash: 0, version: 0 });
    expect((await list(`?userId=${playerId}&status=rejected`)).body.items[0]).not.toHaveProperty('playerExcluded');
  });

  it('of an excluded player can be approved by compliance with a reason; no other payment can', async () => {
    const playerId = await world.player();
    const [{ body: small }, { body: large }] = [
      await deposit(playerId),
      await deposit(playerId, report({ amountMinor: 1_000_000 })),
    ];
    const [finance, first, second] = [operator(), operator('compliance'), operator('compliance')];
    const allow = (id: string, as = first, reason = 'The player asked for it') =>
      world.http<PaymentForOperator>('POST', pathOf(approvalRoutes.approveExcluded, { id }), { as, body: { reason } });
    expect(problemOf(await allow(small.id))).toMatchObject({
      status: 409,
      code: paymentRefusals.playerNotExcluded.code,
    });
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'play',
      version: 1,
      excludedUntil: openEnd,
      limits: {},
    });
    expect([(await allow(small.id, finance)).status, (await approve(small.id, first)).status]).toEqual([403, 403]);
    expect(problemOf(await allow(small.id, { ...first, provenAt: '2026-11-20T11:00:00.000Z' })).code).toBe(
      common.stepUpRequired.code,
    );
    expect(problemOf(await allow(small.id, first, ' ')).code).toBe(common.invalidRequest.code);
    expect(problemOf(await allow(small.id, first, 'Card 4111 1111 1111 1111')).code).toBe(common.cardNumber.code);
    expect([await allow(small.id), await allow(small.id)]).toMatchObject([
      { status: 200, body: { status: 'approved', approvedBy: [first.id] } },
      { status: 200 },
    ]);
    expect([(await allow(large.id)).status, problemOf(await allow(large.id)).code]).toEqual([
      202,
      common.secondOperatorNeeded.code,
    ]);
    expect(problemOf(await approve(large.id, finance)).code).toBe(paymentRefusals.playerExcluded.code);
    expect((await allow(large.id, second)).body).toMatchObject({ status: 'approved', approvals: 2 });
    expect(await world.account(playerId)).toMatchObject({ cash: 1_010_000 });
    const acts = await sql<{ data: object }>('select data from outbox where subject = $1 and type = $2', [
      small.id,
      walletAuditEvents.operatorActed.subject,
    ]);
    expect(acts).toMatchObject([
      { data: { operatorId: first.id, action: 'payment.approve', reason: 'The player asked for it' } },
    ]);
    const { body: out } = await withdraw(playerId);
    expect(problemOf(await allow(out.id)).code).toBe(paymentRefusals.playerNotExcluded.code);
  });

  it.each([
    ['at its time', '2026-11-21T00:00:00.000Z', {}],
    ['when the player returns from one without an end', openEnd, { returnsAt: '2026-11-21T00:00:00.000Z' }],
  ])('reported before an exclusion can be approved once it ends: %s', async (_name, excludedUntil, returning) => {
    const playerId = await world.player();
    const { body } = await deposit(playerId);
    const restrict = (version: number, part: object) =>
      world.ask(playerRequests.restrict, { playerId, part: 'play', version, limits: {}, ...part });
    await restrict(1, { excludedUntil });
    // Nobody lifts an exclusion earlier, so a newer version without one changes nothing.
    await restrict(2, { excludedUntil: null, ...returning });
    expect(problemOf(await approve(body.id)).code).toBe(paymentRefusals.playerExcluded.code);
    world.clock.set(new Date('2026-11-21T00:00:00Z'));
    expect([(await approve(body.id)).body.status, await world.account(playerId)]).toMatchObject([
      'approved',
      { cash: 10_000 },
    ]);
    world.clock.set(new Date('2026-11-20T12:00:00Z'));
  });

  it('is shown as of an excluded player while it cannot be approved, by its clock', async () => {
    const playerId = await world.player();
    const { body } = await deposit(playerId);
    const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString();
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'play',
      version: 1,
      excludedUntil: inMs(60_000),
      limits: {},
    });
    expect((await list(`?userId=${playerId}`)).body.items).toMatchObject([{ playerExcluded: true }]);
    expect(problemOf(await approve(body.id)).code).toBe(paymentRefusals.playerExcluded.code);
    const over = await world.player();
    const allowed = await deposit(over);
    await world.ask(playerRequests.restrict, {
      playerId: over,
      part: 'play',
      version: 1,
      excludedUntil: inMs(0),
      limits: {},
    });
    expect((await list(`?userId=${over}`)).body.items[0]).not.toHaveProperty('playerExcluded');
    expect((await approve(allowed.body.id)).status).toBe(200);
  });

  it('waits for an operator, is credited once, and stays the first decision', async () => {
    const playerId = await world.player();
    const made = await deposit(playerId);
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        type: 'deposit',
        status: 'pending',
        amountMinor: 10_000,
        currency: 'USD',
        method: 'bank_transfer',
        reference: expect.stringMatching(/^DEP-[0-9A-F]{12}$/),
        hasProof: false,
        feeMinor: 0,
        submittedAt: '2026-11-20T12:00:00.000Z',
        waitsFor: 'review',
      },
    ]);
    expect(await world.account(playerId)).toMatchObject({ cash: 0 });
    const [first, second] = await Promise.all([
      untilFree(() => approve(made.body.id)),
      untilFree(() => approve(made.body.id)),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toEqual(second.body);
    expect(first.body).toMatchObject({
      status: 'approved',
      userId: playerId,
      customerName: 'Ada Lovelace',
      hasProof: false,
      approvals: 1,
      approvalsNeeded: 1,
      demo: false,
    });
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
    const late = await reject(made.body.id);
    expect([late.status, problemOf(late)]).toMatchObject([
      409,
      { code: 'already_decided', detail: 'This payment was already approved' },
    ]);
    const events = await sql<{ type: string; version: number }>(
      'select type, version from outbox where subject = $1 order by seq',
      [made.body.id],
    );
    expect(events.map(({ type, version }) => `${type.split('.')[2]} ${version}`)).toEqual([
      'DepositRequested 1',
      'DepositApproved 2',
      'OperatorActed 2',
    ]);
  });

  it('that is rejected shows the player why, and counts no longer against limits', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const made = await deposit(playerId, report({ amountMinor: 500_000 }));
    expect((await deposit(playerId)).status).toBe(422);
    const ada = operator();
    const [first, again] = [
      await reject(made.body.id, '  No such transfer  ', ada),
      await reject(made.body.id, 'Another word'),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toMatchObject({ rejectionReason: 'No such transfer', rejectedBy: ada.id });
    expect((await approve(made.body.id)).status).toBe(409);
    expect((await deposit(playerId, report({ amountMinor: 500_000 }))).status).toBe(201);
    const own = await world.http<{ items: Payment[] }>('GET', '/api/wallet/payments?status=rejected', {
      as: asPlayer(playerId),
    });
    expect(own.body.items).toMatchObject([
      {
        id: made.body.id,
        status: 'rejected',
        rejectionReason: 'No such transfer',
        decidedAt: '2026-11-20T12:00:00.000Z',
      },
    ]);
  });

  it('from 10,000.00 on is approved by two operators, not by one twice', async () => {
    const playerId = await world.player();
    const made = await deposit(playerId, report({ amountMinor: 1_000_000 }));
    const [ada, bob] = [operator(), operator('super_admin')];
    const first = await approve(made.body.id, ada);
    expect([first.status, first.body]).toMatchObject([202, { status: 'pending', approvals: 1, approvalsNeeded: 2 }]);
    const same = await approve(made.body.id, ada);
    expect([same.status, problemOf(same).code]).toEqual([403, 'second_operator_needed']);
    expect(await world.account(playerId)).toMatchObject({ cash: 0 });
    const second = await approve(made.body.id, bob);
    expect([second.status, second.body]).toMatchObject([200, { status: 'approved', approvals: 2 }]);
    expect((await approve(made.body.id, ada)).status).toBe(200);
    expect(await world.account(playerId)).toMatchObject({ cash: 1_000_000, version: 1 });
    const acted = await sql<{ data: { operatorId: string } }>(
      'select data from outbox where subject = $1 and type = $2 order by seq',
      [made.body.id, walletAuditEvents.operatorActed.subject],
    );
    expect(acted.map(({ data }) => data.operatorId)).toEqual([ada.id, bob.id]);
  });

  it('under one key is one deposit; another body under it is refused', async () => {
    const playerId = await world.player();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => untilFree(() => deposit(playerId, report(), { key }))),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const other = await deposit(playerId, report({ amountMinor: 10_001 }), { key });
    expect([other.status, problemOf(other).code]).toEqual([422, 'idempotency_key_reused']);
    const elsewhere = await deposit(await world.player(), report(), { key });
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.id).not.toBe(answers[0]?.body.id);
    expect(await sql('select 1 from payments where player_id = $1', [playerId])).toHaveLength(1);
  });

  it('that was refused answers the same refusal under its key, whatever changed since', async () => {
    const playerId = await world.player({ status: 'suspended' });
    const key = randomUUID();
    expect((await deposit(playerId, report(), { key })).status).toBe(403);
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'account',
      version: 2,
      status: 'active',
      level: 'verified',
      jurisdiction: 'open',
    });
    const again = await deposit(playerId, report(), { key });
    expect([again.status, problemOf(again)]).toMatchObject([
      403,
      { code: ledgerRefusals.accountNotActive.code, detail: 'Your account is suspended. Please contact support.' },
    ]);
    expect((await deposit(playerId)).status).toBe(201);
  });

  it.each<[string, object, number, string]>([
    ['below what the method takes', { amountMinor: 4_999 }, 422, paymentRefusals.depositRange.code],
    ['above what the method takes', { amountMinor: 1_000_001 }, 422, paymentRefusals.depositRange.code],
    [
      'in a currency the method does not take',
      { method: 'union_bank_india', currency: 'EUR' },
      422,
      ledgerRefusals.currencyNotAccepted.code,
    ],
    ['in a currency that is not the play currency', { currency: 'GBP' }, 422, 'currency_not_accepted'],
    ['by PhonePe without its id', { method: 'phonepe' }, 422, paymentRefusals.upiIdRequired.code],
    ['with a card number for a name', { customerName: 'Ada 4111 1111 1111 1111' }, 422, common.cardNumber.code],
    ['by a method there is none of', { method: 'cash_in_an_envelope' }, 400, 'invalid_request'],
    ['without a name', { customerName: '  ' }, 400, 'invalid_request'],
    ['without a transaction id', { bankTransactionId: undefined }, 400, 'invalid_request'],
    ['of nothing', { amountMinor: 0 }, 400, 'invalid_request'],
    ['of less than nothing', { amountMinor: -10_000 }, 400, 'invalid_request'],
    ['of a fraction', { amountMinor: 10_000.5 }, 400, 'invalid_request'],
    ['of more than there is', { amountMinor: 2 ** 53 }, 400, 'invalid_request'],
    ['with a text for an amount', { amountMinor: '10000' }, 400, 'invalid_request'],
    ['with a field nobody knows', { status: 'approved' }, 400, 'invalid_request'],
    ['with a name longer than any', { customerName: 'A'.repeat(121) }, 400, 'invalid_request'],
  ])('%s is refused and leaves nothing', async (_name, changes, status, code) => {
    const playerId = await world.player();
    const reply = await deposit(playerId, report(changes));
    expect([reply.status, problemOf(reply).code]).toEqual([status, code]);
    expect(await sql('select 1 from payments where player_id = $1', [playerId])).toEqual([]);
  });

  it('is refused to a player who excluded themselves', async () => {
    const playerId = await world.player();
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'play',
      version: 1,
      excludedUntil: '2026-11-21T00:00:00.000Z',
    });
    const reply = await deposit(playerId);
    expect([reply.status, problemOf(reply)]).toMatchObject([
      422,
      { code: ledgerRefusals.excluded.code, detail: 'You are on a time-out or self-excluded' },
    ]);
  });

  it('stops at the limit of the day, which begins again at midnight UTC', async () => {
    const playerId = await world.player({ level: 'unverified' });
    await deposit(playerId, report({ amountMinor: 300_000 }));
    const over = await deposit(playerId, report({ amountMinor: 200_001 }));
    expect(problemOf(over)).toMatchObject({
      code: ledgerRefusals.limitExceeded.code,
      params: {
        limit: 'dailyDeposit',
        limitMinor: 500_000,
        remainingMinor: 200_000,
        resetsAt: '2026-11-21T00:00:00.000Z',
      },
    });
    world.clock.set(new Date('2026-11-21T00:00:00Z'));
    expect((await deposit(playerId, report({ amountMinor: 500_000 }))).status).toBe(201);
    world.clock.set(new Date('2026-11-20T12:00:00Z'));
  });

  it('needs a key, a signed-in player, and a body of a sensible size', async () => {
    const playerId = await world.player();
    const without = await world.http('POST', '/api/wallet/deposits/manual', { as: asPlayer(playerId), body: report() });
    expect([without.status, problemOf(without).code]).toEqual([400, 'idempotency_key_required']);
    expect((await deposit(playerId, report(), { key: 'short' })).status).toBe(400);
    const nobody = await world.http('POST', '/api/wallet/deposits/manual', { key: randomUUID(), body: report() });
    expect([nobody.status, problemOf(nobody).code]).toEqual([401, 'unauthenticated']);
    const wrong = await world.http('POST', '/api/wallet/deposits/manual', {
      as: operator(),
      key: randomUUID(),
      body: report(),
    });
    expect([wrong.status, problemOf(wrong).code]).toEqual([403, 'forbidden']);
    const huge = await withdraw(playerId, wish({ destination: 'x'.repeat(110_000) }));
    expect([huge.status, problemOf(huge).code]).toEqual([413, 'too_large']);
    const broken = await world.http('POST', '/api/wallet/withdrawals', {
      as: asPlayer(playerId),
      key: randomUUID(),
      raw: '{"amountMinor": 1',
      headers: { 'content-type': 'application/json' },
    });
    expect([broken.status, problemOf(broken).code]).toEqual([400, 'invalid_request']);
  });

  it('asked for by more callers than there are connections does not stall', async () => {
    const playerId = await funded(100_000);
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, turn) =>
        untilFree(() =>
          turn % 2
            ? deposit(playerId, report({ amountMinor: 5_000 }))
            : withdraw(playerId, wish({ amountMinor: 2_000 })),
        ),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(await world.account(playerId)).toMatchObject({ cash: 100_000, held: 60_000 });
  });

  it('of somebody without a wallet is not found', async () => {
    const reply = await deposit(randomUUIDv7());
    expect([reply.status, problemOf(reply).code]).toEqual([404, 'not_found']);
  });
});

describe('a proof', () => {
  const form = (bytes: Uint8Array, changes: object = {}) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(report(changes))) data.set(name, String(value));
    data.set('proof', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'proof.png');
    return data;
  };
  const proofOf = (id: string, as = operator()) =>
    world.http<string>('GET', pathOf(approvalRoutes.proof, { id }), { as });

  it.each<[string, () => CallOptions]>([
    ['as a file part', () => ({ raw: form(png) })],
    ['in base64', () => ({ body: report({ proof: png.toString('base64') }) })],
  ])('sent %s lies encrypted, and is shown to an operator on the record', async (_name, options) => {
    const playerId = await world.player();
    const { body: _, ...rest } = options();
    const made = await world.http<Payment>('POST', '/api/wallet/deposits/manual', {
      as: asPlayer(playerId),
      key: randomUUID(),
      ...rest,
      ...options(),
    });
    expect(made.status).toBe(201);
    for (const name of await readdir(world.blobDir)) {
      const kept = await readFile(join(world.blobDir, name));
      expect(kept.includes(png.subarray(0, 8))).toBe(false);
    }
    const viewer = operator();
    const shown = await proofOf(made.body.id, viewer);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    const acted = await sql<{ data: object }>('select data from outbox where subject = $1 and type = $2', [
      made.body.id,
      walletAuditEvents.operatorActed.subject,
    ]);
    expect(acted).toMatchObject([
      { data: { operatorId: viewer.id, action: 'payment.view_proof', resourceId: made.body.id } },
    ]);
    expect((await list(`?q=${made.body.id}`)).body.items).toMatchObject([{ hasProof: true }]);
  });

  it.each<[string, Uint8Array, number, string]>([
    ['a picture without its data', png.subarray(0, 40), 422, paymentRefusals.proofUnreadable.code],
    ['a text that says it is an image', Buffer.from('<svg onload=alert(1)>'), 422, paymentRefusals.proofInvalid.code],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 422, 'proof_invalid'],
    ['nothing', new Uint8Array(0), 422, 'proof_invalid'],
    ['more than 5 MB', Buffer.concat([png, Buffer.alloc(5 * 1_024 * 1_024)]), 413, 'too_large'],
  ])('that is %s is refused', async (_name, bytes, status, code) => {
    const playerId = await world.player();
    const reply = await world.http('POST', '/api/wallet/deposits/manual', {
      as: asPlayer(playerId),
      key: randomUUID(),
      raw: form(bytes),
    });
    expect([reply.status, problemOf(reply).code]).toEqual([status, code]);
    expect(await sql('select 1 from payments where player_id = $1', [playerId])).toEqual([]);
  });

  it('that is broken leaves its player free to send another, however often', async () => {
    const playerId = await world.player();
    const send = (bytes: Uint8Array) =>
      world.http('POST', '/api/wallet/deposits/manual', {
        as: asPlayer(playerId),
        key: randomUUID(),
        raw: form(bytes),
      });
    const broken = Buffer.from('%PDF-1.4\nnothing');
    for (let turn = 0; turn < 6; turn++)
      expect(problemOf(await send(broken)).code).toBe(paymentRefusals.proofUnreadable.code);
    const { execPath } = process;
    process.execPath = 'no\0program';
    try {
      for (let turn = 0; turn < 6; turn++) expect((await send(png)).status).toBe(500);
    } finally {
      process.execPath = execPath;
    }
    expect(await sql('select 1 from loose_files where player_id = $1', [playerId])).toEqual([]);
    expect((await send(png)).status).toBe(201);
  });

  it('that is no file part and no text is refused', async () => {
    const reply = await deposit(await world.player(), report({ proof: 5 }));
    expect([reply.status, problemOf(reply).code]).toEqual([400, 'invalid_request']);
  });

  it('is seen by nobody without the permission, and not where there is none', async () => {
    const made = await deposit(await world.player());
    expect((await proofOf(made.body.id, operator('support'))).status).toBe(403);
    expect((await proofOf(made.body.id)).status).toBe(404);
    expect((await proofOf(randomUUIDv7())).status).toBe(404);
  });
});
