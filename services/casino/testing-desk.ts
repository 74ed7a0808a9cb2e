/** Two instances of casino with a wallet that has pools and rates, for tests of the lobby, the desk and the monitor. Tests insert tallies as rounds would. */
import { randomBytes } from 'node:crypto';
import type { Caller, Operator } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { asOperator, openWorld, problemOf, SetClock, type World } from '@fairline/chassis/testing';
import type { GameId } from '@fairline/proto/games/catalogue';
import { exchangeRequests } from '@fairline/proto/wallet/exchange';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { start } from './main.ts';

/** The exchange rates of these tests: USD for one EUR or GBP. */
const worth: Record<string, number> = { USD: 1, EUR: 2, GBP: 3 };

export interface Tally {
  gameId: GameId;
  version?: number;
  book?: 'real' | 'play';
  currency?: 'USD' | 'EUR' | 'GBP';
  rounds: number;
  stakeMinor: number;
  payoutMinor: number;
  returned: number;
  expected: number;
  variance: number;
}

export interface Desk {
  world: World;
  clock: SetClock;
  urls: [string, string];
  /** The pools in wallet's answer; undefined if it does not answer. */
  pools: { currency: 'USD' | 'EUR' | 'GBP'; amountMinor: number; contributedMinor: number }[] | undefined;
  /** Calls an instance, by default the first. */
  call(method: string, path: string, options?: { as?: Caller; body?: unknown; at?: 0 | 1 }): ReturnType<World['call']>;
  addTally(tally: Tally): Promise<void>;
  /** Events of a type, oldest first. */
  published(name: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const world = await openWorld('casino', new URL('./main.ts', import.meta.url).href, {
    SEED_KEY: randomBytes(32).toString('base64url'),
  });
  const clock = new SetClock(new Date('2026-03-10T12:00:00.000Z'));
  const desk: Pick<Desk, 'pools'> = { pools: [{ currency: 'USD', amountMinor: 250_000_000, contributedMinor: 0 }] };
  world.nats.subscribe(ledgerRequests.jackpots.subject, {
    callback: (_error, message) => void (desk.pools && message.respond(JSON.stringify({ ok: { items: desk.pools } }))),
  });
  world.nats.subscribe(exchangeRequests.worth.subject, {
    callback: (_error, message) => {
      const { amounts } = message.json<{ input: { amounts: { currency: string; amountMinor: number }[] } }>().input;
      const amountsMinor = amounts.map(({ currency, amountMinor }) => amountMinor * (worth[currency] ?? 0));
      message.respond(JSON.stringify({ ok: { currency: 'USD', amountsMinor } }));
    },
  });
  const running: [Running, Running] = [await start(world.env, clock), await start(world.env, clock)];
  return Object.assign(desk, {
    world,
    clock,
    urls: [running[0].httpUrl, running[1].httpUrl] as [string, string],
    call: (method: string, path: string, { as, body, at = 0 }: Parameters<Desk['call']>[2] = {}) =>
      world.call(running[at].httpUrl, method, path, { ...(as && { as }), ...(body !== undefined && { body }) }),
    addTally: (tally: Tally) => insertTally(world, clock.now(), tally),
    async published(name: string) {
      const { rows } = await world.db.query<{ data: Record<string, unknown> }>(
        'select data from outbox where type = $1 order by seq',
        [`evt.casino.${name}.v1`],
      );
      return rows.map(({ data }) => data);
    },
    async close() {
      await Promise.all(running.map((one) => one.stop()));
      await world.close();
    },
  });
}

async function insertTally(world: World, at: Date, tally: Tally): Promise<void> {
  const {
    gameId,
    version = 1,
    book = 'real',
    currency = 'USD',
    rounds,
    stakeMinor,
    payoutMinor,
    returned,
    expected,
    variance,
  } = tally;
  // The rounds of a tally have equal stakes.
  const stake = stakeMinor / rounds;
  await world.db.query(
    `insert into tallies (at, game_id, version, book, currency, rounds, stake_minor, payout_minor, jackpot_minor, returned, expected, variance,
       weighed_rounds, first_stake_minor, returned_minor, expected_minor, variance_minor, largest_stake_minor)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11, $6, $7, $8, $12, $13, $14)`,
    [
      at,
      gameId,
      version,
      book,
      currency,
      rounds,
      stakeMinor,
      payoutMinor,
      returned,
      expected,
      variance,
      expected * stake,
      variance * stake ** 2,
      stake,
    ],
  );
}

/** An operator with a fresh proof of identity. */
export const fresh = (desk: Pick<Desk, 'clock'>, role: Parameters<typeof asOperator>[0] = 'games'): Operator => ({
  ...asOperator(role),
  provenAt: desk.clock.now().toISOString(),
});

export const codeOf = async (reply: ReturnType<World['call']>) => problemOf(await reply).code;
