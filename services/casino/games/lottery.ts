/**
 * Prize Lottery: six of 49 numbers are drawn for all tickets of a round. Each ticket has one draw for whether it wins and one for the prize; to win it needs at least one match.
 * Each ticket always takes two draws, so its position alone determines which draws are its own.
 */
import {
  highestNumber,
  type LotteryOutcome,
  type LotteryWager,
  largestPrizeMinor,
  lotteryStakes,
  numbersPerTicket,
  type PrizeId,
  prizeIds,
  prizes,
} from '@fairline/proto/games/lottery';
import { z } from 'zod';
import type { Draws } from './draws.ts';
import type { Game, Moments } from './game.ts';

/** The first draw of a ticket is one of this many numbers. A ticket with a match wins if it is below the threshold of its stake. */
const winSpan = 1_000_000_000;

const Rules = z.strictObject({
  /** The threshold by stake in minor units. */
  winBelow: z.record(z.string().regex(/^\d+$/), z.int().min(0).max(winSpan)),
  /** The return that the thresholds were solved for, in per cent. */
  target: z.number().optional(),
});
export type LotteryRules = z.infer<typeof Rules>;

type Ticket = LotteryWager['tickets'][number];

export const lottery: Game<LotteryWager, LotteryOutcome, LotteryRules> & { solve: (rtp: number) => LotteryRules } = {
  id: 'prize-lottery',
  rules: Rules,
  // The result of `solve`.
  firstRules: {
    winBelow: {
      '5000': 334_888_581,
      '10000': 430_571_032,
      '25000': 385_380_573,
      '50000': 429_506_657,
      '100000': 859_013_315,
    },
    target: 85,
  },
  solve: solveLottery,
  reach: { lowest: 85, highest: 98.9 },
  stakeOf({ tickets }) {
    const totalMinor = tickets.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0);
    return { totalMinor, boundMinor: totalMinor };
  },
  maxWinMinor: (_, { tickets }) => tickets.reduce((sum, { stakeMinor }) => sum + tierOf(stakeMinor).largestMinor, 0),
  play(rules, wager, draws) {
    const drawn = drawNumbers(draws);
    const tickets = wager.tickets.map((ticket) => drawTicket(rules, ticket, drawn, draws));
    return {
      outcome: { drawn, tickets },
      isOpen: false,
      stakeMinor: lottery.stakeOf(wager).totalMinor,
      payoutMinor: tickets.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0),
      winsJackpot: false,
    };
  },
  returns: (rules) =>
    lotteryStakes.map((stakeMinor) => ({
      type: `ticket_${stakeMinor / 100}`,
      rtp: (100 * matchChance * winChance(rules, stakeMinor) * tierOf(stakeMinor).meanMinor) / stakeMinor,
    })),
  moments: lotteryMoments,
};

/** Partial Fisher-Yates from the front of 1 to 49, in the order drawn. */
function drawNumbers(draws: Draws): number[] {
  const numbers = Array.from({ length: highestNumber }, (_, index) => index + 1);
  for (let place = 0; place < numbersPerTicket; place++) {
    const other = place + draws.integer(highestNumber - place);
    [numbers[place], numbers[other]] = [numbers[other] as number, numbers[place] as number];
  }
  return numbers.slice(0, numbersPerTicket);
}

function drawTicket(
  rules: LotteryRules,
  { numbers, stakeMinor }: Ticket,
  drawn: readonly number[],
  draws: Draws,
): LotteryOutcome['tickets'][number] {
  const matches = numbers.filter((number) => drawn.includes(number)).length;
  const isDrawnToWin = draws.integer(winSpan) < thresholdOf(rules, stakeMinor);
  const prize = drawPrize(tierOf(stakeMinor), draws);
  if (matches === 0 || !isDrawnToWin) return { numbers, stakeMinor, matches, payoutMinor: 0 };
  return { numbers, stakeMinor, matches, prize, payoutMinor: prizes[prize].valueMinor };
}

function thresholdOf({ winBelow }: LotteryRules, stakeMinor: number): number {
  const threshold = winBelow[stakeMinor];
  if (threshold === undefined) throw new Error(`no threshold for a ticket of ${stakeMinor}`);
  return threshold;
}

/** The probability that a ticket with a match wins. */
const winChance = (rules: LotteryRules, stakeMinor: number) => thresholdOf(rules, stakeMinor) / winSpan;

interface Tier {
  /** The prizes that a ticket of this stake can win, in the order of the catalogue. */
  readonly ids: readonly PrizeId[];
  readonly weight: number;
  readonly meanMinor: number;
  readonly meanSquare: number;
  readonly largestMinor: number;
}

const tiers = new Map<number, Tier>(
  lotteryStakes.map((stakeMinor) => {
    const limitMinor = largestPrizeMinor(stakeMinor) ?? Number.POSITIVE_INFINITY;
    const ids = prizeIds.filter((id) => prizes[id].valueMinor <= limitMinor);
    const weight = sum(ids.map((id) => prizes[id].weight));
    const meanMinor = sum(ids.map((id) => prizes[id].weight * prizes[id].valueMinor)) / weight;
    const meanSquare = sum(ids.map((id) => prizes[id].weight * prizes[id].valueMinor ** 2)) / weight;
    return [
      stakeMinor,
      { ids, weight, meanMinor, meanSquare, largestMinor: Math.max(...ids.map((id) => prizes[id].valueMinor)) },
    ];
  }),
);

function tierOf(stakeMinor: number): Tier {
  const tier = tiers.get(stakeMinor);
  if (!tier) throw new Error(`no ticket costs ${stakeMinor}`);
  return tier;
}

function drawPrize({ ids, weight }: Tier, draws: Draws): PrizeId {
  let left = draws.integer(weight);
  for (const id of ids) {
    left -= prizes[id].weight;
    if (left < 0) return id;
  }
  throw new Error('a prize was drawn beyond the weights');
}

/** The thresholds for a return of `target` per cent, to a billionth of the chance to win. */
function solveLottery(target: number): LotteryRules {
  const thresholds = lotteryStakes.map((stakeMinor) => {
    const chance = ((target / 100) * stakeMinor) / tierOf(stakeMinor).meanMinor;
    return [stakeMinor, Math.min(winSpan, Math.round((chance / matchChance) * winSpan))];
  });
  return { winBelow: Object.fromEntries(thresholds), target };
}

/** The probability that none of `count` numbers is drawn: C(49 - count, 6) / C(49, 6). */
function missChance(count: number): number {
  let chance = 1;
  for (let place = 0; place < numbersPerTicket; place++)
    chance *= (highestNumber - count - place) / (highestNumber - place);
  return chance;
}

/** The probability that a ticket has at least one match: 0.5640. */
const matchChance = 1 - missChance(numbersPerTicket);

/** Exact moments. Tickets share the drawn numbers, so the results of two tickets are correlated by the numbers that they have in common. */
function lotteryMoments(rules: LotteryRules, { tickets }: LotteryWager): Moments {
  const { totalMinor } = lottery.stakeOf({ tickets });
  const means = tickets.map(({ stakeMinor }) => winChance(rules, stakeMinor) * tierOf(stakeMinor).meanMinor);
  let meanSquare = 0;
  tickets.forEach((one, index) => {
    tickets.forEach((other, second) => {
      if (index === second)
        meanSquare += matchChance * winChance(rules, one.stakeMinor) * tierOf(one.stakeMinor).meanSquare;
      else meanSquare += bothMatchChance(one, other) * (means[index] ?? 0) * (means[second] ?? 0);
    });
  });
  const mean = (matchChance * sum(means)) / totalMinor;
  return {
    mean,
    variance: meanSquare / totalMinor ** 2 - mean ** 2,
    largest: lottery.maxWinMinor(rules, { tickets }) / totalMinor,
  };
}

function bothMatchChance(one: Ticket, other: Ticket): number {
  const union = new Set([...one.numbers, ...other.numbers]).size;
  return 1 - 2 * missChance(numbersPerTicket) + missChance(union);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
