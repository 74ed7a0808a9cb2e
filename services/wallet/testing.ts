/** Wallet under test: two instances on real servers, requests and events of other services, and players with what a test needs. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@fairline/chassis/run';
import {
  asOperator,
  asPlayer,
  type CallOptions,
  eventually,
  openWorld,
  SetClock,
  type World,
} from '@fairline/chassis/testing';
import { type BetStatus, betEvents } from '@fairline/proto/betting/bets';
import { type Infer, Refusal, type RequestType } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import { eventStream } from '@fairline/proto/processes';
import { durableName, services } from '@fairline/proto/services';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { start as startProvider } from '../psp/main.ts';
import { start } from './main.ts';

export interface WalletWorld extends World {
  instances: readonly [Running, Running];
  clock: SetClock;
  blobDir: string;
  /** Sends a request over the bus as a peer does; returns the reply, or throws the Refusal. */
  ask<R extends RequestType>(request: R, input: unknown): Promise<Infer<R['output']>>;
  /** Calls one of the two instances, in turn. */
  http<T = never>(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<{ status: number; body: T; headers: Headers }>;
  /** Opens a player; in demo mode they have the welcome bonus of 100.00. It counts as staked, so that it can be withdrawn, unless the test asks for it as paid. */
  player(changes?: Partial<Infer<typeof playerRequests.open.input>>, bonus?: 'staked' | 'unplayed'): Promise<string>;
  /** Waits until every published event has been consumed. */
  settled(): Promise<void>;
  /** Stops both instances, runs `between`, and starts them again. */
  restarted(between: () => Promise<void>): Promise<void>;
  /** The balance of a player, straight from the ledger. */
  account(playerId: string): Promise<Account>;
  close(): Promise<void>;
}

export interface Account {
  cash: number;
  bonus: number;
  held: number;
  receivable: number;
  version: number;
}

/** The start of a test's clock. */
const startedAt = '2026-11-20T12:00:00.000Z';

/** Wallet in demo mode, where rates convert and the welcome bonus is paid from the start; `extra` may turn it off. */
export async function openWallet(extra: Record<string, string> = {}): Promise<WalletWorld> {
  const blobDir = await mkdtemp(join(tmpdir(), 'fairline-wallet-'));
  const key = Buffer.alloc(32, 7).toString('base64url');
  const world = await openWorld('wallet', new URL('main.ts', import.meta.url).href, {
    FAIRLINE_DEMO: '1',
    BLOB_DIR: blobDir,
    BLOB_KEY: key,
    ...extra,
  });
  const clock = new SetClock(new Date(startedAt));
  // The migration dates the first rates by the clock of the machine, which by now is ahead of that of the tests.
  for (const table of ['rates', 'rate_changes'])
    await world.db.query(`update ${table} set changed_at = $1 where changed_by is null`, [startedAt]);
  const instances: [Running, Running] = [await start(world.env, clock), await start(world.env, clock)];
  let turn = 0;
  const self: WalletWorld = {
    ...world,
    instances,
    clock,
    blobDir,
    async ask(request, input) {
      const reply = await world.nats.request(request.subject, JSON.stringify({ input }), { timeout: 10_000 });
      const wire = reply.json<{
        ok?: never;
        refusal?: { code: string; status: number; detail: string };
        fault?: true;
      }>();
      if (wire.refusal) throw Refusal.from(wire.refusal);
      if (wire.fault) throw new Error(`${request.subject} failed there`);
      return wire.ok as never;
    },
    http: (method, path, options) => world.call((instances[turn++ % 2] as Running).httpUrl, method, path, options),
    async player(changes = {}, bonus = 'staked') {
      const playerId = randomUUIDv7();
      const opening = {
        playerId,
        currency: 'USD',
        book: 'real',
        version: 1,
        status: 'active',
        level: 'verified',
        jurisdiction: 'open',
        ...changes,
      };
      await self.ask(playerRequests.open, opening);
      if (bonus === 'staked')
        await world.db.query('update welcome_bonuses set wagered_before_minor = -amount_minor where player_id = $1', [
          playerId,
        ]);
      return opening.playerId;
    },
    async settled() {
      await eventually(
        async () => {
          const all = await Promise.all(
            services.wallet.consumes.map((event) => consumerInfo(world, durableName('wallet', event))),
          );
          return all.reduce((sum, { num_pending, num_ack_pending }) => sum + num_pending + num_ack_pending, 0);
        },
        (waiting) => waiting === 0,
        20_000,
      );
    },
    async restarted(between) {
      await Promise.all(instances.map((instance) => instance.stop()));
      await between();
      await world.migrate();
      instances[0] = await start(world.env, clock);
      instances[1] = await start(world.env, clock);
    },
    async account(playerId) {
      const { rows } = await world.db.query(
        `select cash_minor::int8 as cash, bonus_minor::int8 as bonus, held_minor::int8 as held, receivable_minor::int8 as receivable, version::int8 as version
         from accounts where player_id = $1`,
        [playerId],
      );
      return rows[0];
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.stop()));
      await world.close();
      await rm(blobDir, { recursive: true });
    },
  };
  return self;
}

async function consumerInfo(
  { nats }: World,
  durable: string,
): Promise<{ num_pending: number; num_ack_pending: number }> {
  const reply = await nats.request(`$JS.API.CONSUMER.INFO.${eventStream}.${durable}`, '', { timeout: 5_000 });
  return reply.json();
}

/** A valid stake of 1.00 at odds of 2.50; a test changes the one field it is about. */
export function stakeOf(playerId: string, changes: Partial<Infer<typeof ledgerRequests.stake.input>> = {}) {
  return {
    betId: randomUUIDv7(),
    playerId,
    currency: 'USD' as const,
    stakeMinor: 100,
    potentialPayoutMinor: 250,
    ...changes,
  };
}

export type Step = Infer<typeof ledgerRequests.play.input>;

/** A round of one step that loses 1.00 at blackjack; a test changes the fields it is about. */
export const roundOf = (playerId: string, changes: Partial<Step> = {}): Step => ({
  roundId: randomUUIDv7(),
  step: 0,
  playerId,
  gameId: 'professional-blackjack',
  stakeMinor: 100,
  payoutMinor: 0,
  closes: true,
  ...changes,
});

/** A game with a jackpot. */
export const slots = 'mega-fortune-slots';

type BetEvent = 'betRejected' | 'betVoided' | 'betSettled' | 'betResettled' | 'betCashedOut';

/** Publishes the outcome of a bet, as betting does. `id` is the event's id, for publishing the same event twice. */
export async function publishBet(
  world: WalletWorld,
  name: BetEvent,
  bet: { betId: string; playerId: string; stakeMinor: number; currency?: string },
  {
    dueMinor,
    version,
    id = randomUUID(),
    ...changes
  }: { dueMinor: number; version: number; id?: string; status?: BetStatus; closedStakeMinor?: number },
): Promise<void> {
  const { betId, playerId, stakeMinor, currency = 'USD' } = bet;
  const status = {
    betRejected: 'rejected',
    betVoided: 'void',
    betSettled: dueMinor > 0 ? 'won' : 'lost',
    betResettled: 'won',
    betCashedOut: 'cashed_out',
  }[name];
  const data = {
    betId,
    playerId,
    currency,
    version,
    stakeMinor,
    dueMinor,
    status,
    book: 'real',
    code: 'price_changed',
    ...changes,
  };
  await world.publish(betEvents[name].subject, betId, version, data, id);
}

/** An operator who signed in a moment ago, by the test's clock. */
export function operator(role: Role = 'finance') {
  return { ...asOperator(role, randomUUIDv7()), provenAt: startedAt };
}

/** Posts some movements: a stake, its payout, and a withdrawal on hold. Returns the player. */
export async function livedBooks(world: WalletWorld): Promise<string> {
  const playerId = await world.player();
  const bet = stakeOf(playerId, { stakeMinor: 1_000 });
  await world.ask(ledgerRequests.stake, bet);
  await publishBet(world, 'betSettled', bet, { dueMinor: 250, version: 1 });
  const body = {
    amountMinor: 2_000,
    currency: 'USD',
    method: 'crypto',
    destination: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
  };
  await world.http('POST', '/api/wallet/withdrawals', { as: asPlayer(playerId), key: randomUUIDv7(), body });
  await world.settled();
  return playerId;
}

/** Writes rows that the triggers forbid, with the triggers switched off. */
export async function tamperBooks(world: WalletWorld, text: string, values: unknown[] = []): Promise<void> {
  await world.db.query('begin');
  await world.db.query('set local session_replication_role = replica');
  await world.db.query(text, values);
  await world.db.query('commit');
}

// ---- The payment provider ----------------------------------------------------------------------

export interface Passed {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A proxy to a server that starts later. It records requests, and may lose the request (`cut`) or only the response (`deaf`), or respond to every POST itself. */
export interface Wire {
  url: string;
  passed: Passed[];
  state: 'open' | 'cut' | 'deaf';
  answers: { status: number; body: string } | undefined;
  leadTo(url: string): void;
  close(): Promise<void>;
}

async function openWire(): Promise<Wire> {
  let target = '';
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method = 'GET', url: path = '/', headers } = request;
    wire.passed.push({ method, path, headers, body });
    const { state } = wire;
    if (state === 'cut') return request.socket.destroy();
    if (wire.answers && method === 'POST')
      return response.writeHead(wire.answers.status, { 'content-type': 'application/json' }).end(wire.answers.body);
    const sent = Object.entries(headers).filter(
      ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
    );
    const reply = await fetch(target + path, {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      body: method === 'GET' ? null : body,
      redirect: 'manual',
    });
    const answer = Buffer.from(await reply.arrayBuffer());
    if (state === 'deaf') return request.socket.destroy();
    const kept = [...reply.headers].filter(([name]) =>
      ['content-type', 'location', 'content-security-policy'].includes(name),
    );
    return response.writeHead(reply.status, Object.fromEntries(kept)).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wire: Wire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: [],
    state: 'open',
    answers: undefined,
    leadTo(url) {
      target = url;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return wire;
}

export interface ProviderWorld extends WalletWorld {
  /** From wallet to the provider, and a payer's way to its page. */
  toProvider: Wire;
  /** From the provider to wallet: its webhooks. */
  toWallet: Wire;
  /** Signs as the provider does. */
  webhookSecret: string;
}

/** Wallet with the simulated provider, on one clock. The provider is a third party, so it is only called over HTTP. */
export async function openWalletWithProvider(extra: Record<string, string> = {}): Promise<ProviderWorld> {
  const keys = { PSP_API_KEY: 'an-api-key-for-tests', PSP_WEBHOOK_SECRET: 'a-webhook-secret-for-tests' };
  const [toProvider, toWallet] = [await openWire(), await openWire()];
  const at = {
    PSP_PUBLIC_URL: toProvider.url,
    PSP_WEBHOOK_URL: `${toWallet.url}/api/wallet/provider/webhooks`,
    PSP_STAND_IN: '1',
  };
  const outside = await openWorld('psp', new URL('../psp/main.ts', import.meta.url).href, { ...keys, ...at });
  const world = await openWallet({ PSP_URL: toProvider.url, PUBLIC_URL: 'http://shop.example', ...keys, ...extra });
  const psp = await startProvider(outside.env, world.clock);
  toProvider.leadTo(psp.httpUrl);
  toWallet.leadTo(world.instances[0].httpUrl);
  return {
    ...world,
    toProvider,
    toWallet,
    webhookSecret: keys.PSP_WEBHOOK_SECRET,
    async close() {
      await psp.stop();
      await world.close();
      await Promise.all([toProvider.close(), toWallet.close(), outside.close()]);
    },
  };
}

export { asPlayer };
