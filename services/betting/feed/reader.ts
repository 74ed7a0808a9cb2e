/**
 * Reads the feed on the one instance that holds its lease, and applies it in batches: the catalogue and results to the database, prices to Redis.
 * Every write is keyed by the fixture's sequence, so reading again from the start is always safe and is the answer to every doubt;
 * while the feed is silent or its prices may be incomplete, nothing is on offer.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Lease } from '@fairline/chassis/jobs';
import { isInfrastructure, isLockTimeout, type Tx } from '@fairline/chassis/postgres';
import { Id, Refusal } from '@fairline/proto/contract';
import { FeedAlive, FeedMessage, feedSilentMs, feedStream, feedSubject } from '@fairline/proto/feed';
import { current, keepPriceHours, refresh } from '../offer/commands.ts';
import type { OfferContext } from '../offer/context.ts';
import { Frames } from '../offer/frames.ts';
import { isOver } from '../offer/market.ts';
import { projectAllOwn, projectOwn } from '../offer/own-prices.ts';
import { endPrices, type Mark, markHeard, renewHeard, setPrices, unmarkHeard } from '../offer/prices.ts';
import * as offerStore from '../offer/store.ts';
import { endOwnOdds } from '../offer/store-own-prices.ts';
import { calmMarkets, saySuspended } from '../offer/suspensions.ts';
import { type Changes, fold } from './changes.ts';
import { Known, type Unread } from './known.ts';
import * as store from './store.ts';

const batchMessages = 1_000;
/** What arrives within this long of the first message goes into one batch. */
const gatherMs = 50;
/** How far behind the clock the instant may be that a word is known to have come after. */
const turnMs = 25;
/** A lock is waited for half a second each time. */
const lockTries = 6;
/** The stream keeps a day; what was over before is never heard of again. */
const rememberMs = 2 * 24 * 60 * 60 * 1_000;

/** Why the feed must be read again from its start. */
type Doubt = 'lease' | 'failure' | 'silence' | 'another epoch' | 'missed alive' | 'missed messages' | 'prices lost';

/** What messages that were applied together moved. */
interface News {
  touched: Set<string>;
  moved: Map<string, number>;
}

export class FeedReader {
  private readonly context: OfferContext;
  private readonly lease: Lease;
  private readonly frames: Frames;
  private known = new Known();
  private reading: 'not' | 'starting' | 'catching up' | 'caught up' = 'not';
  /** Counts the readings, so that what belongs to an earlier one is recognised. */
  private turn = 0;
  private stopReading: (() => Promise<void>) | undefined;
  private queue: Heard[] = [];
  private sawLast = false;
  private working: Promise<void> | undefined;
  private doubt: Doubt | undefined;
  /** Names the prices that are on offer; undefined while none are. */
  private recovery: string | undefined;
  private renewedAt = 0;
  private toldSilence = false;
  private heldSince = 0;
  private alive = { at: Number.NEGATIVE_INFINITY, epoch: '', sequence: Number.POSITIVE_INFINITY };
  /** When the feed's last word of any kind came at the latest, and whether the mark is yet to be moved on to it. */
  private heardAt = new Date(0);
  /** When this process last turned to what time brings, and the time before. */
  private turns: [before: Date, last: Date] = [new Date(0), new Date(0)];
  private turning: NodeJS.Timeout | undefined;
  private toMark = false;
  /** The message server the feed is read from; another one, or the same restarted, may have dropped what was on its way. */
  private serverId = '';
  private samples = new Map<string, number>();

  constructor(context: OfferContext) {
    this.context = context;
    this.lease = new Lease(context.db, 'feed', context.log);
    this.frames = new Frames(context);
  }

  open(): void {
    this.turning = setInterval(() => {
      this.turns = [this.turns[1], this.context.clock.now()];
    }, turnMs);
    this.lease.onChange(() => {
      this.lose();
      this.toldSilence = false;
      this.heldSince = performance.now();
      this.frames.forget();
    });
    this.lease.start();
  }

  /** Whatever was heard under the lease is worth nothing without it. */
  private lose(): void {
    this.leave();
    this.recovery = undefined;
    this.doubt = 'lease';
  }

  async close(): Promise<void> {
    clearInterval(this.turning);
    this.leave();
    await this.working;
    await this.lease.stop();
  }

  /** Hears `feed.alive`. A missed one, or a feed that began anew, means that messages may be missing as well. */
  hearAlive(data: unknown): void {
    const read = FeedAlive.safeParse(data);
    if (!read.success) return;
    const { epoch, sequence } = read.data;
    const { epoch: before } = this.alive;
    const gap = before !== '' && (epoch !== before || sequence > this.alive.sequence + 1);
    const missed = gap || this.context.bus.serverId !== this.serverId;
    this.alive = { at: performance.now(), epoch, sequence };
    // Under another epoch nothing that was said before holds: there is no waiting for the reading to be over.
    if (before !== '' && before !== epoch) this.doubt = 'another epoch';
    // Also while it is read: what is bet on meanwhile must not stand on a reading that began before.
    if ((missed && this.reading === 'caught up') || (gap && this.reading !== 'not')) this.doubt ??= 'missed alive';
    this.hear();
  }

  /** Looks at what time alone brings: silence, and doubts that wait for another reading. */
  async watch(): Promise<void> {
    if (!this.lease.held() || this.reading === 'starting') return;
    if (!this.context.bus.connected && this.reading === 'caught up') this.doubt ??= 'missed alive';
    const now = performance.now();
    const unheard = now - Math.max(this.alive.at, this.heldSince) > feedSilentMs;
    const outOfSight = this.recovery !== undefined && now - this.renewedAt > feedSilentMs;
    if (this.doubt === 'another epoch') await this.fallSilent(this.doubt);
    if (unheard || outOfSight) await this.fallSilent('silence');
    await this.showLate();
    // After a silence the feed is read again when it speaks; what it still publishes meanwhile is applied.
    if (this.doubt && (this.doubt !== 'silence' || this.hears())) await this.readAgain(this.doubt);
  }

  /** That a match should have begun nobody says but the time. */
  private async showLate(): Promise<void> {
    if (this.recovery === undefined) return;
    const late = (await current(this.context)).lateIds();
    if (late.length > 0) this.frames.send(late);
  }

  /** One sample per selection and second at most, only of prices that moved. */
  async keepSamples(): Promise<void> {
    // What people were asked, where that was a price of our own.
    const { samples } = this;
    this.samples = new Map();
    const asked = [...samples].map(([id, oddsMilli]) => [id, this.context.catalogue.oddsOf(id) ?? oddsMilli] as [string, number]);
    try {
      await store.writeSamples(this.context.db, this.context.clock.now(), asked);
    } catch (error) {
      this.samples = new Map([...samples, ...this.samples]);
      throw error;
    }
  }

  private hears(): boolean {
    return performance.now() - this.alive.at <= feedSilentMs;
  }

  // ---- Reading -----------------------------------------------------------------------------------

  private leave(): void {
    this.turn++;
    this.reading = 'not';
    this.queue = [];
    this.sawLast = false;
    this.toMark = false;
    this.stopReading?.().catch(() => undefined);
    this.stopReading = undefined;
  }

  private async readAgain(why: Doubt): Promise<void> {
    const { context } = this;
    this.leave();
    const { turn } = this;
    this.reading = 'starting';
    this.doubt = undefined;
    await this.working;
    try {
      context.log.info({ why }, 'reading the feed from its start');
      await keepPriceHours(context);
      // What went off offer and came back unseen took no bet with it otherwise.
      await store.countBreaks(context.db);
      await this.meetEpoch();
      await this.recall();
      this.serverId = context.bus.serverId;
      const stop = await context.bus.replay(
        feedStream,
        'betting_feed',
        'feed.*.*.*',
        (data, subject, last, place) => {
          if (turn === this.turn) this.receive(data, subject, last, place);
        },
        () => {
          if (turn === this.turn) this.doubt ??= 'missed messages';
        },
      );
      if (turn !== this.turn) return await stop();
      this.stopReading = stop;
      this.reading = 'catching up';
      this.kick();
    } catch (error) {
      this.fail(turn, error);
    }
  }

  /** Another epoch than the last that was heard, here or elsewhere: what stood on offer is gone, and that before anything of the new one is written. */
  private async meetEpoch(): Promise<void> {
    const { db } = this.context;
    const before = await store.heardEpoch(db);
    if (this.alive.epoch === '') this.alive.epoch = before ?? '';
    const { epoch } = this.alive;
    if (before === null || before === epoch) return;
    await this.takeOff('another epoch');
    await db.tx((tx) => store.takeEpoch(tx, epoch));
  }

  private async recall(): Promise<void> {
    this.known = await store.readKnown(this.context.db, new Date(this.context.clock.now().getTime() - rememberMs));
  }

  private fail(turn: number, error: unknown): void {
    if (turn !== this.turn) return;
    this.context.log.warn({ error: (error as Error).message }, 'the feed could not be applied: it is read again');
    this.leave();
    this.doubt = 'failure';
  }

  private receive(data: unknown, subject: string, last: boolean, place: number): void {
    if (!this.lease.held()) {
      this.lose();
      return;
    }
    const read = FeedMessage.safeParse(data);
    if (read.success) this.queue.push(read.data);
    else {
      const letter = this.giveUp(data, subject, read.error.message, place);
      const unread = unreadIn(data, subject, letter);
      if (unread) this.queue.push(unread);
    }
    this.sawLast ||= last;
    this.hear();
  }

  /** What is read now may have waited for a process that stood still, but it came after all that was read before the turn but one: it is no news of any later instant. */
  private hear(): void {
    [this.heardAt] = this.turns;
    this.toMark = true;
    this.kick();
  }

  /** A message that can never be applied is kept for people to look at, under a letter that names it, by its place in the stream where it says nothing of its own; the others go on. */
  private giveUp(data: unknown, subject: string, error: string, place?: number): string {
    const payload = JSON.stringify(data) ?? '';
    const letter = createHash('md5')
      .update(`${subject} ${place ?? ''} ${payload}`)
      .digest('hex');
    this.context.log.error({ subject, error: error.slice(0, 500) }, 'a message of the feed is given up on: it waits in dead_letters');
    store.keepUnreadable(this.context.db, letter, subject, payload, error.slice(0, 500)).catch(() => undefined);
    return letter;
  }

  private kick(): void {
    if (this.working || this.reading === 'not' || this.reading === 'starting' || !this.lease.held()) return;
    this.working = this.work(this.turn).finally(() => {
      this.working = undefined;
      if (this.queue.length > 0 || this.toMark) this.kick();
    });
  }

  private async work(turn: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    this.toMark = false;
    // What comes while this is applied belongs to the next round, so that a busy feed is shown all the same.
    const { heardAt: until, sawLast } = this;
    const messages = this.queue.splice(0);
    const news: News = { touched: new Set(), moved: new Map() };
    try {
      for (let at = 0; at < messages.length; at += batchMessages) {
        if (turn !== this.turn || !this.lease.held()) return;
        await this.apply(messages.slice(at, at + batchMessages), news);
      }
      if (turn !== this.turn || !this.lease.held()) return;
      if (this.reading === 'caught up') await this.show(news);
      // Only now, as a sample is what the catalogue asks.
      for (const [id, oddsMilli] of news.moved) this.samples.set(id, oddsMilli);
      if (this.reading === 'catching up' && sawLast) this.reading = 'caught up';
      // Nothing of it waits any more: what was heard until then is applied.
      if (this.reading === 'caught up') await this.mark(turn, until);
    } catch (error) {
      this.fail(turn, error);
    }
  }

  // ---- Applying ----------------------------------------------------------------------------------

  /** A batch with a message that cannot be applied is taken apart, so that it harms only itself. */
  private async apply(messages: readonly Heard[], news: News): Promise<void> {
    try {
      await this.applyAll(messages, news);
    } catch (error) {
      if (isInfrastructure(error) || error instanceof Refusal) throw error;
      await this.recall();
      const [only] = messages;
      if (only && messages.length === 1) await this.stopInstead(only, error as Error, news);
      else for (const message of messages) await this.apply([message], news);
    }
  }

  /** What cannot be applied is taken for a stop, as what cannot be read is. */
  private async stopInstead(message: Heard, error: Error, news: News): Promise<void> {
    // Where not even the stop holds, nothing does until the feed was read again.
    if (message.kind === 'unread') return this.fallSilent('failure');
    const subject = feedSubject(message);
    const unread = unreadIn(message, subject, this.giveUp(message, subject, error.message));
    if (unread) await this.apply([unread], news);
  }

  private async applyAll(messages: readonly Heard[], news: News): Promise<void> {
    const { context, known } = this;
    const changes = fold(known, messages);
    const ended = needsRows(changes) ? await this.patiently(() => context.db.tx((tx) => this.write(tx, changes))) : [];
    await projectOwn(context, ended);
    // What moves too fast is off offer before its price can be had.
    await this.calm(changes);
    await setPrices(context.redis, changes.prices);
    for (const [id, oddsMilli] of changes.moved) news.moved.set(id, oddsMilli);
    const over = [...changes.fixtures.values()].filter(({ status }) => isOver(status)).map(({ fixtureId }) => fixtureId);
    await endPrices(context.redis, over);
    const nowMs = context.clock.now().getTime();
    for (const id of over) known.forget(id, nowMs);
    known.drop(nowMs - rememberMs);
    for (const id of changes.touched) news.touched.add(id);
  }

  private async show({ touched }: News): Promise<void> {
    if (touched.size === 0) return;
    await refresh(this.context);
    this.frames.send(touched);
  }

  /** Takes off offer for a while what moves too fast. Prices that are caught up with say nothing of how fast they moved. */
  private async calm({ volatile }: Changes): Promise<void> {
    if (volatile.size > 0 && this.reading === 'caught up') await calmMarkets(this.context, [...volatile]);
  }

  /** Whoever decides bets holds markets for a moment; that is no reason to read the feed again. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (tries === lockTries || !isLockTimeout(error)) throw error;
      }
    }
  }

  /** Answers the markets whose odds of our own end by it: what they were set on is over, a margin stays. */
  private async write(tx: Tx, changes: Changes): Promise<string[]> {
    const at = this.context.clock.now();
    const fixtures = [...changes.fixtures.values()];
    const cancelled = fixtures.filter(({ status }) => status === 'cancelled').map(({ fixtureId }) => fixtureId);
    const markets = [...changes.markets.values()];
    const decided = [...changes.results.values(), ...changes.cancels];
    await store.lockForFeed(tx, [...new Set([...markets.map(({ id }) => id), ...decided.map(({ marketId }) => marketId)])], [...cancelled, ...changes.begun]);
    const gone = await store.cancelledOf(
      tx,
      fixtures.map(({ fixtureId }) => fixtureId),
    );
    await store.writeFixtures(tx, at, fixtures);
    const stillGone = new Set(await store.cancelledOf(tx, gone));
    await store.writeMoments(tx, changes.moments);
    await store.writeShapes(tx, [...changes.shapes.values()]);
    const suspended = await store.writeMarkets(tx, markets);
    await store.writeResults(tx, at, [...changes.results.values()]);
    await store.writeCancels(tx, at, changes.cancels);
    await store.writeUnread(tx, at, changes.unread);
    await store.dueByFixture(tx, at, [...new Set([...cancelled, ...gone.filter((id) => !stillGone.has(id))])]);
    const touched = [...changes.shapes.values(), ...markets, ...decided, ...changes.unread].map(({ fixtureId }) => fixtureId);
    await offerStore.touchFixtures(tx, [...new Set(touched)].sort());
    await saySuspended(tx, suspended, 'feed');
    const broken = markets.filter(({ breaks }) => breaks > 0).map(({ id }) => id);
    return endOwnOdds(tx, broken, [...changes.begun]);
  }

  // ---- Being heard -------------------------------------------------------------------------------

  /** Says beside the prices up to when they are whole, once the feed is read to its end, alive and not in doubt. */
  private async mark(turn: number, until: Date): Promise<void> {
    const livesMs = Math.floor(feedSilentMs - (performance.now() - this.alive.at));
    if (this.doubt || livesMs <= 0) return;
    const { recovery } = this;
    if (!recovery) await this.beHeard(turn, { recovery: randomUUID(), until, livesMs });
    else if (await renewHeard(this.context.redis, { recovery, until, livesMs })) this.renewedAt = performance.now();
    else if (turn === this.turn && this.lease.held()) await this.fallSilent('prices lost');
  }

  /** Puts everything on offer again. */
  private async beHeard(turn: number, mark: Mark): Promise<void> {
    const { context } = this;
    const stands = () => turn === this.turn && !this.doubt;
    // Whatever comes in between takes everything off again.
    this.toldSilence = false;
    await context.db.tx((tx) => store.beHeard(tx, context.clock.now(), this.alive.epoch));
    this.toldSilence = false;
    await projectAllOwn(context);
    if (!stands()) return;
    await markHeard(context.redis, mark);
    if (!stands()) return unmarkHeard(context.redis, mark.recovery);
    this.recovery = mark.recovery;
    this.renewedAt = performance.now();
    await this.sendAll();
    context.log.info(context.catalogue.counts(), 'the feed is heard');
  }

  /** Takes everything off offer until the feed was read again from its start. */
  private async fallSilent(why: Doubt): Promise<void> {
    this.doubt ??= why;
    await this.takeOff(why);
  }

  private async takeOff(why: Doubt): Promise<void> {
    const { context } = this;
    this.recovery = undefined;
    if (this.toldSilence) return;
    const suspended = await context.db.tx(async (tx) => {
      const rows = await store.fallSilent(tx, context.clock.now());
      await saySuspended(tx, rows, 'feed_silent');
      return rows.length;
    });
    await unmarkHeard(context.redis);
    this.toldSilence = true;
    context.log.error({ why, suspended }, 'the feed is silent: nothing is on offer');
    await this.sendAll();
  }

  private async sendAll(): Promise<void> {
    await refresh(this.context);
    this.frames.send(this.context.catalogue.onOfferIds());
  }
}

function needsRows({ fixtures, shapes, markets, results, cancels, unread }: Changes): boolean {
  return fixtures.size + shapes.size + markets.size + results.size + cancels.length + unread.length > 0;
}

type Heard = FeedMessage | Unread;

/** What a message that cannot be read was about, by its subject, which names the fixture and the market; nothing where even that cannot be read. */
function unreadIn(data: unknown, subject: string, letter: string): Unread | undefined {
  const [, fixture, , market] = subject.split('.');
  const [fixtureId, marketId] = [Id.safeParse(fixture).data, Id.safeParse(market).data ?? null];
  if (!fixtureId) return undefined;
  const { sequence } = Object(data) as { sequence?: unknown };
  return { kind: 'unread', letter, fixtureId, marketId, sequence: Number.isSafeInteger(sequence) && Number(sequence) > 0 ? Number(sequence) : null };
}
