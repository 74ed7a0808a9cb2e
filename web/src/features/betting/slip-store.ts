/** The slip of this browser: it survives a reload and is the same in every tab. */
import type { PlaceBet } from '@fairline/proto/betting';
import { kept } from '../../client/kept.ts';
import { changed, type Pick, readItems, type SlipItem, without, withPick } from './slip.ts';

export const slipStore = kept<SlipItem[]>('fairline.slip', readItems);

const update = (change: (items: readonly SlipItem[]) => SlipItem[]) => slipStore.set(change(slipStore.get()));

export const slipActions = {
  pick: (pick: Pick, stake: string) => update((items) => withPick(items, pick, stake)),
  remove: (selectionId: string) => update((items) => without(items, selectionId)),
  clear: () => slipStore.set([]),
  stake: (selectionId: string, stake: string) => update((items) => changed(items, selectionId, { stake })),
  agree: (selectionId: string, oddsMilli: number) => update((items) => changed(items, selectionId, { oddsMilli })),
  /** Notes a placement before it is sent, so that a reload asks for the same one. */
  attempt: (selectionId: string, attempt: { key: string; body: PlaceBet }) => update((items) => changed(items, selectionId, { attempt })),
  decided: (selectionId: string) =>
    update((items) => items.map(({ attempt, ...item }) => (item.selectionId === selectionId || !attempt ? item : { ...item, attempt }))),
};
