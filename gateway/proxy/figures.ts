/** Figures of a process from two samples of its metrics, which are Prometheus text. Pure. */

/** Counters of a process at one time. */
export interface Sample {
  readonly atMs: number;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  /** HTTP calls and bus requests that the process handled; their total time in `callSeconds`, and those that ended in a fault in `faults`. */
  readonly calls: number;
  readonly callSeconds: number;
  readonly faults: number;
}

export interface Figures {
  readonly cpuPercent: number;
  readonly memoryMb: number;
  /** Absent if it handled no calls. */
  readonly responseMs?: number;
  readonly requestsPerSecond: number;
  readonly errorPercent: number;
}

const line = /^(\w+)(?:\{(.*)\})? (\S+)$/;
/** The live stream is left out, because its call lasts as long as the page is open. */
const unending = 'route="/api/stream"';
const isFault = (labels: string) => /status="5\d\d"|outcome="fault"/.test(labels);

export function sampleOf(metrics: string, atMs: number): Sample {
  const sample = { atMs, cpuSeconds: 0, memoryBytes: 0, calls: 0, callSeconds: 0, faults: 0 };
  for (const text of metrics.split('\n')) {
    const [, name, labels = '', written] = line.exec(text) ?? [];
    const value = Number(written);
    if (!name || !Number.isFinite(value) || labels.includes(unending)) continue;
    if (name === 'process_cpu_seconds_total') sample.cpuSeconds = value;
    else if (name === 'process_resident_memory_bytes') sample.memoryBytes = value;
    else if (name === 'fairline_http_seconds_sum' || name === 'fairline_request_seconds_sum')
      sample.callSeconds += value;
    else if (name === 'fairline_http_seconds_count' || name === 'fairline_request_seconds_count') {
      sample.calls += value;
      if (isFault(labels)) sample.faults += value;
    }
  }
  return sample;
}

/** Undefined if the process restarted between the samples, which resets its counters. */
export function figuresBetween(before: Sample, now: Sample): Figures | undefined {
  const seconds = (now.atMs - before.atMs) / 1_000;
  const calls = now.calls - before.calls;
  const cpu = now.cpuSeconds - before.cpuSeconds;
  if (seconds <= 0 || calls < 0 || cpu < 0) return undefined;
  return {
    cpuPercent: roundFigures((100 * cpu) / seconds),
    memoryMb: Math.round(now.memoryBytes / 1_048_576),
    ...(calls > 0 && { responseMs: roundFigures((1_000 * (now.callSeconds - before.callSeconds)) / calls) }),
    requestsPerSecond: roundFigures(calls / seconds),
    errorPercent: calls > 0 ? roundFigures((100 * (now.faults - before.faults)) / calls) : 0,
  };
}

/** All processes together; means are weighted by calls. */
export function combineFigures(
  all: readonly Figures[],
): Pick<Required<Figures>, 'responseMs' | 'requestsPerSecond' | 'errorPercent'> {
  const rate = all.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  const mean = (of: (one: Figures) => number) =>
    rate > 0 ? roundFigures(all.reduce((sum, one) => sum + of(one) * one.requestsPerSecond, 0) / rate) : 0;
  return {
    responseMs: mean(({ responseMs = 0 }) => responseMs),
    requestsPerSecond: roundFigures(rate),
    errorPercent: mean(({ errorPercent }) => errorPercent),
  };
}

export const roundFigures = (value: number) => Math.round(value * 100) / 100;
