/** Timers: each job may run on any instance. */

import type { Job } from '@fairline/chassis/storage/jobs';
import { minuteMs } from '@fairline/proto/time';
import { AuditWatch, watchEveryMs } from './alerts/audit-watch.ts';
import type { HeadWriter } from './audit/commands.ts';
import type { Risk } from './config.ts';
import { endExclusions } from './exclusions/commands.ts';
import { computeScores, deleteOldActivity, refreshScores } from './harm/commands.ts';
import { refreshLevels } from './levels/commands.ts';
import { lapsePending } from './limits/commands.ts';
import { confirmPermits } from './players/commands.ts';
import { deleteOldSignals, evaluateMarks } from './rules/commands.ts';
import { watchSessions } from './sessions/checks.ts';
import { deleteOldEvents } from './stream/commands.ts';

export function jobsOf(risk: Risk, heads: HeadWriter): Job[] {
  const watch = new AuditWatch(risk, heads);
  return [
    { name: 'confirm_permits', everyMs: 1_000, where: 'everywhere', run: () => confirmPermits(risk) },
    { name: 'watch_sessions', everyMs: 500, where: 'everywhere', run: () => watchSessions(risk) },
    { name: 'end_exclusions', everyMs: 1_000, where: 'everywhere', run: () => endExclusions(risk) },
    { name: 'lapse_limits', everyMs: 5_000, where: 'everywhere', run: () => lapsePending(risk) },
    { name: 'watch_audit_log', everyMs: watchEveryMs, where: 'leased', run: () => watch.look() },
    { name: 'compute_harm', everyMs: 2_000, where: 'everywhere', run: () => computeScores(risk) },
    { name: 'refresh_harm', everyMs: 5 * minuteMs, where: 'leased', run: () => refreshScores(risk) },
    { name: 'refresh_levels', everyMs: minuteMs, where: 'everywhere', run: () => refreshLevels(risk) },
    { name: 'delete_activity', everyMs: 60 * minuteMs, where: 'leased', run: () => deleteOldActivity(risk) },
    { name: 'evaluate_rules', everyMs: 200, where: 'everywhere', run: () => evaluateMarks(risk) },
    { name: 'delete_signals', everyMs: 10 * minuteMs, where: 'leased', run: () => deleteOldSignals(risk) },
    { name: 'delete_events', everyMs: 10 * minuteMs, where: 'leased', run: () => deleteOldEvents(risk) },
  ];
}
