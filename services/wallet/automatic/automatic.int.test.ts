/** Automatic approval: rules set by two operators, the floors of rules, and the withdrawals that a rule approves. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Operator } from '@fairline/chassis/http/identity';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { eventually, pathOf, problemOf, untilFree } from '@fairline/chassis/testing';
import {
  type AutoApproval,
  type AutoApprovalRule,
  automaticEvents,
  automaticRoutes,
} from '@fairline/proto/wallet/approvals';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import type { Payment } from '@fairline/proto/wallet/payments';
import { playerRequests } from '@fairline/proto/wallet/players';
import { ruleOperatorId } from '@fairline/proto/wallet/rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Wallet } from '../config.ts';
import { asPlayer, openWallet, operator, type WalletWorld } from '../testing.ts';
import { applyRules } from './commands.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
  await set({ enabled: false });
});
afterAll(() => world.close());

const path = '/api/admin/wallet/auto-approval';
const rule: AutoApprovalRule = {
  type: 'withdrawal',
  enabled: true,
  maxAmountMinor: 5_000,
  maxDayMinor: 7_500,
  verifiedOnly: true,
  minAccountAgeDays: 30,
  minApprovedBefore: 3,
};
const put = (rules: object[], as: Operator = operator()) =>
  world.http<AutoApproval>('PUT', path, { as, body: { rules, reason: 'Quiet night' } });
const read = async () => (await world.http<AutoApproval>('GET', path, { as: operator() })).body;
const approveChange = (id: string, as: Operator = operator()) =>
  world.http<AutoApproval>('POST', pathOf(automaticRoutes.approveAutoApproval, { id }), { as });
const rejectChange = (id: string, as: Operator = operator()) =>
  world.http<AutoApproval>('POST', pathOf(automaticRoutes.rejectAutoApproval, { id }), { as, body: { reason: 'No' } });
const waitingId = async () => (await read()).waiting?.id ?? '';
const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];

/** Sets rules; a second operator approves them if they are wider than those in force. */
async function set(changes: Partial<AutoApprovalRule> = {}): Promise<void> {
  const asked = await put([{ ...rule, ...changes }]);
  if (asked.status === 202) expect((await approveChange(await waitingId())).status).toBe(200);
  else expect(asked.status).toBe(200);
}
/** Leaves no pending payment and no enabled rule for the next test. */
afterEach(async () => {
  await set({ enabled: false });
  await sql(
    `update payments set status = 'rejected', rejection_reason = 'Tried', decided_at = now() where status = 'pending'`,
  );
});

/** A player who meets the floors and has this many approved withdrawals. */
async function trusted(changes: Parameters<WalletWorld['player']>[0] = {}, approvedBefore = 3): Promise<string> {
  const playerId = await world.player(changes);
  await sql(`update players set opened_at = $2::timestamptz - interval '30 days' where player_id = $1`, [
    playerId,
    world.clock.now(),
  ]);
  await sql(
    `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, submitted_at, decided_at)
     select uuidv7(), $1, 'withdrawal', 'approved', 100, 100, 'USD', 'real', 'bank_transfer', 'W' || n, at, at
     from generate_series(1, $3) n, (select $2::timestamptz - interval '29 days' as at) x`,
    [playerId, world.clock.now(), approvedBefore],
  );
  return playerId;
}
const withdraw = async (playerId: string, amountMinor = 5_000) => {
  const body = { amountMinor, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000' };
  const made = await world.http<Payment>('POST', '/api/wallet/withdrawals', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body,
  });
  expect(made.status).toBe(201);
  return made.body.id;
};
const report = async (playerId: string) => {
  const who = { customerName: 'Ada', email: 'ada@example.com', bankTransactionId: randomUUID() };
  const body = { amountMinor: 10_000, currency: 'USD', method: 'bank_transfer', ...who };
  return (
    await world.http<Payment>('POST', '/api/wallet/deposits/manual', {
      as: asPlayer(playerId),
      key: randomUUID(),
      body,
    })
  ).body.id;
};
const stateOf = async (id: string) =>
  (await sql<{ status: string }>('select status from payments where id = $1', [id]))[0]?.status;
const statesOf = async (ids: readonly string[]) => {
  const states: (string | undefined)[] = [];
  for (const id of ids) states.push(await stateOf(id));
  return states;
};
const isApproved = (id: string) =>
  eventually(
    () => stateOf(id),
    (status) => status === 'approved',
  );
const runs = async (outcome: string) => {
  const texts = await Promise.all(
    world.instances.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()),
  );
  const counted = new RegExp(
    `^fairline_job_seconds_count\\{[^}]*job="auto-approval",outcome="${outcome}"[^}]*\\} (\\d+)`,
    'm',
  );
  return texts.reduce((sum, text) => sum + Number(counted.exec(text)?.[1] ?? 0), 0);
};
const ranTwice = async (outcome = 'done') => {
  const before = await runs(outcome);
  await eventually(
    () => runs(outcome),
    (count) => count >= before + 2,
  );
};

describe('the rules', () => {
  it.each<[string, object, string]>([
    ['of deposits', { type: 'deposit' }, 'type'],
    ['for players who are not verified', { verifiedOnly: false }, 'verifiedOnly'],
    ['for a young account', { minAccountAgeDays: 29 }, 'minAccountAgeDays'],
    ['for a player without payments before', { minApprovedBefore: 0 }, 'minApprovedBefore'],
    ['for large payments', { maxAmountMinor: 1_000_001 }, 'maxAmountMinor'],
    ['for large days', { maxDayMinor: 900_000_000_000 }, 'maxDayMinor'],
  ])('%s are refused at the field, alone or with a colleague', async (_what, changes, field) => {
    const reply = await put([{ ...rule, ...changes }]);
    expect([reply.status, Object.keys(problemOf(reply).errors ?? {})]).toEqual([400, [`rules.0.${field}`]]);
    expect(await read()).toEqual({ rules: [{ ...rule, enabled: false }] });
  });

  it('that approve more wait for another operator, who was not invited by the first', async () => {
    const finance = operator();
    const { provenAt: _, ...stale } = operator();
    expect(problemOf(await put([rule], stale)).code).toBe('step_up_required');
    const asked = await put([rule], finance);
    expect([asked.status, asked.body]).toMatchObject([
      202,
      { rules: [{ enabled: false }], waiting: { rules: [rule], requestedBy: finance.id, reason: 'Quiet night' } },
    ]);
    const id = asked.body.waiting?.id ?? '';
    for (const as of [
      finance,
      { ...operator(), invitedBy: finance.id },
      { ...operator(), activatedAt: '2026-11-20T12:00:00.001Z' },
    ]) {
      const invited = { ...as, ...(as.invitedBy && { activatedAt: '2026-11-20T11:00:00.000Z' }) };
      expect(problemOf(await approveChange(id, invited)).code).toBe('second_operator_needed');
    }
    expect(problemOf(await approveChange(id, stale)).code).toBe('step_up_required');
    expect((await approveChange(id)).body).toEqual({ rules: [rule] });
    expect([
      (await approveChange(id)).status,
      problemOf(await rejectChange(id)).code,
      (await approveChange(randomUUIDv7())).status,
    ]).toEqual([200, 'already_decided', 404]);
    const acted = await sql<{ action: string }>(
      `select data ->> 'action' as action from outbox where subject = $1 and type = $2 order by seq`,
      [id, walletAuditEvents.operatorActed.subject],
    );
    expect(acted.map(({ action }) => action)).toEqual(['auto_approval.request', 'auto_approval.approve']);
  });

  it('that approve less apply at once and replace what waits', async () => {
    await set();
    const wider = await put([{ ...rule, maxAmountMinor: 6_000 }]);
    expect(wider.status).toBe(202);
    const lower = await put([{ ...rule, maxAmountMinor: 4_000 }]);
    expect([lower.status, lower.body]).toEqual([200, { rules: [{ ...rule, maxAmountMinor: 4_000 }] }]);
    const replaced = wider.body.waiting?.id ?? '';
    expect(problemOf(await approveChange(replaced)).code).toBe('already_decided');
    const published = await sql<{ type: string; act: string }>(
      `select type, coalesce(data ->> 'status', data ->> 'action') as act from outbox where subject = $1 and version = 2 order by seq`,
      [replaced],
    );
    expect(published).toEqual([
      { type: automaticEvents.autoApprovalChanged.subject, act: 'rejected' },
      { type: walletAuditEvents.operatorActed.subject, act: 'auto_approval.reject' },
    ]);
    expect((await put([{ ...rule, enabled: false }])).status).toBe(200);
  });

  it('that wait can be withdrawn by their requester', async () => {
    const finance = operator();
    await put([rule], finance);
    const id = await waitingId();
    expect([(await rejectChange(id, finance)).body, (await rejectChange(id)).status]).toEqual([
      { rules: [{ ...rule, enabled: false }] },
      200,
    ]);
    expect(problemOf(await approveChange(id)).code).toBe('already_decided');
  });

  it('saved by several operators at once end as the last ones, and no call fails', async () => {
    const amounts = [1_000, 2_000, 3_000, 4_000, 5_000, 6_000];
    const replies = await Promise.all(
      amounts.map((maxAmountMinor) => untilFree(() => put([{ ...rule, enabled: false, maxAmountMinor }]))),
    );
    expect(replies.map(({ status }) => status)).toEqual(amounts.map(() => 200));
    const rows = await sql<{ data: { before: AutoApproval; after: AutoApproval } }>(
      `select data from outbox where type = $1 and data ->> 'action' = 'auto_approval.set' order by seq desc limit 6`,
      [walletAuditEvents.operatorActed.subject],
    );
    const recorded = rows
      .map(({ data }) => ({ before: data.before.rules[0]?.maxAmountMinor, after: data.after.rules[0]?.maxAmountMinor }))
      .toReversed();
    // Each change records the rules that it replaced, so the records form a chain that ends with the rules in force.
    expect(recorded.slice(1).map(({ before }) => before)).toEqual(recorded.slice(0, -1).map(({ after }) => after));
    expect((await read()).rules.map(({ maxAmountMinor }) => maxAmountMinor)).toEqual([recorded.at(-1)?.after]);
    // Of several wider changes only the last is pending.
    const wider = await Promise.all(
      amounts.map((maxAmountMinor) => untilFree(() => put([{ ...rule, maxAmountMinor }]))),
    );
    expect(wider.map(({ status }) => status)).toEqual(amounts.map(() => 202));
    expect(await sql(`select from auto_approval_changes where status = 'pending'`)).toHaveLength(1);
    await rejectChange(await waitingId());
  });
});

describe('a rule', () => {
  it('approves payments that meet it, and never a reported deposit', async () => {
    const player = await trusted();
    const doubtful = [
      await withdraw(await trusted({}, 2)),
      await withdraw(await trusted(), 5_001),
      await withdraw(await world.player()),
      await report(player),
    ];
    const fine = await withdraw(player);
    await set();
    await isApproved(fine);
    const overDay = await withdraw(player, 2_501);
    const last = await withdraw(player, 2_499);
    await isApproved(last);
    await ranTwice();
    for (const id of [...doubtful, overDay]) expect(await stateOf(id)).toBe('pending');
  });

  it('that was left below the floors approves nothing', async () => {
    await sql(
      `insert into auto_approval values ('deposit', true, 900000000, 900000000, false, 0, 0) on conflict do nothing`,
    );
    await sql(
      `update auto_approval set enabled = true, verified_only = false, min_account_age_days = 0, min_approved_before = 0 where type = 'withdrawal'`,
    );
    const ids = [await withdraw(await trusted()), await report(await world.player())];
    await ranTwice();
    expect(await statesOf(ids)).toEqual(['pending', 'pending']);
  });

  it('approves for all players together at most the two-operator amount in a UTC day', async () => {
    const [one, two] = [await trusted(), await trusted()];
    const day = world.clock.now().toISOString().slice(0, 10);
    await sql(
      `insert into decided_alone values ('automatic', $1, $2, 990000) on conflict (kind, owner_id, day) do update set decided_minor = 990000`,
      [ruleOperatorId, day],
    );
    const ids = [await withdraw(one), await withdraw(two), await withdraw(await trusted())];
    await set();
    await isApproved(ids[1] as string);
    await ranTwice();
    expect(await statesOf(ids)).toEqual(['approved', 'approved', 'pending']);
    expect(await sql(`select decided_minor::int as sum from decided_alone where kind = 'automatic'`)).toEqual([
      { sum: 1_000_000 },
    ]);
    await sql(`delete from decided_alone where kind = 'automatic'`);
  });

  it("leaves payments to operators that would lift the player's sum to the two-operator amount", async () => {
    const player = await trusted();
    await sql(`insert into decided_alone values ('withdrawal', $1, $2, 995000)`, [
      player,
      world.clock.now().toISOString().slice(0, 10),
    ]);
    const id = await withdraw(player);
    await set();
    await ranTwice();
    expect(await sql('select status, approved_by, approvals_needed from payments where id = $1', [id])).toEqual([
      { status: 'pending', approved_by: [], approvals_needed: 1 },
    ]);
  });

  it('that cannot be read approves nothing; once it can be, it does', async () => {
    await set();
    await sql('alter table auto_approval rename to unreadable');
    const id = await withdraw(await trusted());
    await ranTwice('failed');
    expect(await stateOf(id)).toBe('pending');
    await sql('alter table unreadable rename to auto_approval');
    await isApproved(id);
  });

  it('reaches payments that wait behind many that it does not approve', async () => {
    const unverified = await world.player({ level: 'unverified' });
    await sql(
      `insert into payments (id, player_id, type, amount_minor, counts_minor, currency, book, method, reference, submitted_at)
       select uuidv7(interval '-1 hour'), $1, 'withdrawal', 1000, 1000, 'USD', 'real', 'bank_transfer', 'W' || n, $2 from generate_series(1, 450) n`,
      [unverified, world.clock.now()],
    );
    const id = await withdraw(await trusted());
    await set();
    await isApproved(id);
    expect(
      await sql("select count(*)::int as left from payments where player_id = $1 and status = 'pending'", [unverified]),
    ).toEqual([{ left: 450 }]);
  });

  it('looks again at growing intervals or on a new rule or permit; not while withdrawals stop', async () => {
    const playerId = await trusted();
    const id = await withdraw(playerId);
    const row = async () =>
      (
        await sql<{ status: string; looks: number; later: number | null }>(
          'select status, looks, extract(epoch from next_look_at - $2)::int as later from payments where id = $1',
          [id, world.clock.now()],
        )
      )[0];
    await sql(`update stop set reason = 'Tried', since = now()`);
    await set();
    await ranTwice();
    expect(await row()).toMatchObject({ status: 'pending', looks: 0, later: null });
    await set({ maxAmountMinor: 1_000 });
    await sql('update stop set reason = null, since = null');
    await eventually(row, (seen) => seen?.looks === 1);
    expect(await row()).toMatchObject({ status: 'pending', later: 10 });
    world.clock.advance(10_000);
    await eventually(row, (seen) => seen?.looks === 2);
    expect(await row()).toMatchObject({ status: 'pending', later: 20 });
    world.clock.advance(-10_000);
    await world.ask(playerRequests.restrict, {
      part: 'account',
      playerId,
      version: 2,
      status: 'active',
      level: 'verified',
      jurisdiction: 'open',
    });
    await eventually(row, (seen) => seen?.looks === 1 && seen.later === 10);
    await set();
    await isApproved(id);
  });

  it('that two apply together approves no more of a player in a day than allowed', async () => {
    const db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
    const wallet = {
      db,
      clock: world.clock,
      log: createLog('test', 'silent'),
      twoOperatorsMinor: 1_000_000,
      maxAdjustmentMinor: 1_000_000,
    } as unknown as Wallet;
    const players: string[] = [];
    while (players.length < 5) players.push(await trusted());
    for (const playerId of players) await Promise.all([withdraw(playerId, 4_000), withdraw(playerId, 4_000)]);
    await set();
    await Promise.all([applyRules(wallet), applyRules(wallet), applyRules(wallet)]);
    const approved = await sql(
      `select count(*)::int as approved from payments where player_id = any ($1) and status = 'approved' and amount_minor = 4000 group by player_id`,
      [players],
    );
    expect(approved).toEqual(players.map(() => ({ approved: 1 })));
    await db.close();
  });
});
