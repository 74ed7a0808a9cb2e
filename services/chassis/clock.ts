/** Time comes in as data: rooms read this clock and rules get its instant, so a test can set it. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export class SetClock implements Clock {
  private at: number;

  constructor(at: Date) {
    this.at = at.getTime();
  }

  now(): Date {
    return new Date(this.at);
  }

  advance(ms: number): void {
    this.at += ms;
  }

  set(at: Date): void {
    this.at = at.getTime();
  }
}
