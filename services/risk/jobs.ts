/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import { writeHead } from './audit/commands.ts';
import type { Risk } from './config.ts';
import { computeScores, deleteOldActivity, refreshScores } from './harm/commands.ts';

const minuteMs = 60_000;

export function jobsOf(risk: Risk): Job[] {
  return [
    { name: 'write_audit_head', everyMs: minuteMs, where: 'leased', run: () => writeHead(risk) },
    { name: 'compute_harm', everyMs: 2_000, where: 'everywhere', run: () => computeScores(risk) },
    { name: 'refresh_harm', everyMs: 5 * minuteMs, where: 'leased', run: () => refreshScores(risk) },
    { name: 'delete_activity', everyMs: 60 * minuteMs, where: 'leased', run: () => deleteOldActivity(risk) },
  ];
}
