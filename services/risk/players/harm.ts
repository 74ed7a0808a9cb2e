/** The stored harm score of a player, for subjects that refuse something because of it. Computed by harm. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { json } from '@fairline/chassis/storage/rows';
import { HarmMarkerName } from '@fairline/proto/risk/harm';
import { z } from 'zod';

const reasonsRow = { reasons: json(z.array(HarmMarkerName)) };

/** The reasons of a score at or above the threshold; undefined below it. */
export async function isAtRisk(db: Queries, playerId: string): Promise<z.infer<typeof HarmMarkerName>[] | undefined> {
  const row = await db.row(reasonsRow, 'select reasons from harm_scores where player_id = $1 and is_at_risk', [playerId]);
  return row?.reasons;
}
