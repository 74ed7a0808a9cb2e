/** Verifies the chain of the audit log against the heads that were written outside the database, as a whole or its newest rows. Reads only. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { type Head, hashOf, origin } from './chain.ts';
import { newestHeads, readHeads } from './head-file.ts';
import { chainAfter, chainAt, type RecordRow, readHead, readWritten } from './store.ts';

const pageRecords = 1_000;
/** The newest rows that a check of the tail reads. */
const tailRecords = 500;
/** The time after a record within which its head must be in the file. Heads are written before the action is acknowledged; after an outage actions arrive late. */
const headWithinMs = 5 * 60_000;

export interface Fault {
  /** `file`: a head was removed from the file. `rows`: anything else. */
  readonly kind: 'rows' | 'file';
  readonly sequence: number;
  readonly text: string;
}

export interface Verified {
  records: number;
  heads: number;
  /** The first fault; undefined if the chain is intact. */
  fault?: Fault;
}

/** Verifies the whole chain. `inStream`: the heads in the stream AUDIT, read before this call; each was in the file before it was published. */
export async function verifyChain(
  db: Queries,
  headFile: string,
  now: Date,
  inStream: readonly Head[] = [],
): Promise<Verified> {
  const written = await readWritten(db);
  const inFile = await readHeads(headFile);
  return verifyFrom(db, origin, { inFile, inStream, written, now });
}

/** Verifies the newest rows only. */
export async function verifyTail(db: Queries, headFile: string, now: Date): Promise<Fault | undefined> {
  const written = await readWritten(db);
  const inFile = await newestHeads(headFile);
  const { sequence } = await readHead(db);
  const start = (await chainAt(db, Math.max(0, sequence - tailRecords))) ?? origin;
  return (
    await verifyFrom(db, start, {
      inFile: inFile.filter((head) => head.sequence > start.sequence),
      inStream: [],
      written,
      now,
    })
  ).fault;
}

interface Evidence {
  readonly inFile: readonly Head[];
  readonly inStream: readonly Head[];
  /** The newest head that risk has noted as written to the file. */
  readonly written: number;
  readonly now: Date;
}

/** Rows may be appended meanwhile, so the heads are read before the rows, and the chain must reach them. */
async function verifyFrom(db: Queries, start: Head, { inFile, inStream, written, now }: Evidence): Promise<Verified> {
  const head = await readHead(db);
  const covered = furthestOf(inFile, start.sequence);
  const hashes = new Map<number, Set<string>>();
  for (const { sequence, hash } of [...inFile, ...inStream, ...(head.sequence > 0 ? [head] : [])])
    hashes.set(sequence, (hashes.get(sequence) ?? new Set()).add(hash));
  const found = (last: Head, fault: Fault | undefined): Verified => ({
    records: last.sequence,
    heads: inFile.length,
    ...(fault && { fault }),
  });
  let uncoveredSince: Date | undefined;
  let last: Head = start;
  for (;;) {
    const page = await chainAfter(db, last.sequence, pageRecords);
    for (const row of page) {
      const fault = faultAt(last, row, hashes.get(row.sequence));
      if (fault) return found(last, fault);
      last = row;
      if (row.sequence === covered + 1) uncoveredSince = row.at;
    }
    if (page.length < pageRecords) break;
  }
  return found(
    last,
    missingAfter(last, furthestOf([...inStream, head], Math.max(covered, written))) ??
      missingHead({ inFile, inStream, written }, covered) ??
      overdueHead(covered, uncoveredSince, now),
  );
}

const furthestOf = (heads: readonly Pick<Head, 'sequence'>[], least: number) =>
  heads.reduce((most, { sequence }) => Math.max(most, sequence), least);

function faultAt(last: Head, row: RecordRow, heads: ReadonlySet<string> | undefined): Fault | undefined {
  const { sequence } = row;
  const fault = (at: number, text: string): Fault => ({ kind: 'rows', sequence: at, text });
  if (sequence !== last.sequence + 1)
    return fault(last.sequence + 1, `row ${last.sequence + 1} is missing: the next one is ${sequence}`);
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
  if (hashOf(last.hash, sequence, record) !== row.hash)
    return fault(
      sequence,
      `row ${sequence} (${row.id}) was changed: its hash is not that of its content and the row before`,
    );
  if (heads && !(heads.size === 1 && heads.has(row.hash)))
    return fault(
      sequence,
      `row ${sequence} (${row.id}): the chain was rewritten: another head of it was written outside the log`,
    );
  return undefined;
}

/** The fault if rows are missing at the end of the chain. */
function missingAfter(last: Head, furthest: number): Fault | undefined {
  const sequence = last.sequence + 1;
  return furthest > last.sequence
    ? { kind: 'rows', sequence, text: `row ${sequence} is missing: the log had ${furthest} rows` }
    : undefined;
}

/** The fault if a head was in the file and is there no more: one that risk noted as written, or one of the stream. */
function missingHead({ inFile, inStream, written }: Omit<Evidence, 'now'>, covered: number): Fault | undefined {
  if (written > covered)
    return { kind: 'file', sequence: written, text: `the head of row ${written} was removed from the head file` };
  const present = new Set(inFile.map(({ hash }) => hash));
  const removed = inStream.find(({ hash }) => !present.has(hash));
  return (
    removed && {
      kind: 'file',
      sequence: removed.sequence,
      text: `the head of row ${removed.sequence} was removed from the head file`,
    }
  );
}

/** The fault if heads are missing in the file. It is judged by the first row without a head, because the last row of a busy log is always new. */
function overdueHead(covered: number, uncoveredSince: Date | undefined, now: Date): Fault | undefined {
  const isOverdue = uncoveredSince !== undefined && now.getTime() - uncoveredSince.getTime() > headWithinMs;
  if (!isOverdue) return undefined;
  return {
    kind: 'file',
    sequence: covered + 1,
    text: `row ${covered + 1}: its head is missing: no head after row ${covered} was written to the head file`,
  };
}
