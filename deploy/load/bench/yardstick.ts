/** The comparison of a rate with pgbench's TPC-B on the same server in the same run. */
import { tpcB } from '../../local/servers/pgbench.ts';
import type { Row } from '../report.ts';
import type { Stage } from './stage.ts';

const turns = 3;
const yardstick = 'pgbench tpc-b';

/** Means of the turns, a second. Without pgbench there is no `tps`. */
export interface Compared {
  readonly rate: number;
  readonly tps?: number;
}

/** Runs pgbench and a measurement alternately, so that other load on the machine affects both. */
export async function besidePgbench(
  { platform, log }: Stage,
  seconds: number,
  measure: () => Promise<number>,
): Promise<Compared> {
  const pgbench = await tpcB(platform.servers.postgres, log).catch((error: Error) => {
    log(`There is no yardstick: ${error.message}`);
    return undefined;
  });
  let [rate, tps] = [0, 0];
  for (let turn = 0; turn < turns; turn++) {
    const transactions = (await pgbench?.measure(seconds)) ?? 0;
    if (pgbench) log(`${yardstick}: ${Math.round(transactions).toLocaleString('en-US')} transactions a second`);
    tps += transactions / turns;
    rate += (await measure()) / turns;
  }
  await pgbench?.drop();
  return { rate, ...(pgbench && { tps }) };
}

export function comparedRow(name: string, unit: string, { rate, tps }: Compared): Row {
  return { name, value: rate, unit, yardstick, ...(tps && { ratio: rate / tps }) };
}

export function yardstickRow({ tps }: Compared): Row[] {
  return tps ? [{ name: yardstick, value: tps, unit: 'transactions/s' }] : [];
}
