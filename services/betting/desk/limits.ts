/** Liability limits. A lower limit applies at once; a higher one waits for a second operator. Each action is one transaction, OperatorActed included. */

import type { Act } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { Limit } from '@fairline/proto/betting/desk';
import { deskRefusals } from '@fairline/proto/betting/desk';
import type { DeskChange } from '@fairline/proto/betting/desk-requests';
import { betRules } from '@fairline/proto/betting/rules';
import { Id, Refusal } from '@fairline/proto/contract';
import { MarketType } from '@fairline/proto/feed';
import type { BetContext } from '../bets/context.ts';
import { recordActionOnUnversioned } from '../operator.ts';
import { notFound } from '../refusals.ts';
import { askSecond } from './asking.ts';
import * as store from './store.ts';
import { replaceRequest } from './store-requests.ts';

type LimitChange = Extract<DeskChange, { kind: 'limit' }>;
export interface SetLimit {
  scope: Limit['scope'];
  id: string;
  maxLiabilityMinor: number | null;
}

/** Sets a limit; or requests it, if a market could then take more money. */
export async function setLimit(
  context: BetContext,
  { scope, id, maxLiabilityMinor }: SetLimit,
  act: Act,
): Promise<{ items: Limit[]; awaitsSecond?: true }> {
  refuseCardNumber(act.reason);
  return context.db.tx(async (tx) => {
    if (!(await isThere(tx, scope, id))) notFound();
    await store.holdLimits(tx);
    const fromMinor = await store.limitOf(tx, scope, id);
    const change: LimitChange = { kind: 'limit', scope, id, fromMinor, maxLiabilityMinor };
    if (isHigher(change, await store.widerLimits(tx, scope, id, betRules.maxLiabilityMinor))) {
      const name =
        (await listLimits(tx)).find((one) => one.scope === scope && one.id === id)?.name ??
        (await store.nameOfLimit(tx, scope, id));
      await askSecond(tx, context.clock.now(), { marketId: null, subject: `${scope} ${id}`, name, change }, act);
      return { items: await listLimits(tx), awaitsSecond: true };
    }
    await replaceRequest(tx, 'limit', `${scope} ${id}`, { operatorId: act.operator.id, at: context.clock.now() });
    await writeLimit(tx, context.clock.now(), change, act.operator.id, act);
    return { items: await listLimits(tx) };
  });
}

/** Whether a market could take more money under the new limit than under the one that it replaces, or under the wider ones that apply without it. */
export function isHigher(
  { fromMinor, maxLiabilityMinor }: Pick<LimitChange, 'fromMinor' | 'maxLiabilityMinor'>,
  wider: store.WiderLimits,
): boolean {
  if (maxLiabilityMinor === null) return fromMinor !== null && wider.mostMinor > fromMinor;
  return maxLiabilityMinor > (fromMinor ?? wider.leastMinor);
}

/** Applies a requested limit, unless the limit has changed since. */
export async function applyLimit(tx: Tx, at: Date, change: LimitChange, requestedBy: string, act: Act): Promise<void> {
  await store.holdLimits(tx);
  if ((await store.limitOf(tx, change.scope, change.id)) !== change.fromMinor)
    throw new Refusal(deskRefusals.previewChanged);
  await writeLimit(tx, at, change, requestedBy, act);
}

async function writeLimit(
  tx: Tx,
  at: Date,
  { scope, id, maxLiabilityMinor }: LimitChange,
  operatorId: string,
  act: Act,
): Promise<void> {
  const was = await store.setLimit(tx, scope, id, maxLiabilityMinor, { operatorId, at });
  await recordActionOnUnversioned(tx, act, {
    action: 'limit.set',
    resourceType: `limit.${scope}`,
    resourceId: id,
    before: { maxLiabilityMinor: was },
    after: { maxLiabilityMinor },
  });
}

async function isThere(tx: Tx, scope: Limit['scope'], id: string): Promise<boolean> {
  if (scope === 'default') return id === 'default';
  if (scope === 'type') return MarketType.safeParse(id).success;
  return (scope !== 'market' || Id.safeParse(id).success) && store.isScope(tx, scope, id);
}

/** All limits; the contract's default if no default was set. */
export async function listLimits(db: Parameters<typeof store.readLimits>[0]): Promise<Limit[]> {
  const rows = await store.readLimits(db);
  const hasDefault = rows.some(({ scope }) => scope === 'default');
  return hasDefault
    ? rows
    : [
        {
          scope: 'default',
          id: 'default',
          name: 'default',
          maxLiabilityMinor: betRules.maxLiabilityMinor,
          by: null,
          at: null,
        },
        ...rows,
      ];
}
