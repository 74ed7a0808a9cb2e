/** The ground of a measurement: a platform of its own, and what else must end with it. */
import type { ServiceName } from '@fairline/proto/processes';
import pg from 'pg';
import { type Platform, type StartOptions, startPlatform } from '../../local/platform/platform.ts';
import type { Log } from '../../local/servers/programs.ts';
import type { Row } from '../report.ts';

export interface Bench {
  readonly title: string;
  run(log: Log): Promise<Row[]>;
}

export interface Stage {
  readonly platform: Platform;
  readonly log: Log;
  /** Connects to a service's database as superuser. */
  database(service: ServiceName): Promise<pg.Client>;
  /** Registers what to end before the platform stops, whether or not the measurement succeeds. */
  onEnd(end: () => unknown): void;
}

/** In demo mode, which pays the welcome bonus when a wallet is opened and allows more calls per network address. */
export function bench(
  title: string,
  options: Pick<StartOptions, 'processes' | 'environment'>,
  measure: (stage: Stage) => Promise<Row[]>,
): Bench {
  return {
    title,
    async run(log) {
      const platform = await startPlatform({ temporary: true, demo: true, logLevel: 'warn', ...options, log });
      const ends: (() => unknown)[] = [() => platform.stop()];
      const onEnd = (end: () => unknown) => void ends.unshift(end);
      const database = async (service: ServiceName) => {
        const client = new pg.Client({ connectionString: platform.databaseOf(service) });
        await client.connect();
        onEnd(() => client.end());
        return client;
      };
      try {
        return await measure({ platform, log, database, onEnd });
      } finally {
        for (const end of ends) await end();
      }
    },
  };
}

/** Calls until the answer is not undefined. Throws if that takes too long. */
export async function poll<T>(what: string, withinMs: number, ask: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${withinMs / 1_000} s`);
  }
}
