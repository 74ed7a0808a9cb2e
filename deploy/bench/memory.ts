/** What each process holds in memory once it has started and nobody has asked it for anything. */
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '../local/installation/ports.ts';
import { startPlatform } from '../local/platform/platform.ts';
import type { Bench } from './row.ts';
import { residentMB } from './workers/resident.ts';

/** The first rows are written and the first prices come in meanwhile. */
const settleMs = 10_000;

export const memory: Bench = {
  title: 'resident memory',
  async run(say) {
    const platform = await startPlatform({ temporary: true, demo: true, logLevel: 'warn', say });
    try {
      await pause(settleMs);
      return [...serviceNames, 'gateway' as const].flatMap((name) => {
        const pid = platform.pidOf(name);
        return pid === undefined ? [] : [{ name: `resident memory of ${name}`, value: residentMB(pid), unit: 'MB' }];
      });
    } finally {
      await platform.stop();
    }
  },
};
