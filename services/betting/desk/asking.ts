/** Desk requests for a second operator, stored with their requester; at most one of a kind per subject. */
import { randomUUIDv7 } from 'node:crypto';
import { mayApprove, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import type { Act } from '@fairline/chassis/http/operator-act';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { DeskChange, DeskRequest } from '@fairline/proto/betting/desk-requests';
import { recordAction } from '../operator.ts';
import * as store from './store-requests.ts';

export interface Asked {
  marketId: string | null;
  subject: string;
  name: string;
  change: DeskChange;
}

/** Stores a request that a second operator must approve; replaces a pending one on the same subject. */
export async function askSecond(tx: Tx, at: Date, { marketId, subject, name, change }: Asked, act: Act): Promise<void> {
  await store.replaceRequest(tx, change.kind, subject, { operatorId: act.operator.id, at });
  const id = randomUUIDv7();
  await store.insertRequest(tx, {
    id,
    marketId,
    subject,
    name,
    change,
    reason: act.reason,
    requester: requesterOf(act.operator),
    requestedAt: at,
  });
  await recordAction(tx, act, 1, {
    action: 'request.ask',
    resourceType: 'desk_request',
    resourceId: id,
    before: {},
    after: { name, change },
  });
}

/** The request as this operator reads it, with whether they may approve it. */
export function toDeskRequest(
  { requester, requestedAt, decidedAt, ...row }: store.RequestRow,
  reader: { operator: Operator; at: Date },
): DeskRequest {
  return {
    ...row,
    requestedBy: requester.operatorId,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    mayApprove: row.status === 'pending' && mayApprove(reader.operator, requester, requestedAt, reader.at),
  };
}
