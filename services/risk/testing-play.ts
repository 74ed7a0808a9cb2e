/**
 * Code that tests of safe play share: two instances of risk, and a wallet that replies, or does not reply, as the test sets it.
 * The wallet replies over the real message server; nothing of risk itself is replaced.
 */

import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Player } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { asPlayer, eventually, openWorld, SetClock, type World } from '@fairline/chassis/testing';
import { betEvents } from '@fairline/proto/betting/bets';
import { roundEvents } from '@fairline/proto/casino/rounds';
import type { Infer } from '@fairline/proto/contract';
import { eventStream } from '@fairline/proto/processes';
import type { PlayLimit } from '@fairline/proto/risk/limits';
import { durableName } from '@fairline/proto/services';
import { minuteMs } from '@fairline/proto/time';
import { type Activity, openEnd, type PlayState, playerRequests } from '@fairline/proto/wallet/players';
import { start } from './main.ts';

type Restriction = Extract<Infer<typeof playerRequests.restrict.input>, { part: 'play' }>;

/** Wallet's figures of a player who has not played. */
const idle: PlayState = {
  currency: 'USD',
  used: {
    depositDayMinor: 0,
    depositWeekMinor: 0,
    depositMonthMinor: 0,
    lossDayMinor: 0,
    lossWeekMinor: 0,
    lossMonthMinor: 0,
  },
  dayResetsAt: '2026-11-21T00:00:00.000Z',
  weekResetsAt: '2026-11-23T00:00:00.000Z',
  monthResetsAt: '2026-12-01T00:00:00.000Z',
};
const figures = {
  depositedMinor: 0,
  withdrawnMinor: 0,
  stakedMinor: 0,
  openStakeMinor: 0,
  returnedMinor: 0,
  netMinor: 0,
};

/** A stand-in for wallet: keeps the newest version of each permit, never shortens an exclusion, and has a session with checks for players that the test lets stake. */
export class WalletPeer {
  readonly permits = new Map<string, Restriction>();
  /** Every restriction that arrived, repeats included. */
  readonly asked: Restriction[] = [];
  /** The start of each player's session, which lasts until 30 minutes after their last stake. */
  readonly sessions = new Map<string, { startedAt: Date; stakedAt: Date }>();
  readonly used = new Map<string, Partial<PlayState['used']>>();
  /** `after`: the restriction takes effect, but its reply is lost. */
  unanswered: 'before' | 'after' | undefined;
  /** Runs before a restriction is handled, to simulate concurrent callers. */
  meanwhile: ((restriction: Restriction) => Promise<void>) | undefined;
  private readonly clock: SetClock;

  constructor({ nats }: World, clock: SetClock) {
    this.clock = clock;
    const serve = (subject: string, answer: (input: never) => unknown) =>
      nats.subscribe(subject, {
        callback: (_error, message) => {
          void (async () => {
            if (this.unanswered === 'before') return;
            const ok = await answer(message.json<{ input: never }>().input);
            if (this.unanswered === undefined) message.respond(JSON.stringify({ ok }));
          })();
        },
      });
    serve(playerRequests.restrict.subject, async (restriction: Restriction) => {
      await this.meanwhile?.(restriction);
      return this.restrict(restriction);
    });
    serve(playerRequests.playState.subject, ({ playerId }: { playerId: string }) => this.stateOf(playerId));
    serve(
      playerRequests.activity.subject,
      ({ month }: { month: string }): Activity => ({
        currency: 'USD',
        month: { ...figures, stakedMinor: 100 },
        lifetime: { ...figures, stakedMinor: 900 },
        months: [month],
      }),
    );
  }

  /** A stake that wallet took; it begins or continues a session. */
  stake(playerId: string): void {
    const now = this.clock.now();
    const session = this.sessionOf(playerId);
    this.sessions.set(playerId, { startedAt: session?.startedAt ?? now, stakedAt: now });
  }

  private sessionOf(playerId: string) {
    const session = this.sessions.get(playerId);
    return session && this.clock.now().getTime() - session.stakedAt.getTime() < 30 * minuteMs ? session : undefined;
  }

  private restrict(restriction: Restriction) {
    const { playerId, version } = restriction;
    this.asked.push(restriction);
    const known = this.permits.get(playerId);
    const excludedUntil =
      [
        restriction.returnsAt && known?.excludedUntil === openEnd ? null : known?.excludedUntil,
        restriction.returnsAt,
        restriction.excludedUntil,
      ]
        .filter((until) => typeof until === 'string')
        .sort()
        .at(-1) ?? null;
    if (!known || version > known.version) this.permits.set(playerId, { ...restriction, excludedUntil });
    return { playerId, version: Math.max(version, known?.version ?? 0) };
  }

  private stateOf(playerId: string): PlayState {
    const session = this.sessionOf(playerId);
    const checks = this.permits.get(playerId)?.realityChecks;
    const from =
      session && Math.max(session.startedAt.getTime(), Date.parse(checks?.acknowledgedAt ?? '2000-01-01T00:00:00Z'));
    const played = { stakedMinor: 500, openStakeMinor: 0, returnedMinor: 200, netMinor: -300 };
    return {
      ...idle,
      used: { ...idle.used, ...this.used.get(playerId) },
      ...(session && {
        session: {
          startedAt: session.startedAt.toISOString(),
          endsAt: new Date(session.stakedAt.getTime() + 30 * minuteMs).toISOString(),
          ...played,
        },
      }),
      ...(from !== undefined && checks && { checkDueAt: new Date(from + checks.minutes * minuteMs).toISOString() }),
    };
  }
}

export const startedAt = new Date('2026-11-20T12:00:00.000Z');

export interface Called<T = never> {
  status: number;
  body: T;
}

export class PlayStage {
  readonly clock = new SetClock(startedAt);
  readonly world: World;
  readonly wallet: WalletPeer;
  instances: Running[] = [];
  private turn = 0;

  private constructor(world: World) {
    this.world = world;
    this.wallet = new WalletPeer(world, this.clock);
  }

  static async open(): Promise<PlayStage> {
    const headFile = join(tmpdir(), `fairline-audit-${randomUUID()}`);
    const stage = new PlayStage(
      await openWorld('risk', new URL('main.ts', import.meta.url).href, { AUDIT_HEAD_FILE: headFile }),
    );
    stage.instances = [await stage.start(), await stage.start()];
    return stage;
  }

  start(): Promise<Running> {
    return start(this.world.env, this.clock);
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
    await this.world.close();
  }

  /** Calls one of the two instances, in turn. */
  call<T = never>(method: string, path: string, options: Parameters<World['call']>[3] = {}): Promise<Called<T>> {
    return this.world.call(this.instances[this.turn++ % this.instances.length]?.httpUrl ?? '', method, path, options);
  }

  /** Repeats a call under its key while a server or a lock is busy, as browsers do. */
  async insist<T>(work: () => Promise<Called<T>>): Promise<Called<T>> {
    let reply = await work();
    while (reply.status === 503) reply = await work();
    return reply;
  }

  setLimit(as: Player, body: object, key: string = randomUUID()): Promise<Called<PlayLimit>> {
    return this.call('POST', '/api/risk/limits', { as, key, body });
  }

  /** A daily deposit limit of 100.00 that is in force. */
  async limited(as: Player, amountMinor = 10_000): Promise<PlayLimit> {
    const { status, body } = await this.setLimit(as, { limitType: 'deposit_daily', amountMinor });
    if (status !== 200) throw new Error(`not limited: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  exclude(as: Player, body: object, key: string = randomUUID()): Promise<Called> {
    return this.call('POST', '/api/risk/self-exclusion', { as, key, body });
  }

  /** A stake of a bet that wallet took, with its event; `id` is the event's id. */
  async bet(as: Player, { at = this.clock.now(), id = randomUUID() as string, isNew = true } = {}): Promise<void> {
    if (isNew) this.wallet.stake(as.id);
    const betId = randomUUIDv7();
    const data = {
      betId,
      playerId: as.id,
      currency: 'USD',
      version: 2,
      stakeMinor: 100,
      dueMinor: 0,
      status: 'accepted',
      book: 'real',
    };
    await this.publishAt(betEvents.betAccepted.subject, betId, 2, data, { id, at });
  }

  async round(as: Player, createdAt: Date, status: 'settled' | 'void' = 'settled'): Promise<void> {
    const roundId = randomUUIDv7();
    const round = {
      roundId,
      playerId: as.id,
      gameId: 'premium-roulette',
      gameVersion: 1,
      currency: 'USD',
      status,
      wagerMinor: 100,
      payoutMinor: 0,
    };
    const data = { ...round, jurisdiction: 'open', book: 'real', createdAt: createdAt.toISOString() };
    await this.publishAt(roundEvents.roundSettled.subject, roundId, 1, data, { at: this.clock.now() });
  }

  /** Publishes an event with a given time. */
  async publishAt(
    type: string,
    subject: string,
    version: number,
    data: unknown,
    { id = randomUUID() as string, at = this.clock.now() } = {},
  ): Promise<void> {
    const envelope = {
      specversion: '1.0',
      id,
      source: '/test',
      type,
      subject,
      time: at.toISOString(),
      datacontenttype: 'application/json',
      version,
      data,
    };
    await this.world.nats.request(type, JSON.stringify(envelope), { timeout: 20_000 });
  }

  /** Waits until every published event has been consumed. */
  async settled(): Promise<void> {
    const waitingOf = async (durable: string) => {
      const reply = await this.world.nats.request(`$JS.API.CONSUMER.INFO.${eventStream}.${durable}`);
      const { num_pending, num_ack_pending } = reply.json<{ num_pending: number; num_ack_pending: number }>();
      return num_pending + num_ack_pending;
    };
    const consumed = [betEvents.betAccepted, roundEvents.roundSettled].map((event) => durableName('risk', event));
    await eventually(
      async () => (await Promise.all(consumed.map(waitingOf))).reduce((a, b) => a + b, 0),
      (waiting) => waiting === 0,
    );
  }

  async sql<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.world.db.query(text, values)).rows as T[];
  }

  /** Waits until wallet has a player's newest permit, and returns it. */
  async confirmed(as: Player): Promise<Restriction> {
    await eventually(
      () =>
        this.sql<{ is: boolean }>('select confirmed_version = permit_version as is from players where player_id = $1', [
          as.id,
        ]),
      ([row]) => row?.is === true,
      20_000,
    );
    const permit = this.wallet.permits.get(as.id);
    if (!permit) throw new Error('wallet has no permit');
    return permit;
  }

  /** The names of the events about a player, in the order in which they were written. */
  async published(as: Player): Promise<[string, Record<string, unknown>][]> {
    const rows = await this.sql<{ type: string; data: Record<string, unknown> }>(
      `select type, data from outbox where data ->> 'playerId' = $1 order by seq`,
      [as.id],
    );
    return rows.map(({ type, data }) => [type.split('.')[2] ?? '', data]);
  }

  /** Waits for an event about a player. */
  async sees(as: Player, name: string, count = 1): Promise<Record<string, unknown>[]> {
    const events = await eventually(
      () => this.published(as),
      (all) => all.filter(([type]) => type === name).length >= count,
      20_000,
    );
    return events.filter(([type]) => type === name).map(([, data]) => data);
  }
}

export const player = () => asPlayer(randomUUIDv7());
