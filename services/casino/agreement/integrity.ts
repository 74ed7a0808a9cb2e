/**
 * Part of `make integrity`: compares every round with wallet's record of it, whether it was compared before or not.
 * Prints one line; exits 1 and names the first rounds that do not agree. Reads only.
 */
import { Bus } from '@fairline/chassis/messaging/bus';
import { type Env, readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import { serviceConfig } from '@fairline/chassis/service';
import { Database } from '@fairline/chassis/storage/postgres';
import { roundsOf } from '../rounds/peers.ts';
import { agrees } from './compare.ts';
import * as store from './store.ts';

const pageRounds = 500;
/** A round may change between reading one side and the other. It counts as wrong only if the sides differ at every look. */
const looks = 3;
const offendersShown = 5;

interface Sides {
  db: Database;
  bus: Bus;
}

/** Returns the line to print, and whether all rounds agree. */
export async function compareAllRounds(env: Env): Promise<{ line: string; holds: boolean }> {
  const config = readConfig('casino', env, serviceConfig);
  if (!config.DATABASE_URL) throw new Error('DATABASE_URL is not set: run `make integrity`');
  const log = createLog('integrity', 'silent');
  const db = new Database(config.DATABASE_URL, log, 1);
  const bus = await Bus.open('casino', config, log, createMetrics('integrity')).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  try {
    return lineOf(await compareFrom({ db, bus }));
  } finally {
    await Promise.all([bus.close(), db.close()]);
  }
}

async function compareFrom(sides: Sides): Promise<{ checked: number; wrong: string[] }> {
  const wrong: string[] = [];
  let checked = 0;
  for (let after = store.firstId; ; ) {
    const records = await store.recordsAfter(sides.db, after, pageRounds);
    wrong.push(...(await listDisagreements(sides, records)));
    checked += records.length;
    const last = records.at(-1);
    if (!last || records.length < pageRounds) return { checked, wrong };
    after = last.id;
  }
}

/** The rounds of a page that disagree at every look. */
async function listDisagreements({ db, bus }: Sides, page: readonly store.RoundRecord[]): Promise<string[]> {
  let records = page;
  for (let look = 1; records.length > 0; look++) {
    const known = await roundsOf(
      bus,
      records.map(({ id }) => id),
    );
    const wrong = records.filter((record) => !agrees(record, known.get(record.id))).map(({ id }) => id);
    if (look === looks || wrong.length === 0) return wrong;
    records = await store.recordsOf(db, wrong);
  }
  return [];
}

function lineOf({ checked, wrong }: { checked: number; wrong: readonly string[] }): { line: string; holds: boolean } {
  const counted = `rounds of casino agree with wallet (${checked.toLocaleString('en-US')} checked)`;
  if (wrong.length === 0) return { line: `✓ ${counted}`, holds: true };
  return { line: `✗ ${counted}, first offenders: ${wrong.slice(0, offendersShown).join(', ')}`, holds: false };
}

if (import.meta.main) {
  try {
    const { line, holds } = await compareAllRounds(process.env);
    process.stdout.write(`${line}\n`);
    process.exitCode = holds ? 0 : 1;
  } catch (error) {
    process.stderr.write(`✗ The rounds could not be compared: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
