/** The clock of a service; tests set their own. Rules get the time as an argument. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
