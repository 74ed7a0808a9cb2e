/**
 * The profiles of `make load` as data: how many iterations of each scenario begin a second, for how long, and the thresholds.
 * k6 reads it to make the load and the command to judge it, so it imports nothing.
 */

/** The unit in which each scenario is counted: iterations, and for `live` frames. */
export const units = {
  browsing: 'visits/s',
  registration: 'players/s',
  bets: 'bets/s',
  office: 'lists/s',
  casino: 'rounds/s',
  promotions: 'visits/s',
  support: 'threads/s',
  evening: 'visits/s',
  live: 'frames/s',
} as const;

export type ScenarioName = keyof typeof units;
/** All scenarios that k6 runs. The command itself holds the streams of `live` open. */
export type CalledName = Exclude<ScenarioName, 'live'>;
export const calledNames = (Object.keys(units) as ScenarioName[]).filter((name) => name !== 'live');

export interface Profile {
  readonly seconds: number;
  /** Iterations that begin a second, whether or not earlier ones have ended. */
  readonly rates: Readonly<Record<Exclude<CalledName, 'evening'>, number>>;
  /** Visits a second: usually, and at kick-off. */
  readonly evening: { readonly rate: number; readonly peakRate: number };
  /** Live streams held open, of twenty fixtures each. */
  readonly streams: number;
  /** Players who sign up before the load begins and make the calls. */
  readonly players: number;
  /** The share of calls that may fail. An iteration that could not begin counts as a failed call. */
  readonly failedAtMost: number;
  /** The highest 99th percentile allowed for the calls of a scenario; without it, times are not judged. */
  readonly p99AtMostMs?: number;
}

export const profiles = {
  /** A little of everything, to test the load itself. Times are not judged, because tests run on busy machines. */
  smoke: {
    seconds: 12,
    rates: { browsing: 1, registration: 0.5, bets: 2, office: 1, casino: 2, promotions: 0.5, support: 0.5 },
    evening: { rate: 1, peakRate: 4 },
    streams: 10,
    players: 16,
    failedAtMost: 0.01,
  },
  average: {
    seconds: 60,
    rates: { browsing: 6, registration: 0.5, bets: 12, office: 2, casino: 10, promotions: 2, support: 1 },
    evening: { rate: 5, peakRate: 15 },
    streams: 100,
    players: 80,
    failedAtMost: 0.01,
    p99AtMostMs: 1_000,
  },
  /** More than one machine with two cores is meant for. */
  stress: {
    seconds: 180,
    rates: { browsing: 20, registration: 1.5, bets: 60, office: 5, casino: 60, promotions: 5, support: 3 },
    evening: { rate: 10, peakRate: 40 },
    streams: 500,
    players: 200,
    failedAtMost: 0.05,
    p99AtMostMs: 5_000,
  },
  /** An ordinary evening whose kick-off brings twenty times as many visits at once. */
  spike: {
    seconds: 120,
    rates: { browsing: 3, registration: 0.3, bets: 6, office: 1, casino: 5, promotions: 1, support: 0.5 },
    evening: { rate: 5, peakRate: 100 },
    streams: 200,
    players: 150,
    failedAtMost: 0.05,
    p99AtMostMs: 5_000,
  },
  /** Average load for longer than an access token lasts, to find leaks. */
  soak: {
    seconds: 1_800,
    rates: { browsing: 6, registration: 0.5, bets: 12, office: 2, casino: 10, promotions: 2, support: 1 },
    evening: { rate: 5, peakRate: 15 },
    streams: 100,
    players: 80,
    failedAtMost: 0.01,
    p99AtMostMs: 1_500,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(profiles, name);
