/**
 * `npm run audit:verify`: recomputes the chain of the audit log and compares it with every head that was written to the file outside the database.
 * Prints the result. Exits 0 if the chain is intact, else 1 with the first broken row and its fault. Reads only.
 */
import type { Env } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { Database, type Queries } from '@fairline/chassis/storage/postgres';
import { type Head, hashOf, origin } from './chain.ts';
import { readHeads } from './head-file.ts';
import { chainAfter, type RecordRow, readHead } from './store.ts';

const pageRecords = 1_000;
/** The time after a record within which its head must be in the file. Heads are written once a minute. */
const headWithinMs = 5 * 60_000;

export interface Verified {
  records: number;
  heads: number;
  /** The first broken row with its fault; undefined if the chain is intact. */
  broken?: string;
}

/** Verifies the chain. Rows may be appended meanwhile, so the heads are read first, and the chain must reach them. */
export async function verifyAudit(db: Queries, headFile: string, now: Date): Promise<Verified> {
  const heads = await readHeads(headFile);
  const head = await readHead(db);
  const written = new Map<number, Set<string>>();
  for (const { sequence, hash } of heads) written.set(sequence, (written.get(sequence) ?? new Set()).add(hash));
  const covered = Math.max(0, ...heads.map(({ sequence }) => sequence));
  let uncoveredSince: Date | undefined;
  let last: Head = origin;
  for (;;) {
    const page = await chainAfter(db, last.sequence, pageRecords);
    for (const row of page) {
      const broken = brokenAt(last, row, written.get(row.sequence));
      if (broken) return { records: last.sequence, heads: heads.length, broken };
      last = row;
      if (row.sequence === covered + 1) uncoveredSince = row.at;
      if (row.sequence === head.sequence && row.hash !== head.hash)
        return {
          records: last.sequence,
          heads: heads.length,
          broken: `row ${row.sequence}: the chain was rewritten: the service had appended another hash`,
        };
    }
    if (page.length < pageRecords) break;
  }
  const broken = missingAfter(last, Math.max(head.sequence, covered)) ?? overdueHead(covered, uncoveredSince, now);
  return { records: last.sequence, heads: heads.length, ...(broken && { broken }) };
}

function brokenAt(last: Head, row: RecordRow, written: ReadonlySet<string> | undefined): string | undefined {
  if (row.sequence !== last.sequence + 1) return `row ${last.sequence + 1} is missing: the next one is ${row.sequence}`;
  const { at, reason, before, after, address, agent, ...rest } = row;
  const absent = <T>(value: T | null) => value ?? undefined;
  const record = {
    ...rest,
    at: at.toISOString(),
    reason: absent(reason),
    before: absent(before),
    after: absent(after),
    address: absent(address),
    agent: absent(agent),
  };
  if (hashOf(last.hash, row.sequence, record) !== row.hash)
    return `row ${row.sequence} (${row.id}) was changed: its hash is not that of its content and the row before`;
  if (written && !(written.size === 1 && written.has(row.hash)))
    return `row ${row.sequence} (${row.id}): the chain was rewritten: another hash was written to the head file`;
  return undefined;
}

/** The fault if rows are missing at the end of the chain. */
function missingAfter(last: Head, furthest: number): string | undefined {
  return furthest > last.sequence ? `row ${last.sequence + 1} is missing: the log had ${furthest} rows` : undefined;
}

/** The fault if heads are missing in the file. It is judged by the first row without a head, because the last row of a busy log is always new. */
function overdueHead(covered: number, uncoveredSince: Date | undefined, now: Date): string | undefined {
  const isOverdue = uncoveredSince !== undefined && now.getTime() - uncoveredSince.getTime() > headWithinMs;
  return isOverdue ? `row ${covered + 1}: its head is missing: no head after row ${covered} was written to the head file` : undefined;
}

async function verify(env: Env): Promise<Verified> {
  const { DATABASE_URL: url, AUDIT_HEAD_FILE: file } = env;
  if (!url || !file) throw new Error('DATABASE_URL and AUDIT_HEAD_FILE are not set: run `npm run audit:verify`');
  const db = new Database(url, createLog('audit', 'silent'), 1);
  try {
    return await verifyAudit(db, file, new Date());
  } finally {
    await db.close();
  }
}

if (import.meta.main) {
  try {
    const { records, heads, broken } = await verify(process.env);
    process.stdout.write(broken ? `✗ ${broken}\n` : `✓ ${records} records verified against ${heads} heads\n`);
    process.exitCode = broken ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
