/**
 * The chain of the audit log: the hash of each record covers the hash of the previous one, so that no record can be changed, removed or moved unnoticed.
 * docs/risk.md describes the hashed bytes, so that anybody can recompute them.
 */

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** A recorded operator action. Absent fields are left out, never null. */
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

/** A position in the chain: a sequence number with its hash. */
export interface Head {
  readonly sequence: number;
  readonly hash: string;
}

export type Chained = Recorded & Head;

/** The position before the first record. */
export const origin: Head = { sequence: 0, hash: '0'.repeat(64) };

/** SHA-256 in hex over the previous hash, a line feed, and the record with its sequence number as canonical JSON (RFC 8785). */
export function hashOf(previousHash: string, sequence: number, recorded: Recorded): string {
  const { id, service, at, operatorId, action, resourceType, resourceId, reason, before, after, address, agent } =
    recorded;
  const record = {
    sequence,
    id,
    service,
    at,
    operatorId,
    action,
    resourceType,
    resourceId,
    reason,
    before,
    after,
    address,
    agent,
  };
  return createHash('sha256')
    .update(`${previousHash}\n${canonicalize(record)}`)
    .digest('hex');
}

/** Turns records into the links that follow a head. */
export function link(head: Head, records: readonly Recorded[]): Chained[] {
  let { sequence, hash } = head;
  return records.map((recorded) => {
    sequence += 1;
    hash = hashOf(hash, sequence, recorded);
    return { ...recorded, sequence, hash };
  });
}
