/** PAR sheets: the committed files equal those of the code, and the code still reproduces the simulations. */
import { readFileSync } from 'node:fs';
import { jackpotRules } from '@fairline/proto/games/catalogue';
import { describe, expect, it } from 'vitest';
import { spreadOf } from '../cards/blackjack-odds.ts';
import { lottery } from '../lottery.ts';
import { gamesInHouse } from '../registry.ts';
import { slots } from '../slots.ts';
import { distributionsOf } from './distributions.ts';
import { meanOf, parSheetOf, sheetName } from './sheet.ts';
import figures from './simulated.json' with { type: 'json' };
import { type Simulated, sampleRounds, samplesOf, simulate, simulatedGames } from './simulations.ts';

describe('the PAR sheets', () => {
  it.each(gamesInHouse.map((game) => [game.id, game] as const))('of %s is current; if not: npm run par', (id, game) => {
    expect(readFileSync(new URL(sheetName(id), import.meta.url), 'utf8')).toBe(parSheetOf(game, game.firstRules));
  });

  it.each(gamesInHouse.map((game) => [game.id, game] as const))(
    'of %s has distributions that give its returns',
    (id, game) => {
      const returns = new Map(game.returns(game.firstRules).map(({ type, rtp }) => [type, rtp]));
      for (const { type, chances, beside } of distributionsOf(id, game.firstRules)) {
        expect(chances.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
        expect(100 * spreadOf(chances).mean + (beside?.rtp ?? 0)).toBeCloseTo(
          returns.get(beside ? 'spin' : type) ?? 0,
          6,
        );
      }
    },
  );

  it.each([
    ['the slot', slots, 90],
    ['the lottery', lottery, 92.5],
  ] as const)('of a later version of %s states its own return and no simulation', (_name, game, target) => {
    const rules = game.solve(target);
    const sheet = parSheetOf(game, rules);
    for (const { rtp } of game.returns(rules as never)) expect(sheet).toContain(`${rtp.toFixed(4)} %`);
    expect(sheet).not.toContain('## Simulation');
  });

  it('of the slot explains the jackpot: its chance, its start value and how it grows', () => {
    const sheet = parSheetOf(slots, slots.firstRules);
    const amount = (minor: number) => `${(minor / 100).toLocaleString('en')}.00`;
    for (const sentence of [
      `A round wins the jackpot with a probability of its stake divided by ${amount(jackpotRules.oneIn)}`,
      `at the start value of ${amount(jackpotRules.seedMinor)}`,
      `Of each stake ${jackpotRules.contributionPercent} % is added to the pool`,
    ])
      expect(sheet).toContain(sentence);
  });

  it('of the slot states its spread with the jackpot, won with the chance of its stake', () => {
    const { seedMinor, oneIn, contributionPercent } = jackpotRules;
    const { variance } = slots.moments(slots.firstRules, { lines: 9, betPerLineMinor: 100 });
    const sheet = parSheetOf(slots, slots.firstRules);
    // The pools that are won, by equal shares of wins: each stake wins with the same chance per unit, so the time to a win is exponential.
    const shares = 1_000_000;
    const pools = Float64Array.from(
      { length: shares },
      (_, at) => seedMinor - ((oneIn * contributionPercent) / 100) * Math.log(1 - (at + 0.5) / shares),
    );
    const ofCycles = pools.reduce((sum, pool) => sum + pool ** 2, 0) / shares;
    for (const [row, square] of [
      ['with the jackpot at its start value', seedMinor ** 2],
      ['with the jackpot, on average from win to win', ofCycles],
    ] as const) {
      for (const stakeMinor of [900, 49_995]) {
        const chance = stakeMinor / oneIn;
        const deviation = Math.sqrt(variance + (chance * square) / stakeMinor ** 2);
        const cells =
          new RegExp(`${row}, stake ${(stakeMinor / 100).toFixed(2)}[^\\n]+`).exec(sheet)?.[0].split('|') ?? [];
        expect(Math.abs(Number(cells[3]) - deviation)).toBeLessThan(0.06);
      }
    }
  });
});

describe.each(simulatedGames)('the simulation of %s', (id) => {
  const simulated = (figures as Record<typeof id, Simulated>)[id];
  const game = gamesInHouse.find((each) => each.id === id);

  it('had at least 10 million rounds, whose 99 % interval holds what was computed', () => {
    expect(simulated.rounds).toBeGreaterThanOrEqual(10_000_000);
    for (const [type, { mean, deviation }] of Object.entries(simulated.bets)) {
      expect(Math.abs(mean - (game ? meanOf(game, game.firstRules, type) : 0))).toBeLessThan(
        (2.5758 * deviation) / Math.sqrt(simulated.rounds),
      );
    }
  });

  it('is what the code plays now: its first rounds give the same figures', () => {
    const played = simulate(id, sampleRounds, simulated.seed);
    expect(samplesOf(played)).toEqual(samplesOf(simulated));
    for (const [type, { hits }] of Object.entries(played.bets)) {
      const rate = (simulated.bets[type]?.hits ?? 0) / simulated.rounds;
      expect(Math.abs(hits / sampleRounds - rate)).toBeLessThan(4 * Math.sqrt((rate * (1 - rate)) / sampleRounds));
    }
  });
});
