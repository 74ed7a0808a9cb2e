/**
 * Settles bets by the feed's results, by an operator's decision, or in demo mode by a coin.
 * Each page of bets is one transaction with the events by which wallet pays. Settling a page again changes nothing.
 */
import { randomInt } from 'node:crypto';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type BetStatus, betEvents } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import type { ByHandResult, MomentDecision } from '@fairline/proto/betting/settlement';
import type { Infer } from '@fairline/proto/contract';
import type { BetContext } from '../bets/context.ts';
import type { BetKey, OpenBet } from '../columns.ts';
import {
  changeKind,
  isSameState,
  type LegState,
  legState,
  type Outcome,
  outcomeOf,
  stateOf,
  voidsAny,
} from '../outcome.ts';
import { risksOf } from './at-risk.ts';
import * as store from './store.ts';
import { askRecount, claimRecounts, decidedStatuses, readBacked, writeAtRisk } from './store-at-risk.ts';
import { dropHandRequests, keepByHand, placesByHand } from './store-by-hand.ts';

const pageBets = 1_000;

type Settler = Pick<BetContext, 'db' | 'clock' | 'settlement'>;

/** The due rows of a market that are being processed, and the last bet that is done. */
interface Page {
  due: store.Due;
  after: BetKey;
}

/** Works through the markets with new records. Several instances take different ones. */
export async function settleDue(context: Settler, bets = pageBets): Promise<void> {
  for (let page: Page | 'begin' | 'none' = 'begin'; page !== 'none'; ) {
    const from: Page | 'begin' = page;
    page = await context.db.tx((tx) => settlePage(context, tx, from, bets));
  }
}

/** Settles the next page of bets on a market. A record that comes between two pages is a due row of its own, which starts again at the first bet. */
async function settlePage(
  context: Settler,
  tx: Tx,
  page: Page | 'begin',
  limit: number,
): Promise<Page | 'begin' | 'none'> {
  if (page !== 'begin' && !(await store.claimAgain(tx, page.due))) return 'begin';
  const due = page === 'begin' ? await store.claimDue(tx) : page.due;
  if (!due) return 'none';
  if (due === 'dropped') return 'begin';
  const { marketId } = due;
  const coin = context.settlement === 'instant';
  // If a coin settles bets, results do not count, but cancellations still void bets.
  if (coin && !voidsAny(await store.verdictOf(tx, marketId))) {
    await store.dropDue(tx, due);
    return 'begin';
  }
  const keys = await store.betsOn(tx, marketId, page === 'begin' ? null : page.after, limit);
  const bets = await store.lockBets(tx, keys);
  // Read under the locks of the bets: the last to settle a bet has read last.
  const verdict = await store.verdictOf(tx, marketId);
  const decided = coin ? { ...verdict, outcomes: null } : verdict;
  const open = bets.filter(({ byHand, status }) => !byHand && (!coin || status === 'accepted'));
  await settleAll(tx, context.clock.now(), open, (leg, bet) =>
    leg.marketId === marketId ? legState({ ...leg, placedAt: bet.placedAt }, decided) : leg,
  );
  const last = keys.at(-1);
  if (last && keys.length === limit) return { due, after: last };
  await store.dropDue(tx, due);
  return 'begin';
}

/** Gives legs their status and writes the bets whose outcome it changes. */
async function settleAll(
  tx: Tx,
  at: Date,
  bets: readonly OpenBet[],
  stateFor: (leg: store.LegRow, bet: OpenBet) => LegState,
  how: Parameters<typeof store.settleBets>[3] = { byHand: false },
): Promise<void> {
  if (bets.length === 0) return;
  const legs = Map.groupBy(await store.legsOf(tx, bets), ({ betId }) => betId);
  const changed: store.Settlement[] = [];
  const legsMoved: store.LegChange[] = [];
  const charges: store.Charge[] = [];
  for (const bet of bets) {
    const before = legs.get(bet.id) ?? [];
    const own = before.map((leg) => ({ ...leg, ...stateFor(leg, bet) }));
    const moved = own.filter((leg, at) => !isSameState(leg, before[at] as store.LegRow));
    if (moved.length === 0) continue;
    const { status, dueMinor } = outcomeOf({ ...bet, legs: own });
    const isChanged = status !== bet.status || dueMinor !== bet.dueMinor;
    // The result of a single is the result of its leg: one moment has both.
    const [only] = own.length === 1 && isChanged ? own : [];
    legsMoved.push(
      ...moved.map(({ place, status, deadHeat, voidReason = null }) => ({
        playerId: bet.playerId,
        betId: bet.id,
        place,
        status,
        deadHeat,
        voidReason,
        ownMoment: !only,
      })),
    );
    for (const [at, leg] of own.entries()) {
      const sign = Number(counts(status, leg)) - Number(counts(bet.status, before[at] as store.LegRow));
      if (sign !== 0)
        charges.push({ playerId: bet.playerId, betId: bet.id, place: leg.place, sign: sign < 0 ? -1 : 1 });
    }
    if (!isChanged) continue;
    const change = changeKind(bet.status, status);
    changed.push({
      atRiskMinor: null,
      playerId: bet.playerId,
      id: bet.id,
      status,
      dueMinor,
      kind: how.byHand ? 'by_hand' : change,
      eventType: eventOf[change].subject,
      leg: only,
    });
  }
  await store.writeLegs(tx, at, legsMoved);
  const opposed = await findAtRisk(tx, at, changed, bets);
  await store.settleBets(tx, at, changed, how);
  await askRecount(tx, opposed);
  await dropHandRequests(
    tx,
    changed.map(({ id }) => id),
  );
  await store.chargeLegs(tx, charges);
}

/** Sets the part of each bet that was at risk, by one read for all of them. Returns the bets on another side than a bet of the same player: those are counted again afterwards. */
async function findAtRisk(
  tx: Tx,
  at: Date,
  changed: store.Settlement[],
  bets: readonly OpenBet[],
): Promise<store.Settlement[]> {
  if (changed.length === 0) return [];
  const now = new Map(changed.map(({ id, status }) => [id, { status, settledAt: status === 'accepted' ? null : at }]));
  const openMinor = new Map(bets.map((bet) => [bet.id, bet.stakeMinor - bet.closedStakeMinor]));
  const risks = risksOf(await readBacked(tx, changed), now);
  return changed.filter((bet) => {
    const { atRiskMinor, isOpposed } = risks(bet.id, openMinor.get(bet.id) ?? 0);
    if (decidedStatuses.includes(bet.status)) bet.atRiskMinor = atRiskMinor;
    return isOpposed;
  });
}

const recountsPerRun = 100;

/** Counts bets again whose player had another bet on another side that was voided or corrected. */
export async function recountAtRisk({ db }: Pick<BetContext, 'db'>): Promise<void> {
  const recount = async (tx: Tx) => {
    const bets = await claimRecounts(tx, recountsPerRun);
    if (!bets) return false;
    const risks = risksOf(bets.length > 0 ? await readBacked(tx, bets) : []);
    const again = bets.map((bet) => ({ ...bet, ...risks(bet.id, bet.openMinor) }));
    await writeAtRisk(
      tx,
      again.filter(({ atRiskMinor }, index) => atRiskMinor !== bets[index]?.atRiskMinor),
    );
    return true;
  };
  while (await db.tx(recount));
}

/** A leg counts against its selection as long as both it and its bet are open. */
function counts(bet: BetStatus, leg: LegState): boolean {
  return bet === 'accepted' && leg.status === 'open';
}

const eventOf = { settled: betEvents.betSettled, voided: betEvents.betVoided, resettled: betEvents.betResettled };

/** An operator's result for each leg that is open or was settled by hand before. No feed message changes the bet afterwards. */
export async function settleByHand(
  tx: Tx,
  at: Date,
  bet: OpenBet,
  result: ByHandResult,
  decision: Infer<typeof MomentDecision>,
): Promise<void> {
  const places = await placesByHand(tx, bet);
  await settleAll(tx, at, [bet], (leg) => (places.has(leg.place) ? stateOf(result) : leg), {
    byHand: true,
    reason: decision.reason,
    decision,
  });
  await keepByHand(tx, bet, [...places]);
}

/** The outcome of the bet after `settleByHand` with this result. */
export async function outcomeByHand(tx: Tx, bet: OpenBet, result: ByHandResult): Promise<Outcome> {
  const places = await placesByHand(tx, bet);
  const legs = await store.legsOf(tx, [bet]);
  return outcomeOf({ ...bet, legs: legs.map((leg) => (places.has(leg.place) ? { ...leg, ...stateOf(result) } : leg)) });
}

/** Instant settlement: a coin decides, whatever the results. An installation that does this is labelled play money. */
export async function tossCoins(context: BetContext): Promise<void> {
  const { winPercent } = betRules.instant;
  const toss = async (tx: Tx) => {
    const now = context.clock.now();
    const bets = await store.lockForCoin(tx, now, pageBets);
    const coins = new Map(
      bets.map(({ id }) => [id, randomInt(100) < winPercent ? ('won' as const) : ('lost' as const)]),
    );
    await settleAll(tx, now, bets, (_leg, { id }) => stateOf(coins.get(id) ?? 'lost'));
    return bets.length;
  };
  while ((await context.db.tx(toss)) === pageBets);
}
