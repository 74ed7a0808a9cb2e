/**
 * `make bench` and `make load`: measurements of single paths, or the load of a profile on all of them, on a platform of its own beside whatever runs.
 * Both print one table and write it to `.data/bench.json` or `.data/load.json`. A missed target makes the exit code 1.
 * Usage: node deploy/load/run.ts bench [parts of titles] | smoke | average | stress | spike | soak
 */
import { command, Obstacle } from '../local/installation/obstacle.ts';
import { betsPlaced } from './bench/bets.ts';
import { gatewayLatency } from './bench/gateway.ts';
import { memory } from './bench/memory.ts';
import { prices } from './bench/prices.ts';
import { settlement } from './bench/settlement.ts';
import { slotRounds } from './bench/slot-rounds.ts';
import type { Bench } from './bench/stage.ts';
import { streams } from './bench/streams.ts';
import { walletStakes } from './bench/wallet-stakes.ts';
import { runProfile } from './load.ts';
import { isProfileName, profiles } from './profiles.ts';
import { missedTargets, type Result, type Row, report } from './report.ts';

/** All measurements, in the order in which they run. */
const benches: readonly Bench[] = [
  walletStakes,
  gatewayLatency,
  betsPlaced,
  slotRounds,
  settlement,
  prices,
  streams,
  memory,
];

const log = (line: string) => console.log(`  ${line}`);

await command(async () => {
  const [what = '', ...titleParts] = process.argv.slice(2);
  if (what === 'bench') return report('bench.json', await runBenches(titleParts));
  if (isProfileName(what)) return report('load.json', await runProfile(what, log));
  const known = `bench, or a profile of load: ${Object.keys(profiles).join(', ')}`;
  throw new Obstacle(what ? `There is no "${what}". Choose ${known}.` : `Say what to run: ${known}.`);
});

async function runBenches(titleParts: readonly string[]): Promise<Result> {
  const chosen = benches.filter(
    ({ title }) => titleParts.length === 0 || titleParts.some((part) => title.includes(part)),
  );
  if (chosen.length === 0) {
    const titles = benches.map(({ title }) => title).join(', ');
    throw new Obstacle(`No measurement has "${titleParts.join(' ')}" in its title. There are: ${titles}.`);
  }
  const rows: Row[] = [];
  for (const { title, run } of chosen) {
    console.log(`\n── ${title}`);
    rows.push(...(await run(log)));
  }
  return { rows, missed: missedTargets(rows) };
}
