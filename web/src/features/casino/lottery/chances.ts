/** The probability that a ticket wins each prize, from the rules of the version in force: a match, then its own draw, then the prize by its weight. */
import type { GameRules } from '@fairline/proto/casino/games';
import {
  highestNumber,
  largestPrizeMinor,
  numbersPerTicket,
  type PrizeId,
  prizeIds,
  prizes,
} from '@fairline/proto/games/lottery';
import { z } from 'zod';
import type { LotteryStake } from './ticket-list.ts';

/** A ticket's own draw is one of so many numbers. */
const winSpan = 1_000_000_000;

const Rules = z.object({ winBelow: z.record(z.string(), z.number()) });

/** The probability that at least one of six numbers is drawn: 56.4 %. */
export const matchChance =
  1 -
  Array.from({ length: numbersPerTicket }).reduce<number>(
    (chance, _, place) => (chance * (highestNumber - numbersPerTicket - place)) / (highestNumber - place),
    1,
  );

export interface PrizeChance {
  prize: PrizeId;
  /** Per ticket, before the draw. */
  chance: number;
}

/** The prizes that a ticket of this stake can win, the largest first; null if this page does not know the shape of the rules. */
export function prizeChances(
  rules: z.infer<typeof GameRules>,
  stakeMinor: LotteryStake,
): { winChance: number; prizes: PrizeChance[] } | null {
  const threshold = Rules.safeParse(rules).data?.winBelow[stakeMinor];
  if (threshold === undefined) return null;
  const winChance = (matchChance * threshold) / winSpan;
  const ids = prizeIds
    .filter((id) => canWin(id, stakeMinor))
    .toSorted((one, other) => prizes[other].valueMinor - prizes[one].valueMinor);
  const weight = ids.reduce((sum, id) => sum + prizes[id].weight, 0);
  return { winChance, prizes: ids.map((prize) => ({ prize, chance: (winChance * prizes[prize].weight) / weight })) };
}

export function canWin(prize: PrizeId, stakeMinor: LotteryStake): boolean {
  return prizes[prize].valueMinor <= (largestPrizeMinor(stakeMinor) ?? Number.POSITIVE_INFINITY);
}
