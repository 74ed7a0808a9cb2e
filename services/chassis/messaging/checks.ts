/**
 * Checks of a service's own records, as jobs. One that has not succeeded in time publishes CheckOverdue, whether it finds records that differ, fails, hangs or is not started at all.
 * The time of its last success is a row, so neither a restart nor another instance starts the wait again.
 */
import { type CheckName, type CheckOverdue, checkRepeatHours, checks } from '@fairline/proto/checks';
import type { Clock } from '../process/clock.ts';
import type { Job } from '../storage/jobs.ts';
import type { Database } from '../storage/postgres.ts';
import { instant, integer, oneOf, uuid } from '../storage/rows.ts';
import { publish } from './outbox.ts';

/** Returns the number of records that differ: the check succeeded if there are none. */
export type CheckJob = Omit<Job, 'run'> & { check: CheckName; run: () => Promise<number> };

interface Parts {
  db: Database;
  clock: Clock;
}

const watchMs = 60_000;
const names = Object.keys(checks) as CheckName[];
const overdueRow = { id: uuid, name: oneOf(names), completedAt: instant, reports: integer };

/** These jobs, and one that watches them. */
export function checkJobs(parts: Parts, overdue: CheckOverdue, jobs: readonly CheckJob[]): Job[] {
  const watched = jobs.map(
    ({ check, ...job }): Job => ({
      ...job,
      run: async () => {
        if ((await job.run()) === 0) await keepCompleted(parts, check);
      },
    }),
  );
  return [
    ...watched,
    { name: 'overdue_checks', everyMs: watchMs, where: 'everywhere', run: () => reportOverdue(parts, overdue, jobs) },
  ];
}

/** Writes at most once a minute, because checks run every few seconds. */
async function keepCompleted({ db, clock }: Parts, check: CheckName): Promise<void> {
  await db.run(
    `update checks set completed_at = $2 where name = $1 and completed_at < $2::timestamptz - interval '1 minute'`,
    [check, clock.now()],
  );
}

/** Publishes each overdue check once, whichever instance finds it, and again a day later. A check that was never made counts from the first look. */
async function reportOverdue({ db, clock }: Parts, overdue: CheckOverdue, jobs: readonly CheckJob[]): Promise<void> {
  const now = clock.now();
  const own = jobs.map(({ check }) => check);
  await db.tx(async (tx) => {
    await tx.run('insert into checks (name, completed_at) select unnest($1::text[]), $2 on conflict do nothing', [
      own,
      now,
    ]);
    const late = await tx.rows(
      overdueRow,
      `update checks c set reported_at = $3, reports = c.reports + 1
       from unnest($1::text[], $2::int[]) as r (name, minutes)
       where c.name = r.name and c.completed_at < $3::timestamptz - r.minutes * interval '1 minute'
         and (c.reported_at is null or c.reported_at < greatest(c.completed_at, $3::timestamptz - $4 * interval '1 hour'))
       returning c.id, c.name, c.completed_at as "completedAt", c.reports`,
      [own, own.map((check) => checks[check].overdueMinutes), now, checkRepeatHours],
    );
    for (const { id, name, completedAt, reports } of late) {
      const overdueMinutes = Math.floor((now.getTime() - completedAt.getTime()) / 60_000);
      await publish(tx, overdue, id, reports, { check: name, completedAt: completedAt.toISOString(), overdueMinutes });
    }
  });
}
