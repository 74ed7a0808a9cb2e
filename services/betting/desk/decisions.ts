/**
 * What operators say of a market's bets: a result, that a window of them is void, or that the feed's word holds again. It is previewed by the rules that settle,
 * applied as one more word on the market, from which the ordinary settlement does the rest, and needs two operators where much money of settled bets moves.
 */
import { randomUUIDv7 } from 'node:crypto';
import { fingerprint, isKnown, type Keyed, once } from '@fairline/chassis/keyed';
import type { Tx } from '@fairline/chassis/postgres';
import { type Decision, type DecisionInput, type DecisionPreview, tradingRefusals } from '@fairline/proto/betting/trading';
import { common, Refusal } from '@fairline/proto/contract';
import type { BetContext } from '../bets/context.ts';
import { showNow } from '../offer/commands.ts';
import { type LockedMarket, lockMarket, touchFixtures } from '../offer/store.ts';
import { saySuspended } from '../offer/suspensions.ts';
import { type Act, refuseCardNumber, sayActed } from '../operator.ts';
import type { Verdict } from '../outcome.ts';
import {
  type DecisionRow,
  feedsVerdict,
  heavier,
  isComplete,
  outgrew,
  type Said,
  toDecision,
  verdictAfter,
  Weighing,
  type Weight,
  weightOf,
} from './preview.ts';
import * as deskStoreDecisions from './store-decisions.ts';

const pageBets = 1_000;
const dayMs = 86_400_000;

interface Looked {
  at: Date;
  fixtureId: string;
  fixture: string;
  market: string;
  selections: { id: string; name: string }[];
  /** Names the decision together with what was said of the market. */
  said: string;
  preview: DecisionPreview;
  movedTodayMinor: number;
}

/** What the decision would do to all bets on the market as they are now. */
export async function preview(context: BetContext, marketId: string, decision: DecisionInput): Promise<DecisionPreview> {
  return (await look(context, marketId, decision)).preview;
}

/** Reads page by page and locks nothing; what was said is read first, so where it changes meanwhile nobody can decide by this. */
async function look({ db, clock, settlement }: BetContext, marketId: string, decision: DecisionInput): Promise<Looked> {
  const named = (await deskStoreDecisions.nameOfMarket(db, marketId)) ?? notFound();
  const selectionIds = named.selections.map(({ id }) => id);
  if (!isComplete(decision, selectionIds)) throw new Refusal(tradingRefusals.outcomesIncomplete);
  const at = clock.now();
  const told = await deskStoreDecisions.saidOf(db, marketId);
  // A result is nothing to a coin, which has decided for good what it decided.
  const coin = settlement === 'instant';
  const [after, feeds] = [verdictAfter(told, decision), feedsVerdict(told)].map((verdict) => (coin ? { ...verdict, outcomes: null } : verdict));
  const weighing = new Weighing(marketId, after as Verdict, feeds as Verdict);
  for (let from: { playerId: string; id: string } | null = null; ; ) {
    const bets = await deskStoreDecisions.betsToWeigh(db, marketId, from, pageBets);
    for (const bet of bets) if (bet.stands && (!coin || bet.status === 'accepted')) weighing.add(bet);
    from = bets.at(-1) ?? null;
    if (bets.length < pageBets) break;
  }
  const movedTodayMinor = await deskStoreDecisions.movedSince(db, marketId, new Date(Math.floor(at.getTime() / dayMs) * dayMs));
  const effect = weighing.total(movedTodayMinor);
  const said = nameOf(marketId, decision, told);
  const { moneyMinor, needsSecond } = weightOf(effect);
  return { ...named, at, said, movedTodayMinor, preview: { ...effect, fingerprint: `${said}.${moneyMinor}.${needsSecond ? 2 : 1}` } };
}

/** What a preview said, by its fingerprint. */
function previewedBy(print: string): Weight & { said: string } {
  const [said = '', moneyMinor, operators] = print.split('.');
  return { said, moneyMinor: Number(moneyMinor ?? 0), needsSecond: operators === '2' };
}

/**
 * Locks the market for a decision, refused where what was said of it is not what was previewed, or where so much more moves by now. All bets are
 * weighed just before, since the feed waits for the lock; under it only those count that changed in between, each by the most it can pay.
 */
async function lockAsPreviewed(tx: Tx, marketId: string, decision: DecisionInput, print: string, looked: Looked): Promise<LockedMarket> {
  const market = (await lockMarket(tx, marketId)) ?? notFound();
  const previewed = previewedBy(print);
  const changedMinor = await deskStoreDecisions.changedSince(tx, marketId, looked.at);
  const now = heavier(weightOf(looked.preview), looked.preview, changedMinor, looked.movedTodayMinor);
  const same = nameOf(marketId, decision, await deskStoreDecisions.saidOf(tx, marketId)) === previewed.said && looked.said === previewed.said;
  if (!same || outgrew(now, previewed)) throw new Refusal(tradingRefusals.previewChanged);
  return market;
}

function nameOf(marketId: string, decision: DecisionInput, { feed, own, fixtureCancelled }: Said): string {
  return fingerprint({ marketId, decision, said: JSON.stringify([feed, own, fixtureCancelled]) });
}

/** Applies what was previewed, or keeps it until a second operator does. */
export async function decide(
  context: BetContext,
  marketId: string,
  { decision, fingerprint: print }: { decision: DecisionInput; fingerprint: string },
  act: Act,
  keyed: Keyed,
): Promise<Decision> {
  refuseCardNumber(act.reason);
  // Looking takes as long as there are bets, so it is done before the transaction; a call that is repeated needs none.
  const looked = (await isKnown(context.db, keyed)) ? undefined : await look(context, marketId, decision).catch(refusedOnly);
  let fixtureId: string | undefined;
  const decided = await once(context.db, keyed, async (tx) => {
    if (looked instanceof Refusal) throw looked;
    if (!looked) throw new Refusal(tradingRefusals.previewChanged);
    const market = await lockAsPreviewed(tx, marketId, decision, print, looked);
    const at = context.clock.now();
    const waits = looked.preview.needsSecond;
    const row: DecisionRow = {
      id: randomUUIDv7(),
      marketId,
      fixtureId: looked.fixtureId,
      fixture: looked.fixture,
      market: looked.market,
      selections: looked.selections,
      decision,
      preview: looked.preview,
      reason: act.reason,
      status: waits ? 'pending' : 'applied',
      requestedBy: act.operator.id,
      requestedAt: at,
      decidedBy: waits ? null : act.operator.id,
      decidedAt: waits ? null : at,
      withdrawnReason: null,
    };
    await deskStoreDecisions.insertDecision(tx, row);
    if (!waits) {
      await apply(tx, at, row, market.open);
      fixtureId = market.fixtureId;
    }
    await sayDecided(tx, act, waits ? 'decision.request' : 'decision.apply', row, 1);
    return toDecision(row);
  });
  if (fixtureId) await showNow(context, [fixtureId]);
  return decided;
}

/** The word of the second operator, for the reason it was requested with. Nobody approves what he requested himself; what he approved stays approved when he says it again. */
export async function approve(context: BetContext, id: string, by: Omit<Act, 'reason'>): Promise<Decision> {
  const asked = await deskStoreDecisions.decisionOf(context.db, id);
  const looked = asked?.status === 'pending' && asked.requestedBy !== by.operator.id ? await look(context, asked.marketId, asked.decision) : undefined;
  const { row, fixtureId } = await context.db.tx(async (tx) => {
    const waiting = (await deskStoreDecisions.lockDecision(tx, id)) ?? notFound();
    if (waiting.status === 'applied' && waiting.decidedBy === by.operator.id && waiting.requestedBy !== by.operator.id)
      return { row: waiting, fixtureId: null };
    if (waiting.status !== 'pending') throw new Refusal(tradingRefusals.alreadyDecided);
    if (waiting.requestedBy === by.operator.id) throw new Refusal(common.secondOperatorNeeded);
    if (!looked) throw new Refusal(tradingRefusals.previewChanged);
    const market = await lockAsPreviewed(tx, waiting.marketId, waiting.decision, waiting.preview.fingerprint, looked);
    const at = context.clock.now();
    const applied = await deskStoreDecisions.closeDecision(tx, id, 'applied', { operatorId: by.operator.id, at });
    await apply(tx, at, applied, market.open);
    await sayDecided(tx, { ...by, reason: waiting.reason }, 'decision.approve', applied, 2);
    return { row: applied, fixtureId: market.fixtureId };
  });
  if (fixtureId) await showNow(context, [fixtureId]);
  return toDecision(row);
}

/** Takes back what waits; any operator may, also the one who asked for it. */
export async function withdraw(context: BetContext, id: string, act: Act): Promise<Decision> {
  refuseCardNumber(act.reason);
  const row = await context.db.tx(async (tx) => {
    const waiting = (await deskStoreDecisions.lockDecision(tx, id)) ?? notFound();
    if (waiting.status === 'withdrawn' && waiting.decidedBy === act.operator.id) return waiting;
    if (waiting.status !== 'pending') throw new Refusal(tradingRefusals.alreadyDecided);
    const withdrawn = await deskStoreDecisions.closeDecision(tx, id, 'withdrawn', {
      operatorId: act.operator.id,
      at: context.clock.now(),
      withdrawnReason: act.reason,
    });
    await sayDecided(tx, act, 'decision.withdraw', withdrawn, 2);
    return withdrawn;
  });
  return toDecision(row);
}

async function apply(tx: Tx, at: Date, row: DecisionRow, wasOpen: boolean): Promise<void> {
  const { open, ...market } = await deskStoreDecisions.applyDecision(tx, at, row);
  await touchFixtures(tx, [market.fixtureId]);
  await saySuspended(tx, wasOpen && !open ? [market] : [], 'operator');
}

function sayDecided(tx: Tx, act: Act, action: string, { id, marketId, decision, preview: effect, status }: DecisionRow, version: number): Promise<void> {
  const before = version === 1 ? {} : { status: 'pending' };
  return sayActed(tx, act, action, 'decision', id, version, { before, after: { status, marketId, decision, preview: effect } });
}

function refusedOnly(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

function notFound(): never {
  throw new Refusal(common.notFound);
}
