/** Resource usage of processes: resident memory now, and CPU time so far including their children, such as the backends of PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessName } from '../local/installation/ports.ts';
import type { Platform } from '../local/platform/platform.ts';
import type { Log } from '../local/servers/programs.ts';
import type { Row } from './report.ts';

export function residentMB(pid: number): number {
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1_024;
}

const msPerTick = 10;

/** CPU time by process name; a process that this platform does not run is left out. */
export function cpuMsOf(platform: Platform, names: readonly ProcessName[]): Map<ProcessName, number> {
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
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return [{ pid: Number(name), parent: fields[1] ?? 0, ticks: utime + stime, reaped: cutime + cstime }];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}

/** The CPU time of one unit of work, with everything else that the processes do meanwhile. */
export class CpuCost {
  private readonly platform: Platform;
  private readonly names: readonly ProcessName[];
  private readonly usedMs = new Map<ProcessName, number>();
  private units = 0;

  constructor(platform: Platform, names: readonly ProcessName[]) {
    this.platform = platform;
    this.names = names;
  }

  /** Adds work and the units of it that were done. */
  async during<T extends { readonly counted: number }>(work: () => Promise<T>): Promise<T> {
    const before = cpuMsOf(this.platform, this.names);
    const done = await work();
    for (const [name, ms] of cpuMsOf(this.platform, this.names))
      this.usedMs.set(name, (this.usedMs.get(name) ?? 0) + ms - (before.get(name) ?? 0));
    this.units += done.counted;
    return done;
  }

  /** A row with the sum; the share of each process is logged. */
  row(name: string, log: Log): Row {
    const each = [...this.usedMs].map(([process, ms]) => [process, ms / this.units] as const);
    log(`${name}: ${each.map(([process, ms]) => `${process} ${ms.toFixed(2)} ms`).join(', ')}`);
    return { name, value: each.reduce((sum, [, ms]) => sum + ms, 0), unit: 'ms' };
  }
}
