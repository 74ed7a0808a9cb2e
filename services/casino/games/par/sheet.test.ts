/** PAR sheets: the committed files equal those of the code, and the code still reproduces the simulations. */
import { readFileSync } from 'node:fs';
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

  it.each(gamesInHouse.map((game) => [game.id, game] as const))('of %s has distributions that give its returns', (id, game) => {
    const returns = new Map(game.returns(game.firstRules).map(({ type, rtp }) => [type, rtp]));
    for (const { type, chances, beside } of distributionsOf(id, game.firstRules)) {
      expect(chances.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
      expect(100 * spreadOf(chances).mean + (beside?.rtp ?? 0)).toBeCloseTo(returns.get(beside ? 'spin' : type) ?? 0, 6);
    }
  });

  it.each([
    ['the slot', slots, 90],
    ['the lottery', lottery, 92.5],
  ] as const)('of a later version of %s states its own return and no simulation', (_name, game, target) => {
    const rules = game.solve(target);
    const sheet = parSheetOf(game, rules);
    for (const { rtp } of game.returns(rules as never)) expect(sheet).toContain(`${rtp.toFixed(4)} %`);
    expect(sheet).not.toContain('## Simulation');
  });
});

describe.each(simulatedGames)('the simulation of %s', (id) => {
  const simulated = (figures as Record<typeof id, Simulated>)[id];
  const game = gamesInHouse.find((each) => each.id === id);

  it('had at least 10 million rounds, whose 99 % interval holds what was computed', () => {
    expect(simulated.rounds).toBeGreaterThanOrEqual(10_000_000);
    for (const [type, { mean, deviation }] of Object.entries(simulated.bets)) {
      expect(Math.abs(mean - (game ? meanOf(game, game.firstRules, type) : 0))).toBeLessThan((2.5758 * deviation) / Math.sqrt(simulated.rounds));
    }
  });

  it('is what the code plays now: its first rounds give the same figures', () => {
    expect(samplesOf(simulate(id, sampleRounds, simulated.seed))).toEqual(samplesOf(simulated));
  });
});
