/** Time comes in as data: rooms read this clock and rules get its instant, so a test can set it. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
