/** Rounds as operators find and read them. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { mayApprove } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import type { casinoDeskRoutes, OperatorRound } from '@fairline/proto/casino/desk';
import { Id, type Infer } from '@fairline/proto/contract';
import type { RoundContext } from '../rounds/context.ts';
import { readRound } from '../rounds/reading.ts';
import type { StoredRound } from '../rounds/store.ts';
import { searchRounds, type Wanted } from './store-rounds.ts';
import { controlOfRounds, type VoidRequest } from './store-voids.ts';

type Control = Awaited<ReturnType<typeof controlOfRounds>>;

/** A printed reference: the end of an id, at least its last eight characters. Undefined for a text that cannot be one. */
function wantedOf(q: string): Wanted | undefined {
  const text = q.trim().replace(/^#/, '').toLowerCase();
  if (Id.safeParse(text).success) return { kind: 'id', text };
  return /^[0-9a-f-]{8,36}$/.test(text) ? { kind: 'reference', text } : undefined;
}

export async function findRounds(
  context: RoundContext,
  operator: Operator,
  { q = '', game, playerId, waits, cursor }: Infer<typeof casinoDeskRoutes.operatorRounds.query>,
): Promise<Infer<typeof casinoDeskRoutes.operatorRounds.reply>> {
  const wanted = wantedOf(q);
  if (q.trim() !== '' && !wanted) return { items: [], nextCursor: null };
  const rows = await searchRounds(
    context.db,
    { wanted, game, playerId, waits: waits !== undefined },
    readCursor(Id, cursor),
  );
  const control = await controlOfRounds(
    context.db,
    rows.map(({ id }) => id),
  );
  return page(
    rows,
    ({ id }) => id,
    (row) => withControl(context, operator, row, control),
  );
}

export async function toOperatorRound(
  context: RoundContext,
  operator: Operator,
  row: StoredRound,
): Promise<OperatorRound> {
  return withControl(context, operator, row, await controlOfRounds(context.db, [row.id]));
}

function withControl(
  context: RoundContext,
  operator: Operator,
  row: StoredRound,
  { requests, flagged }: Control,
): OperatorRound {
  const { id, playerId, voidedReason, voidedBy } = row;
  const request = requests.get(id);
  return {
    ...readRound(context, row),
    playerId,
    ...(voidedReason !== null && { voidedReason }),
    ...(voidedBy !== null && { voidedBy }),
    ...(flagged.has(id) && { voidFlagged: true }),
    ...(request && { voidRequest: shownRequest(request, operator, context.clock.now()) }),
  };
}

function shownRequest(
  { reason, requester, requestedAt }: VoidRequest,
  operator: Operator,
  now: Date,
): OperatorRound['voidRequest'] {
  return {
    reason,
    requestedBy: requester.operatorId,
    requestedAt: requestedAt.toISOString(),
    mayApprove: mayApprove(operator, requester, requestedAt, now),
  };
}
