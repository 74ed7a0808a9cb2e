/**
 * Whose a waiting placement is: the selections of the slip are the browser's, what waits for an answer is its player's alone.
 * It is put aside as soon as another player is here, and is back on the slip when its own signs in again, under the same key.
 */
import { type Aside, type Attempt, type Bets, emptySlip, isAwaited, maxItems, type Slip, type SlipItem } from './slip.ts';

type AwaitedItem = SlipItem & { attempt: Attempt };

/** The slip as it is for this player. The same object where nothing changes hands. */
export function handedTo(slip: Slip, playerId: string): Slip {
  const { aside = [], ...bets } = slip;
  const [mine, given] = withoutOthers(bets, playerId);
  const own = aside.filter((one) => one.playerId === playerId);
  if (given.length === 0 && own.length === 0) return slip;
  const [back, left] = withOwn(mine, own);
  return withAside(back, [...aside.filter((one) => !own.includes(one)), ...given, ...left]);
}

/** That a placement was answered while its player was not here: then nothing of it comes back. */
export function answered(slip: Slip, key: string): Slip {
  const { aside = [], ...bets } = slip;
  const waits = (one: Aside) => (one.attempt ? one.attempt.key !== key : one.items.length > 0);
  const open = aside.map((one) => (one.attempt ? one : { ...one, items: one.items.filter(({ attempt }) => attempt?.key !== key) }));
  return withAside(bets, open.filter(waits));
}

function withAside(bets: Bets, aside: Aside[]): Slip {
  return aside.length > 0 ? { ...bets, aside } : bets;
}

function withoutOthers(bets: Bets, playerId: string): [mine: Bets, given: Aside[]] {
  const { items, mode, system, attempt } = bets;
  if (attempt) return attempt.playerId === playerId ? [bets, []] : [{ ...emptySlip, mode, system }, [{ ...bets, playerId: attempt.playerId }]];
  const others = items.filter((item): item is AwaitedItem => item.attempt !== undefined && item.attempt.playerId !== playerId);
  const given = others.map((item) => ({ ...emptySlip, items: [item], playerId: item.attempt.playerId }));
  return [others.length > 0 ? { ...bets, items: items.filter((item) => !others.some((other) => other === item)) } : bets, given];
}

/** One bet takes the whole slip, so it comes back only where nothing else waits there. */
function withOwn(bets: Bets, own: readonly Aside[]): [back: Bets, left: Aside[]] {
  if (bets.attempt) return [bets, [...own]];
  const singles = own.filter(({ attempt }) => !attempt).flatMap(({ items }) => items);
  const wholes = own.filter(({ attempt }) => attempt);
  if (singles.length > 0 || isAwaited(bets)) {
    const rest = bets.items.filter(({ selectionId, attempt }) => attempt || !singles.some((item) => item.selectionId === selectionId));
    return [{ ...bets, items: [...singles, ...rest].slice(0, maxItems) }, wholes];
  }
  const [first, ...later] = wholes;
  if (!first) return [bets, []];
  const { playerId: _, ...whole } = first;
  return [whole, later];
}
