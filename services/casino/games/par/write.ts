/** Writes the PAR sheet of every game's first version. Reruns a simulation only if the game's code no longer reproduces it, or all with `--simulate`. Fails if a figure in the code differs from the computed one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basicReturn } from '../blackjack.ts';
import { gamesInHouse } from '../registry.ts';
import { analyseBasicStrategy } from './blackjack-analysis.ts';
import { parSheetOf, sheetName } from './sheet.ts';
import { type Simulated, sampleRounds, samplesOf, simulate, simulatedGames } from './simulations.ts';
import { betterActions } from './strategy-check.ts';

const rounds = { 'mega-fortune-slots': 20_000_000, 'professional-blackjack': 20_000_000, 'prize-lottery': 10_000_000 };
const seed = 1;

const figures = new URL('./simulated.json', import.meta.url);
const simulated: Record<string, Simulated> = JSON.parse(readFileSync(figures, 'utf8'));
for (const id of simulatedGames) {
  const before = simulated[id];
  const isCurrent =
    before && JSON.stringify(samplesOf(before)) === JSON.stringify(samplesOf(simulate(id, sampleRounds, before.seed)));
  if (isCurrent && !process.argv.includes('--simulate')) continue;
  process.stdout.write(`simulating ${rounds[id].toLocaleString('en')} rounds of ${id}\n`);
  simulated[id] = simulate(id, rounds[id], seed);
}
writeFileSync(figures, `${JSON.stringify(simulated, null, 2)}\n`);

const analysis = analyseBasicStrategy({ detail: true });
const computed = 100 * (1 + analysis.mean);
if (Math.abs(computed - basicReturn) > 1e-9)
  throw new Error(`basicReturn in blackjack.ts is ${basicReturn}; computed: ${computed}`);
const better = betterActions(analysis);
if (better.length > 0) throw new Error(`the basic strategy is not the best: ${better.join('; ')}`);

for (const game of gamesInHouse)
  writeFileSync(new URL(sheetName(game.id), import.meta.url), parSheetOf(game, game.firstRules, simulated[game.id]));
