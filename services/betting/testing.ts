/**
 * Stand-ins for the feed and for wallet, for the tests of betting: the feed publishes what a test needs; wallet takes stakes, refuses them or does not reply.
 * Both use the real message server; no part of betting itself is replaced.
 */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import type { Clock } from '@fairline/chassis/process/clock';
import { createLog } from '@fairline/chassis/process/log';
import type { Running } from '@fairline/chassis/run';
import { openRedis, type Redis } from '@fairline/chassis/storage/redis';
import { asPlayer, eventually, openWorld, type World } from '@fairline/chassis/testing';
import { Bet, type BetStatus, type PlaceBet } from '@fairline/proto/betting/bets';
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import { common, Refusal } from '@fairline/proto/contract';
import {
  type DeadHeat,
  type FeedMessage,
  type FixtureReason,
  feedAliveSubject,
  feedStream,
  feedSubject,
  type LegResult,
} from '@fairline/proto/feed';
import { freeBetRefusals, ledgerRefusals, ledgerRequests } from '@fairline/proto/wallet/ledger';
import { start } from './main.ts';
import { PriceSeal } from './offer/price-seal.ts';
import { keysOf, type PriceBoard } from './offer/prices.ts';

/** A clock with the real time, which a test can push forward, or stop so that only pushes move it. */
export class PushedClock implements Clock {
  private aheadMs = 0;
  private stoppedAtMs: number | undefined;

  now(): Date {
    return new Date(this.stoppedAtMs ?? Date.now() + this.aheadMs);
  }

  push(ms: number): void {
    this.aheadMs += ms;
    if (this.stoppedAtMs !== undefined) this.stoppedAtMs += ms;
  }

  stop(): void {
    this.stoppedAtMs = this.now().getTime();
  }

  /** Follows the real time again, plus all pushes. */
  resume(): void {
    this.stoppedAtMs = undefined;
  }
}

type Unsent<T> = T extends FeedMessage ? Omit<T, 'sequence' | 'at' | 'fixtureId'> : never;

/** One fixture of the feed with one market of two selections. */
export class StagedFixture {
  readonly id = randomUUID();
  readonly marketId = randomUUID();
  readonly home = randomUUID();
  readonly away = randomUUID();
  sequence = 0;
  /** The epoch of the feed that the fixture belongs to. */
  epoch: string | undefined;

  private readonly world: World;
  readonly sport: { id: string; name: string };

  constructor(world: World, sport = { id: 'football', name: 'Football' }) {
    this.world = world;
    this.sport = sport;
  }

  /** Publishes the message with the fixture's next sequence, or with the given one; resolves when the stream has stored it. */
  async publish(message: Unsent<FeedMessage>, sequence = ++this.sequence): Promise<void> {
    const whole = { ...message, fixtureId: this.id, sequence, at: new Date().toISOString() } as FeedMessage;
    await this.world.nats.request(feedSubject(whole), JSON.stringify(whole), { timeout: 5_000 });
  }

  change(
    status: 'upcoming' | 'live' | 'ended' | 'cancelled' = 'upcoming',
    startsAt = '2030-01-31T12:00:00.000Z',
    paceMilli = 1_000,
    { reason, sequence }: { reason?: FixtureReason; sequence?: number } = {},
  ): Promise<void> {
    const competition = { id: `${this.sport.id}-league`, name: 'League', country: 'GB' };
    const teams = { homeTeam: `Reds ${this.id.slice(0, 4)}`, awayTeam: 'Blues' };
    const score = status === 'live' ? { home: 0, away: 0, period: '1', clock: '01:00' } : null;
    const { sport, epoch } = this;
    const known = { ...(epoch && { epoch }), ...(reason && { reason }) };
    return this.publish(
      { kind: 'fixture_change', sport, competition, ...teams, startsAt, status, score, paceMilli, ...known },
      sequence,
    );
  }

  odds(
    odds: [number, number] = [2_000, 1_800],
    status: 'active' | 'suspended' | 'deactivated' = 'active',
    marketId = this.marketId,
  ): Promise<void> {
    const [home, away] = marketId === this.marketId ? [this.home, this.away] : [randomUUID(), randomUUID()];
    const selections = [
      { id: home, name: 'Reds', outcome: 'home', oddsMilli: odds[0], active: true },
      { id: away, name: 'Blues', outcome: 'away', oddsMilli: odds[1], active: true },
    ];
    const market = {
      id: marketId,
      type: 'moneyline' as const,
      name: 'Winner',
      lineQuarters: null,
      status,
      marginBp: 500,
      sortOrder: 1,
      selections,
    };
    return this.publish({ kind: 'odds_change', market });
  }

  stop(marketId: string | null = null): Promise<void> {
    return this.publish({ kind: 'bet_stop', marketId });
  }

  /** Gives home this result (if given, in a dead heat) and away the opposite. */
  settle(
    result: LegResult,
    certainty: 'provisional' | 'confirmed' = 'confirmed',
    sequence?: number,
    deadHeat?: DeadHeat,
  ): Promise<void> {
    const opposite = { won: 'lost', lost: 'won', void: 'void', half_won: 'half_lost', half_lost: 'half_won' } as const;
    const outcomes = [
      { selectionId: this.home, result, ...(deadHeat && { deadHeat }) },
      { selectionId: this.away, result: opposite[result] },
    ];
    return this.publish({ kind: 'bet_settlement', marketId: this.marketId, certainty, outcomes }, sequence);
  }

  rollback(sequence?: number): Promise<void> {
    return this.publish({ kind: 'rollback_bet_settlement', marketId: this.marketId }, sequence);
  }

  cancel(from: Date | null, until: Date | null, reason = 'wrong line', sequence?: number): Promise<void> {
    const window = { from: from?.toISOString() ?? null, until: until?.toISOString() ?? null };
    return this.publish({ kind: 'bet_cancel', marketId: this.marketId, ...window, reason }, sequence);
  }
}

/** Publishes heartbeats as the feed does, with consecutive sequences. */
export class Heartbeats {
  private sequence = 0;
  epoch: string = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  start(everyMs = 200): void {
    this.timer = setInterval(() => this.send(), everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Sends one heartbeat, and skips this many sequences before it. */
  send(missed = 0): void {
    this.sequence += 1 + missed;
    this.world.nats.publish(
      feedAliveSubject,
      JSON.stringify({ kind: 'alive', at: new Date().toISOString(), epoch: this.epoch, sequence: this.sequence }),
    );
  }
}

type Manner = 'takes' | 'does not answer' | Refusal;
interface Ask {
  betId: string;
  playerId: string;
  stakeMinor: number;
  potentialPayoutMinor: number;
}

/** A stand-in for wallet. The same bet always gets the same reply; the behaviour can be set per player. */
export class StagedWallet {
  readonly asks: Ask[] = [];
  /** The amount paid, by bet; set by a test. */
  readonly paid = new Map<string, number>();
  private readonly manners = new Map<string, Manner>();
  private readonly outcomes = new Map<string, { ask: Ask; refusal: Refusal | null }>();

  constructor(world: World) {
    world.nats.subscribe(ledgerRequests.stake.subject, {
      callback: (_error, message) => {
        const { input } = message.json<{ input: Ask }>();
        this.asks.push(input);
        const answer = this.answer(input);
        if (answer) message.respond(JSON.stringify(answer));
      },
    });
    world.nats.subscribe(ledgerRequests.stakesOf.subject, {
      callback: (_error, message) => {
        const { ids } = message.json<{ input: { ids: string[] } }>().input;
        message.respond(JSON.stringify({ ok: { stakes: ids.flatMap((id) => this.stakeOf(id)) } }));
      },
    });
  }

  /** Sets the behaviour for a player from now on. */
  meet(playerId: string, manner: Manner): void {
    this.manners.set(playerId, manner);
  }

  /** From now on a bet has another id. */
  rename(betId: string, as: string): void {
    const outcome = this.outcomes.get(betId);
    if (outcome) this.outcomes.set(as, outcome);
  }

  asksOf(playerId: string): Ask[] {
    return this.asks.filter((ask) => ask.playerId === playerId);
  }

  private answer(ask: Ask): unknown {
    const manner = this.manners.get(ask.playerId) ?? 'takes';
    if (manner === 'does not answer') return undefined;
    const refusal = manner === 'takes' ? null : manner;
    // A busy reply is no outcome.
    const { refusal: outcome } = refusal?.status === 503 ? { refusal } : (this.outcomes.get(ask.betId) ?? { refusal });
    if (outcome?.status !== 503) this.outcomes.set(ask.betId, { ask, refusal: outcome });
    if (!outcome) return { ok: { betId: ask.betId, taken: true, bonusMinor: 0 } };
    const { code, status, message: detail, params } = outcome;
    return { refusal: { code, status, detail, ...(params && { params }) } };
  }

  private stakeOf(betId: string): unknown[] {
    const known = this.outcomes.get(betId);
    if (!known) return [];
    const status = known.refusal ? 'refused' : 'taken';
    return [{ betId, status, amountMinor: known.ask.stakeMinor, paidMinor: this.paid.get(betId) ?? 0, version: 1 }];
  }
}

export const refusals = {
  poor: new Refusal(ledgerRefusals.insufficientBalance),
  capped: new Refusal(ledgerRefusals.bonusMaxStake, { maxStakeMinor: 500, currency: 'USD', max: '5.00 USD' }),
  excluded: new Refusal(ledgerRefusals.excluded),
  inactive: new Refusal(ledgerRefusals.accountNotActive, { status: 'suspended' }),
  limited: new Refusal(ledgerRefusals.limitExceeded, { limit: 'bet', limitMinor: 100_000 }),
  stopped: new Refusal(ledgerRefusals.stopped),
  lowOdds: new Refusal(freeBetRefusals.freeBetOdds, { minOddsMilli: 1_500, odds: '1.50' }),
  busy: new Refusal(common.busy),
};

/** Two instances of the service with stand-ins for feed and wallet, and the steps that many tests share. */
export class Stage {
  readonly world: World;
  readonly redis: Redis;
  /** The prices in Redis, with the same seal as the instances. */
  readonly board: PriceBoard;
  readonly clock = new PushedClock();
  readonly wallet: StagedWallet;
  readonly heartbeats: Heartbeats;
  instances: Running[] = [];

  private constructor(world: World, redis: Redis) {
    this.world = world;
    this.redis = redis;
    this.board = { redis, seal: new PriceSeal(Buffer.from(world.env.PRICE_KEY ?? '', 'base64url'), () => {}) };
    this.wallet = new StagedWallet(world);
    this.heartbeats = new Heartbeats(world);
  }

  static async open(): Promise<Stage> {
    const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const RECEIPT_PRIVATE_KEY = Buffer.from(JSON.stringify(key)).toString('base64url');
    const PRICE_KEY = randomBytes(32).toString('base64url');
    const world = await openWorld('betting', new URL('main.ts', import.meta.url).href, {
      RECEIPT_PRIVATE_KEY,
      PRICE_KEY,
    });
    const redis = openRedis(world.redisUrlOf('admin'), createLog('test', 'silent'));
    await redis.flushdb();
    const stage = new Stage(world, redis);
    stage.heartbeats.start();
    stage.instances = await Promise.all([stage.start(), stage.start()]);
    return stage;
  }

  /** Name of the hash in Redis that holds a fixture's prices. */
  bookOf({ id }: { id: string }): string {
    return keysOf(this.board.seal).book(id);
  }

  start(extra: Record<string, string> = {}): Promise<Running> {
    return start({ ...this.world.env, ...extra }, this.clock);
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
    this.heartbeats.stop();
    this.redis.disconnect();
    await this.world.close();
  }

  get urls(): string[] {
    return this.instances.map(({ httpUrl }) => httpUrl);
  }

  async get<T>(path: string, url = this.urls[0] ?? ''): Promise<T> {
    return (await this.world.call(url, 'GET', path)).body as T;
  }

  /** The number of instances that wait for the next message of the stream. */
  async waitingReaders(): Promise<number> {
    const reply = await this.world.nats.request(`$JS.API.CONSUMER.INFO.${feedStream}.betting_feed`, '', {
      timeout: 5_000,
    });
    return reply.json<{ num_waiting?: number }>().num_waiting ?? 0;
  }

  // ---- Fixtures ----------------------------------------------------------------------------------

  /** Publishes a fixture, and waits until every instance shows it on offer. */
  async fixture(
    status: 'upcoming' | 'live' = 'upcoming',
    odds: [number, number] = [2_000, 1_800],
  ): Promise<StagedFixture> {
    const staged = new StagedFixture(this.world);
    await staged.change(status);
    await staged.odds(odds);
    await this.shows(staged, 'active');
    return staged;
  }

  /** Begins the match, so that operators may enter results of its markets. */
  begin(fixture: StagedFixture): Promise<void> {
    return this.bring('live', [fixture]);
  }

  /** Ends the matches, their markets still without results. */
  end(...fixtures: StagedFixture[]): Promise<void> {
    return this.bring('ended', fixtures);
  }

  private async bring(status: 'live' | 'ended', fixtures: readonly StagedFixture[]): Promise<void> {
    for (const fixture of fixtures) await fixture.change(status);
    await eventually(
      () =>
        this.world.db.query('select from fixtures where id = any ($1) and status = $2', [
          fixtures.map(({ id }) => id),
          status,
        ]),
      ({ rowCount }) => rowCount === fixtures.length,
    );
  }

  async marketOf(fixture: StagedFixture, url?: string): Promise<Market | undefined> {
    return (await this.get<Partial<Fixture>>(`/api/betting/fixtures/${fixture.id}`, url)).markets?.[0];
  }

  /** Waits until every instance shows the market with this status. */
  async shows(fixture: StagedFixture, status: Market['status']): Promise<void> {
    for (const url of this.urls) {
      await eventually(
        () => this.marketOf(fixture, url),
        (market) => market?.status === status,
        20_000,
      );
    }
  }

  /** Waits until every instance shows home at this price. */
  async showsPrice(fixture: StagedFixture, oddsMilli: number): Promise<void> {
    for (const url of this.urls) {
      await eventually(
        () => this.marketOf(fixture, url),
        (market) => market?.selections[0]?.oddsMilli === oddsMilli,
        20_000,
      );
    }
  }

  // ---- Bets --------------------------------------------------------------------------------------

  /** Sends a slip; by default 10.00 on home at exactly 2.000. */
  place(
    fixture: StagedFixture,
    { as = asPlayer(), key = randomUUID(), url = this.urls[0] ?? '', ...changes }: Slip = {},
  ): ReturnType<World['call']> {
    const legs = [{ selectionId: fixture.home, oddsMilli: 2_000 }];
    const body = { type: 'single', stakeMinor: 1_000, currency: 'USD', pricePolicy: 'none', legs, ...changes };
    return this.world.call(url, 'POST', '/api/betting/bets', { as, key, body });
  }

  /** An accepted bet on a match that has ended without a result, so that operators settle it by hand. */
  async overBet(changes: Parameters<Stage['bet']>[1] = {}): Promise<Owned> {
    const fixture = await this.fixture();
    const given = await this.bet(fixture, changes);
    await this.end(fixture);
    return given;
  }

  /** Places a bet and waits until it is accepted. */
  async bet(fixture: StagedFixture, { as = asPlayer(), away = false, stakeMinor = 1_000 } = {}): Promise<Owned> {
    const legs = [{ selectionId: away ? fixture.away : fixture.home, oddsMilli: 2_000 }];
    const reply = await this.place(fixture, { as, legs, stakeMinor, pricePolicy: 'any' });
    const given = { as, id: Bet.parse(reply.body).id };
    await this.untilStatus(given, 'accepted');
    return given;
  }

  async read({ as, id }: Owned): Promise<Bet> {
    return (await this.world.call(this.urls.at(-1) ?? '', 'GET', `/api/betting/bets/${id}`, { as })).body as Bet;
  }

  untilStatus(given: Owned, status: BetStatus): Promise<Bet> {
    return eventually(
      () => this.read(given),
      (bet) => bet.status === status,
    );
  }

  /** The events of an aggregate, in the order of its versions. */
  async eventsOf(aggregate: string): Promise<{ type: string; version: number; data: Record<string, unknown> }[]> {
    const { rows } = await this.world.db.query(
      'select type, version::int, data from outbox where subject = $1 order by version, seq',
      [aggregate],
    );
    return rows.map(({ type, version, data }) => ({ type: String(type).split('.')[2] ?? '', version, data }));
  }

  /** The events of an aggregate in short: type, version, and the amount due or the reason. */
  async eventSummaries(aggregate: string): Promise<unknown[][]> {
    return (await this.eventsOf(aggregate)).map(({ type, version, data }) => [
      type,
      version,
      data.dueMinor ?? data.reason,
    ]);
  }

  /** Places any slip and waits until the bet is accepted. */
  async placeAccepted(changes: Slip, first: StagedFixture): Promise<Owned> {
    const as = changes.as ?? asPlayer();
    const reply = await this.place(first, { ...changes, as });
    if (reply.status !== 201) throw new Error(`not placed: ${JSON.stringify(reply.body)}`);
    const owned = { as, id: (reply.body as Bet).id };
    await this.untilStatus(owned, 'accepted');
    return owned;
  }

  /** Calls a route of one bet as its player, at the first instance. */
  callOf(
    method: string,
    path: string,
    { as, id }: Owned,
    options: { key?: string; body?: unknown } = {},
  ): Promise<{ status: number; body: never }> {
    return this.world.call(this.urls[0] ?? '', method, `/api/betting/bets/${id}${path}`, {
      as,
      ...options,
    }) as Promise<{ status: number; body: never }>;
  }

  async exposureOn(fixture: StagedFixture): Promise<unknown> {
    const { rows } = await this.world.db.query(
      'select bets, stake_minor::int, liability_minor::int from exposure where selection_id = $1',
      [fixture.home],
    );
    return rows[0];
  }
}

/** Legs on the home side of each fixture, at its initial price. */
export const legsOn = (...fixtures: StagedFixture[]) =>
  fixtures.map(({ home }) => ({ selectionId: home, oddsMilli: 2_000 }));

export type Slip = { as?: Player; key?: string; url?: string } & Partial<Omit<PlaceBet, 'stakeMinor'>> & {
    stakeMinor?: unknown;
  };

export interface Owned {
  as: Player;
  id: string;
}
