/** Resource usage of processes: resident memory now, and CPU time so far including their children, such as the backends of PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessName } from '../../local/installation/ports.ts';
import type { Platform } from '../../local/platform/platform.ts';

export function residentMB(pid: number): number {
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1_024;
}

const msPerTick = 10;

/** CPU time by process name; a process that this platform does not run is left out. */
export function cpuMsOf<Name extends ProcessName>(platform: Platform, names: readonly Name[]): Map<Name, number> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  return new Map(
    names.flatMap((name) => {
      const pid = platform.pidOf(name);
      const ticks = all
        .filter((one) => one.pid === pid || one.parent === pid)
        .reduce((sum, one) => sum + one.ticks + (one.pid === pid ? one.reaped : 0), 0);
      return pid === undefined ? [] : [[name, ticks * msPerTick] as const];
    }),
  );
}

function statOf(name: string): { pid: number; parent: number; ticks: number; reaped: number }[] {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const [parent = 0, utime = 0, stime = 0, cutime = 0, cstime = 0] = [
      fields[1],
      fields[11],
      fields[12],
      fields[13],
      fields[14],
    ];
    return [{ pid: Number(name), parent, ticks: utime + stime, reaped: cutime + cstime }];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}
