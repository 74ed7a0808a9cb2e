/**
 * The chain of the audit log: each record has the hash of the one before it in its own, so that none can be changed, taken out or moved unnoticed.
 * The bytes that are hashed are described in services/risk/README.md, for whoever recomputes them.
 */
import { createHash } from 'node:crypto';

/** An operator action as it is recorded. Absent values are left out, never null. */
export interface Recorded {
  readonly id: string;
  readonly service: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly operatorId: string;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly reason?: string | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly address?: string | undefined;
  readonly agent?: string | undefined;
}

/** A place in the chain. */
export interface Head {
  readonly sequence: number;
  readonly hash: string;
}

export type Chained = Recorded & Head;

/** Before the first record. */
export const origin: Head = { sequence: 0, hash: '0'.repeat(64) };

/** JSON as RFC 8785 fixes it: no spaces, the names of an object in the order of their UTF-16 code units, numbers and texts as JavaScript writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => (one === undefined ? 'null' : canonical(one))).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

/** SHA-256 in hex over the hash before, a line feed, and the record with its sequence as canonical JSON. */
export function hashOf(previousHash: string, sequence: number, recorded: Recorded): string {
  const { id, service, at, operatorId, action, resourceType, resourceId, reason, before, after, address, agent } = recorded;
  const record = { sequence, id, service, at, operatorId, action, resourceType, resourceId, reason, before, after, address, agent };
  return createHash('sha256')
    .update(`${previousHash}\n${canonical(record)}`)
    .digest('hex');
}

/** The records as the links that follow a head. */
export function link(head: Head, records: readonly Recorded[]): Chained[] {
  let { sequence, hash } = head;
  return records.map((recorded) => {
    sequence += 1;
    hash = hashOf(hash, sequence, recorded);
    return { ...recorded, sequence, hash };
  });
}
