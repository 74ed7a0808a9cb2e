/** The audit log: each action is recorded once in one sequence, even if events repeat or come late, and changes by hand are found. */

import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readStream } from '@fairline/chassis/messaging/streams';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { eventually } from '@fairline/chassis/testing';
import { bettingAuditEvents } from '@fairline/proto/betting/audit';
import type { Page } from '@fairline/proto/contract';
import { kycAuditEvents } from '@fairline/proto/kyc/audit';
import { type AuditRecord, auditStream, riskAuditEvents } from '@fairline/proto/risk/audit';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Stage } from '../testing.ts';
import { type Head, hashOf, origin } from './chain.ts';
import { reachOf } from './store.ts';
import { verifyChain } from './verification.ts';

type Log = Page<z.infer<typeof AuditRecord>>;

let stage: Stage;
let db: Database;
const operatorId = randomUUID();

beforeAll(async () => {
  stage = await Stage.open();
  db = new Database(stage.world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 2);
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

const acted = (changes: object = {}) => ({
  operatorId,
  action: 'payment.approve',
  resourceType: 'payment',
  resourceId: randomUUID() as string,
  reason: 'Checked',
  before: { status: 'pending' },
  after: { status: 'approved', amountMinor: 12_345, nested: { b: [1, 2.5, null], a: 'ä€😀' } },
  address: '203.0.113.7',
  agent: 'Browser',
  ...changes,
});
const count = async () =>
  (await stage.sql<{ count: number }>('select count(*) as count from audit_log'))[0]?.count ?? 0;
const read = (query = '') => stage.as<Log>('auditor', 'GET', `/api/admin/risk/audit-logs${query}`);
const verify = (now = new Date(), inStream: Head[] = []) => verifyChain(db, stage.headFile, now, inStream);
/** The heads in the stream, as the administrator of NATS reads them. */
const streamed = async () =>
  (await readStream(
    { url: stage.world.env.NATS_URL ?? '', user: 'admin', password: stage.world.env.NATS_PASSWORD },
    auditStream,
  )) as Head[];

/** Changes rows with the trigger switched off, as the owner of the database could. */
async function tamper(...statements: string[]): Promise<void> {
  await stage.sql('alter table audit_log disable trigger append_only');
  for (const statement of statements) await stage.sql(statement);
  await stage.sql('alter table audit_log enable trigger append_only');
}

describe('appending', () => {
  it('records every action of every service once in one chain, however it arrives', async () => {
    const events = Array.from({ length: 60 }, (_, at) => ({
      id: randomUUID() as string,
      data: acted({ action: `act.${at}` }),
    }));
    const sources = [
      walletAuditEvents.operatorActed,
      bettingAuditEvents.operatorActed,
      kycAuditEvents.operatorActed,
      riskAuditEvents.operatorActed,
    ];
    const of = (at: number) => sources[at % sources.length] ?? walletAuditEvents.operatorActed;
    for (const [at, source] of sources.entries()) {
      const own = events.filter((_, place) => of(place) === source);
      await stage.publishMany(source, own);
      await stage.publishMany(source, own.toReversed().slice(0, 7));
      for (const { id, data } of own.slice(0, at)) await stage.publish(source, data, { id });
    }
    await eventually(count, (found) => found === events.length);
    for (const source of sources) await eventually(() => stage.isDrained(source));
    expect(await count()).toBe(events.length);
    const ids = (await stage.sql<{ id: string }>('select id from audit_log order by sequence')).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(events.map(({ id }) => id)));
    const { records, fault } = await verify();
    expect([records, fault]).toEqual([events.length, undefined]);
  });

  it('keeps every field, and a hash that anybody can recompute from the log alone', async () => {
    const id = await stage.publish(walletAuditEvents.operatorActed, acted({ action: 'find.me' }));
    const { body } = await eventually(
      () => read('?q=find.me'),
      ({ body: found }) => found.items.length === 1,
    );
    const [record] = body.items;
    expect(record).toMatchObject({
      ...acted(),
      resourceId: expect.any(String),
      action: 'find.me',
      id,
      service: 'wallet',
    });
    const [before] = await stage.sql<{ hash: string }>('select hash from audit_log where sequence = $1', [
      (record?.sequence ?? 0) - 1,
    ]);
    const { hash, ...rest } = record ?? expect.fail();
    expect(
      createHash('sha256')
        .update(`${before?.hash}\n${canonicalize(rest)}`)
        .digest('hex'),
    ).toBe(hash);
  });

  it('lets the service insert and read, and nothing else', async () => {
    for (const statement of [
      "update audit_log set action = 'x'",
      'delete from audit_log',
      'truncate audit_log',
      'alter table audit_log disable trigger append_only',
    ])
      await expect(db.run(statement)).rejects.toThrow(/permission denied|must be owner/);
  });
});

describe('reading', () => {
  it('answers the newest 100, by filters and with a cursor', async () => {
    const events = Array.from({ length: 130 }, () => ({
      id: randomUUID() as string,
      data: acted({ action: 'paged.act', reason: 'Per Hand_50%' }),
    }));
    await stage.publishMany(bettingAuditEvents.operatorActed, events);
    await eventually(() => stage.isDrained(bettingAuditEvents.operatorActed));
    const first = await read('?q=paged.act');
    expect([first.status, first.body.items.length]).toEqual([200, 100]);
    const second = await read(`?q=paged.act&cursor=${first.body.nextCursor}`);
    expect([second.body.items.length, second.body.nextCursor]).toEqual([30, null]);
    const sequences = [...first.body.items, ...second.body.items].map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => b - a));
    const found = async (query: string) => (await read(query)).body.items.length;
    expect(await found('?q=hand_50%25&limit=3')).toBe(3);
    expect(await found('?q=handx50')).toBe(0);
    expect(await found(`?q=${events[0]?.id}`)).toBe(1);
    expect(await found(`?q=${events[0]?.data.resourceId.toUpperCase()}`)).toBe(1);
    expect(await found(`?q=${operatorId}&service=kyc`)).toBe(15);
    expect(await found(`?q=${operatorId}&until=2020-01-01T00:00:00.000Z`)).toBe(0);
    expect(await found(`?operator=${operatorId}&service=kyc&limit=500`)).toBe(15);
    expect(await found(`?operator=${randomUUID()}`)).toBe(0);
    expect(await found('?until=2020-01-01T00:00:00.000Z')).toBe(0);
    expect((await read('?cursor=bm9uZQ')).status).toBe(400);
    expect((await read('?limit=501')).status).toBe(400);
  });

  it('finds an id however long ago, and reads a part of the log per page for a text or a time', async () => {
    const id = await stage.publish(walletAuditEvents.operatorActed, acted({ action: 'long.ago' }));
    await eventually(() => stage.isDrained(walletAuditEvents.operatorActed));
    const last = await count();
    await stage.sql(
      `insert into audit_log (sequence, id, service, at, operator_id, action, resource_type, resource_id, hash)
       select $1 + n, gen_random_uuid(), 'kyc', now(), gen_random_uuid(), 'x', 'x', gen_random_uuid(), '' from generate_series(1, 51000) n`,
      [last],
    );
    await stage.sql('update audit_head set sequence = $1', [last + 51_000]);
    expect((await read(`?q=${id}`)).body).toMatchObject({ items: [{ id, action: 'long.ago' }], nextCursor: null });
    const { items, nextCursor } = (await read('?q=long.ago')).body;
    expect([items.length, nextCursor === null]).toEqual([0, false]);
    expect((await read(`?q=long.ago&cursor=${nextCursor}`)).body.items).toHaveLength(1);
    expect([{ until: '2020-01-01T00:00:00Z' }, { from: '2020-01-01T00:00:00Z' }, {}, { q: id }].map(reachOf)).toEqual([
      500_000,
      500_000,
      undefined,
      undefined,
    ]);
    await tamper(`delete from audit_log where sequence > ${last}`, `update audit_head set sequence = ${last}`);
  });

  it('is for those who may read it, and the auditor changes nothing', async () => {
    expect((await stage.as('support', 'GET', '/api/admin/risk/audit-logs')).status).toBe(403);
    expect(
      (await stage.as('auditor', 'PATCH', `/api/admin/risk/alerts/${randomUUID()}`, { status: 'resolved' })).status,
    ).toBe(403);
    expect((await stage.as('auditor', 'POST', `/api/admin/risk/deliveries/wallet/${randomUUID()}/retry`)).status).toBe(
      403,
    );
  });

  it('exports all of it as CSV that runs no formula, and records the export', async () => {
    await stage.publish(
      walletAuditEvents.operatorActed,
      acted({ action: '=HYPERLINK("http://x")', reason: '@SUM(A1)' }),
    );
    await eventually(() => stage.isDrained(walletAuditEvents.operatorActed));
    const before = await count();
    const file = await stage.as<string>('auditor', 'GET', '/api/admin/risk/audit-logs/export');
    expect(file.headers.get('content-type')).toContain('text/csv');
    const lines = file.body.trimEnd().split('\n');
    expect(lines.length).toBe(before + 1);
    expect(file.body).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(file.body).not.toMatch(/,"?[=@+]/);
    const { body } = await eventually(
      () => read('?q=audit.export'),
      ({ body: found }) => found.items.length === 1,
    );
    expect(body.items[0]).toMatchObject({ service: 'risk', action: 'audit.export', resourceType: 'audit_log' });
  });
});

const lines = () => readFileSync(stage.headFile, 'utf8').trimEnd().split('\n').length;
const publishOne = async () => {
  await stage.publish(walletAuditEvents.operatorActed, acted());
  await eventually(() => stage.isDrained(walletAuditEvents.operatorActed));
};

describe('the heads', () => {
  it('are in file and stream before the action is acknowledged; only the owner reads the file', async () => {
    await publishOne();
    const head = await stage.sql<Head>('select sequence, hash from audit_head');
    expect(readFileSync(stage.headFile, 'utf8')).toContain(`${head[0]?.sequence} ${head[0]?.hash} `);
    expect(await streamed()).toContainEqual(head[0]);
    expect(statSync(stage.headFile).mode & 0o777).toBe(0o600);
    expect(await verify(new Date(), await streamed())).toEqual({ records: await count(), heads: lines() });
  });

  it('are one line for many actions, and none for actions that come again', async () => {
    const events = Array.from({ length: 200 }, () => ({ id: randomUUID() as string, data: acted() }));
    const before = lines();
    await stage.publishMany(walletAuditEvents.operatorActed, events);
    await eventually(() => stage.isDrained(walletAuditEvents.operatorActed));
    expect(lines()).toBe(before + 1);
    await stage.publishMany(walletAuditEvents.operatorActed, events.toReversed());
    await eventually(() => stage.isDrained(walletAuditEvents.operatorActed));
    expect(lines()).toBe(before + 1);
  });

  it('are written after a crash between the commit and the file, when the actions come again', async () => {
    const kept = readFileSync(stage.headFile, 'utf8');
    rmSync(stage.headFile);
    mkdirSync(stage.headFile);
    await stage.publish(walletAuditEvents.operatorActed, acted({ action: 'unconfirmed' }));
    await eventually(
      () => stage.sql(`select from audit_log where action = 'unconfirmed'`),
      ({ length }) => length === 1,
    );
    expect(await stage.isDrained(walletAuditEvents.operatorActed)).toBe(false);
    rmSync(stage.headFile, { recursive: true });
    writeFileSync(stage.headFile, kept);
    await eventually(() => stage.isDrained(walletAuditEvents.operatorActed));
    expect(await verify(new Date(), await streamed())).toEqual({ records: await count(), heads: lines() });
    expect(await stage.sql('select from dead_letters')).toEqual([]);
  });

  it('drop an incomplete line left by a crash, and no other', async () => {
    writeFileSync(stage.headFile, `${readFileSync(stage.headFile, 'utf8')}12 ab`);
    expect((await verify()).fault).toBeUndefined();
    await publishOne();
    expect(await verify()).toEqual({ records: await count(), heads: lines() });
  });
});

describe('verifying finds', () => {
  /** Each case restores the log afterwards. */
  const backup = ['drop table if exists kept', 'create table kept as select * from audit_log'];
  const moveBack = (to: number) => [
    `update audit_head set sequence = ${to}, hash = (select hash from audit_log where sequence = ${to})`,
  ];
  const restore = ['truncate audit_log', 'insert into audit_log select * from kept'];
  const broken = async (...statements: string[]) => {
    for (const statement of backup) await stage.sql(statement);
    const head = await stage.sql('select * from audit_head');
    await tamper(...statements);
    const found = (await verify()).fault?.text;
    await tamper(...restore);
    await stage.sql('update audit_head set sequence = $1, hash = $2', [
      (head[0] as { sequence: number }).sequence,
      (head[0] as { hash: string }).hash,
    ]);
    expect((await verify()).fault).toBeUndefined();
    return found;
  };

  it.each([
    ['an action', "update audit_log set action = 'nothing' where sequence = 7"],
    ['an operator', `update audit_log set operator_id = '${randomUUID()}' where sequence = 7`],
    ['a time', "update audit_log set at = at + interval '1 second' where sequence = 7"],
    ['a value', `update audit_log set after = '{"status":"rejected"}' where sequence = 7`],
    ['a reason that was taken away', 'update audit_log set reason = null where sequence = 7'],
    ['an address', "update audit_log set address = '198.51.100.1' where sequence = 7"],
    ['a hash', `update audit_log set hash = '${'a'.repeat(64)}' where sequence = 7`],
  ])('%s that was changed', async (_name, statement) => {
    expect(await broken(statement)).toMatch(/^row 7 \([0-9a-f-]{36}\) was changed/);
  });

  it('a row that was deleted, in the middle and at the end', async () => {
    expect(await broken('delete from audit_log where sequence = 9')).toBe('row 9 is missing: the next one is 10');
    const last = await count();
    expect(await broken(`delete from audit_log where sequence = ${last}`)).toBe(
      `row ${last} is missing: the log had ${last} rows`,
    );
    expect(await broken('delete from audit_log')).toBe(`row 1 is missing: the log had ${last} rows`);
    expect(await broken(`delete from audit_log where sequence = ${last}`, ...moveBack(last - 1))).toBe(
      `row ${last} is missing: the log had ${last} rows`,
    );
  });

  it('two rows that changed places', async () => {
    const swap = 'update audit_log set sequence = case sequence when -11 then 12 else 11 end where sequence < 0';
    expect(await broken('update audit_log set sequence = -sequence where sequence in (11, 12)', swap)).toMatch(
      /^row 11 .* was changed/,
    );
  });

  it('a chain that was recomputed after an edit, with the head in the database as well', async () => {
    const rows = await stage.sql<Record<string, never>>('select * from audit_log order by sequence');
    let hash = origin.hash;
    const updates = rows.map((row: Record<string, unknown>) => {
      const [sequence, action] = [Number(row.sequence), Number(row.sequence) === 5 ? 'nothing' : String(row.action)];
      const optional = (value: unknown) => (value === null ? undefined : (value as string));
      hash = hashOf(hash, sequence, {
        id: String(row.id),
        service: String(row.service),
        at: (row.at as Date).toISOString(),
        operatorId: String(row.operator_id),
        action,
        resourceType: String(row.resource_type),
        resourceId: String(row.resource_id),
        reason: optional(row.reason),
        before: optional(row.before),
        after: optional(row.after),
        address: optional(row.address),
        agent: optional(row.agent),
      });
      return `update audit_log set hash = '${hash}'${sequence === 5 ? ", action = 'nothing'" : ''} where sequence = ${sequence}`;
    });
    const found = await broken(...updates, `update audit_head set hash = '${hash}'`);
    expect(found).toMatch(
      /^row \d+ \([0-9a-f-]{36}\): the chain was rewritten: another head of it was written outside the log$/,
    );
  });

  it('heads that were removed from the file, by what risk has noted and by the stream', async () => {
    const kept = readFileSync(stage.headFile, 'utf8');
    const last = await count();
    const without = (removed: number) => kept.replace(new RegExp(`^${removed} .*\\n`, 'm'), '');
    writeFileSync(stage.headFile, without(last));
    expect((await verify()).fault).toMatchObject({
      kind: 'file',
      text: `the head of row ${last} was removed from the head file`,
    });
    const [first] = await streamed();
    writeFileSync(stage.headFile, without(first?.sequence ?? 0));
    expect((await verify(new Date(), await streamed())).fault).toMatchObject({
      kind: 'file',
      sequence: first?.sequence,
    });
    rmSync(stage.headFile);
    expect((await verify()).fault).toMatchObject({ kind: 'file', sequence: last });
    writeFileSync(stage.headFile, kept);
    expect((await verify(new Date(), await streamed())).fault).toBeUndefined();
  });

  it('rows that were cut off together with their heads in file and database, by the stream', async () => {
    const kept = readFileSync(stage.headFile, 'utf8');
    const last = await count();
    await publishOne();
    const cut = [`delete from audit_log where sequence > ${last}`, ...moveBack(last)];
    await stage.sql('drop table if exists kept');
    await stage.sql('create table kept as select * from audit_log');
    const head = (await stage.sql<Head>('select sequence, hash from audit_head'))[0];
    await tamper(...cut);
    expect((await verify()).fault?.text).toBe(`row ${last + 1} is missing: the log had ${last + 1} rows`);
    const withHead = readFileSync(stage.headFile, 'utf8');
    writeFileSync(stage.headFile, kept);
    await stage.sql('update audit_written set sequence = $1', [last]);
    expect((await verify()).fault).toBeUndefined();
    expect((await verify(new Date(), await streamed())).fault).toMatchObject({
      kind: 'rows',
      text: `row ${last + 1} is missing: the log had ${last + 1} rows`,
    });
    writeFileSync(stage.headFile, withHead);
    await tamper(...restore);
    await stage.sql('update audit_head set sequence = $1, hash = $2', [head?.sequence, head?.hash]);
    await stage.sql('update audit_written set sequence = $1', [head?.sequence]);
    expect((await verify(new Date(), await streamed())).fault).toBeUndefined();
  });

  it('that the head of an earlier release is missing, once it is overdue', async () => {
    const kept = readFileSync(stage.headFile, 'utf8');
    rmSync(stage.headFile);
    await stage.sql('update audit_written set sequence = 0');
    expect((await verify()).fault).toBeUndefined();
    const later = new Date(Date.now() + 10 * 60_000);
    expect((await verify(later)).fault?.text).toBe(
      'row 1: its head is missing: no head after row 0 was written to the head file',
    );
    writeFileSync(stage.headFile, 'not a head\n');
    await expect(verify()).rejects.toThrow(/line 1 .* is no head of the audit log/);
    writeFileSync(stage.headFile, kept);
  });
});
