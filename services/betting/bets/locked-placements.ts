/**
 * Places bets on selections whose exposure another transaction has locked, apart from all other bets. A bet is placed once all its selections are free;
 * one transaction at a time waits for a locked selection, each selection in turn. A bet that is not placed within 5 s is refused `busy`, and nothing is stored under its key.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@fairline/chassis/process/clock';
import { Batch } from '@fairline/chassis/storage/batch';
import { type Database, isLockTimeout } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import type { Placed, Placement } from './bet.ts';
import * as store from './store.ts';

/** A bet that waits for a selection. */
interface Waiting extends Placement {
  giveUpAt: number;
  /** The number of transactions that waited for its selection without success. */
  turns: number;
}

type Answer = Placed | undefined;

/** No transaction of ours holds a lock for longer. */
const giveUpMs = 5_000;
const retryMs = 100;

export class LockedPlacements {
  private readonly db: Database;
  private readonly clock: Clock;
  /** One round at a time tries all bets that are due for another try. */
  private readonly rounds: Batch<Waiting, Placed>;
  /** Whether a transaction is waiting for a locked selection. */
  private isWaiting = false;

  constructor(db: Database, clock: Clock) {
    this.db = db;
    this.clock = clock;
    this.rounds = new Batch({ laneOf: ({ playerId }) => playerId, inFlight: 1, run: (items) => this.tryAll(items) });
  }

  place(item: Placement): Promise<Placed> {
    return this.rounds.add({ ...item, giveUpAt: performance.now() + giveUpMs, turns: 0 });
  }

  private async tryAll(items: readonly Waiting[]): Promise<(Placed | Promise<Placed>)[]> {
    const held = await store.heldSelections(this.db, items);
    const free = await this.insert(items.filter((item) => !heldOf(item, held)));
    const turn = this.isWaiting ? [] : nextTurn(items, held);
    const waited = this.waitFor(turn);
    return items.map((item) => {
      if (turn.includes(item))
        return waited.then((answers) => answers.get(item) ?? this.retry({ ...item, turns: item.turns + 1 }));
      return free.get(item) ?? this.retry(item);
    });
  }

  /** Inserts these bets, which share a locked selection, in a transaction that waits for it. Only one such transaction runs at a time. */
  private waitFor(turn: readonly Waiting[]): Promise<Map<Waiting, Answer>> {
    if (turn.length === 0) return Promise.resolve(new Map());
    this.isWaiting = true;
    return this.insert(turn).finally(() => {
      this.isWaiting = false;
    });
  }

  /** Returns the outcome by bet; undefined for all of them if a selection stayed locked for too long. */
  private async insert(items: readonly Waiting[]): Promise<Map<Waiting, Answer>> {
    const placed =
      items.length > 0 ? await store.placeBets(this.db, this.clock.now(), items).catch(unlessLocked) : undefined;
    return new Map(items.map((item, at) => [item, placed?.[at]]));
  }

  private async retry(item: Waiting): Promise<Placed> {
    if (performance.now() >= item.giveUpAt) throw new Refusal(common.busy, { retryAfterSeconds: 1 });
    await pause(retryMs);
    return this.rounds.add(item);
  }
}

/** The first selection of the bet that another transaction has locked. */
export function heldOf(item: Placement, held: ReadonlySet<string>): string | undefined {
  return store.selectionsOf(item).find((id) => held.has(id));
}

/** Takes the bet with the fewest turns, and all bets that wait for the same selection. */
function nextTurn(items: readonly Waiting[], held: ReadonlySet<string>): Waiting[] {
  const waiting = items.filter((item) => heldOf(item, held));
  const [next] = [...waiting].sort((one, other) => one.turns - other.turns);
  return next ? waiting.filter((item) => heldOf(item, held) === heldOf(next, held)) : [];
}

export function unlessLocked(error: unknown): undefined {
  if (!isLockTimeout(error)) throw error;
}
