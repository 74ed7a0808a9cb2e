/**
 * Whose a waiting placement is: the selections of the slip are the browser's, what waits for an answer is its player's alone.
 * It is put aside as soon as another player is here, and is back on the slip when its own signs in again, under the same key.
 */
import { type Aside, type Attempt, type Bets, emptySlip, maxItems, type Slip, type SlipItem } from './slip.ts';

type AwaitedItem = SlipItem & { attempt: Attempt };

/** The slip as it is for this player. The same object where nothing changes hands. */
export function handedTo(slip: Slip, playerId: string): Slip {
  const kept = withoutOthers(slip, playerId);
  const { aside = [], ...bets } = kept;
  const own = aside.filter((one) => one.playerId === playerId);
  const [back, left] = withOwn(bets, own);
  return back === bets ? kept : withAside(back, [...aside.filter((one) => !own.includes(one)), ...left]);
}

/** The slip with what waits for others put aside, for nobody all that waits. The same object where nothing does. */
export function withoutOthers(slip: Slip, playerId: string | null): Slip {
  const { aside = [], ...bets } = slip;
  const { items, mode, system, attempt } = bets;
  if (attempt) return attempt.playerId === playerId ? slip : withAside({ ...emptySlip, mode, system }, [...aside, { ...bets, playerId: attempt.playerId }]);
  const others = items.filter(waits).filter((item) => item.attempt.playerId !== playerId);
  if (others.length === 0) return slip;
  return withAside({ ...bets, items: items.filter((item) => !others.some((other) => other === item)) }, [...aside, ...others.map(alone)]);
}

/** That a placement was answered while its player was not here: then nothing of it comes back. */
export function answered(slip: Slip, key: string): Slip {
  const { aside = [], ...bets } = slip;
  const isOpen = (one: Aside) => (one.attempt ? one.attempt.key !== key : one.items.length > 0);
  const open = aside.map((one) => (one.attempt ? one : { ...one, items: one.items.filter(({ attempt }) => attempt?.key !== key) }));
  return withAside(bets, open.filter(isOpen));
}

function withAside(bets: Bets, aside: Aside[]): Slip {
  return aside.length > 0 ? { ...bets, aside } : bets;
}

const waits = (item: SlipItem): item is AwaitedItem => item.attempt !== undefined;
const alone = (item: AwaitedItem): Aside => ({ ...emptySlip, items: [item], playerId: item.attempt.playerId });

/** One bet takes the whole slip, so it comes back only where nothing else waits there; a selection waits there once, and only what does not wait makes room. */
function withOwn(bets: Bets, own: readonly Aside[]): [back: Bets, left: Aside[]] {
  if (bets.attempt) return [bets, [...own]];
  const held = bets.items.filter(waits);
  const back: AwaitedItem[] = [];
  const left = own.filter(({ attempt }) => attempt);
  for (const item of own.filter(({ attempt }) => !attempt).flatMap(({ items }) => items.filter(waits))) {
    const waiting = [...back, ...held];
    if (waiting.length < maxItems && !waiting.some(({ selectionId }) => selectionId === item.selectionId)) back.push(item);
    else left.push(alone(item));
  }
  if (back.length > 0) {
    const rest = bets.items.filter(({ selectionId }) => !back.some((item) => item.selectionId === selectionId));
    let room = maxItems - back.length - held.length;
    return [{ ...bets, items: [...back, ...rest.filter((item) => waits(item) || room-- > 0)] }, left];
  }
  const [first, ...later] = left;
  if (!first || held.length > 0) return [bets, left];
  const { playerId: _, ...whole } = first;
  return [whole, later];
}
