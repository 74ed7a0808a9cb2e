/** The proof of the books: its invariants, the findings that stop money, and lifting the stop. */
import { execFile } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { promisify } from 'node:util';
import { problemOf } from '@fairline/chassis/testing';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { bookEvents, bookRefusals, type Integrity, invariantNames } from '@fairline/proto/wallet/books';
import { ledgerRefusals, ledgerRequests } from '@fairline/proto/wallet/ledger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asPlayer, operator, publishBet, stakeOf } from '../testing.ts';
import { proveBooks, proveWholeBooks, updateHouseBalances } from './commands.ts';
import { proveWhole } from './integrity.ts';
import {
  broken,
  lift,
  lived,
  page,
  readLast,
  sql,
  tamper,
  transferOf,
  unbalance,
  useProofServers,
  wallet,
  world,
} from './testing-proofs.ts';

useProofServers();

/** `make integrity` without make. */
async function command(): Promise<{ code: number; lines: string[] }> {
  const run = promisify(execFile)(process.execPath, [new URL('./integrity.ts', import.meta.url).pathname], {
    env: { ...process.env, DATABASE_URL: world.env.DATABASE_URL },
  });
  const { code, stdout } = await run.then(
    (ended) => ({ code: 0, stdout: ended.stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, lines: stdout.trim().split('\n') };
}

/** Rebuilds the house's balances from the entries, after one of them was deleted. */
const rebuilt = `with gone as (delete from house_accounts), figures as (delete from house_minutes) update marks set snapshot = '1:1:' where reader = 'fold'`;
const offendersOf = (shown: Integrity, name: string) => shown.invariants.find((one) => one.name === name)?.offenders;

describe('books that hold', () => {
  it('are proven from the last proof on, and whole by the command', async () => {
    await Promise.all([lived(), lived()]);
    await updateHouseBalances(wallet());
    await proveBooks(wallet());
    await lived();
    await proveBooks(wallet());
    const shown = await page();
    expect(shown).toMatchObject({ holds: true, stopped: false, ranAt: '2026-11-20T12:00:00.000Z' });
    expect(shown.invariants.map(({ name }) => name)).toEqual([...invariantNames]);
    const [second] = await sql<{ invariants: { checked: number }[] }>(
      'select invariants from proofs where not whole order by id desc limit 1',
    );
    // It read at most the third player's entries: welcome, stake and payout, two each.
    expect(second?.invariants[0]?.checked).toBeLessThanOrEqual(6);
    const { code, lines } = await command();
    expect(code).toBe(0);
    expect(lines).toHaveLength(24);
    expect(lines.every((line) => line.startsWith('✓ '))).toBe(true);
  });

  it('stay proven where a hold is placed before a proof and released after it', async () => {
    const playerId = await lived();
    await proveBooks(wallet());
    const [held] = await sql<{ id: string }>("select id from holds where player_id = $1 and status = 'held'", [
      playerId,
    ]);
    const rejected = await world.http('POST', `/api/admin/wallet/payments/${held?.id}/reject`, {
      as: operator(),
      body: { reason: 'Not today' },
    });
    expect(rejected.status).toBe(200);
    expect(await proveBooks(wallet())).toMatchObject({ stopped: false, hasNewMismatches: false });
    expect(await page()).toMatchObject({ holds: true });
    expect((await proveWhole(world.env)).holds).toBe(true);
  });

  it('add up to nothing, before and after the house legs are posted', async () => {
    await lived();
    const before = await page();
    await updateHouseBalances(wallet());
    await Promise.all([updateHouseBalances(wallet()), updateHouseBalances(wallet())]);
    const after = await page();
    expect(after.totals).toEqual(before.totals);
    for (const book of ['real', 'play']) {
      const sum = after.totals
        .filter((one) => one.book === book)
        .reduce((total, { balanceMinor }) => total + balanceMinor, 0);
      expect(sum, book).toBe(0);
    }
  });

  it('cannot be stopped for nothing, nor lifted by anyone', async () => {
    const nothing = await lift();
    expect([nothing.status, problemOf(nothing).code]).toEqual([409, bookRefusals.notStopped.code]);
    for (const role of ['finance', 'auditor', 'compliance'] as const)
      expect((await lift(operator(role))).status).toBe(403);
    expect((await lift(operator('super_admin'), ' ')).status).toBe(400);
    expect(problemOf(await lift(operator('super_admin'), '4111 1111 1111 1111')).code).toBe('card_number');
  });
});

describe('books that do not hold', () => {
  let playerId: string;
  beforeEach(async () => {
    playerId = await lived();
    await proveBooks(wallet());
    expect(await page()).toMatchObject({ holds: true, stopped: false });
  });
  afterEach(async () => {
    await world.db.query('update stop set reason = null, since = null');
  });

  it('by a transfer that does not sum to zero stop as well', async () => {
    const [row] = await sql<{ transfer_id: string }>(
      "select transfer_id from entries where player_id = $1 and account = 'sports' limit 1",
      [playerId],
    );
    await tamper(
      `insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor)
       values (pg_current_xact_id()::text::bigint, $1, $2, true, 'sports', 'real', 'USD', 5)`,
      [row?.transfer_id, playerId],
    );
    await proveBooks(wallet());
    const shown = await page();
    expect(shown).toMatchObject({ holds: false, stopped: true });
    expect(broken(shown)).toContainEqual(['transfers sum to zero', [row?.transfer_id]]);
    expect((await proveWhole(world.env)).holds).toBe(false);
    await tamper("delete from entries where transfer_id = $1 and amount_minor = 5 and account = 'sports'", [
      row?.transfer_id,
    ]);
  });

  it.each<[string, string, string, string]>([
    [
      'by a hold without its payment',
      'holds have owners',
      "update holds set status = 'released', resolved_version = 99 where player_id = $1",
      "update holds set status = 'held', resolved_version = null where player_id = $1",
    ],
    [
      'by a change that left no trace',
      'versions are gapless',
      'update accounts set version = version + 1 where player_id = $1',
      'update accounts set version = version - 1 where player_id = $1',
    ],
  ])('%s are shown, and nothing stops', async (_name, name, wrong, right) => {
    await tamper(wrong, [playerId]);
    await proveBooks(wallet());
    const shown = await page();
    expect(broken(shown)).toContainEqual([name, [`${playerId} USD`]]);
    expect(shown.stopped).toBe(false);
    await tamper(right, [playerId]);
    await proveBooks(wallet());
    expect(await page()).toMatchObject({ holds: true });
  });

  it.each<[string, string, string, string]>([
    [
      'an entry with another balance after it',
      'entries carry the balance after them',
      "update entries set balance_after_minor = balance_after_minor + 1 where player_id = $1 and account = 'cash'",
      "update entries set balance_after_minor = balance_after_minor - 1 where player_id = $1 and account = 'cash'",
    ],
    [
      'a stake that says it was paid more',
      'stakes equal their transfers',
      'update stakes set paid_minor = paid_minor + 1 where player_id = $1',
      'update stakes set paid_minor = paid_minor - 1 where player_id = $1',
    ],
    [
      'a payment that says it was approved',
      'payments equal their transfers',
      "update payments set status = 'approved', decided_at = now() where player_id = $1",
      "update payments set status = 'pending', decided_at = null where player_id = $1",
    ],
    [
      'money moved from one account of the house to another',
      'house accounts equal their entries',
      "update house_accounts set balance_minor = balance_minor + case account when 'sports' then 7 else -7 end where account in ('sports', 'bonus_expense') and (book, currency) = ('real', 'USD') and $1::uuid is not null",
      "update house_accounts set balance_minor = balance_minor - case account when 'sports' then 7 else -7 end where account in ('sports', 'bonus_expense') and (book, currency) = ('real', 'USD') and $1::uuid is not null",
    ],
    [
      'a figure that says the house won more',
      'figures equal their entries',
      "update house_minutes set amount_minor = amount_minor + 7 where account = 'sports' and kind = 'stake' and $1::uuid is not null",
      "update house_minutes set amount_minor = amount_minor - 7 where account = 'sports' and kind = 'stake' and $1::uuid is not null",
    ],
    [
      'a figure of a minute in which nothing happened',
      'figures equal their entries',
      "insert into house_minutes select '2020-01-01', 'real', 'USD', 'sports', 'stake', 7 where $1::uuid is not null",
      "delete from house_minutes where minute = '2020-01-01' and $1::uuid is not null",
    ],
  ])('by %s are found by the command', async (_name, name, wrong, right) => {
    await updateHouseBalances(wallet());
    await tamper(wrong, [playerId]);
    const { holds, lines } = await proveWhole(world.env);
    expect(holds).toBe(false);
    expect(lines.filter((line) => line.startsWith('✗')).join('\n')).toContain(name);
    await tamper(right, [playerId]);
    expect((await proveWhole(world.env)).holds).toBe(true);
  });

  it.each<[string, string, string, number]>([
    ['a second welcome bonus', 'players begin once', 'welcome', 10_000],
    ['play money in the book of real money', 'players begin once', 'opening', 10_000],
    ['a change of currency that came from nowhere', 'play currencies change at their worth', 'currency', 10_000],
    ['a bonus that an open account gave back', 'only closed accounts give back', 'forfeit', -100],
    ['a rest that an open account gave back', 'only closed accounts give back', 'rest', -1],
    ['a test win of real money', 'test wins are play money', 'test_win', 10_000],
  ])('by %s are found by the command, though every sum and version holds', async (_name, name, kind, amountMinor) => {
    const victim = await world.player();
    await world.db.query(`select post_cash($1, $2, 'USD', $3, $2, 'bonus_expense', $4)`, [
      world.clock.now(),
      victim,
      kind,
      amountMinor,
    ]);
    await proveBooks(wallet());
    expect(broken(await page())).toEqual([]);
    const { holds, lines } = await proveWhole(world.env);
    expect(holds).toBe(false);
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([expect.stringContaining(name)]);
    await tamper(
      `with gone as (select id from transfers where player_id = $1 order by id desc limit 1), legs as (delete from entries where player_id = $1 and transfer_id = (select id from gone))
       delete from transfers where player_id = $1 and id = (select id from gone)`,
      [victim],
    );
    await tamper(`update accounts set cash_minor = cash_minor - $2, version = version - 1 where player_id = $1`, [
      victim,
      amountMinor,
    ]);
    await world.db.query('select forget_proven()');
    await world.db.query(rebuilt);
    await proveBooks(wallet());
    expect((await proveWhole(world.env)).holds).toBe(true);
  });

  it('by a changed balance stop stakes and withdrawals; payouts go on; a super admin lifts it', async () => {
    const bet = stakeOf(playerId);
    await world.ask(ledgerRequests.stake, bet);
    await tamper('update accounts set cash_minor = cash_minor + 1 where player_id = $1', [playerId]);
    const stops = () =>
      sql<{ data: object }>('select data from outbox where type = $1 order by seq', [bookEvents.booksStopped.subject]);
    const stopsBefore = (await stops()).length;
    await proveBooks(wallet());
    await proveBooks(wallet());
    const shown = await page();
    expect(shown).toMatchObject({ holds: false, stopped: true });
    expect(broken(shown)).toEqual([['balances equal their entries', [`${playerId} USD`]]]);
    expect((await stops()).slice(stopsBefore)).toEqual([
      { data: { proofId: expect.any(String), invariant: 'balances equal their entries' } },
    ]);
    const other = await world.player();
    const late = stakeOf(other);
    await expect(world.ask(ledgerRequests.stake, late)).rejects.toMatchObject({
      code: ledgerRefusals.stopped.code,
      status: 503,
    });
    const body = {
      amountMinor: 2_000,
      currency: 'USD',
      method: 'crypto',
      destination: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
    };
    const key = randomUUIDv7();
    const out = () =>
      world.http('POST', '/api/wallet/withdrawals', { as: asPlayer(other, { level: 'verified' }), key, body });
    const paused = await out();
    expect([paused.status, problemOf(paused).code, paused.headers.get('retry-after')]).toEqual([503, 'stopped', '1']);
    const [held] = await sql<{ id: string }>("select id from holds where player_id = $1 and status = 'held'", [
      playerId,
    ]);
    expect(
      (await world.http('POST', `/api/admin/wallet/payments/${held?.id}/approve`, { as: operator() })).status,
    ).toBe(503);
    const before = await world.account(playerId);
    await publishBet(world, 'betSettled', bet, { dueMinor: 250, version: 1 });
    await world.settled();
    expect((await world.account(playerId)).cash).toBe(before.cash + 250);

    const admin = operator('super_admin');
    const lifted = await lift(admin, 'Counted by hand');
    expect([lifted.status, lifted.body.stopped]).toEqual([200, false]);
    const [acted] = await sql<{ data: object }>('select data from outbox where type = $1 order by seq desc limit 1', [
      walletAuditEvents.operatorActed.subject,
    ]);
    expect(acted?.data).toMatchObject({
      operatorId: admin.id,
      action: 'stop.lift',
      reason: 'Counted by hand',
      before: { stopped: expect.stringContaining(playerId) },
    });
    expect(await world.ask(ledgerRequests.stake, late)).toMatchObject({ taken: true });
    expect((await out()).status).toBe(201);
    await proveBooks(wallet());
    expect(await page()).toMatchObject({ holds: false, stopped: false });
    const { code, lines } = await command();
    expect(code).toBe(1);
    expect(lines.filter((line) => line.startsWith('✗')).join('\n')).toContain(playerId);
  });
});

describe('once a stop is lifted', () => {
  it('goes on from there: accepted mismatches stop nothing, a new one stops again', async () => {
    const playerId = await lived();
    const transferId = await transferOf(playerId);
    await unbalance(transferId, playerId, 5);
    await updateHouseBalances(wallet());
    await proveBooks(wallet());
    expect(await page()).toMatchObject({ stopped: true });
    expect((await lift()).status).toBe(200);

    const later = await lived();
    await proveBooks(wallet());
    await proveBooks(wallet());
    // Nothing moved since the last proof, so it read only the entries of the listed transfer.
    expect((await readLast())?.invariants[0]?.checked).toBeLessThanOrEqual(3);
    const shown = await page();
    expect(shown).toMatchObject({ holds: false, stopped: false });
    expect(offendersOf(shown, 'transfers sum to zero')).toEqual([transferId]);
    expect(offendersOf(shown, 'every book sums to zero')).toEqual(['real USD']);
    expect((await proveBooks(wallet())).hasNewMismatches).toBe(false);
    expect((await proveWholeBooks(wallet())).stopped).toBe(false);
    const found = await proveWhole(world.env);
    expect(found.holds).toBe(false);
    expect(found.lines.join('\n')).toContain(transferId);

    const another = await transferOf(later);
    await unbalance(another, later, 7);
    const again = await proveBooks(wallet());
    expect([again.stopped, again.hasNewMismatches]).toEqual([true, true]);
    expect(offendersOf(await page(), 'transfers sum to zero')).toEqual([transferId, another].toSorted());
    await unbalance(transferId, playerId, -5);
    await unbalance(another, later, -7);
    await updateHouseBalances(wallet());
    await proveBooks(wallet());
    expect(broken(await page()).map(([name]) => name)).not.toContain('transfers sum to zero');
    await world.db.query('update stop set reason = null, since = null');
  });

  it('accepts only what was shown: a later mismatch keeps the stop, and two may lift at once', async () => {
    const [playerId, other] = [await lived(), await lived()];
    await tamper('update accounts set cash_minor = cash_minor + 1 where player_id = $1', [playerId]);
    await proveBooks(wallet());
    const { seen } = await page();
    const send = (body: object) =>
      world.http<Integrity>('POST', '/api/admin/wallet/integrity/lift', { as: operator('super_admin'), body });
    await tamper('update accounts set cash_minor = cash_minor + 1 where player_id = $1', [other]);
    // Other accounts are compared in rotation; here there are so few that one proof compares all.
    await world.db.query(`update marks set walked_to = null where reader = 'proof'`);
    const refused = await send({ reason: 'Counted', seen });
    expect([refused.status, problemOf(refused).code]).toEqual([409, bookRefusals.booksChanged.code]);
    const shown = await page();
    expect(offendersOf(shown, 'balances equal their entries')).toEqual(
      expect.arrayContaining([`${playerId} USD`, `${other} USD`]),
    );
    expect(shown.stopped).toBe(true);
    const again = { reason: 'Counted', seen: shown.seen };
    const [first, , second] = await Promise.all([send(again), proveBooks(wallet()), send(again), proveBooks(wallet())]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    expect(await page()).toMatchObject({ stopped: false });
    await tamper('update accounts set cash_minor = cash_minor - 1 where player_id = any ($1)', [[playerId, other]]);
    await proveBooks(wallet());
  });

  it('a balance that is changed further than was accepted stops them again', async () => {
    const playerId = await lived();
    await tamper('update accounts set cash_minor = cash_minor + 1 where player_id = $1', [playerId]);
    await proveBooks(wallet());
    expect((await lift()).status).toBe(200);
    await world.ask(ledgerRequests.stake, stakeOf(playerId));
    expect(await proveBooks(wallet())).toMatchObject({ stopped: false, hasNewMismatches: false });
    await tamper('update accounts set cash_minor = cash_minor + 1 where player_id = $1', [playerId]);
    expect(await proveBooks(wallet())).toMatchObject({ stopped: true, hasNewMismatches: true });
    await tamper('update accounts set cash_minor = cash_minor - 2 where player_id = $1', [playerId]);
    await proveBooks(wallet());
    expect(broken(await page()).flatMap(([, offenders]) => offenders)).not.toContain(`${playerId} USD`);
    await world.db.query('update stop set reason = null, since = null');
  });

  it('sums that were carried and then changed are carried anew from the first entry', async () => {
    const playerId = await lived();
    await proveBooks(wallet());
    await world.db.query('update proven set cash_minor = cash_minor + 1 where player_id = $1', [playerId]);
    await tamper('update accounts set cash_minor = cash_minor + 1 where player_id = $1', [playerId]);
    world.clock.advance(4 * 3_600_000);
    await proveWholeBooks(wallet());
    expect(broken(await page())).toEqual(
      expect.arrayContaining([
        ['balances equal their entries', expect.arrayContaining([`${playerId} USD`])],
        ['proofs carry the right sums', [`${playerId} USD`]],
      ]),
    );
    await proveBooks(wallet());
    expect(broken(await page()).flatMap(([, offenders]) => offenders)).toContain(`${playerId} USD`);
    await tamper('update accounts set cash_minor = cash_minor - 1 where player_id = $1', [playerId]);
    world.clock.advance(4 * 3_600_000);
    await proveWholeBooks(wallet());
    await proveBooks(wallet());
    expect(broken(await page()).flatMap(([, offenders]) => offenders)).not.toContain(`${playerId} USD`);
    await world.db.query('update stop set reason = null, since = null');
    world.clock.advance(-8 * 3_600_000);
  });
});
