/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import type { Risk } from './config.ts';
import { endExclusions } from './exclusions/commands.ts';
import { lapsePending } from './limits/commands.ts';
import { confirmPermits } from './players/commands.ts';
import { watchSessions } from './sessions/checks.ts';

export function jobsOf(risk: Risk): Job[] {
  return [
    { name: 'confirm_permits', everyMs: 1_000, where: 'everywhere', run: () => confirmPermits(risk) },
    { name: 'watch_sessions', everyMs: 500, where: 'everywhere', run: () => watchSessions(risk) },
    { name: 'end_exclusions', everyMs: 1_000, where: 'everywhere', run: () => endExclusions(risk) },
    { name: 'lapse_limits', everyMs: 5_000, where: 'everywhere', run: () => lapsePending(risk) },
  ];
}
