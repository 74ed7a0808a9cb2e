/** Queries that list claims, for their players and for operators. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import type { ClaimStatus } from '@fairline/proto/promotions/claims';
import { type ClaimRow, claimColumns, claimRow } from './store.ts';

export interface ClaimFilter {
  playerId?: string | undefined;
  promotionId?: string | undefined;
  status?: ClaimStatus | undefined;
  waiting?: 'operator' | undefined;
}

/** Claims with an id below `before`, newest first. */
export function listClaims(
  db: Queries,
  { playerId, promotionId, status, waiting }: ClaimFilter,
  before: string | undefined,
  limit: number,
): Promise<ClaimRow[]> {
  return db.rows(
    claimRow,
    `select ${claimColumns} from claims c join promotions p on p.id = c.promotion_id
     where ($1::uuid is null or c.player_id = $1) and ($2::uuid is null or c.promotion_id = $2) and ($3::text is null or c.status = $3)
       and ($4::text is null or c.waiting_for = $4) and ($5::uuid is null or c.id < $5) order by c.id desc limit $6`,
    [playerId ?? null, promotionId ?? null, status ?? null, waiting ?? null, before ?? null, limit],
  );
}
