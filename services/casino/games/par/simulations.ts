/** Simulations: rounds played by the games' own code with the fast generator. They give figures that cannot be enumerated, and confirm those that can. */
import type { HandAction } from '@fairline/proto/games/blackjack';
import { perfectPairsPay, twentyOnePlusThreePay } from '@fairline/proto/games/blackjack';
import type { GameId } from '@fairline/proto/games/catalogue';
import { lotteryStakes } from '@fairline/proto/games/lottery';
import { blackjack } from '../blackjack.ts';
import { pairOf, sidePayout, threeOf } from '../cards/blackjack-side-bets.ts';
import { basicAction, upCards } from '../cards/blackjack-strategy.ts';
import { BlackjackTable, blackjackDecks, type Hand, handValue, maxHands } from '../cards/blackjack-table.ts';
import { openShoe, rankOf } from '../cards/shoe.ts';
import { type Draws, fastDraws } from '../draws.ts';
import { lottery } from '../lottery.ts';
import { slotPayouts, slots } from '../slots.ts';

/** The simulated return of one type of bet, per unit of stake. */
export interface SimulatedBet {
  mean: number;
  deviation: number;
  /** The number of rounds that paid anything, a returned stake included. */
  hits: number;
  /** The number of rounds by return: by its value or by its band. */
  rounds: Record<string, number>;
  /** The mean after the first rounds, with the same seed. */
  sample: number;
}

/** A sample by which to check that the code still plays the simulated rounds. */
export const samplesOf = ({ bets }: Simulated) => Object.entries(bets).map(([type, { sample }]) => ({ type, sample }));

export interface Simulated {
  seed: number;
  rounds: number;
  bets: Record<string, SimulatedBet>;
}

interface Simulation {
  types: readonly string[];
  /** Plays one round and writes the returns by type to `returned`. Returns whether the first bet paid, if its return does not tell. */
  play(draws: Draws, returned: Float64Array): boolean | undefined;
  /** The key of a return in the histogram. */
  bandOf(returned: number): string;
}

export const simulatedGames = [
  'mega-fortune-slots',
  'professional-blackjack',
  'prize-lottery',
] as const satisfies readonly GameId[];
type SimulatedGame = (typeof simulatedGames)[number];

/** The number of rounds played again to check that the code still reproduces the simulation. */
export const sampleRounds = 20_000;

/** Plays rounds with the first rules of a game. The same seed gives the same figures. */
export function simulate(id: SimulatedGame, rounds: number, seed: number): Simulated {
  const simulation = simulationOf(id);
  const draws = fastDraws(seed);
  const returned = new Float64Array(simulation.types.length);
  const sums = simulation.types.map(() => ({ sum: 0, squares: 0, hits: 0, bands: new Map<number, number>() }));
  let samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const paid = simulation.play(draws, returned);
    for (let index = 0; index < sums.length; index++) {
      const total = sums[index] as (typeof sums)[number];
      const value = returned[index] as number;
      total.sum += value;
      total.squares += value * value;
      if (index === 0 && paid !== undefined ? paid : value > 0) total.hits++;
      total.bands.set(value, (total.bands.get(value) ?? 0) + 1);
    }
    if (round + 1 === sampleRounds) samples = sums.map(({ sum }) => sum / sampleRounds);
  }
  const bets = simulation.types.map((type, index) => {
    const { sum, squares, hits, bands } = sums[index] as (typeof sums)[number];
    const mean = sum / rounds;
    return [
      type,
      {
        mean,
        deviation: Math.sqrt(squares / rounds - mean ** 2),
        hits,
        rounds: countByBand(bands, simulation.bandOf),
        sample: samples[index] ?? mean,
      },
    ] as const;
  });
  return { seed, rounds, bets: Object.fromEntries(bets) };
}

function countByBand(bands: ReadonlyMap<number, number>, bandOf: (returned: number) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [value, count] of [...bands].sort(([one], [other]) => one - other))
    counts.set(bandOf(value), (counts.get(bandOf(value)) ?? 0) + count);
  return Object.fromEntries(counts);
}

function simulationOf(id: SimulatedGame): Simulation {
  switch (id) {
    case 'mega-fortune-slots':
      return slotSpins();
    case 'professional-blackjack':
      return blackjackHands();
    case 'prize-lottery':
      return lotteryTickets();
  }
}

const edges = [0, 1, 2, 5, 10, 20, 50, 100, 200];

/** "0", then bands such as "2 to 5", the lower end included. */
function bandOf(returned: number): string {
  if (returned === 0) return '0';
  const at = edges.findLastIndex((edge) => returned >= edge);
  return edges[at + 1] === undefined ? `${edges[at]} and more` : `${edges[at]} to ${edges[at + 1]}`;
}

/** Plays nine lines of 1.00, without the jackpot. */
function slotSpins(): Simulation {
  const wager = { lines: 9, betPerLineMinor: 100 };
  const { totalMinor } = slots.stakeOf(wager);
  const payoutOf = slotPayouts(slots.firstRules, wager);
  return {
    types: ['nine_lines'],
    play(draws, returned) {
      returned[0] = payoutOf(draws) / totalMinor;
    },
    bandOf,
  };
}

/** Plays one ticket of each stake, all with the same numbers. */
function lotteryTickets(): Simulation {
  const tickets = lotteryStakes.map((stakeMinor) => ({ numbers: [1, 2, 3, 4, 5, 6], stakeMinor }));
  return {
    types: lotteryStakes.map((stakeMinor) => `ticket_${stakeMinor / 100}`),
    play(draws, returned) {
      const { outcome } = lottery.play(lottery.firstRules, { tickets }, draws, []);
      outcome.tickets.forEach(({ payoutMinor, stakeMinor }, index) => {
        returned[index] = payoutMinor / stakeMinor;
      });
    },
    bandOf: String,
  };
}

/** Plays hands by the basic strategy. Stakes added by doubles and splits are deducted from the return. */
function blackjackHands(): Simulation {
  const stakeMinor = 1_000;
  return {
    types: blackjack.returns(blackjack.firstRules).map(({ type }) => type),
    play(draws, returned) {
      const table = new BlackjackTable(stakeMinor, openShoe(blackjackDecks, draws));
      for (let hand = table.active; hand; hand = table.active) table.act(chooseBasic(table, hand));
      let payoutMinor = 0;
      let allMinor = 0;
      for (const hand of table.hands) {
        payoutMinor += hand.payoutMinor ?? 0;
        allMinor += hand.stakeMinor;
      }
      const { first, second, up } = table;
      const pair = pairOf(first, second);
      const three = threeOf(first, second, up);
      returned[0] = (payoutMinor - allMinor) / stakeMinor + 1;
      returned[1] = sidePayout(1, pair && perfectPairsPay[pair]);
      returned[2] = sidePayout(1, three && twentyOnePlusThreePay[three]);
      return payoutMinor > 0;
    },
    bandOf: String,
  };
}

const rankNames = 'A23456789TTTT';

function chooseBasic(table: BlackjackTable, { cards }: Hand): HandAction {
  const isPair = cards.length === 2 && rankOf(cards[0] as number) === rankOf(cards[1] as number);
  return basicAction({
    ...handValue(cards),
    pair: isPair ? rankNames.charAt(rankOf(cards[0] as number)) : null,
    mayDouble: cards.length === 2,
    maySplit: isPair && table.hands.length < maxHands,
    up: upCards.indexOf(rankNames.charAt(rankOf(table.up))),
  });
}
