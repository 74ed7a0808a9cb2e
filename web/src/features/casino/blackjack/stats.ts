/** The player's figures of a session at this table: hands, wins, blackjacks, doubles and splits. They restart with each session. */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import { z } from 'zod';
import { createStoredValue } from '../../../client/storage/stored-value.ts';

const Stats = z.object({
  /** When the last counted round began; empty before the first. */
  lastAt: z.string(),
  handsPlayed: z.int(),
  handsWon: z.int(),
  blackjacks: z.int(),
  doubles: z.int(),
  splits: z.int(),
});
export type BlackjackStats = z.infer<typeof Stats>;

export const noStats: BlackjackStats = {
  lastAt: '',
  handsPlayed: 0,
  handsWon: 0,
  blackjacks: 0,
  doubles: 0,
  splits: 0,
};

export const statsStore = createStoredValue<BlackjackStats>(
  'fairline.casino.blackjack',
  (stored) => Stats.safeParse(stored).data ?? noStats,
);

/** The server ends a session after this long without a round. */
const sessionMs = 30 * 60_000;

/** A session that began this long after the last counted round, by the server's clock, is another session. */
const apartMs = 60_000;

/** Figures of an earlier session do not count. */
export function statsSince(stats: BlackjackStats, startedAt: string | undefined): BlackjackStats {
  return startedAt !== undefined && stats.lastAt !== '' && Date.parse(startedAt) - Date.parse(stats.lastAt) > apartMs
    ? noStats
    : stats;
}

/** Counts a settled round, once even if it is passed repeatedly. */
export function withRound(
  stats: BlackjackStats,
  round: Pick<RoundOf<'professional-blackjack'>, 'createdAt' | 'outcome' | 'actions'>,
): BlackjackStats {
  if (round.createdAt <= stats.lastAt) return stats;
  const since = stats.lastAt && Date.parse(round.createdAt) - Date.parse(stats.lastAt) < sessionMs ? stats : noStats;
  const { hands } = round.outcome;
  const count = (of: (hand: (typeof hands)[number]) => boolean) => hands.filter(of).length;
  return {
    lastAt: round.createdAt,
    handsPlayed: since.handsPlayed + hands.length,
    handsWon: since.handsWon + count(({ status }) => status === 'won' || status === 'blackjack'),
    blackjacks: since.blackjacks + count(({ status }) => status === 'blackjack'),
    doubles: since.doubles + count(({ doubled }) => doubled),
    splits: since.splits + round.actions.filter((action) => action === 'split').length,
  };
}
