/**
 * The profiles of `make load`, as data: how many iterations of each scenario begin a second, for how long, and what may be missed.
 * Both sides read it, k6 to make the load and the command to judge it, so it imports nothing.
 */

/** What an iteration of each scenario comes to. `live` counts frames. */
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
/** `live` is a process that holds streams open, all others are scenarios of k6. */
export type CalledName = Exclude<ScenarioName, 'live'>;
export const calledNames = (Object.keys(units) as ScenarioName[]).filter((name) => name !== 'live');

export interface Profile {
  readonly seconds: number;
  /** Iterations that begin a second, whether or not earlier ones ended. */
  readonly rates: Readonly<Record<Exclude<CalledName, 'evening'>, number>>;
  /** Visits a second before and after kick-off, and at it. */
  readonly evening: { readonly rate: number; readonly peakRate: number };
  /** Live streams held open, of twenty fixtures each. */
  readonly streams: number;
  /** Who sign up before it begins and share the calls among them. */
  readonly players: number;
  /** Share of the calls that may fail; an iteration that could not begin is one. */
  readonly failedAtMost: number;
  /** What the 99th percentile of a scenario's calls may reach; not judged where it is left out. */
  readonly p99AtMostMs?: number;
}

export const profiles = {
  /** Does everything once in a while: whether the load itself works. It judges no times, as tests run on machines that do much else. */
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
  /** Above what one machine of two cores is meant for. */
  stress: {
    seconds: 180,
    rates: { browsing: 20, registration: 1.5, bets: 60, office: 5, casino: 60, promotions: 5, support: 3 },
    evening: { rate: 10, peakRate: 40 },
    streams: 500,
    players: 200,
    failedAtMost: 0.05,
    p99AtMostMs: 5_000,
  },
  /** An ordinary evening whose kick-off brings twenty times as many at once. */
  spike: {
    seconds: 120,
    rates: { browsing: 3, registration: 0.3, bets: 6, office: 1, casino: 5, promotions: 1, support: 0.5 },
    evening: { rate: 5, peakRate: 100 },
    streams: 200,
    players: 150,
    failedAtMost: 0.05,
    p99AtMostMs: 5_000,
  },
  /** Average load for longer than a session lasts, for what leaks or grows. */
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
