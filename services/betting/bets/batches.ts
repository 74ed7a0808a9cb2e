/** Places bets of many players in few statements. A selection whose exposure somebody holds keeps nobody waiting but those who bet on it. */
import { setTimeout as pause } from 'node:timers/promises';
import { Batch } from '@fairline/chassis/batch';
import type { Clock } from '@fairline/chassis/clock';
import { type Database, isLockTimeout } from '@fairline/chassis/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import type { Placed, Placement } from './bet.ts';
import type { BetContext } from './context.ts';
import * as store from './store.ts';

const laneOf = ({ playerId }: Placement) => playerId;

/** The two steps that every placement waits for, each for many players at once. */
export function openBatches(db: Database, clock: Clock): Pick<BetContext, 'placements' | 'takings'> {
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
