/**
 * PAR sheets: RTP, volatility, maximum payout and distribution of a version, and how they were computed. Pure, and fast enough to run for each new version.
 * The figures of the first versions' simulations come from simulated.json, which `npm run par` writes.
 */
import { catalogue, type GameId } from '@fairline/proto/games/catalogue';
import type { Chance } from '../cards/blackjack-odds.ts';
import { spreadOf } from '../cards/blackjack-odds.ts';
import type { AnyGame, BetReturn } from '../game.ts';
import { largestWinMinor } from '../largest-wins.ts';
import { hitRate } from '../slots/returns.ts';
import type { SlotRules } from '../slots.ts';
import { distributionsOf } from './distributions.ts';
import { methods, rulesInProse, strategyTables } from './prose.ts';
import simulatedFigures from './simulated.json' with { type: 'json' };
import type { Simulated, SimulatedBet } from './simulations.ts';
import { tableOf } from './table.ts';

export const sheetName = (id: GameId) => `${id}-v1.md`;

const ofFirstVersions: Partial<Record<GameId, Simulated>> = simulatedFigures;

/** The sheet of a version in Markdown. */
export function parSheetOf(game: AnyGame, rules: unknown, simulated: Simulated | undefined = ofFirstVersions[game.id]): string {
  const isFirst = JSON.stringify(rules) === JSON.stringify(game.firstRules);
  const own = isFirst ? simulated : undefined;
  const { name, minMinor, maxMinor } = catalogue[game.id];
  return [
    `# ${name}: PAR sheet`,
    `A round stakes ${amount(minMinor)} to ${amount(maxMinor)}. ${rulesInProse[game.id]}`,
    ...(Object.keys(rules as object).length > 0 ? ['The numbers of this version:', ['```', JSON.stringify(rules), '```'].join('\n')] : []),
    '## Return to player',
    `The hit rate is the share of bets that return anything, a push included. The standard deviation is that of the return per unit of stake. The volatility index is ${volatilityFactor} times the standard deviation: in about 90 of 100 cases, the mean return of n bets is within the index divided by the square root of n of the RTP.`,
    tableOf(['bet', 'RTP', 'hit rate', 'standard deviation', 'volatility index', 'largest return'], betRows(game, rules, own)),
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

const amount = (minor: number) => (minor / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const labelOf = (type: string) => (type === 'twenty_one_plus_three' ? '21+3' : type.replaceAll('_', ' '));
const percent = (share: number, digits = 4) => `${(100 * share).toFixed(digits)} %`;

/** The bets in the order of the game's returns. A bet without an exact distribution is described by its simulation. */
function betRows(game: AnyGame, rules: unknown, own: Simulated | undefined): string[][] {
  const exact = new Map(distributionsOf(game.id, rules).map((each) => [each.type, each]));
  const rows = game.returns(rules).map(({ type, rtp }) => {
    const distribution = exact.get(type);
    exact.delete(type);
    if (type === 'spin') return spinRow(game, rules as SlotRules, rtp);
    return betRow({ type, rtp }, distribution?.chances ?? null, own?.bets[type]);
  });
  const parts = [...exact.values()].flatMap(({ type, chances, beside }) => [
    betRow({ type: `of it: one ${type}`, rtp: 100 * spreadOf(chances).mean }, chances, undefined),
    ...(beside ? [[`of it: ${beside.name}`, `${beside.rtp.toFixed(4)} %`, '', '', '', 'the pool']] : []),
  ]);
  return [...rows, ...parts];
}

/** A round of all lines. Its deviation is the bound from the moments, which is exact to a ten-thousandth. */
function spinRow(game: AnyGame, rules: SlotRules, rtp: number): string[] {
  const { variance, largest } = game.moments(rules, nineLines);
  const deviation = Math.sqrt(variance);
  const hits = percent(hitRate(rules.weights, nineLines.lines));
  return ['spin of nine lines', `${rtp.toFixed(4)} %`, hits, deviation.toFixed(4), (volatilityFactor * deviation).toFixed(4), `${largest}`];
}

function betRow({ type, rtp }: BetReturn, chances: readonly Chance[] | null, simulated: SimulatedBet | undefined): string[] {
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
  const hits = returns.reduce((sum, value) => sum + (value > 0 ? (simulated.rounds[value] ?? 0) : 0), 0);
  return [labelOf(type), `${rtp.toFixed(4)} %`, ...shown(hits / all, simulated.deviation, Math.max(...returns))];
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
      .flatMap(([type, bet]) => [`### ${labelOf(type)}, as simulated`, countsTable(bet, rounds)]),
  ];
}

/** The computed return of the simulated bet. For the slot it is the payout of the lines, rounded down, without the jackpot. */
export function meanOf(game: AnyGame, rules: unknown, type: string): number {
  if (type === 'nine_lines') return game.moments(rules, nineLines).mean;
  return (game.returns(rules).find((each) => each.type === type)?.rtp ?? 0) / 100;
}

function countsTable({ rounds: byBand }: SimulatedBet, rounds: number): string {
  const bands = Object.entries(byBand).sort(([one], [other]) => Number.parseFloat(one) - Number.parseFloat(other) || one.length - other.length);
  return tableOf(
    ['returned, times the stake', 'rounds', 'share'],
    bands.map(([band, count]) => [band, count.toLocaleString('en'), percent(count / rounds)]),
  );
}
