/** The player's figures of a session at this table: hands, wins of either side, ties and naturals. They restart with each session. */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import { z } from 'zod';
import { createStoredValue } from '../../../client/storage/stored-value.ts';

const Stats = z.object({
  /** When the last counted round began; empty before the first. */
  lastAt: z.string(),
  handsPlayed: z.int(),
  playerWins: z.int(),
  bankerWins: z.int(),
  ties: z.int(),
  naturals: z.int(),
});
export type BaccaratStats = z.infer<typeof Stats>;

export const noStats: BaccaratStats = {
  lastAt: '',
  handsPlayed: 0,
  playerWins: 0,
  bankerWins: 0,
  ties: 0,
  naturals: 0,
};

export const statsStore = createStoredValue<BaccaratStats>(
  'fairline.casino.baccarat',
  (stored) => Stats.safeParse(stored).data ?? noStats,
);

/** The server ends a session after this long without a round. */
const sessionMs = 30 * 60_000;

/** A session that began this long after the last counted round, by the server's clock, is another session. */
const apartMs = 60_000;

/** Figures of an earlier session do not count. */
export function statsSince(stats: BaccaratStats, startedAt: string | undefined): BaccaratStats {
  return startedAt !== undefined && stats.lastAt !== '' && Date.parse(startedAt) - Date.parse(stats.lastAt) > apartMs
    ? noStats
    : stats;
}

/** Counts a settled round, once even if it is passed repeatedly. */
export function withRound(
  stats: BaccaratStats,
  { createdAt, outcome }: Pick<RoundOf<'elite-baccarat'>, 'createdAt' | 'outcome'>,
): BaccaratStats {
  if (createdAt <= stats.lastAt) return stats;
  const since = stats.lastAt && Date.parse(createdAt) - Date.parse(stats.lastAt) < sessionMs ? stats : noStats;
  return {
    lastAt: createdAt,
    handsPlayed: since.handsPlayed + 1,
    playerWins: since.playerWins + Number(outcome.result === 'player'),
    bankerWins: since.bankerWins + Number(outcome.result === 'banker'),
    ties: since.ties + Number(outcome.result === 'tie'),
    naturals: since.naturals + Number(outcome.natural),
  };
}
