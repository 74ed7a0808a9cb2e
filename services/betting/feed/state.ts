/**
 * The state machine of the feed reader: (state, input) -> (state, effects).
 * Pure: instants are arguments, and all I/O is an effect whose result comes back as an input.
 * If the feed is down or a message may have been missed, the watermark is not renewed, so nothing stays on offer; every such reason ends in a replay of the feed from its start.
 */
import { feedTimeoutMs } from '@fairline/proto/feed';
import type { Watermark } from '../offer/price-codec.ts';

/** Why the feed must be replayed from its start. */
export type ReplayReason =
  | 'lease'
  | 'failure'
  | 'heartbeat timeout'
  | 'another epoch'
  | 'missed heartbeat'
  | 'missed messages'
  | 'prices lost';

/** `live` once everything that the stream held when the replay began is applied. */
export type ReplayPhase = 'none' | 'starting' | 'catching up' | 'live';

/** Fields ending in `Ms` are times of one monotonic clock. */
export interface FeedState {
  readonly phase: ReplayPhase;
  /** The number of the current replay, so that results of an earlier one are ignored. */
  readonly replayId: number;
  /** Why another replay is needed; undefined while what was received can be trusted. */
  readonly reason: ReplayReason | undefined;
  readonly leaseChangedAtMs: number;
  /** The epoch is empty before the first heartbeat. */
  readonly heartbeat: { readonly atMs: number; readonly epoch: string; readonly sequence: number };
  /** The message server of the replay. If it is another one or was restarted, messages may have been lost. */
  readonly serverId: string;
  /** Whether the replay reached the end of the stream. */
  readonly endReceived: boolean;
  /** The last two instants at which this process is known to have run. */
  readonly instants: readonly [previous: Date, last: Date];
  /** Every message up to this instant has been received. It is the instant before last, because a paused process reads old messages late. */
  readonly receivedUntil: Date;
  /** Whether anything was received since the last batch was taken. */
  readonly hasReceived: boolean;
  readonly isApplying: boolean;
  /** The values of the state as of the start of the current batch. */
  readonly batch: { readonly until: Date; readonly endReceived: boolean };
  /** The watermark of the prices on offer; undefined while nothing is on offer. */
  readonly watermark: { readonly recovery: string; readonly renewedAtMs: number } | undefined;
  /** Whether the database is known to have the feed marked down. */
  readonly isDownRecorded: boolean;
  /** Counts the attempts to mark the feed up, and their commits, so that a `mark feed down` that was overtaken by one is repeated. */
  readonly ups: number;
}

/** The reader reads `hasLease`, `connected` and `nowMs` at the moment of the input. */
export type FeedInput =
  | { kind: 'lease changed'; nowMs: number }
  | { kind: 'closed' }
  | { kind: 'instant'; at: Date }
  | { kind: 'heartbeat'; nowMs: number; epoch: string; sequence: number; serverId: string; hasLease: boolean }
  | { kind: 'message'; last: boolean; hasLease: boolean }
  | { kind: 'gap'; replayId: number }
  /** Time to check timeouts. */
  | { kind: 'tick'; nowMs: number; hasLease: boolean; connected: boolean }
  /** Follows a tick, once its effects are done. */
  | { kind: 'replay due'; nowMs: number; hasLease: boolean }
  | { kind: 'epoch read'; epoch: string | null }
  | { kind: 'replay started'; replayId: number; serverId: string; hasLease: boolean }
  /** A replay could not begin, or a batch could not be applied. */
  | { kind: 'failed'; replayId: number }
  | { kind: 'batch taken' }
  | { kind: 'batch applied'; replayId: number; nowMs: number; recovery: string; hasLease: boolean }
  | { kind: 'batch ended'; hasLease: boolean }
  /** Even the stop that stands for a faulty message could not be applied. */
  | { kind: 'stop failed' }
  | { kind: 'feed up recorded' }
  | { kind: 'own prices written'; replayId: number; watermark: Watermark }
  | { kind: 'watermark written'; replayId: number; watermark: Watermark; nowMs: number }
  | { kind: 'watermark renewed'; nowMs: number }
  | { kind: 'watermark lost'; replayId: number; hasLease: boolean }
  | { kind: 'feed down recorded'; ups: number };

export type FeedEffect =
  | { kind: 'forget frames' }
  /** Ends the subscription of the replay and drops the messages it received. */
  | { kind: 'stop replay' }
  | { kind: 'start replay'; replayId: number; reason: ReplayReason }
  | { kind: 'apply received'; replayId: number }
  | { kind: 'adopt epoch'; epoch: string }
  /** Suspends everything, in the database and in Redis. */
  | { kind: 'mark feed down'; reason: ReplayReason; ups: number }
  /** Three steps: the database, our own prices, the watermark in Redis. A reason for a replay that arises in between stops the rest. */
  | { kind: 'mark feed up'; replayId: number; epoch: string; watermark: Watermark }
  | { kind: 'write watermark'; replayId: number; watermark: Watermark }
  | { kind: 'renew watermark'; replayId: number; watermark: Watermark }
  | { kind: 'remove watermark'; recovery: string }
  | { kind: 'publish offer' };

export interface FeedStep {
  readonly state: FeedState;
  readonly effects: readonly FeedEffect[];
}

export const initialFeedState: FeedState = {
  phase: 'none',
  replayId: 0,
  reason: undefined,
  leaseChangedAtMs: 0,
  heartbeat: { atMs: Number.NEGATIVE_INFINITY, epoch: '', sequence: Number.POSITIVE_INFINITY },
  serverId: '',
  endReceived: false,
  instants: [new Date(0), new Date(0)],
  receivedUntil: new Date(0),
  hasReceived: false,
  isApplying: false,
  batch: { until: new Date(0), endReceived: false },
  watermark: undefined,
  isDownRecorded: false,
  ups: 0,
};

export function step(state: FeedState, input: FeedInput): FeedStep {
  switch (input.kind) {
    case 'lease changed':
      return withEffects(
        { ...releaseLease(state), isDownRecorded: false, leaseChangedAtMs: input.nowMs },
        { kind: 'stop replay' },
        { kind: 'forget frames' },
      );
    case 'closed':
      return withEffects(leaveReplay(state), { kind: 'stop replay' });
    case 'instant':
      return withEffects({ ...state, instants: [state.instants[1], input.at] });
    case 'heartbeat':
      return onHeartbeat(state, input);
    case 'message':
      if (!input.hasLease) return withEffects(releaseLease(state), { kind: 'stop replay' });
      return finishReplay({ ...state, endReceived: state.endReceived || input.last }, input);
    case 'gap':
      return withEffects(input.replayId === state.replayId ? needReplay(state, 'missed messages') : state);
    case 'tick':
      return onTick(state, input);
    case 'replay due':
      return startDueReplay(state, input);
    case 'epoch read':
      return onEpochRead(state, input.epoch);
    case 'replay started':
      return onReplayStarted(state, input);
    case 'failed':
      return onFailure(state, input.replayId);
    case 'stop failed':
      return markDown(state, 'failure');
    case 'batch taken':
    case 'batch applied':
    case 'batch ended':
      return onBatch(state, input);
    default:
      return onWatermark(state, input);
  }
}

type Input<K extends FeedInput['kind']> = Extract<FeedInput, { kind: K }>;

// Replaying

function onEpochRead(state: FeedState, stored: string | null): FeedStep {
  const epoch = state.heartbeat.epoch === '' ? (stored ?? '') : state.heartbeat.epoch;
  const next = { ...state, heartbeat: { ...state.heartbeat, epoch } };
  if (stored === null || stored === epoch) return withEffects(next);
  // The current offer belongs to the previous epoch: it is removed before anything of the new epoch is written.
  const down = recordDown(next, 'another epoch');
  return withEffects(down.state, ...down.effects, { kind: 'adopt epoch', epoch });
}

function onReplayStarted(state: FeedState, { replayId, serverId, hasLease }: Input<'replay started'>): FeedStep {
  if (replayId !== state.replayId) return withEffects(state);
  return applyNext({ ...state, phase: 'catching up', serverId }, { hasLease });
}

function onFailure(state: FeedState, replayId: number): FeedStep {
  if (replayId !== state.replayId) return withEffects(state);
  return withEffects({ ...leaveReplay(state), reason: 'failure' }, { kind: 'stop replay' });
}

function startDueReplay(state: FeedState, { nowMs, hasLease }: Input<'replay due'>): FeedStep {
  const { reason } = state;
  if (!hasLease || state.phase === 'starting' || !reason) return withEffects(state);
  // After a timeout the replay waits for the next heartbeat. Until then messages that still arrive are applied.
  if (reason === 'heartbeat timeout' && nowMs - state.heartbeat.atMs > feedTimeoutMs) return withEffects(state);
  const left = leaveReplay(state);
  return withEffects(
    { ...left, phase: 'starting', reason: undefined },
    { kind: 'stop replay' },
    { kind: 'start replay', replayId: left.replayId, reason },
  );
}

/** Ends the current replay: its later results are ignored. */
function leaveReplay(state: FeedState): FeedState {
  return { ...state, replayId: state.replayId + 1, phase: 'none', endReceived: false, hasReceived: false };
}

/** Without the lease, everything that was received under it is dropped. */
function releaseLease(state: FeedState): FeedState {
  return { ...leaveReplay(state), watermark: undefined, reason: 'lease' };
}

/** Records a reason for a replay; an earlier reason is kept. */
function needReplay(state: FeedState, reason: ReplayReason): FeedState {
  return state.reason ? state : { ...state, reason };
}

// Receiving

/** A missed heartbeat, or another epoch, means that messages may be missing as well. */
function onHeartbeat(state: FeedState, { nowMs, epoch, sequence, serverId, hasLease }: Input<'heartbeat'>): FeedStep {
  const { epoch: previous, sequence: previousSequence } = state.heartbeat;
  const isOtherEpoch = previous !== '' && epoch !== previous;
  const isGap = isOtherEpoch || (previous !== '' && sequence > previousSequence + 1);
  const isMissed = isGap || serverId !== state.serverId;
  let next: FeedState = { ...state, heartbeat: { atMs: nowMs, epoch, sequence } };
  // Under another epoch everything received so far is invalid, so this reason replaces an earlier one.
  if (isOtherEpoch) next = { ...next, reason: 'another epoch' };
  // A gap during a replay counts too: no bet may be accepted on a replay that began before the gap.
  if ((isMissed && state.phase === 'live') || (isGap && state.phase !== 'none'))
    next = needReplay(next, 'missed heartbeat');
  return finishReplay(next, { hasLease });
}

function finishReplay(state: FeedState, { hasLease }: { hasLease: boolean }): FeedStep {
  return applyNext({ ...state, receivedUntil: state.instants[0], hasReceived: true }, { hasLease });
}

function applyNext(state: FeedState, { hasLease }: { hasLease: boolean }): FeedStep {
  const isReading = state.phase === 'catching up' || state.phase === 'live';
  if (state.isApplying || !isReading || !hasLease) return withEffects(state);
  return withEffects({ ...state, isApplying: true }, { kind: 'apply received', replayId: state.replayId });
}

function onBatch(state: FeedState, input: Input<'batch taken' | 'batch applied' | 'batch ended'>): FeedStep {
  switch (input.kind) {
    case 'batch taken':
      return withEffects({
        ...state,
        hasReceived: false,
        batch: { until: state.receivedUntil, endReceived: state.endReceived },
      });
    case 'batch applied': {
      if (input.replayId !== state.replayId || !input.hasLease) return withEffects(state);
      const phase = state.phase === 'catching up' && state.batch.endReceived ? 'live' : state.phase;
      const next: FeedState = { ...state, phase };
      return phase === 'live' ? confirmPrices(next, input) : withEffects(next);
    }
    case 'batch ended': {
      const next = { ...state, isApplying: false };
      return state.hasReceived ? applyNext(next, input) : withEffects(next);
    }
  }
}

// On offer or not

/** Confirms that the prices are complete: renews the watermark, or marks the feed up, which then writes one. */
function confirmPrices(state: FeedState, { nowMs, recovery }: Input<'batch applied'>): FeedStep {
  const livesMs = Math.floor(feedTimeoutMs - (nowMs - state.heartbeat.atMs));
  if (state.reason || livesMs <= 0) return withEffects(state);
  const { replayId, heartbeat } = state;
  const watermark: Watermark = { recovery: state.watermark?.recovery ?? recovery, until: state.batch.until, livesMs };
  if (state.watermark) return withEffects(state, { kind: 'renew watermark', replayId, watermark });
  return withEffects(
    { ...state, isDownRecorded: false, ups: state.ups + 1 },
    { kind: 'mark feed up', replayId, epoch: heartbeat.epoch, watermark },
  );
}

function onTick(state: FeedState, { nowMs, hasLease, connected }: Input<'tick'>): FeedStep {
  if (!hasLease || state.phase === 'starting') return withEffects(state);
  const next = !connected && state.phase === 'live' ? needReplay(state, 'missed heartbeat') : state;
  const isTimeout = nowMs - Math.max(state.heartbeat.atMs, state.leaseChangedAtMs) > feedTimeoutMs;
  const isWatermarkOverdue = state.watermark !== undefined && nowMs - state.watermark.renewedAtMs > feedTimeoutMs;
  if (next.reason === 'another epoch') return markDown(next, 'another epoch');
  return isTimeout || isWatermarkOverdue ? markDown(next, 'heartbeat timeout') : withEffects(next);
}

/** Takes everything off offer until the feed is replayed. */
function markDown(state: FeedState, reason: ReplayReason): FeedStep {
  return recordDown(needReplay(state, reason), reason);
}

function recordDown(state: FeedState, reason: ReplayReason): FeedStep {
  const next = { ...state, watermark: undefined };
  return state.isDownRecorded
    ? withEffects(next)
    : withEffects(next, { kind: 'mark feed down', reason, ups: state.ups });
}

type WatermarkInput = Input<
  | 'feed up recorded'
  | 'own prices written'
  | 'watermark written'
  | 'watermark renewed'
  | 'watermark lost'
  | 'feed down recorded'
>;

function onWatermark(state: FeedState, input: WatermarkInput): FeedStep {
  switch (input.kind) {
    case 'feed up recorded':
      return withEffects({ ...state, isDownRecorded: false, ups: state.ups + 1 });
    case 'own prices written':
      return isTrusted(state, input)
        ? withEffects(state, { kind: 'write watermark', replayId: input.replayId, watermark: input.watermark })
        : withEffects(state);
    case 'watermark written':
      if (!isTrusted(state, input))
        return withEffects(state, { kind: 'remove watermark', recovery: input.watermark.recovery });
      return withEffects(
        { ...state, watermark: { recovery: input.watermark.recovery, renewedAtMs: input.nowMs } },
        { kind: 'publish offer' },
      );
    case 'watermark renewed':
      return withEffects(
        state.watermark ? { ...state, watermark: { ...state.watermark, renewedAtMs: input.nowMs } } : state,
      );
    case 'watermark lost':
      return input.replayId === state.replayId && input.hasLease ? markDown(state, 'prices lost') : withEffects(state);
    case 'feed down recorded':
      // The feed may have been marked up after it was marked down. In that case the next timeout marks it down again.
      return withEffects({ ...state, isDownRecorded: input.ups === state.ups });
  }
}

function isTrusted(state: FeedState, { replayId }: { replayId: number }): boolean {
  return replayId === state.replayId && !state.reason;
}

function withEffects(state: FeedState, ...effects: FeedEffect[]): FeedStep {
  return { state, effects };
}
