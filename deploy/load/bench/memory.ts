/** The resident memory of each process once it has started, before its first call. */
import { setTimeout as pause } from 'node:timers/promises';
import { storesOf } from '@fairline/proto/processes';
import { serviceNames } from '../../local/installation/ports.ts';
import { targetRow } from '../report.ts';
import { residentMB } from '../usage.ts';
import { bench } from './stage.ts';

/** Time for the processes to write their first rows, receive the first prices and release the memory of their start. */
const settleMs = 10_000;

/** The targets. The driver of MongoDB takes more than that of PostgreSQL. */
function mostMB(name: (typeof names)[number]): number {
  if (name === 'gateway') return 125;
  return storesOf(name).includes('mongo') ? 130 : 115;
}

const names = [...serviceNames, 'gateway' as const];

export const memory = bench('resident memory', {}, async ({ platform }) => {
  await pause(settleMs);
  return names.flatMap((name) => {
    const pid = platform.pidOf(name);
    return pid === undefined ? [] : [targetRow(`resident memory of ${name}`, residentMB(pid), 'MB', mostMB(name))];
  });
});
