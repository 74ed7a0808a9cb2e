/**
 * A bet's way from the slip to standing: placed, its stake taken, decided. Each step is one transaction that a crash leaves whole or undone,
 * and a sweep takes up whatever was left lying between two of them.
 */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Batch } from '@fairline/chassis/batch';
import type { Clock } from '@fairline/chassis/clock';
import type { Player } from '@fairline/chassis/identity';
import type { Keyed } from '@fairline/chassis/keyed';
import { type Database, isLockTimeout, type Tx } from '@fairline/chassis/postgres';
import { type Bet, bettingRefusals, bettingRules, type PlaceBet } from '@fairline/proto/betting';
import { common, Refusal } from '@fairline/proto/contract';
import { type Draft, decide, draft, isOverdue, type Placed, type Placement, pendingBet, refusalOf, rejection, toBet } from './bet.ts';
import { offersFor } from './commands-catalogue.ts';
import type { Betting } from './config.ts';
import { isPriceOf, priceOf } from './market.ts';
import { type StakeAnswer, takeStake } from './peers.ts';
import { heardUntil, type PricesRead, readPrices } from './prices.ts';
import { payloadOf } from './receipt.ts';
import * as store from './store.ts';
import { lockMarkets } from './store-catalogue.ts';

const laneOf = ({ playerId }: Placement) => playerId;

/** The two steps that every placement waits for, each for many players at once. */
export function openBatches(db: Database, clock: Clock): Pick<Betting, 'placements' | 'takings'> {
  const apart = openApart(db, clock);
  return {
    placements: new Batch({ laneOf, run: (items) => placeAll(db, clock, items, apart) }),
    takings: new Batch({
      laneOf: ({ betId }) => betId,
      run: async (items) => {
        const taken = await store.takeBets(db, clock.now(), items);
        return items.map(({ betId }) => taken.has(betId));
      },
    }),
  };
}

/**
 * Inserts bets of many players at once. Where somebody else holds one of their selections for long, the bets on it are tried apart from the others,
 * who wait for it no longer than once.
 */
async function placeAll(
  db: Database,
  clock: Clock,
  items: readonly Placement[],
  apart: (item: Placement) => Promise<Placed>,
): Promise<(Placed | Promise<Placed>)[]> {
  const placed = await store.placeBets(db, clock.now(), items).catch(unlessLocked);
  if (placed) return placed;
  const held = await store.heldSelections(db, items);
  const others = items.filter((item) => !heldOf(item, held));
  const first = others.length > 0 && others.length < items.length ? await store.placeBets(db, clock.now(), others).catch(unlessLocked) : undefined;
  const rest = items.filter((item) => !first || !others.includes(item));
  // From now on a break of one of their markets is not to be missed, however long they wait.
  const breaks = await store.breaksOf(db, rest);
  return items.map((item) => first?.[others.indexOf(item)] ?? apart({ ...item, breaks }));
}

interface Patient extends Placement {
  giveUpAt: number;
  /** How often it stood in line for a selection that somebody held. */
  stood: number;
}

/** No transaction of ours holds a lock for longer. */
const patienceMs = 5_000;
const lookEveryMs = 100;

/**
 * Tries bets apart for as long as anything can be held. Those on what is free at an instant are placed at once, whoever else has to wait; of what is held
 * one selection at a time is stood in line for, each in its turn. Whom that does not help is told to come again, and nothing was kept under his key.
 */
function openApart(db: Database, clock: Clock): (item: Placement) => Promise<Placed> {
  let inLine: Promise<unknown> | undefined;
  const looks = new Batch<Patient, Placed>({ laneOf, inFlight: 1, run: look });
  const place = (items: readonly Patient[]) => (items.length > 0 ? store.placeBets(db, clock.now(), items).catch(unlessLocked) : undefined);

  async function look(items: readonly Patient[]): Promise<(Placed | Promise<Placed>)[]> {
    const held = await store.heldSelections(db, items);
    const free = items.filter((item) => !heldOf(item, held));
    const placed = await place(free);
    const line = inLine ? [] : nextInLine(items, held);
    const stands = Promise.resolve(place(line));
    if (line.length > 0) {
      const done = () => {
        inLine = undefined;
      };
      inLine = stands.then(done, done);
    }
    return items.map((item) => {
      if (line.includes(item)) return stands.then((answers) => answers?.[line.indexOf(item)] ?? again({ ...item, stood: item.stood + 1 }));
      return placed?.[free.indexOf(item)] ?? again(item);
    });
  }

  async function again(item: Patient): Promise<Placed> {
    if (performance.now() >= item.giveUpAt) throw new Refusal(common.busy, { retryAfterSeconds: 1 });
    await pause(lookEveryMs);
    return looks.add(item);
  }

  return (item) => looks.add({ ...item, giveUpAt: performance.now() + patienceMs, stood: 0 });
}

/** The first selection of a bet that somebody holds. */
function heldOf(item: Placement, held: ReadonlySet<string>): string | undefined {
  return store.selectionsOf(item).find((id) => held.has(id));
}

/** Who stood in line least often, with all who wait for the same. */
function nextInLine(items: readonly Patient[], held: ReadonlySet<string>): Patient[] {
  const waiting = items.filter((item) => heldOf(item, held));
  const [next] = [...waiting].sort((one, other) => one.stood - other.stood);
  return next ? waiting.filter((item) => heldOf(item, held) === heldOf(next, held)) : [];
}

function unlessLocked(error: unknown): undefined {
  if (!isLockTimeout(error)) throw error;
}

// ---- Placing -----------------------------------------------------------------------------------

/**
 * Places a bet. The same key answers the same bet as it now stands; another body under it is refused.
 * The stake is asked for after the commit, never inside it.
 */
export async function placeBet(room: Betting, player: Player, command: PlaceBet, { scope, key, fingerprint }: Keyed): Promise<Bet> {
  const offers = await offersFor(room, command.legs);
  const made = draft(randomUUIDv7(), player, command, offers);
  const placement: Placement = { scope, key, fingerprint, playerId: player.id, made };
  const placed = await room.placements.add(placement);
  if (!placed.same) throw new Refusal(common.keyReused);
  if ('refusal' in placed.outcome) throw refusalOf(placed.outcome.refusal, command.currency);
  if (!placed.fresh || !('draft' in made)) return asItStands(room, player.id, placed.outcome.bet);
  const answer = await takeStake(room.bus, made.draft, bettingRules.stakeDeadlineMs);
  return afterStake(room, made.draft, placed.at, answer, placement);
}

async function afterStake(room: Betting, bet: Draft, placedAt: Date, answer: StakeAnswer, placement: Placement): Promise<Bet> {
  if (answer.kind === 'silent') return pendingBet(bet, placedAt);
  if (answer.kind === 'taken') {
    const first = await room.takings.add({ playerId: bet.playerId, betId: bet.id });
    return first ? pendingBet(bet, placedAt) : asItStands(room, bet.playerId, bet.id);
  }
  const busy = answer.refusal.status === common.busy.status;
  await room.db.tx(async (tx) => {
    // A wallet that is busy has not decided: the sweep may have asked as well, and been heard.
    await store.rejectBets(tx, room.clock.now(), [{ ...bet, rejection: rejection(answer.refusal, answer.refusal.params) }], { refused: !busy });
    // What can be repeated is no outcome: the key is free for another try.
    if (busy) await store.forgetKey(tx, placement);
  });
  throw answer.refusal;
}

/** A repeated call: what wallet refused is refused again, anything else is the bet as it is now. */
async function asItStands(room: Betting, playerId: string, betId: string): Promise<Bet> {
  const row = await store.betOf(room.db, playerId, betId);
  if (!row) throw new Refusal(common.notFound);
  if (row.stake === 'refused' && row.rejection) {
    const { code, status, message, params } = row.rejection;
    throw Refusal.from({ code, status, detail: message, params });
  }
  return toBet(row);
}

// ---- Sweeps ------------------------------------------------------------------------------------

const sweepRows = 256;

/** Asks wallet again, under the same key, for stakes nobody heard about. */
export async function askAgain(room: Betting): Promise<void> {
  const now = room.clock.now();
  const claimed = await store.claimUnanswered(room.db, now, sweepRows);
  await Promise.all(claimed.filter(({ placedAt }) => !isOverdue(placedAt, now)).map((bet) => askForOne(room, bet)));
}

async function askForOne(room: Betting, bet: store.Asked): Promise<void> {
  const answer = await takeStake(room.bus, bet, bettingRules.stakeDeadlineMs);
  if (answer.kind === 'taken') await room.takings.add({ playerId: bet.playerId, betId: bet.id });
  // A passing refusal says nothing about the first ask, which may have been heard: the bet stays pending until its time is up.
  if (answer.kind !== 'refused' || answer.refusal.status === common.busy.status) return;
  const rejected = { ...bet, rejection: rejection(answer.refusal, answer.refusal.params) };
  await room.db.tx((tx) => store.rejectBets(tx, room.clock.now(), [rejected], { refused: true }));
}

type Decider = Pick<Betting, 'db' | 'redis' | 'clock' | 'settlement' | 'receipts'>;

/**
 * Decides bets whose delay is over: accepted, or rejected with the stake due back. A delay is over once the prices are known beyond it,
 * so that nobody bets live on prices that nobody keeps; where there are none at all there is nothing to wait for.
 */
export async function decideDue(room: Decider): Promise<void> {
  const pricedUntil = (await heardUntil(room.redis)) ?? room.clock.now();
  // On past those that another instance has in hand, and those that wait for the next time.
  let after: store.DueBet | undefined;
  do {
    const due = await store.undecided(room.db, { at: room.clock.now(), pricedUntil, after, limit: sweepRows });
    if (due.length === 0) return;
    // Prices are read before anything is locked: nobody waits for a market because Redis is slow.
    const prices = await readPrices(
      room.redis,
      due.flatMap(({ legs }) => legs),
    );
    // The mark may have gone and come back since it was looked at: a bet is never decided by prices that are not known beyond its delay.
    const ready = due.filter(({ pricedBeyond }) => !pricedBeyond || !prices.until || prices.until >= pricedBeyond);
    await room.db.tx((tx) => decideSome(room, tx, ready, prices));
    after = due.length < sweepRows ? undefined : due.at(-1);
  } while (after);
}

/** Where the prices that were read are not those of a market as it stands once it is locked, its bets are decided the next time. */
async function decideSome(room: Decider, tx: Tx, due: readonly store.DueBet[], prices: PricesRead): Promise<void> {
  const locked = await store.lockUndecided(tx, due);
  if (locked.length === 0) return;
  const markets = await lockMarkets(tx, room.clock.now(), [...new Set(locked.flatMap(({ legs }) => legs.map(({ marketId }) => marketId)))]);
  const now = room.clock.now();
  const changed = new Set([...markets].filter(([id, market]) => market.open && !isPriceOf(prices.markets.get(id), market)).map(([id]) => id));
  const bets = locked.filter(({ legs }) => !legs.some(({ marketId }) => changed.has(marketId)));
  const price = (leg: { marketId: string; selectionId: string }) => priceOf(prices.markets.get(leg.marketId), leg.selectionId);
  const decided = bets.map((bet) => ({ bet, decision: decide(bet, (id) => markets.get(id), price, now) }));
  const accepted = decided
    .filter(({ decision }) => decision === 'accepted')
    .map(({ bet }) => ({ playerId: bet.playerId, id: bet.id, receipt: room.receipts.sign(payloadOf(bet, now)) }));
  const rejected = decided.flatMap(({ bet, decision }) => (decision === 'accepted' ? [] : [{ ...bet, rejection: rejection(decision) }]));
  await store.acceptBets(tx, now, accepted, room.settlement === 'instant' ? bettingRules.instant.delayMs : null);
  await store.rejectBets(tx, now, rejected, { refused: false });
}

/** Rejects what nobody could decide in time, whether wallet answered or not. */
export async function rejectOverdue(room: Betting): Promise<void> {
  const reject = async (tx: Tx) => {
    const now = room.clock.now();
    const bets = await store.lockOverdue(tx, new Date(now.getTime() - bettingRules.decisionDeadlineMs), sweepRows);
    const why = rejection(bettingRefusals.betTimedOut);
    await store.rejectBets(
      tx,
      now,
      bets.map((bet) => ({ ...bet, rejection: why })),
      { refused: false },
    );
    return bets.length;
  };
  while ((await room.db.tx(reject)) === sweepRows);
}
