/** Queries of desk requests that need a second operator. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { decisionStatuses } from '@fairline/proto/betting/desk';
import { DeskChange, type DeskRequest } from '@fairline/proto/betting/desk-requests';
import { pageSize } from '@fairline/proto/contract';
import type { BetKey } from '../columns.ts';

const requestRow = {
  id: uuid,
  marketId: nullable(uuid),
  fixtureId: nullable(uuid),
  name: text,
  change: json(DeskChange),
  reason: text,
  status: oneOf(decisionStatuses),
  requester: json(Requester),
  requestedAt: instant,
  decidedBy: nullable(uuid),
  decidedAt: nullable(instant),
  withdrawnReason: nullable(text),
};
export type RequestRow = Row<typeof requestRow>;
const requestColumns = `id, market_id as "marketId", (select m.fixture_id from markets m where m.id = desk_requests.market_id) as "fixtureId", name, change, reason, status,
  requester, requested_at as "requestedAt", decided_by as "decidedBy", decided_at as "decidedAt", withdrawn_reason as "withdrawnReason"`;

type NewRequest = Pick<RequestRow, 'id' | 'marketId' | 'name' | 'change' | 'reason' | 'requester' | 'requestedAt'> & {
  subject: string;
};

export async function insertRequest(
  tx: Tx,
  { id, marketId, subject, name, change, reason, requester, requestedAt }: NewRequest,
): Promise<void> {
  await tx.run(
    `insert into desk_requests (id, kind, market_id, subject, name, change, reason, status, requester, requested_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9)`,
    [id, change.kind, marketId, subject, name, JSON.stringify(change), reason, JSON.stringify(requester), requestedAt],
  );
}

/** Withdraws the pending request of this kind on the subject, because another action replaces it. */
export async function replaceRequest(
  tx: Tx,
  kind: DeskChange['kind'],
  subject: string,
  by: { operatorId: string; at: Date },
): Promise<void> {
  await tx.run(
    `update desk_requests set status = 'withdrawn', decided_by = $3, decided_at = $4, withdrawn_reason = '' where kind = $1 and subject = $2 and status = 'pending'`,
    [kind, subject, by.operatorId, by.at],
  );
}

export function requestOf(db: Queries, id: string): Promise<RequestRow | undefined> {
  return db.row(requestRow, `select ${requestColumns} from desk_requests where id = $1`, [id]);
}

export function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  return tx.row(requestRow, `select ${requestColumns} from desk_requests where id = $1 for update`, [id]);
}

export async function closeRequest(
  tx: Tx,
  id: string,
  status: 'applied' | 'withdrawn',
  by: { operatorId: string | null; at: Date; withdrawnReason?: string },
): Promise<RequestRow> {
  const row = await tx.row(
    requestRow,
    `update desk_requests set status = $2, decided_by = $3, decided_at = $4, withdrawn_reason = $5 where id = $1 returning ${requestColumns}`,
    [id, status, by.operatorId, by.at, by.withdrawnReason ?? null],
  );
  if (!row) throw new Error(`there is no request ${id}`);
  return row;
}

/** Pending requests (or this one) that nobody can approve any more: the market or fixture is over or gone, or the own odds that stopped the market have ended. */
export function endedRequests(db: Queries, id: string | null = null): Promise<RequestRow[]> {
  return db.rows(
    requestRow,
    `select ${requestColumns} from desk_requests
     where status = 'pending' and ($1::uuid is null or id = $1) and (kind <> 'limit' or change ->> 'scope' = 'market')
       and not exists (
         select from markets m join market_states s on s.id = m.id join fixtures f on f.id = m.fixture_id
         where m.id = case when kind = 'limit' and change ->> 'scope' = 'market' then (change ->> 'id')::uuid else market_id end and f.ended_at is null
           and (kind = 'limit' or m.status in ('active', 'suspended') and not s.settled and not s.cancelled)
           and (kind <> 'own_loss' or exists (
             select from own_prices p where p.market_id = m.id and p.odds is not null and p.stopped_at is not null
               and p.requester ->> 'operatorId' = desk_requests.requester ->> 'operatorId'))
       )
     order by id limit ${pageSize}`,
    [id],
  );
}

/** Deletes requests that were decided before that instant, and the sums of own prices of earlier days. */
export async function pruneRequests(db: Queries, before: Date): Promise<void> {
  await db.run(`delete from desk_requests where status <> 'pending' and decided_at < $1`, [before]);
  await db.run(`delete from own_price_losses where day < ($1::timestamptz at time zone 'utc')::date`, [before]);
}

/** Only for a locked bet. */
export async function releaseSale(tx: Tx, { playerId, id }: BetKey, operatorId: string): Promise<void> {
  await tx.run('update bets set sale_released_by = $3, version = version + 1 where player_id = $1 and id = $2', [
    playerId,
    id,
    operatorId,
  ]);
}

/** One row more than a page, newest first. */
export function listRequests(
  db: Queries,
  status: DeskRequest['status'] | undefined,
  before: string | undefined,
): Promise<RequestRow[]> {
  return db.rows(
    requestRow,
    `select ${requestColumns} from desk_requests where ($1::text is null or status = $1) and ($2::uuid is null or id < $2)
     order by id desc limit ${pageSize + 1}`,
    [status ?? null, before ?? null],
  );
}
