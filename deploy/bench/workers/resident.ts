/** What a process holds in memory now. */
import { readFileSync } from 'node:fs';

export function residentMB(pid: number): number {
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1_024;
}
