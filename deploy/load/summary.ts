/** What k6 and the live streams measured, as rows and missed thresholds. Pure. */
import { calledNames, type Profile, type ScenarioName, units } from './profiles.ts';
import { type Row, targetRow } from './report.ts';

export interface Measured {
  readonly name: ScenarioName;
  /** Iterations that ended a second; for `live`, frames. */
  readonly rate: number;
  /** Time of a call; for `live`, from opening a stream to its `ready`. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of the calls that failed. An iteration that could not begin counts as a failed call. */
  readonly failedShare: number;
  /** Share of the calls that the domain refused; these are not failures. */
  readonly refusedShare: number;
}

/** The part of k6's summary that is read here. A rate metric has `passes` and `fails`: how often its condition was true and false. */
export interface Summary {
  readonly metrics: Readonly<
    Record<
      string,
      {
        readonly values: Readonly<Record<string, number>>;
        readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
      }
    >
  >;
}

export function measuredOf(summary: Summary, { seconds }: Pick<Profile, 'seconds'>): Measured[] {
  return calledNames.map((name) => {
    const read = (metric: string, value: string) => summary.metrics[`${metric}{scenario:${name}}`]?.values[value] ?? 0;
    const dropped = read('dropped_iterations', 'count');
    const failed = read('call_failed', 'passes') + dropped;
    const calls = read('call_failed', 'passes') + read('call_failed', 'fails') + dropped;
    return {
      name,
      rate: read('iterations', 'count') / seconds,
      p50Ms: read('http_req_duration', 'med'),
      p99Ms: read('http_req_duration', 'p(99)'),
      failedShare: calls === 0 ? 1 : failed / calls,
      refusedShare: read('call_refused', 'rate'),
    };
  });
}

/** One line for each threshold that was missed. */
export function missedOf(
  summary: Summary,
  live: Measured,
  { failedAtMost, p99AtMostMs }: Pick<Profile, 'failedAtMost' | 'p99AtMostMs'>,
): string[] {
  const called = Object.entries(summary.metrics).flatMap(([metric, { thresholds = {}, values }]) =>
    Object.entries(thresholds).flatMap(([threshold, { ok }]) =>
      ok ? [] : [`${metric} is not ${threshold}: ${JSON.stringify(values)}`],
    ),
  );
  return [
    ...called,
    ...(live.failedShare > failedAtMost ? [`live: ${percentOf(live.failedShare)} % of the streams failed`] : []),
    ...(live.rate > 0 ? [] : ['live: no frame came']),
    ...(p99AtMostMs !== undefined && live.p99Ms > p99AtMostMs
      ? [`live: a stream was ready after ${Math.round(live.p99Ms)} ms at p99`]
      : []),
  ];
}

export function rowsOf(measured: readonly Measured[], { p99AtMostMs }: Pick<Profile, 'p99AtMostMs'>): Row[] {
  return measured.flatMap(({ name, rate, p50Ms, p99Ms, failedShare }) => [
    { name: `${name} rate`, value: rate, unit: units[name] },
    { name: `${name} p50`, value: p50Ms, unit: 'ms' },
    p99AtMostMs === undefined
      ? { name: `${name} p99`, value: p99Ms, unit: 'ms' }
      : targetRow(`${name} p99`, p99Ms, 'ms', p99AtMostMs),
    { name: `${name} failed`, value: percentOf(failedShare), unit: '%' },
  ]);
}

const percentOf = (share: number) => Math.round(share * 10_000) / 100;
