/** Memory of each process once it has started and before its first call. */
import { setTimeout as pause } from 'node:timers/promises';
import { processes, type ServiceName } from '@fairline/proto/processes';
import { serviceNames } from '../../local/installation/ports.ts';
import { startPlatform } from '../../local/platform/platform.ts';
import type { Bench } from '../row.ts';
import { residentMB } from '../workers/usage.ts';

/** Time for the processes to write their first rows, receive the first prices and release the memory of their start. */
const settleMs = 10_000;

/** The targets. The drivers of documents take more than that of PostgreSQL. */
function mostMB(name: ServiceName | 'gateway'): number {
  if (name === 'gateway') return 125;
  return processes[name].stores.includes('mongo') ? 130 : 115;
}

export const memory: Bench = {
  title: 'resident memory',
  async run(log) {
    const platform = await startPlatform({ temporary: true, demo: true, logLevel: 'warn', log });
    try {
      await pause(settleMs);
      return [...serviceNames, 'gateway' as const].flatMap((name) => {
        const pid = platform.pidOf(name);
        if (pid === undefined) return [];
        const [value, most] = [residentMB(pid), mostMB(name)];
        return [
          {
            name: `resident memory of ${name}`,
            value,
            unit: 'MB',
            yardstick: `the ${most} MB allowed`,
            ratio: value / most,
            most,
          },
        ];
      });
    } finally {
      await platform.stop();
    }
  },
};
