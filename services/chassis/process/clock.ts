/** The clock of a service. Rules get its instant as an argument, so a test can set it. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
