/**
 * `make bench` and `make load`: measurements on servers of their own, beside whatever else runs. Each prints a table and writes it to `.data/bench.json` or `.data/load.json`.
 * Ratios compare two figures of one run; absolute figures hold only for this machine. Missed targets are listed at the end, with exit code 1.
 * Usage: node deploy/load/run.ts bench [parts of the titles of the wanted measurements] | smoke | average | stress | spike | soak
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { command, Obstacle } from '../local/installation/obstacle.ts';
import { root } from '../local/installation/profile.ts';
import { betsPlaced } from './bench/bets.ts';
import { gatewayLatency } from './bench/gateway.ts';
import { memory } from './bench/memory.ts';
import { prices } from './bench/prices.ts';
import { slotRounds } from './bench/rounds.ts';
import { settlement } from './bench/settlement.ts';
import { streams } from './bench/streams.ts';
import { walletStakes } from './bench/wallet-stakes.ts';
import { runProfile } from './load.ts';
import { isProfileName, profiles } from './profiles.ts';
import { type Bench, missedTargets, type Result, table } from './row.ts';

/** The measurements of the bench, in the order in which they run. */
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

async function runBenches(titleParts: readonly string[]): Promise<Result> {
  const chosen = benches.filter(
    ({ title }) => titleParts.length === 0 || titleParts.some((part) => title.includes(part)),
  );
  if (chosen.length === 0)
    throw new Obstacle(
      `There is no measurement like ${titleParts.join(' ')}: ${benches.map(({ title }) => title).join(', ')}.`,
    );
  const rows = [];
  for (const { title, run } of chosen) {
    console.log(`\n── ${title}`);
    rows.push(...(await run((line) => console.log(`  ${line}`))));
  }
  return { rows, missed: missedTargets(rows), further: [] };
}

await command(async () => {
  const [name = '', ...rest] = process.argv.slice(2);
  const isBench = name === 'bench';
  if (!isBench && !isProfileName(name))
    throw new Obstacle(`There is no profile "${name}": make load PROFILE=${Object.keys(profiles).join('|')}`);
  const { rows, missed, further } = isBench ? await runBenches(rest) : await runProfile(name);
  for (const one of [rows, ...further]) console.log(`\n${table(one)}`);
  const [machine] = cpus();
  console.log(
    `\n${cpus().length} x ${machine?.model ?? 'unknown'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  mkdirSync(join(root, '.data'), { recursive: true });
  writeFileSync(join(root, `.data/${isBench ? 'bench' : 'load'}.json`), `${JSON.stringify(rows, undefined, 2)}\n`);
  for (const line of missed) console.log(`✗ ${line}`);
  if (missed.length > 0) process.exitCode = 1;
});
