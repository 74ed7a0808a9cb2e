/**
 * The slip of this browser: it survives a reload and is the same in every tab. A bet that waits for its response cannot be removed until the outcome is known:
 * otherwise the same bet could be placed a second time.
 */

import type { Bet } from '@fairline/proto/betting/bets';
import { playerSession } from '../../../client/session/session.ts';
import { createStoredValue } from '../../../client/storage/stored-value.ts';
import type { Attempt } from '../placed/attempt.ts';
import {
  emptySlip,
  isAwaited,
  type Pick,
  readSlip,
  type Slip,
  type SlipItem,
  type SlipMode,
  type Stakes,
  withBet,
  withChange,
  withOwnAside,
  withoutAnswered,
  withoutOthers,
  withoutSelection,
  withPick,
} from './slip.ts';

export const slipStore = createStoredValue<Slip>('fairline.slip', readSlip);

function edit(change: (slip: Slip) => Partial<Slip>): void {
  const slip = slipStore.reread();
  if (!slip.attempt) slipStore.set({ ...slip, ...change(slip) });
}
/** The default stake of the one bet before anything is typed. */
const withStakes = (slip: Slip, { stake, lineStake }: Stakes): Stakes => ({
  stake: slip.stake || stake,
  lineStake: slip.lineStake || lineStake,
});
const update = (change: (items: readonly SlipItem[]) => SlipItem[]) => edit(({ items }) => ({ items: change(items) }));
/** Empties the slip, but keeps the mode and bets set aside. */
const empty = ({ mode, system, aside }: Slip): Slip => ({ ...emptySlip, mode, system, ...(aside && { aside }) });

/** Before any page is shown to a player, sets others' waiting bets aside and restores the player's own. */
function editAside(change: (slip: Slip, playerId: string) => Slip): void {
  const { who } = playerSession.state;
  if (!who) return;
  const slip = slipStore.reread();
  const next = change(slip, who.id);
  if (next !== slip) slipStore.set(next);
}
playerSession.store.subscribe(() => editAside(withOwnAside));
// After changes of other tabs, bets are only set aside: otherwise the tabs of two players would overwrite each other endlessly.
slipStore.subscribe(() => editAside(withoutOthers));
editAside(withOwnAside);

export const slipActions = {
  pick: (pick: Pick, stakes: Stakes) =>
    edit((slip) => ({ items: withPick(slip.items, pick, stakes.stake), ...withStakes(slip, stakes) })),
  /** Restores the selections of a rejected bet; selections already on the slip stay unchanged. */
  addBack: (bet: Bet, stakes: Stakes) => edit((slip) => withBet(slip, bet, stakes)),
  remove: (selectionId: string) => update((items) => withoutSelection(items, selectionId)),
  clear: () => {
    if (!isAwaited(slipStore.reread())) slipStore.set(empty(slipStore.reread()));
  },
  /** At sign-out: waiting bets are kept for the player's return, the rest is removed. */
  forget: () => slipStore.set(empty(withoutOthers(slipStore.reread(), null))),
  stake: (selectionId: string, stake: string) => update((items) => withChange(items, selectionId, { stake })),
  /** Sets the stake of every single that is not being placed. */
  eachStake: (stake: string) =>
    update((items) => items.map((item) => (item.attempt || item.freeBet ? item : { ...item, stake }))),
  /** Without a claim, money is staked. */
  freeBet: (selectionId: string, freeBet: string | undefined) =>
    update((items) => withChange(items, selectionId, { freeBet })),
  agree: (selectionId: string, oddsMilli: number) => update((items) => withChange(items, selectionId, { oddsMilli })),
  mode: (mode: SlipMode, stakes: Stakes) => edit((slip) => ({ mode, ...withStakes(slip, stakes) })),
  system: (system: string) => edit(() => ({ system })),
  wholeStake: (stake: string) => edit(() => ({ stake })),
  lineStake: (lineStake: string) => edit(() => ({ lineStake })),
  wholeFreeBet: (freeBet: string | undefined) => edit(() => ({ freeBet })),
  /** Stores a placement before it is sent, so that a reload retries the same one. */
  attempt: (selectionId: string, attempt: Attempt) => update((items) => withChange(items, selectionId, { attempt })),
  decided: (key: string) => {
    const slip = withoutAnswered(slipStore.reread(), key);
    slipStore.set({
      ...slip,
      items: slip.items.map(({ attempt, ...item }) => (!attempt || attempt.key === key ? item : { ...item, attempt })),
    });
  },
  placed: (key: string) => {
    const slip = withoutAnswered(slipStore.reread(), key);
    slipStore.set({ ...slip, items: slip.items.filter(({ attempt }) => attempt?.key !== key) });
  },
  wholeAttempt: (attempt: Attempt) => edit(() => ({ attempt })),
  wholeDecided: (key: string) => {
    const { attempt, ...slip } = withoutAnswered(slipStore.reread(), key);
    slipStore.set(!attempt || attempt.key === key ? slip : { ...slip, attempt });
  },
  wholePlaced: (key: string) => {
    const slip = withoutAnswered(slipStore.reread(), key);
    slipStore.set(slip.attempt?.key === key ? empty(slip) : slip);
  },
};

/** Sets a typed stake of the one bet: per line for a system, else for the whole. */
export function setStakeOf(whole: { system: unknown } | null): (stake: string) => void {
  return whole?.system ? slipActions.lineStake : slipActions.wholeStake;
}
