/** Claims as players and operators see them. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { Id, type Page, pageSize, Refusal } from '@fairline/proto/contract';
import { type Claim, ClaimCounting, claimRefusals } from '@fairline/proto/promotions/claims';
import type { OperatorClaim } from '@fairline/proto/promotions/desk';
import { wageredTypes } from '../players/eligibility.ts';
import { linkedTo } from '../players/store.ts';
import { type ClaimRow, findClaim } from './store.ts';
import { type ClaimFilter, listClaims } from './store-reads.ts';

export function toClaim(row: ClaimRow): Claim {
  const {
    id,
    promotionId,
    name,
    type,
    status,
    wageringRequiredMinor,
    wageringCompletedMinor,
    bonusMinor,
    currency,
    jurisdiction,
  } = row;
  return {
    id,
    promotionId,
    name,
    type,
    status,
    claimedAt: row.claimedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    ...(status === 'completed' && row.endedAt && { completedAt: row.endedAt.toISOString() }),
    ...(row.waitingFor && { waitingFor: row.waitingFor }),
    ...(row.waitingFor && row.terms.minDepositMinor > 0 && { minDepositMinor: row.terms.minDepositMinor }),
    ...(wageredTypes.includes(type) && { counting: ClaimCounting.parse(row.terms) }),
    wageringRequiredMinor,
    // The last stake counts in full and may exceed the requirement; the player is shown at most the requirement.
    wageringCompletedMinor: Math.min(wageringCompletedMinor, wageringRequiredMinor),
    ...(row.coveredStakeMinor > 0 && {
      covered: { stakeMinor: row.coveredStakeMinor, atRiskMinor: row.coveredAtRiskMinor },
    }),
    bonusMinor,
    currency,
    jurisdiction,
  };
}

export async function claimById(db: Queries, id: string, playerId: string): Promise<Claim> {
  const row = await findClaim(db, id);
  if (row?.playerId !== playerId) throw new Refusal(claimRefusals.claimUnknown);
  return toClaim(row);
}

export async function claimsOfPlayer(db: Queries, playerId: string, cursor: string | undefined): Promise<Page<Claim>> {
  const rows = await listClaims(db, { playerId }, readCursor(Id, cursor), pageSize + 1);
  return page(rows, ({ id }) => id, toClaim);
}

export async function toOperatorClaims(db: Queries, rows: readonly ClaimRow[]): Promise<OperatorClaim[]> {
  const links = Map.groupBy(
    await linkedTo(db, [...new Set(rows.map(({ playerId }) => playerId))]),
    ({ playerId }) => playerId,
  );
  return rows.map((row) => ({
    ...toClaim(row),
    playerId: row.playerId,
    linkedPlayerIds: (links.get(row.playerId) ?? []).map(({ otherId }) => otherId),
    ...(row.endReason && { endReason: row.endReason }),
  }));
}

export async function claimsForOperator(
  db: Queries,
  { cursor, ...filter }: ClaimFilter & { cursor?: string | undefined },
): Promise<Page<OperatorClaim>> {
  const rows = await listClaims(db, filter, readCursor(Id, cursor), pageSize + 1);
  const shown = await toOperatorClaims(db, rows.slice(0, pageSize));
  return { ...page(rows, ({ id }) => id, toClaim), items: shown };
}
