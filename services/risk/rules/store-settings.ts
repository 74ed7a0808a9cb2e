/** Queries of operators' changes to rules, and of throttled rules. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, float, instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { severities } from '@fairline/proto/risk/alerts';

const settingRow = {
  ruleId: text,
  enabled: bool,
  severity: oneOf(severities),
  threshold: float,
  windowMinutes: nullable(integer),
  version: integer,
  changedAt: instant,
  changedBy: uuid,
};
export type SettingRow = Row<typeof settingRow>;

const throttleRow = { ruleId: text, until: instant };

export async function settings(db: Queries): Promise<ReadonlyMap<string, SettingRow>> {
  const rows = await db.rows(
    settingRow,
    `select rule_id as "ruleId", enabled, severity, threshold, window_minutes as "windowMinutes", version, changed_at as "changedAt", changed_by as "changedBy"
     from rule_settings`,
  );
  return new Map(rows.map((row) => [row.ruleId, row]));
}

/** Saves the next version of a rule's values; false if another operator saved it first. */
export async function saveSetting(
  tx: Tx,
  { ruleId, enabled, severity, threshold, windowMinutes, version, changedAt, changedBy }: SettingRow,
): Promise<boolean> {
  const changed = await tx.run(
    `insert into rule_settings (rule_id, enabled, severity, threshold, window_minutes, version, changed_at, changed_by) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (rule_id) do update set enabled = $2, severity = $3, threshold = $4, window_minutes = $5, version = $6, changed_at = $7, changed_by = $8
     where rule_settings.version = $6 - 1`,
    [ruleId, enabled, severity, threshold, windowMinutes, version, changedAt, changedBy],
  );
  return changed > 0;
}

/** Throttled rules, each with the time until which it raises nothing. */
export async function throttles(db: Queries, at: Date): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.rows(throttleRow, 'select rule_id as "ruleId", until from rule_throttles where until > $1', [
    at,
  ]);
  return new Map(rows.map(({ ruleId, until }) => [ruleId, until]));
}

/** Throttles a rule and returns the end. A rule that is throttled already keeps its end. */
export async function throttle(tx: Tx, ruleId: string, at: Date, until: Date): Promise<Date> {
  const row = await tx.row(
    throttleRow,
    `insert into rule_throttles as t (rule_id, until) values ($1, $3)
     on conflict (rule_id) do update set until = case when t.until > $2 then t.until else excluded.until end returning rule_id as "ruleId", until`,
    [ruleId, at, until],
  );
  return row?.until ?? until;
}

/** Locks an operator's changes of rules until the end of the transaction. */
export async function lockTuner(tx: Tx, operatorId: string): Promise<void> {
  await tx.run(`select pg_advisory_xact_lock(hashtextextended('fairline.risk.tuner ' || $1, 0))`, [operatorId]);
}
