/**
 * Reads the feed on the one instance that holds its lease: performs the effects that state.ts decides and passes their results back as inputs.
 * Messages are applied in batches. The model of all fixtures and markets is kept here, outside the state machine, and is changed in place.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Lease } from '@fairline/chassis/storage/lease';
import { isInfrastructure } from '@fairline/chassis/storage/postgres';
import { Id, Refusal } from '@fairline/proto/contract';
import { FeedAlive, FeedMessage, feedReader, feedStream, feedSubject, feedSubjects } from '@fairline/proto/feed';
import { keepPriceHours, readCatalogue, refresh } from '../offer/commands.ts';
import type { OfferContext } from '../offer/context.ts';
import { Frames } from '../offer/frames.ts';
import { projectAllOwn } from '../offer/own-prices.ts';
import type { Watermark } from '../offer/price-codec.ts';
import { removeWatermark, renewWatermark, writeWatermark } from '../offer/prices.ts';
import { publishSuspended } from '../offer/suspensions.ts';
import { applyChanges } from './apply.ts';
import { collectChanges } from './changes.ts';
import { FeedModel, type Unreadable } from './read-model.ts';
import { type FeedEffect, type FeedInput, initialFeedState, type ReplayReason, step } from './state.ts';
import * as store from './store.ts';

const batchMessages = 1_000;
/** Messages that arrive within this long of the first one go into one batch. */
const gatherMs = 50;
/** How often the current instant is recorded, to date messages. */
const instantMs = 25;
/** How long a fixture that is over is remembered. The stream keeps messages for one day, so nothing on an earlier fixture arrives. */
const rememberMs = 2 * 24 * 60 * 60 * 1_000;

type Received = FeedMessage | Unreadable;

/** The changes of a batch that browsers and samples need. */
interface Moved {
  fixtures: Set<string>;
  odds: Map<string, number>;
}

export class FeedReader {
  private readonly context: OfferContext;
  private readonly lease: Lease;
  private readonly frames: Frames;
  private state = initialFeedState;
  private model = new FeedModel();
  private queue: Received[] = [];
  private stopReplay: (() => Promise<void>) | undefined;
  private applying: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private samples = new Map<string, number>();

  constructor(context: OfferContext) {
    this.context = context;
    this.lease = new Lease(context.db, 'feed', context.log);
    this.frames = new Frames(context);
  }

  open(): void {
    this.timer = setInterval(() => this.handle({ kind: 'instant', at: this.context.clock.now() }), instantMs);
    this.lease.onChange(() => void this.handle({ kind: 'lease changed', nowMs: performance.now() }));
    this.lease.start();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.handle({ kind: 'closed' });
    await this.applying;
    await this.lease.stop();
  }

  receiveHeartbeat(data: unknown): void {
    const read = FeedAlive.safeParse(data);
    if (!read.success) return;
    const { epoch, sequence } = read.data;
    const { serverId } = this.context.bus;
    void this.handle({
      kind: 'heartbeat',
      nowMs: performance.now(),
      epoch,
      sequence,
      serverId,
      hasLease: this.lease.isHeld(),
    });
  }

  /** Handles everything that depends on time alone: timeouts, fixtures past their start, and a due replay. */
  async watch(): Promise<void> {
    await this.handle({
      kind: 'tick',
      nowMs: performance.now(),
      hasLease: this.lease.isHeld(),
      connected: this.context.bus.connected,
    });
    if (this.state.watermark && this.lease.isHeld()) {
      const late = (await readCatalogue(this.context)).lateIds();
      if (late.length > 0) this.frames.send(late);
    }
    await this.handle({ kind: 'replay due', nowMs: performance.now(), hasLease: this.lease.isHeld() });
  }

  /** Stores samples of prices that moved, at most one per selection and second. */
  async keepSamples(): Promise<void> {
    // The catalogue has the offered price, which may be our own.
    const { samples } = this;
    this.samples = new Map();
    const asked = [...samples].map(([id, oddsMilli]) => [id, this.context.catalogue.oddsOf(id) ?? oddsMilli] as const);
    try {
      await store.writeSamples(this.context.db, this.context.clock.now(), asked);
    } catch (error) {
      this.samples = new Map([...samples, ...this.samples]);
      throw error;
    }
  }

  /** Performs effects in order. An effect without waiting is done before this returns. */
  private handle(input: FeedInput): Promise<void> {
    const { state, effects } = step(this.state, input);
    this.state = state;
    return effects.length === 0 ? done : this.performAll(effects);
  }

  private async performAll(effects: readonly FeedEffect[]): Promise<void> {
    for (const effect of effects) {
      const performed = this.perform(effect);
      if (performed) await performed;
    }
  }

  private perform(effect: FeedEffect): Promise<void> | undefined {
    const { context } = this;
    switch (effect.kind) {
      case 'forget frames':
        this.frames.forget();
        return undefined;
      case 'stop replay':
        this.queue = [];
        this.stopReplay?.().catch(() => undefined);
        this.stopReplay = undefined;
        return undefined;
      case 'apply received':
        this.applying = this.applyReceived(effect.replayId);
        return undefined;
      case 'start replay':
        return this.startReplay(effect.replayId, effect.reason);
      case 'adopt epoch':
        return context.db.tx((tx) => store.adoptEpoch(tx, effect.epoch));
      case 'mark feed down':
        return this.markFeedDown(effect.reason, effect.ups);
      case 'mark feed up':
        return this.markFeedUp(effect.replayId, effect.epoch, effect.watermark);
      case 'write watermark':
        return this.writeWatermark(effect.replayId, effect.watermark);
      case 'renew watermark':
        return this.renewWatermark(effect.replayId, effect.watermark);
      case 'remove watermark':
        return removeWatermark(context, effect.recovery);
      case 'publish offer':
        return this.publishOffer().then(() => context.log.info(context.catalogue.counts(), 'the feed is up'));
    }
  }

  private async startReplay(replayId: number, reason: ReplayReason): Promise<void> {
    const { context } = this;
    await this.applying;
    try {
      context.log.info({ why: reason }, 'replaying the feed');
      await keepPriceHours(context);
      // A suspension may have been missed, so no pending bet is accepted across the replay.
      await store.countBreaks(context.db);
      await this.handle({ kind: 'epoch read', epoch: await store.readEpoch(context.db) });
      await this.readModel();
      const { serverId } = context.bus;
      const stop = await context.bus.replay(
        feedStream,
        feedReader,
        feedSubjects,
        (data, subject, last, place) => {
          if (replayId === this.state.replayId) this.receive(data, subject, last, place);
        },
        () => void this.handle({ kind: 'gap', replayId }),
      );
      if (replayId !== this.state.replayId) return await stop();
      this.stopReplay = stop;
      await this.handle({ kind: 'replay started', replayId, serverId, hasLease: this.lease.isHeld() });
    } catch (error) {
      await this.fail(replayId, error);
    }
  }

  private async readModel(): Promise<void> {
    this.model = await store.readModel(this.context.db, new Date(this.context.clock.now().getTime() - rememberMs));
  }

  private fail(replayId: number, error: unknown): Promise<void> {
    if (replayId === this.state.replayId)
      this.context.log.warn({ error: (error as Error).message }, 'the feed could not be applied: it is replayed');
    return this.handle({ kind: 'failed', replayId });
  }

  private receive(data: unknown, subject: string, last: boolean, place: number): void {
    const hasLease = this.lease.isHeld();
    if (hasLease) {
      const read = FeedMessage.safeParse(data);
      const message = read.success
        ? read.data
        : stopInsteadOf(data, subject, this.keepDeadLetter(data, subject, read.error.message, place));
      if (message) this.queue.push(message);
    }
    void this.handle({ kind: 'message', last, hasLease });
  }

  /** Stores a message that can never be applied as a dead letter for operators, so that the others continue. Its id is derived from its subject, content and place in the stream. */
  private keepDeadLetter(data: unknown, subject: string, error: string, place?: number): string {
    const payload = JSON.stringify(data) ?? '';
    const id = createHash('md5')
      .update(`${subject} ${place ?? ''} ${payload}`)
      .digest('hex');
    this.context.log.error(
      { subject, error: error.slice(0, 500) },
      'a message of the feed is given up on: it waits in dead_letters',
    );
    store.insertDeadLetter(this.context.db, id, subject, payload, error.slice(0, 500)).catch(() => undefined);
    return id;
  }

  private async applyReceived(replayId: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    // Later messages belong to the next batch, so that a busy feed does not delay this one.
    void this.handle({ kind: 'batch taken' });
    const messages = this.queue.splice(0);
    const isCurrent = () => replayId === this.state.replayId && this.lease.isHeld();
    const moved: Moved = { fixtures: new Set(), odds: new Map() };
    try {
      for (let at = 0; at < messages.length && isCurrent(); at += batchMessages)
        await this.apply(messages.slice(at, at + batchMessages), moved);
      if (isCurrent()) {
        if (this.state.phase === 'live' && moved.fixtures.size > 0) {
          await refresh(this.context);
          this.frames.send(moved.fixtures);
        }
        // After the refresh, because samples take their price from the catalogue.
        for (const [id, oddsMilli] of moved.odds) this.samples.set(id, oddsMilli);
        await this.handle({
          kind: 'batch applied',
          replayId,
          nowMs: performance.now(),
          recovery: randomUUID(),
          hasLease: this.lease.isHeld(),
        });
      }
    } catch (error) {
      await this.fail(replayId, error);
    }
    this.applying = undefined;
    void this.handle({ kind: 'batch ended', hasLease: this.lease.isHeld() });
  }

  /** Applies a batch. If it fails because of a message, each message is applied on its own, so that only the faulty one fails. */
  private async apply(messages: readonly Received[], moved: Moved): Promise<void> {
    try {
      await this.applyAll(messages, moved);
    } catch (error) {
      if (isInfrastructure(error) || error instanceof Refusal) throw error;
      await this.readModel();
      const [only] = messages;
      if (only && messages.length === 1) await this.applyStopInstead(only, error as Error, moved);
      else for (const message of messages) await this.apply([message], moved);
    }
  }

  /** Applies a stop in place of a message that cannot be applied, as for an unreadable one. */
  private async applyStopInstead(message: Received, error: Error, moved: Moved): Promise<void> {
    if (message.kind === 'unread') return this.handle({ kind: 'stop failed' });
    const subject = feedSubject(message);
    const unread = stopInsteadOf(message, subject, this.keepDeadLetter(message, subject, error.message));
    if (unread) await this.apply([unread], moved);
  }

  private async applyAll(messages: readonly Received[], moved: Moved): Promise<void> {
    const { model } = this;
    const changes = collectChanges(model, messages);
    const over = await applyChanges(this.context, changes, { isLive: this.state.phase === 'live' });
    for (const [id, oddsMilli] of changes.moved) moved.odds.set(id, oddsMilli);
    const nowMs = this.context.clock.now().getTime();
    for (const id of over) model.forget(id, nowMs);
    model.forgetBefore(nowMs - rememberMs);
    for (const id of changes.touched) moved.fixtures.add(id);
  }

  private async markFeedUp(replayId: number, epoch: string, watermark: Watermark): Promise<void> {
    const { context } = this;
    await context.db.tx((tx) => store.markFeedUp(tx, context.clock.now(), epoch));
    await this.handle({ kind: 'feed up recorded' });
    await projectAllOwn(context);
    await this.handle({ kind: 'own prices written', replayId, watermark });
  }

  private async writeWatermark(replayId: number, watermark: Watermark): Promise<void> {
    await writeWatermark(this.context, watermark);
    await this.handle({ kind: 'watermark written', replayId, watermark, nowMs: performance.now() });
  }

  private async renewWatermark(replayId: number, watermark: Watermark): Promise<void> {
    const isRenewed = await renewWatermark(this.context, watermark);
    if (isRenewed) await this.handle({ kind: 'watermark renewed', nowMs: performance.now() });
    else await this.handle({ kind: 'watermark lost', replayId, hasLease: this.lease.isHeld() });
  }

  private async markFeedDown(reason: ReplayReason, ups: number): Promise<void> {
    const { context } = this;
    const suspended = await context.db.tx(async (tx) => {
      const rows = await store.markFeedDown(tx, context.clock.now());
      await publishSuspended(tx, rows, 'feed_silent');
      return rows.length;
    });
    await removeWatermark(context);
    await this.handle({ kind: 'feed down recorded', ups });
    context.log.error({ why: reason, suspended }, 'the feed is down: nothing is on offer');
    await this.publishOffer();
  }

  private async publishOffer(): Promise<void> {
    await refresh(this.context);
    this.frames.sendOffer();
  }
}

const done = Promise.resolve();

/** The stop that stands for an unreadable message, with fixture and market from its subject; undefined if the subject has no fixture. */
function stopInsteadOf(data: unknown, subject: string, deadLetterId: string): Unreadable | undefined {
  const [, fixture, , market] = subject.split('.');
  const [fixtureId, marketId] = [Id.safeParse(fixture).data, Id.safeParse(market).data ?? null];
  if (!fixtureId) return undefined;
  const { sequence } = Object(data) as { sequence?: unknown };
  return {
    kind: 'unread',
    deadLetterId,
    fixtureId,
    marketId,
    sequence: Number.isSafeInteger(sequence) && Number(sequence) > 0 ? Number(sequence) : null,
  };
}
