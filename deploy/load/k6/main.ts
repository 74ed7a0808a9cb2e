/**
 * The script that k6 runs: the scenarios of a profile at their rates, and the thresholds that decide whether it passes.
 * Without `make load`: `k6 run -e PROFILE=smoke -e BASE_URL=http://localhost:8080 deploy/load/k6/main.ts`.
 */
import exec from 'k6/execution';
import { type CalledName, calledNames, isProfileName, type Profile, profiles } from '../profiles.ts';
import { type Ground, prepare } from './people.ts';
import { scenarios } from './scenarios.ts';

const name = __ENV.PROFILE ?? 'smoke';
if (!isProfileName(name)) throw new Error(`There is no profile ${name}: ${Object.keys(profiles).join(', ')}`);
const profile: Profile = profiles[name];

/** @public Read by k6. */
export const options = {
  scenarios: Object.fromEntries(calledNames.map((scenario) => [scenario, executorOf(scenario)])),
  thresholds: Object.assign({}, ...calledNames.map(thresholdsOf)),
  summaryTrendStats: ['med', 'p(99)', 'max'],
  setupTimeout: '180s',
  discardResponseBodies: true,
};

/** @public Called once by k6. The command starts measuring when it reads the line that is logged here. */
export function setup(): Ground {
  const ground = prepare(profile.players);
  console.log('The load begins');
  return ground;
}

/** @public Called by k6 for every iteration of every scenario. */
export function iterate(ground: Ground): void {
  scenarios[exec.scenario.name as CalledName](ground);
}

/** @public Called by k6 at the end. */
export function handleSummary(summary: unknown): Record<string, string> {
  return { [__ENV.SUMMARY ?? 'stdout']: JSON.stringify(summary) };
}

function executorOf(scenario: CalledName) {
  const most = scenario === 'evening' ? profile.evening.peakRate : profile.rates[scenario];
  const callers = {
    exec: 'iterate',
    gracefulStop: '10s',
    preAllocatedVUs: Math.ceil(most * 2) + 4,
    maxVUs: Math.ceil(most * 8) + 8,
  };
  if (scenario !== 'evening')
    return { executor: 'constant-arrival-rate', ...callers, ...perTenSeconds(most), duration: `${profile.seconds}s` };
  return {
    executor: 'ramping-arrival-rate',
    ...callers,
    timeUnit: '1s',
    startRate: profile.evening.rate,
    stages: evening(),
  };
}

/** A rate per ten seconds, because k6 takes whole numbers only. */
function perTenSeconds(rate: number) {
  return { rate: Math.round(rate * 10), timeUnit: '10s' };
}

/** The stages of an evening: low load, the rise before kick-off, the first half at the peak, the fall, and low load again. */
function evening() {
  const stage = (share: number, target: number) => ({
    duration: `${Math.max(1, Math.round(profile.seconds * share))}s`,
    target,
  });
  const { rate, peakRate } = profile.evening;
  return [stage(0.35, rate), stage(0.1, peakRate), stage(0.25, peakRate), stage(0.1, rate), stage(0.2, rate)];
}

/** The thresholds of a scenario. k6 reports a metric by scenario only if a threshold names it, so some always hold. */
function thresholdsOf(scenario: CalledName): Record<string, string[]> {
  const { failedAtMost, p99AtMostMs, seconds } = profile;
  const rate = scenario === 'evening' ? profile.evening.rate : profile.rates[scenario];
  return {
    [`http_req_duration{scenario:${scenario}}`]: [p99AtMostMs === undefined ? 'p(99)>=0' : `p(99)<=${p99AtMostMs}`],
    [`call_failed{scenario:${scenario}}`]: [`rate<=${failedAtMost}`],
    [`call_refused{scenario:${scenario}}`]: ['rate>=0'],
    [`iterations{scenario:${scenario}}`]: ['count>0'],
    [`dropped_iterations{scenario:${scenario}}`]: [`count<=${Math.floor(rate * seconds * failedAtMost)}`],
  };
}
