/** Use cases of the harm score: add activity as events arrive, compute scores that may have changed (a job), and offer a time-out before a deposit. */

import type { Received } from '@fairline/chassis/messaging/inbox';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { harmEvents, harmRefusals, harmRules, harmThreshold, type PauseOffer } from '@fairline/proto/risk/harm';
import type { limitEvents } from '@fairline/proto/risk/limits';
import { dayMs, hourMs } from '@fairline/proto/time';
import { raiseAlerts } from '../alerts/commands.ts';
import { ofHarm } from '../alerts/intake.ts';
import type { Risk } from '../config.ts';
import {
  declineOffer,
  offerOf,
  recordIntervention,
  type ScoreRow,
  scoreOf,
  takeOffers as take,
} from '../store-interventions.ts';
import { type Decided, playOfResult, realResults } from './activity.ts';
import { type Markers, markersOf, scoreOfMarkers } from './markers.ts';
import { addPlays, type Play } from './play.ts';
import * as store from './store.ts';

const playersAtOnce = 100;
const markedAtOnce = 1_000;
/** A score above 0 is recomputed at least this often, because markers also end with time. */
const refreshMs = hourMs;

/** Adds the plays of a batch of events, of any number of players, in four statements. */
export async function addActivity(tx: Tx, plays: readonly Play[]): Promise<void> {
  if (plays.length === 0) return;
  const byPlayer = Map.groupBy(plays, ({ playerId }) => playerId);
  const states = await store.lockPlayers(tx, [...byPlayer.keys()].sort());
  const days: store.OwnDayChange[] = [];
  const changes = states.map(({ playerId, ...state }): store.PlayerChange => {
    const own = byPlayer.get(playerId) ?? [];
    const added = addPlays(state, own);
    days.push(...added.days.map((day) => ({ ...day, playerId })));
    return { ...added.state, playerId, currency: own.at(-1)?.currency ?? '' };
  });
  await store.saveStates(tx, changes);
  await store.addToDays(tx, days);
}

/** Adds the changes of bets' payouts since the last known event: bets settled, voided, cashed out or corrected, in any order. */
export async function addResults(tx: Tx, events: readonly Decided[]): Promise<void> {
  const real = realResults(events);
  if (real.length === 0) return;
  const newest = await store.takeResults(
    tx,
    real.map(({ at, data: { betId, playerId, version, dueMinor } }) => ({ betId, playerId, version, dueMinor, at })),
  );
  const plays = newest.flatMap(({ betId, version, addedMinor }) => {
    const event = real.find(({ data }) => data.betId === betId && data.version === version);
    return event ? [playOfResult(event, addedMinor)] : [];
  });
  await addActivity(tx, plays);
}

export async function addEvents(tx: Tx, events: readonly store.NewEvent[]): Promise<void> {
  if (events.length > 0) await store.addEvents(tx, events);
}

type LimitSet = Received<Infer<typeof limitEvents.limitSet.data>>;

/** Counts requests to raise or remove a limit. Every change of a limit marks the player, because the score depends on the limits in force. */
export async function noteLimits(tx: Tx, events: readonly LimitSet[]): Promise<void> {
  if (events.length === 0) return;
  await store.markDirty(
    tx,
    events.map(({ data }) => data.playerId),
  );
  const raises = events.filter(({ data }) => data.change === 'raise_requested' || data.change === 'removal_requested');
  await addEvents(
    tx,
    raises.map(({ id, at, data }) => ({ id, at, kind: 'raise_requested', playerId: data.playerId })),
  );
}

/** Computes the scores of players whose activity changed. */
export async function computeScores({ db, clock }: Risk): Promise<void> {
  for (let count = playersAtOnce; count === playersAtOnce; ) {
    count = await db.tx(async (tx) => {
      const playerIds = await store.claimDirty(tx, playersAtOnce);
      if (playerIds.length > 0) await computeScoresOf(tx, playerIds, clock.now());
      return playerIds.length;
    });
  }
}

async function computeScoresOf(tx: Tx, playerIds: readonly string[], now: Date): Promise<void> {
  const { players, days, events, limits, scores } = await store.activityOf(
    tx,
    playerIds,
    new Date(now.getTime() - harmRules.keptDays * dayMs),
  );
  const [daysOf, eventsOf] = [
    Map.groupBy(days, ({ playerId }) => playerId),
    Map.groupBy(events, ({ playerId }) => playerId),
  ];
  for (const { playerId, currency } of players) {
    const before = scores.find((score) => score.playerId === playerId);
    const own = Object.fromEntries(
      limits.filter((limit) => limit.playerId === playerId).map(({ limitType, value }) => [limitType, value]),
    );
    const activity = { currency, limits: own, days: daysOf.get(playerId) ?? [], events: eventsOf.get(playerId) ?? [] };
    await saveScore(tx, playerId, markersOf(activity, now, before?.markers ?? []), before, now);
  }
}

/** Stores a score and publishes it if its markers changed. When it reaches the threshold, stores the intervention `bonus_stopped` with its reasons and raises an alert. */
async function saveScore(
  tx: Tx,
  playerId: string,
  markers: Markers,
  before: ScoreRow | undefined,
  now: Date,
): Promise<void> {
  const score = scoreOfMarkers(markers);
  const reasons = markers.map(({ marker }) => marker);
  if (!before && score === 0) return;
  const isAtRisk = score >= harmThreshold;
  const isSame = before?.markers.map(({ marker }) => marker).join() === reasons.join();
  const atRiskSince = isAtRisk ? (before?.atRiskSince ?? now) : null;
  const version = (before?.version ?? 0) + (isSame ? 0 : 1);
  await store.saveScore(tx, { playerId, score, markers, version, atRiskSince, computedAt: now });
  if (isSame) return;
  await publish(tx, harmEvents.harmScoreChanged, playerId, version, { playerId, score, isAtRisk, reasons });
  if (!atRiskSince || before?.atRiskSince) return;
  await recordIntervention(tx, { playerId, kind: 'bonus_stopped', score, reasons }, now);
  await raiseAlerts(tx, [ofHarm(playerId, score, atRiskSince, reasons)], now);
}

export async function refreshScores({ db, clock }: Pick<Risk, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - refreshMs);
  let [after, count] = ['00000000-0000-0000-0000-000000000000', markedAtOnce];
  while (count === markedAtOnce) {
    const marked = await store.markOld(db, before, { after, most: markedAtOnce });
    after = marked.at(-1) ?? after;
    count = marked.length;
  }
}

export async function deleteOldActivity({ db, clock }: Pick<Risk, 'db' | 'clock'>): Promise<void> {
  await store.deleteOld(db, new Date(clock.now().getTime() - harmRules.keptDays * dayMs));
}

/** The time-out to offer before a deposit, if any: one per UTC day, until it is answered. */
export async function offerPause({ db, clock }: Risk, playerId: string): Promise<PauseOffer> {
  const current = await scoreOf(db, playerId);
  if (!current || current.score < harmThreshold) return {};
  const reasons = current.markers.map(({ marker }) => marker);
  const offer = await offerOf(db, { playerId, score: current.score, reasons }, clock.now());
  return offer && offer.answer === null ? { offer: { id: offer.id, reasons: offer.reasons } } : {};
}

export async function declinePause({ db }: Risk, playerId: string, id: string): Promise<void> {
  if (!(await declineOffer(db, playerId, id))) throw new Refusal(harmRefusals.offerUnknown);
}

/** Marks offers as taken by players who excluded themselves. */
export async function takeOffers(tx: Tx, breaks: readonly { playerId: string; at: Date }[]): Promise<void> {
  await take(tx, breaks);
}

export async function erasePlayers(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await store.erasePlayers(tx, playerIds);
}
