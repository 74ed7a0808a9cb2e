/**
 * `make bench`: runs measurements on servers of their own, beside whatever else runs. It prints a table and writes `.data/bench.json`.
 * Ratios compare two figures of one run; absolute figures hold only for this machine. Missed targets are listed at the end, with exit code 1.
 * Usage: node deploy/bench/bench.ts [parts of the titles of the wanted measurements]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { command, Obstacle } from '../local/installation/obstacle.ts';
import { root } from '../local/installation/profile.ts';
import { betsPlaced } from './bets.ts';
import { chats } from './chats.ts';
import { gatewayLatency } from './gateway.ts';
import { liveBets } from './live-bets.ts';
import { documents, memory } from './memory.ts';
import { prices } from './prices.ts';
import { books } from './reads/books.ts';
import { office } from './reads/office.ts';
import { recovery } from './reads/recovery.ts';
import { searches } from './reads/searches.ts';
import { slotRounds } from './rounds.ts';
import { type Bench, missedTargets, type Row, table } from './row.ts';
import { settlement } from './settlement.ts';
import { signIns } from './sign-ins.ts';
import { streams } from './streams.ts';
import { wagering } from './wagering.ts';
import { limitedStakes, walletStakes } from './wallet-stakes.ts';
import { auditAppends } from './workers/audit-appends.ts';
import { dashboard } from './workers/dashboard.ts';
import { riskEvents } from './workers/risk-events.ts';
import { slotRounds as simulatedRounds } from './workers/slot-rounds.ts';
import { verified } from './workers/verified.ts';

/** All measurements, in the order in which they run. */
const benches: readonly Bench[] = [
  walletStakes,
  limitedStakes,
  gatewayLatency,
  betsPlaced,
  slotRounds,
  liveBets,
  settlement,
  wagering,
  prices,
  streams,
  office,
  searches,
  books,
  recovery,
  dashboard,
  signIns,
  chats,
  documents,
  auditAppends,
  riskEvents,
  verified,
  simulatedRounds,
  memory,
];

await command(async () => {
  const titleParts = process.argv.slice(2);
  const chosen = benches.filter(
    ({ title }) => titleParts.length === 0 || titleParts.some((part) => title.includes(part)),
  );
  if (chosen.length === 0)
    throw new Obstacle(
      `There is no measurement like ${titleParts.join(' ')}: ${benches.map(({ title }) => title).join(', ')}.`,
    );
  const [cpu] = cpus();
  console.log(`${cpus().length} x ${cpu?.model ?? 'unknown'}, Node ${process.versions.node}`);
  const rows: Row[] = [];
  for (const { title, run } of chosen) {
    console.log(`\n── ${title}`);
    rows.push(...(await run((line) => console.log(`  ${line}`))));
  }
  console.log(`\n${table(rows)}`);
  mkdirSync(join(root, '.data'), { recursive: true });
  writeFileSync(join(root, '.data/bench.json'), `${JSON.stringify(rows, undefined, 2)}\n`);
  for (const line of missedTargets(rows)) {
    console.error(`✗ ${line}`);
    process.exitCode = 1;
  }
});
