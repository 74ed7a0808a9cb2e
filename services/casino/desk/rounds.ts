/** Rounds as operators find and read them. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { casinoDeskRoutes, OperatorRound } from '@fairline/proto/casino/desk';
import { Id, type Infer } from '@fairline/proto/contract';
import type { RoundContext } from '../rounds/context.ts';
import { readRound } from '../rounds/reading.ts';
import type { StoredRound } from '../rounds/store.ts';
import { searchRounds, type Wanted } from './store-rounds.ts';

/** A printed reference is the end of an id, at least its last eight characters. Undefined where no id ends so. */
function wantedOf(q: string): Wanted | undefined {
  const text = q.trim().replace(/^#/, '').toLowerCase();
  if (Id.safeParse(text).success) return { kind: 'id', text };
  return /^[0-9a-f-]{8,36}$/.test(text) ? { kind: 'reference', text } : undefined;
}

export async function findRounds(
  context: RoundContext,
  { q = '', game, playerId, cursor }: Infer<typeof casinoDeskRoutes.operatorRounds.query>,
): Promise<Infer<typeof casinoDeskRoutes.operatorRounds.reply>> {
  const wanted = wantedOf(q);
  if (q.trim() !== '' && !wanted) return { items: [], nextCursor: null };
  const rows = await searchRounds(context.db, { wanted, game, playerId }, readCursor(Id, cursor));
  return page(
    rows,
    ({ id }) => id,
    (row) => toOperatorRound(context, row),
  );
}

export function toOperatorRound(context: RoundContext, row: StoredRound): OperatorRound {
  const { playerId, voidedReason, voidedBy } = row;
  return { ...readRound(context, row), playerId, ...(voidedReason !== null && { voidedReason }), ...(voidedBy !== null && { voidedBy }) };
}
