/**
 * PAR sheets: RTP, volatility, maximum payout and distribution of a version, and how they were computed. Pure, and fast enough to run for each new version.
 * The figures of the first versions' simulations come from simulated.json, which `npm run par` writes.
 */
import { catalogue, type GameId, jackpotRules } from '@fairline/proto/games/catalogue';
import type { Chance } from '../cards/blackjack-odds.ts';
import { spreadOf } from '../cards/blackjack-odds.ts';
import type { AnyGame, BetReturn } from '../game.ts';
import { largestWinMinor } from '../largest-wins.ts';
import { hitRate } from '../slots/returns.ts';
import { jackpotReturn, type SlotRules } from '../slots.ts';
import { distributionsOf } from './distributions.ts';
import { methods, rulesInProse, strategyTables } from './prose.ts';
import simulatedFigures from './simulated.json' with { type: 'json' };
import type { Simulated, SimulatedBet } from './simulations.ts';
import { tableOf } from './table.ts';

export const sheetName = (id: GameId) => `${id}-v1.md`;

const ofFirstVersions: Partial<Record<GameId, Simulated>> = simulatedFigures;

/** The sheet of a version in Markdown. */
export function parSheetOf(
  game: AnyGame,
  rules: unknown,
  simulated: Simulated | undefined = ofFirstVersions[game.id],
): string {
  const isFirst = JSON.stringify(rules) === JSON.stringify(game.firstRules);
  const own = isFirst ? simulated : undefined;
  const { name, minMinor, maxMinor } = catalogue[game.id];
  return [
    `# ${name}: PAR sheet`,
    `A round stakes ${amount(minMinor)} to ${amount(maxMinor)}. ${rulesInProse[game.id]}`,
    ...(Object.keys(rules as object).length > 0
      ? ['The numbers of this version:', ['```', JSON.stringify(rules), '```'].join('\n')]
      : []),
    '## Return to player',
    `The hit rate is the share of bets that return anything, a push included. The standard deviation is that of the return per unit of stake. The volatility index is ${volatilityFactor} times the standard deviation: in about 90 of 100 cases, the mean return of n bets is within the index divided by the square root of n of the RTP.`,
    tableOf(
      ['bet', 'RTP', 'hit rate', 'standard deviation', 'volatility index', 'largest return'],
      betRows(game, rules, own),
    ),
    ...(catalogue[game.id].jackpot ? ['## Jackpot', jackpotInProse(game.returns(rules)[0]?.rtp ?? 0)] : []),
    '## Maximum payout',
    `The most that a round can pay, stake included: ${amount(largestWinMinor(game, rules))}${catalogue[game.id].jackpot ? ', not counting the jackpot' : ''}. The house limit of a round may be lower; a wager that could pay more is refused before it is played.`,
    '## Distribution of returns',
    ...distributionsOf(game.id, rules).flatMap(({ type, chances }) => [`### ${labelOf(type)}`, chancesTable(chances)]),
    ...(own ? simulationOf(game, rules, own) : []),
    '## How it was computed',
    methods[game.id],
    ...(game.id === 'professional-blackjack' ? ['## Basic strategy', strategyTables()] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

const nineLines = { lines: 9, betPerLineMinor: 100 };

/** The number of standard deviations that cover 90 % of a normal distribution. */
const volatilityFactor = 1.645;

const amount = (minor: number) =>
  (minor / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const labelOf = (type: string) => (type === 'twenty_one_plus_three' ? '21+3' : type.replaceAll('_', ' '));
const percent = (share: number, digits = 4) => `${(100 * share).toFixed(digits)} %`;

/** The bets in the order of the game's returns. A bet without an exact distribution is described by its simulation. */
function betRows(game: AnyGame, rules: unknown, own: Simulated | undefined): string[][] {
  const exact = new Map(distributionsOf(game.id, rules).map((each) => [each.type, each]));
  const rows = game.returns(rules).map(({ type, rtp }) => {
    const distribution = exact.get(type);
    exact.delete(type);
    if (type === 'spin') return spinRows(game, rules as SlotRules, rtp);
    return [betRow({ type, rtp }, distribution?.chances ?? null, own?.bets[type])];
  });
  const parts = [...exact.values()].flatMap(({ type, chances, beside }) => [
    betRow({ type: `of it: one ${type}`, rtp: 100 * spreadOf(chances).mean }, chances, undefined),
    ...(beside ? [[`of it: ${beside.name}`, `${beside.rtp.toFixed(4)} %`, '', '', '', 'the pool']] : []),
  ]);
  return [...rows.flat(), ...parts];
}

/**
 * A round of all lines, without and with the jackpot. The deviation without it is the bound from the moments, which is exact to a ten-thousandth. A pool P that is won
 * with a probability of stake / oneIn adds P² / (oneIn x stake) to the variance. From win to win P is the seed plus contributions that are exponentially distributed
 * around `meanContributed`.
 */
function spinRows(game: AnyGame, rules: SlotRules, rtp: number): string[][] {
  const { variance, largest } = game.moments(rules, nineLines);
  const hits = percent(hitRate(rules.weights, nineLines.lines));
  const row = (name: string, returns: number, deviation: number, digits: number, most: string) => [
    name,
    `${returns.toFixed(4)} %`,
    hits,
    deviation.toFixed(digits),
    (volatilityFactor * deviation).toFixed(digits),
    most,
  ];
  const { seedMinor, oneIn } = jackpotRules;
  const withPool = (squareMinor: number, stakeMinor: number) =>
    Math.sqrt(variance + squareMinor / (oneIn * stakeMinor));
  const ofCycles = seedMinor ** 2 + 2 * seedMinor * meanContributed + 2 * meanContributed ** 2;
  const stakes = [nineLines.betPerLineMinor, Math.floor(catalogue[game.id].maxMinor / nineLines.lines)].map(
    (each) => nineLines.lines * each,
  );
  return [
    row('spin of nine lines, without the jackpot', rtp - jackpotReturn, Math.sqrt(variance), 4, `${largest}`),
    ...stakes.map((stake) =>
      row(
        `with the jackpot at its start value, stake ${amount(stake)}`,
        rtp - jackpotReturn + startReturn,
        withPool(seedMinor ** 2, stake),
        1,
        'the pool',
      ),
    ),
    ...stakes.map((stake) =>
      row(
        `with the jackpot, on average from win to win, stake ${amount(stake)}`,
        rtp,
        withPool(ofCycles, stake),
        1,
        'the pool',
      ),
    ),
  ];
}

/** What is added to a pool on average until it is won: its share of as much stake as wins once. */
const meanContributed = (jackpotRules.oneIn * jackpotRules.contributionPercent) / 100;
/** The return of the jackpot at its start value, in per cent. */
const startReturn = jackpotReturn - jackpotRules.contributionPercent;

/** How the return of a spin follows the pool, and how often the pool is large enough for more than the stake. */
function jackpotInProse(rtp: number): string {
  const linesReturn = rtp - jackpotReturn;
  const fairMinor = ((100 - linesReturn) / 100) * jackpotRules.oneIn;
  const reached = Math.exp(-(fairMinor - jackpotRules.seedMinor) / meanContributed);
  return `The return of a spin depends on the pool: ${linesReturn.toFixed(2)} % + pool / ${amount(jackpotRules.oneIn)}. It is ${(linesReturn + startReturn).toFixed(2)} % at the start value of ${amount(jackpotRules.seedMinor)}, and ${rtp.toFixed(2)} % on average from one win to the next, which is the RTP of the game. Above a pool of ${amount(fairMinor)} it is more than 100 %; ${percent(reached, 2)} of all pools get there. With the jackpot, the volatility index describes only as many spins as win it several times. Of each stake ${jackpotRules.contributionPercent} % is added to the pool; fractions of the smallest unit are carried over to the next stake.`;
}

function betRow(
  { type, rtp }: BetReturn,
  chances: readonly Chance[] | null,
  simulated: SimulatedBet | undefined,
): string[] {
  const shown = (hits: number, deviation: number, largest: number) => [
    percent(hits),
    deviation.toFixed(4),
    (volatilityFactor * deviation).toFixed(4),
    `${largest}`,
  ];
  if (chances) {
    const misses = chances.find(({ multiple }) => multiple === 0)?.probability ?? 0;
    return [
      labelOf(type),
      `${rtp.toFixed(4)} %`,
      ...shown(1 - misses, Math.sqrt(spreadOf(chances).variance), Math.max(...chances.map(({ multiple }) => multiple))),
    ];
  }
  if (!simulated) return [labelOf(type), `${rtp.toFixed(4)} %`, '', '', '', ''];
  const returns = Object.keys(simulated.rounds).map(Number);
  const all = Object.values(simulated.rounds).reduce((sum, count) => sum + count, 0);
  return [
    labelOf(type),
    `${rtp.toFixed(4)} %`,
    ...shown(simulated.hits / all, simulated.deviation, Math.max(...returns)),
  ];
}

function chancesTable(chances: readonly Chance[]): string {
  return tableOf(
    ['returns, times the stake', 'probability', 'once in'],
    chances.map(({ multiple, probability }) => [`${multiple}`, probability.toFixed(10), (1 / probability).toFixed(2)]),
  );
}

/** The number of standard deviations that cover 99 % of a normal distribution. */
const deviationsOf99 = 2.5758;

/** Compares simulated with computed figures, and gives the distribution of bets that have no exact one. */
function simulationOf(game: AnyGame, rules: unknown, { seed, rounds, bets }: Simulated): string[] {
  const exact = new Set(distributionsOf(game.id, rules).map(({ type }) => type));
  const rows = Object.entries(bets).map(([type, { mean, deviation }]) => {
    const error = deviation / Math.sqrt(rounds);
    return [
      labelOf(type),
      percent(mean),
      percent(error),
      `${percent(mean - deviationsOf99 * error)} to ${percent(mean + deviationsOf99 * error)}`,
      percent(meanOf(game, rules, type)),
    ];
  });
  return [
    '## Simulation',
    `${rounds.toLocaleString('en')} rounds played by the code of the game, with a fast random number generator, not the HMAC draws of real rounds. Its seed is ${seed}.`,
    tableOf(['bet', 'returned', 'standard error', '99 % interval', 'computed'], rows),
    ...Object.entries(bets)
      .filter(([type]) => !exact.has(type))
      .flatMap(([type, bet]) => [
        `### ${labelOf(type)}, as simulated`,
        ...countedHits(bet, rounds),
        countsTable(bet, rounds),
      ]),
  ];
}

/** The computed return of the simulated bet. For the slot it is the payout of the lines, rounded down, without the jackpot. */
export function meanOf(game: AnyGame, rules: unknown, type: string): number {
  if (type === 'nine_lines') return game.moments(rules, nineLines).mean;
  return (game.returns(rules).find((each) => each.type === type)?.rtp ?? 0) / 100;
}

/** Where stakes are added later, a round may pay and still return nothing beyond them. */
function countedHits({ hits, rounds: byReturn }: SimulatedBet, rounds: number): string[] {
  if (!('-1' in byReturn)) return [];
  const above = Object.entries(byReturn).reduce((sum, [value, count]) => sum + (Number(value) > 0 ? count : 0), 0);
  return [
    `${percent(hits / rounds)} of the rounds pay anything: this is the hit rate. In ${percent(above / rounds)} of them the payout is more than what doubles and splits added to the stake; the table counts by that difference.`,
  ];
}

function countsTable({ rounds: byBand }: SimulatedBet, rounds: number): string {
  const bands = Object.entries(byBand).sort(
    ([one], [other]) => Number.parseFloat(one) - Number.parseFloat(other) || one.length - other.length,
  );
  return tableOf(
    ['returned, times the stake', 'rounds', 'share'],
    bands.map(([band, count]) => [band, count.toLocaleString('en'), percent(count / rounds)]),
  );
}
