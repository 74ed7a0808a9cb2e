/** The feed reader's state machine as a table: a state and an input lead to a state and effects. */
import { feedTimeoutMs } from '@fairline/proto/feed';
import { describe, expect, it } from 'vitest';
import type { Watermark } from '../offer/price-codec.ts';
import { type FeedEffect, type FeedInput, type FeedState, initialFeedState, type ReplayReason, step } from './state.ts';

const now = 100_000;
const instants = [new Date(50), new Date(75)] as const;
const until = new Date(40);

const idle: FeedState = {
  ...initialFeedState,
  replayId: 3,
  leaseChangedAtMs: now,
  heartbeat: { atMs: now, epoch: 'a', sequence: 5 },
  serverId: 'one',
  instants,
  isDownRecorded: true,
};
const starting: FeedState = { ...idle, phase: 'starting' };
const catchingUp: FeedState = { ...idle, phase: 'catching up' };
const live: FeedState = {
  ...idle,
  phase: 'live',
  isDownRecorded: false,
  watermark: { recovery: 'r', renewedAtMs: now },
  batch: { until, endReceived: true },
};
const liveDown: FeedState = { ...live, watermark: undefined, isDownRecorded: true };

const watermark: Watermark = { recovery: 'r', until, livesMs: feedTimeoutMs };
const heartbeat = (changes: Partial<Extract<FeedInput, { kind: 'heartbeat' }>> = {}): FeedInput => ({
  kind: 'heartbeat',
  nowMs: now,
  epoch: 'a',
  sequence: 6,
  serverId: 'one',
  hasLease: true,
  ...changes,
});
const tick = (changes: Partial<Extract<FeedInput, { kind: 'tick' }>> = {}): FeedInput => ({
  kind: 'tick',
  nowMs: now,
  hasLease: true,
  connected: true,
  ...changes,
});
const replayDue = (nowMs = now, hasLease = true): FeedInput => ({ kind: 'replay due', nowMs, hasLease });
const applied = (changes: Partial<Extract<FeedInput, { kind: 'batch applied' }>> = {}): FeedInput => ({
  kind: 'batch applied',
  replayId: 3,
  nowMs: now,
  recovery: 'new',
  hasLease: true,
  ...changes,
});
const stop: FeedEffect = { kind: 'stop replay' };
const apply: FeedEffect = { kind: 'apply received', replayId: 3 };
const down = (reason: ReplayReason, ups = 0): FeedEffect => ({ kind: 'mark feed down', reason, ups });

type Row = [when: string, given: FeedState, input: FeedInput, then: Partial<FeedState>, effects: readonly FeedEffect[]];

/** Checks a row: everything in the state that the row does not name stays unchanged. */
function check(
  _when: string,
  given: FeedState,
  input: FeedInput,
  then: Partial<FeedState>,
  effects: readonly FeedEffect[],
): void {
  const before = structuredClone(given);
  expect(step(given, input)).toEqual({ state: { ...given, ...then }, effects });
  expect(given).toEqual(before);
}

const left = { replayId: 4, phase: 'none', endReceived: false, hasReceived: false } as const;

describe('the lease', () => {
  it.each<Row>([
    [
      'changes',
      live,
      { kind: 'lease changed', nowMs: now + 1 },
      { ...left, watermark: undefined, reason: 'lease', isDownRecorded: false, leaseChangedAtMs: now + 1 },
      [stop, { kind: 'forget frames' }],
    ],
    [
      'is gone when a message comes',
      live,
      { kind: 'message', last: false, hasLease: false },
      { ...left, watermark: undefined, reason: 'lease' },
      [stop],
    ],
    ['is given up at the end', live, { kind: 'closed' }, left, [stop]],
    [
      'is missing at a tick',
      { ...live, reason: 'failure' },
      tick({ hasLease: false, nowMs: now + 2 * feedTimeoutMs }),
      {},
      [],
    ],
    ['is missing where a replay is due', { ...live, reason: 'failure' }, replayDue(now, false), {}, []],
    [
      'is missing when a heartbeat comes',
      live,
      heartbeat({ hasLease: false }),
      { heartbeat: { atMs: now, epoch: 'a', sequence: 6 }, receivedUntil: instants[0], hasReceived: true },
      [],
    ],
  ])('%s', check);
});

describe('a heartbeat', () => {
  const beat = (epoch = 'a', sequence = 6) => ({
    heartbeat: { atMs: now, epoch, sequence },
    receivedUntil: instants[0],
    hasReceived: true,
  });
  const applying = { isApplying: true };
  it.each<Row>([
    ['is received and confirms what came before', live, heartbeat(), { ...beat(), ...applying }, [apply]],
    ['waits for a batch under way', { ...live, isApplying: true }, heartbeat(), beat(), []],
    ['waits for a replay that starts', starting, heartbeat(), beat(), []],
    [
      'is the first',
      { ...live, heartbeat: initialFeedState.heartbeat },
      heartbeat({ sequence: 900 }),
      { ...beat('a', 900), ...applying },
      [apply],
    ],
    [
      'follows a gap',
      live,
      heartbeat({ sequence: 7 }),
      { ...beat('a', 7), ...applying, reason: 'missed heartbeat' },
      [apply],
    ],
    [
      'follows a gap during a replay',
      catchingUp,
      heartbeat({ sequence: 7 }),
      { ...beat('a', 7), ...applying, reason: 'missed heartbeat' },
      [apply],
    ],
    ['follows a gap while none is read', idle, heartbeat({ sequence: 7 }), beat('a', 7), []],
    [
      'keeps the first reason',
      { ...live, reason: 'failure' },
      heartbeat({ sequence: 7 }),
      { ...beat('a', 7), ...applying },
      [apply],
    ],
    [
      'comes from another server',
      live,
      heartbeat({ serverId: 'two' }),
      { ...beat(), ...applying, reason: 'missed heartbeat' },
      [apply],
    ],
    [
      'comes from another server during a replay',
      catchingUp,
      heartbeat({ serverId: 'two' }),
      { ...beat(), ...applying },
      [apply],
    ],
    [
      'names another epoch, whatever the reason before',
      { ...idle, reason: 'failure' },
      heartbeat({ epoch: 'b' }),
      { ...beat('b'), reason: 'another epoch' },
      [],
    ],
  ])('%s', check);
});

describe('a message', () => {
  const received = { receivedUntil: instants[0], hasReceived: true };
  it.each<Row>([
    [
      'is applied, dated by the instant before the last',
      live,
      { kind: 'message', last: false, hasLease: true },
      { ...received, isApplying: true },
      [apply],
    ],
    [
      'is the last of the stream',
      starting,
      { kind: 'message', last: true, hasLease: true },
      { ...received, endReceived: true },
      [],
    ],
    [
      'is not the last after it',
      { ...starting, endReceived: true },
      { kind: 'message', last: false, hasLease: true },
      received,
      [],
    ],
    ['is missing', live, { kind: 'gap', replayId: 3 }, { reason: 'missed messages' }, []],
    ['is missing in an earlier replay', live, { kind: 'gap', replayId: 2 }, {}, []],
    [
      'comes later than an instant',
      live,
      { kind: 'instant', at: new Date(100) },
      { instants: [new Date(75), new Date(100)] },
      [],
    ],
  ])('%s', check);
});

describe('a tick', () => {
  const late = now + feedTimeoutMs + 1;
  it.each<Row>([
    ['finds nothing due', live, tick(), {}, []],
    [
      'finds no heartbeat for too long',
      live,
      tick({ nowMs: late }),
      { reason: 'heartbeat timeout', watermark: undefined },
      [down('heartbeat timeout')],
    ],
    [
      'finds no heartbeat since the lease was taken',
      { ...liveDown, isDownRecorded: false, leaseChangedAtMs: now + 5 },
      tick({ nowMs: late }),
      {},
      [],
    ],
    ['marks the feed down once', liveDown, tick({ nowMs: late }), { reason: 'heartbeat timeout' }, []],
    [
      'finds a watermark that was not renewed',
      { ...live, heartbeat: { ...live.heartbeat, atMs: late } },
      tick({ nowMs: late }),
      { reason: 'heartbeat timeout', watermark: undefined },
      [down('heartbeat timeout')],
    ],
    [
      'finds another epoch',
      { ...live, reason: 'another epoch' },
      tick(),
      { watermark: undefined },
      [down('another epoch')],
    ],
    ['finds the message server gone', live, tick({ connected: false }), { reason: 'missed heartbeat' }, []],
    ['finds the message server gone during a replay', catchingUp, tick({ connected: false }), {}, []],
    ['leaves a replay that starts alone', starting, tick({ nowMs: late }), {}, []],
  ])('%s', check);
});

describe('a replay', () => {
  const starts = (reason: ReplayReason): FeedEffect[] => [stop, { kind: 'start replay', replayId: 4, reason }];
  it.each<Row>([
    ['is not needed', live, replayDue(), {}, []],
    [
      'begins for the reason given',
      { ...live, reason: 'missed messages' },
      replayDue(),
      { ...left, phase: 'starting', reason: undefined },
      starts('missed messages'),
    ],
    ['is under way already', { ...starting, reason: 'failure' }, replayDue(), {}, []],
    [
      'waits for the feed to be back',
      { ...liveDown, reason: 'heartbeat timeout' },
      replayDue(now + feedTimeoutMs + 1),
      {},
      [],
    ],
    [
      'begins once the feed is back',
      { ...liveDown, reason: 'heartbeat timeout' },
      replayDue(),
      { ...left, phase: 'starting', reason: undefined },
      starts('heartbeat timeout'),
    ],
    [
      'has begun',
      starting,
      { kind: 'replay started', replayId: 3, serverId: 'two', hasLease: true },
      { phase: 'catching up', serverId: 'two', isApplying: true },
      [apply],
    ],
    ['has begun too late', starting, { kind: 'replay started', replayId: 2, serverId: 'two', hasLease: true }, {}, []],
    ['fails', catchingUp, { kind: 'failed', replayId: 3 }, { ...left, reason: 'failure' }, [stop]],
    ['failed before this one', catchingUp, { kind: 'failed', replayId: 2 }, {}, []],
    ['meets the epoch it knows', starting, { kind: 'epoch read', epoch: 'a' }, {}, []],
    ['meets the first epoch', starting, { kind: 'epoch read', epoch: null }, {}, []],
    [
      'recalls the epoch before any heartbeat',
      { ...starting, heartbeat: initialFeedState.heartbeat },
      { kind: 'epoch read', epoch: 'z' },
      { heartbeat: { ...initialFeedState.heartbeat, epoch: 'z' } },
      [],
    ],
    [
      'meets another epoch',
      { ...starting, watermark: live.watermark, isDownRecorded: false },
      { kind: 'epoch read', epoch: 'z' },
      { watermark: undefined },
      [down('another epoch'), { kind: 'adopt epoch', epoch: 'a' }],
    ],
    [
      'meets another epoch while the feed is down',
      starting,
      { kind: 'epoch read', epoch: 'z' },
      {},
      [{ kind: 'adopt epoch', epoch: 'a' }],
    ],
  ])('%s', check);
});

describe('a batch', () => {
  const renew: FeedEffect = { kind: 'renew watermark', replayId: 3, watermark };
  const up: FeedEffect = {
    kind: 'mark feed up',
    replayId: 3,
    epoch: 'a',
    watermark: { ...watermark, recovery: 'new' },
  };
  const afterEnd = { ...catchingUp, batch: { until, endReceived: true } };
  it.each<Row>([
    [
      'is taken with what was received until then',
      { ...catchingUp, hasReceived: true, receivedUntil: until, endReceived: true },
      { kind: 'batch taken' },
      { hasReceived: false, batch: { until, endReceived: true } },
      [],
    ],
    ['is applied and renews the watermark', live, applied(), {}, [renew]],
    ['is applied long after the last heartbeat', live, applied({ nowMs: now + feedTimeoutMs }), {}, []],
    ['is applied while a replay is needed', { ...live, reason: 'missed messages' }, applied(), {}, []],
    ['is applied before the end of the replay', catchingUp, applied(), {}, []],
    [
      'reaches the end of the replay and puts the feed up',
      afterEnd,
      applied(),
      { phase: 'live', isDownRecorded: false, ups: 1 },
      [up],
    ],
    [
      'reaches the end of a replay while prices are on offer',
      { ...afterEnd, watermark: live.watermark },
      applied(),
      { phase: 'live' },
      [renew],
    ],
    ['belongs to an earlier replay', afterEnd, applied({ replayId: 2 }), {}, []],
    ['is applied without the lease', afterEnd, applied({ hasLease: false }), {}, []],
    [
      'ends and nothing was received meanwhile',
      { ...live, isApplying: true },
      { kind: 'batch ended', hasLease: true },
      { isApplying: false },
      [],
    ],
    [
      'ends and the next begins',
      { ...live, isApplying: true, hasReceived: true },
      { kind: 'batch ended', hasLease: true },
      {},
      [apply],
    ],
    [
      'ends without the lease',
      { ...live, isApplying: true, hasReceived: true },
      { kind: 'batch ended', hasLease: false },
      { isApplying: false },
      [],
    ],
    [
      'cannot even be stopped',
      live,
      { kind: 'stop failed' },
      { reason: 'failure', watermark: undefined },
      [down('failure')],
    ],
  ])('%s', check);
});

describe('putting the feed up', () => {
  const needsReplay: FeedState = { ...liveDown, reason: 'missed heartbeat' };
  const written: FeedInput = { kind: 'watermark written', replayId: 3, watermark, nowMs: now + 1 };
  const remove: FeedEffect = { kind: 'remove watermark', recovery: 'r' };
  it.each<Row>([
    ['is recorded', { ...liveDown, ups: 1 }, { kind: 'feed up recorded' }, { isDownRecorded: false, ups: 2 }, []],
    [
      'writes the watermark after our own prices',
      liveDown,
      { kind: 'own prices written', replayId: 3, watermark },
      {},
      [{ kind: 'write watermark', replayId: 3, watermark }],
    ],
    [
      'stops before the watermark for a new reason',
      needsReplay,
      { kind: 'own prices written', replayId: 3, watermark },
      {},
      [],
    ],
    [
      'stops before the watermark for another replay',
      liveDown,
      { kind: 'own prices written', replayId: 2, watermark },
      {},
      [],
    ],
    [
      'is done with the watermark',
      liveDown,
      written,
      { watermark: { recovery: 'r', renewedAtMs: now + 1 } },
      [{ kind: 'publish offer' }],
    ],
    ['takes the watermark back for a new reason', needsReplay, written, {}, [remove]],
    ['takes the watermark back for another replay', { ...liveDown, replayId: 4 }, written, {}, [remove]],
    [
      'is renewed',
      live,
      { kind: 'watermark renewed', nowMs: now + 1 },
      { watermark: { recovery: 'r', renewedAtMs: now + 1 } },
      [],
    ],
    ['is renewed too late', liveDown, { kind: 'watermark renewed', nowMs: now + 1 }, {}, []],
    [
      'finds its watermark lost',
      live,
      { kind: 'watermark lost', replayId: 3, hasLease: true },
      { reason: 'prices lost', watermark: undefined },
      [down('prices lost')],
    ],
    [
      'finds the watermark of an earlier replay lost',
      live,
      { kind: 'watermark lost', replayId: 2, hasLease: true },
      {},
      [],
    ],
    [
      'finds its watermark lost without the lease',
      live,
      { kind: 'watermark lost', replayId: 3, hasLease: false },
      {},
      [],
    ],
    [
      'is undone',
      { ...liveDown, isDownRecorded: false, ups: 2 },
      { kind: 'feed down recorded', ups: 2 },
      { isDownRecorded: true },
      [],
    ],
  ])('%s', check);

  it.each<[when: string, order: FeedInput[]]>([
    [
      'is recorded down before it is recorded up',
      [{ kind: 'feed down recorded', ups: 1 }, { kind: 'feed up recorded' }],
    ],
    [
      'is recorded up before it is recorded down',
      [{ kind: 'feed up recorded' }, { kind: 'feed down recorded', ups: 1 }],
    ],
  ])('repeats markFeedDown where the feed %s', (_when, order) => {
    const run = (state: FeedState, ...inputs: FeedInput[]) =>
      inputs.reduce((before, input) => step(before, input).state, state);
    const late = tick({ nowMs: now + feedTimeoutMs + 1 });
    // The timeout comes while the feed is being marked up.
    const goingUp = run({ ...catchingUp, batch: { until, endReceived: true } }, applied());
    const timeout = step(goingUp, late);
    expect(timeout.effects).toEqual([down('heartbeat timeout', 1)]);
    const after = run(timeout.state, ...order);
    expect(step(after, { kind: 'own prices written', replayId: 3, watermark }).effects).toEqual([]);
    const repeated = step(after, late);
    expect(repeated.effects).toEqual([down('heartbeat timeout', 2)]);
    expect(step(run(repeated.state, { kind: 'feed down recorded', ups: 2 }), late).effects).toEqual([]);
  });
});
