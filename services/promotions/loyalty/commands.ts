/**
 * Use cases of points: settled stakes earn them, a promotion gives them, and they expire.
 * Every change writes the ledger, the account and its events in the caller's transaction.
 */

import { publishAll } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { Infer } from '@fairline/proto/contract';
import { loyaltyEvents } from '@fairline/proto/promotions/loyalty';
import type { WageringProduct } from '@fairline/proto/promotions/offers';
import { dayMs } from '@fairline/proto/time';
import type { Promotions } from '../config.ts';
import { atRiskAmong } from '../players/store.ts';
import { addEarned, earnedMicro, expiredPoints, isHigher, lastExpiredDay, tierOf } from './points.ts';
import * as store from './store.ts';

/** A settled bet or round of real money, free bets excluded. A void has a stake of 0, which takes back the points it had earned. */
export interface SettledStake {
  /** The bet or the round. */
  stakeId: string;
  playerId: string;
  product: WageringProduct;
  /** The part of the stake that was at risk and decided by results, without a part that was cashed out. */
  stakeMinor: number;
  /** The version of the bet or round; an older one changes nothing. */
  version: number;
}

/** Adds points for settled stakes, in a fixed number of statements. Each stake earns once; a newer version corrects what it earned. */
export async function earnPoints(tx: Tx, stakes: readonly SettledStake[], at: Date): Promise<void> {
  const newest = newestOf(stakes);
  if (newest.size === 0) return;
  const players = [...newest.values()].map(({ playerId }) => playerId);
  const accounts = await store.lockAccounts(tx, players);
  const boosts = await store.boostsOf(tx, [...accounts.keys()], at);
  const earning = [...newest.values()].map(({ stakeId, version, stakeMinor, product, playerId }) => ({
    stakeId,
    version,
    stakeMinor,
    micro: earnedMicro(product, stakeMinor, boosts.get(playerId)),
  }));
  const deltas = new Map<string, { playerId: string; product: WageringProduct; deltaMicro: number }>();
  for (const { stakeId, beforeMicro, micro } of await store.keepStakes(tx, earning, at)) {
    const { playerId, product } = newest.get(stakeId) as SettledStake;
    const key = `${playerId} ${product}`;
    deltas.set(key, { playerId, product, deltaMicro: (deltas.get(key)?.deltaMicro ?? 0) + micro - beforeMicro });
  }
  const changes: Change[] = [];
  for (const { playerId, product, deltaMicro } of deltas.values()) {
    const account = accounts.get(playerId) as store.Account;
    const { points, carryMicro } = addEarned(account, deltaMicro);
    account.carryMicro = carryMicro;
    changes.push({ account, kind: points < 0 ? 'reversed' : 'earned', points, product, sourceId: null });
  }
  await writeChanges(tx, changes, at);
}

function newestOf(stakes: readonly SettledStake[]): Map<string, SettledStake> {
  const newest = new Map<string, SettledStake>();
  for (const stake of stakes) {
    const other = newest.get(stake.stakeId);
    if (!other || other.version < stake.version) newest.set(stake.stakeId, stake);
  }
  return newest;
}

/** Gives the points of a claim, once. They can be redeemed, but count towards no tier. */
export async function giveBonusPoints(
  tx: Tx,
  { claimId, playerId, points }: { claimId: string; playerId: string; points: number },
  at: Date,
): Promise<void> {
  const account = (await store.lockAccounts(tx, [playerId])).get(playerId) as store.Account;
  if (await store.hasEntryOf(tx, claimId, 'bonus')) return;
  await writeChanges(tx, [{ account, kind: 'bonus', points, product: null, sourceId: claimId }], at);
}

/** A change to a locked account. */
export interface Change {
  account: store.Account;
  kind: store.NewEntry['kind'];
  points: number;
  product: WageringProduct | null;
  sourceId: string | null;
}

/** Writes changes to locked accounts: ledger rows, balances, tiers and events. The caller has set the carry of each account. */
export async function writeChanges(tx: Tx, changes: readonly Change[], at: Date): Promise<void> {
  const entries: store.NewEntry[] = [];
  const gains = new Map<string, store.Gain>();
  const changed = new Set<store.Account>();
  for (const { account, kind, points, product, sourceId } of changes) {
    const { playerId } = account;
    if (points === 0) continue;
    account.balance += points;
    const byStake = sourceId === null && (kind === 'earned' || kind === 'reversed');
    if (byStake) account.earned += points;
    // Points returned after a refused redemption are not new: they expire when they would have.
    const isNew = kind === 'earned' || kind === 'bonus';
    if (!isNew) account.spent -= points;
    if (isNew || byStake) {
      const gain = gains.get(playerId) ?? { playerId, gained: 0, earned: 0 };
      gains.set(playerId, {
        playerId,
        gained: gain.gained + (isNew ? points : 0),
        earned: gain.earned + (byStake ? points : 0),
      });
    }
    entries.push({ playerId, kind, points, product, sourceId, balanceAfter: account.balance });
    changed.add(account);
  }
  const accounts = new Set(changes.map(({ account }) => account));
  const publishing = numberEvents(accounts, changed, await atRiskAmong(tx, risingPlayers(accounts)));
  await store.insertEntries(tx, entries, at);
  await store.addGains(tx, [...gains.values()], at);
  await store.updateAccounts(tx, [...accounts]);
  await publishAll(tx, loyaltyEvents.pointsChanged, publishing.points);
  await publishAll(tx, loyaltyEvents.tierChanged, publishing.tiers);
}

type Published<E extends (typeof loyaltyEvents)[keyof typeof loyaltyEvents]> = {
  aggregate: string;
  version: number;
  data: Infer<E['data']>;
};

const risingPlayers = (accounts: ReadonlySet<store.Account>) =>
  [...accounts].filter(({ tier, earned }) => isHigher(tierOf(earned), tier)).map(({ playerId }) => playerId);

/** Sets the tier of each account and the versions of its events. `changed`: accounts with another balance. `held`: players at risk, whose tier cannot rise until they no longer are. */
function numberEvents(
  accounts: ReadonlySet<store.Account>,
  changed: ReadonlySet<store.Account>,
  held: ReadonlySet<string>,
) {
  const points: Published<typeof loyaltyEvents.pointsChanged>[] = [];
  const tiers: Published<typeof loyaltyEvents.tierChanged>[] = [];
  for (const account of accounts) {
    const { playerId, balance, tier: from } = account;
    if (changed.has(account))
      points.push({ aggregate: playerId, version: ++account.version, data: { playerId, balance } });
    const reached = tierOf(account.earned);
    account.tier = held.has(playerId) && isHigher(reached, from) ? from : reached;
    if (account.tier !== from)
      tiers.push({ aggregate: playerId, version: ++account.version, data: { playerId, tier: account.tier, from } });
  }
  return { points, tiers };
}

const batchRows = 500;

/** Expires points after their 365 days, and lowers tiers that the last 365 days no longer reach. */
export async function expirePoints({ db, clock }: Promotions): Promise<void> {
  const now = clock.now();
  const lastDay = lastExpiredDay(now);
  for (;;) {
    const playerIds = await store.playersWithPassedDays(db, lastDay, batchRows);
    if (playerIds.length === 0) return;
    await db.tx(async (tx) => {
      const accounts = await store.lockAccounts(tx, playerIds);
      const changes: Change[] = [];
      const passed = await store.takePassedDays(tx, playerIds, lastDay);
      for (const { playerId, gained, earned } of passed) {
        const account = accounts.get(playerId) as store.Account;
        const points = expiredPoints(account, gained);
        account.aged += gained;
        account.earned -= earned;
        changes.push({ account, kind: 'expired', points: -points, product: null, sourceId: null });
      }
      await writeChanges(tx, changes, now);
    });
  }
}

/** A result that is corrected within this time also corrects points. */
const correctedDays = 90;

export async function dropOldStakes({ db, clock }: Promotions): Promise<void> {
  await store.dropStakesBefore(db, new Date(clock.now().getTime() - correctedDays * dayMs), 20_000);
}
