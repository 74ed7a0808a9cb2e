/**
 * Use cases of the weekly cashback: a statement for each week of each claim, then its payment.
 * The id of a statement follows from claim and week and is the key of its payment, so no statement is paid twice, however often a step is repeated.
 */
import { RequestTimeout } from '@fairline/chassis/messaging/bus';
import { publish } from '@fairline/chassis/messaging/outbox';
import { loyaltyEvents } from '@fairline/proto/promotions/loyalty';
import type { Promotions } from '../config.ts';
import { payCash } from '../loyalty/peers.ts';
import { netLossesOf, playersAtOnce } from './peers.ts';
import * as store from './store.ts';
import { type ClaimWeek, type Counted, cashbackOf, countedOf, dueWeeks, lateWeeks, settleMs, statementId, weekMs } from './week.ts';

/** States the weeks that are over, oldest first, until none is left: after a downtime also those of the weeks before. */
export async function stateWeeks(context: Promotions): Promise<void> {
  const now = context.clock.now();
  const until = new Date(now.getTime() - settleMs);
  let afterId: string | null = null;
  for (;;) {
    const claims: store.CashbackClaim[] = await store.dueClaims(context.db, until, afterId, playersAtOnce);
    const last = claims.at(-1);
    if (!last) return;
    if (!(await stateWeeksOf(context, claims, now))) return;
    afterId = last.id;
  }
}

/** False while wallet does not reply: the next run goes on. */
async function stateWeeksOf(context: Promotions, claims: readonly store.CashbackClaim[], now: Date): Promise<boolean> {
  const weeks = claims.flatMap((claim) => dueWeeks(claim, now).map((week) => ({ claim, week })));
  const spans = Map.groupBy(weeks, ({ week: { from, to } }) => `${from.toISOString()} ${to.toISOString()}`);
  try {
    for (const ofSpan of [...spans.values()].sort((a, b) => firstFrom(a) - firstFrom(b))) await stateSpan(context, ofSpan, now);
  } catch (error) {
    if (error instanceof RequestTimeout) return false;
    throw error;
  }
  return true;
}

interface DueWeek {
  claim: store.CashbackClaim;
  week: ClaimWeek;
}

const firstFrom = (weeks: readonly DueWeek[]) => weeks[0]?.week.from.getTime() ?? 0;

/** Weeks that begin and end at the same instants. */
async function stateSpan({ db, bus }: Promotions, weeks: readonly DueWeek[], now: Date): Promise<void> {
  const [first] = weeks;
  if (!first) return;
  const players = [...new Set(weeks.map(({ claim }) => claim.playerId))];
  const losses = await netLossesOf(bus, first.week.from, first.week.to, players);
  const earlier = Map.groupBy(await readEarlier({ db, bus }, weeks), ({ before: { claimId } }) => claimId);
  const statements = weeks.map(({ claim, week }) => {
    const { currency = claim.currency, ...own } = losses.get(claim.playerId) ?? { stakedMinor: 0, returnedMinor: 0 };
    const late = earlier.get(claim.id) ?? [];
    const { stakedMinor, returnedMinor } = countedOf(own, late);
    const { value: percent, maxAmountMinor = null } = claim.reward;
    const ownWeek = {
      claimId: claim.id,
      weekStartsAt: week.weekStartsAt,
      from: week.from,
      to: week.to,
      currency,
      stakedMinor: own.stakedMinor,
      returnedMinor: own.returnedMinor,
    };
    return {
      weeks: [
        ownWeek,
        ...late.map(({ before, now: { stakedMinor: staked, returnedMinor: returned } }) => ({ ...before, stakedMinor: staked, returnedMinor: returned })),
      ],
      id: statementId(claim.id, week.weekStartsAt),
      claimId: claim.id,
      promotionId: claim.promotionId,
      playerId: claim.playerId,
      weekStartsAt: week.weekStartsAt,
      weekEndsAt: week.weekEndsAt,
      stakedMinor,
      returnedMinor,
      percent,
      amountMinor: cashbackOf(stakedMinor - returnedMinor, { percent, maxAmountMinor }),
      currency,
    };
  });
  await db.tx((tx) => store.insertStatements(tx, statements, now));
}

interface Recounted {
  before: store.CountedWeek;
  now: Counted;
}

/** The weeks that earlier statements counted, as they are now. Amounts in a play currency that the player has left are not compared. */
async function readEarlier({ db, bus }: Pick<Promotions, 'db' | 'bus'>, weeks: readonly DueWeek[]): Promise<Recounted[]> {
  const startsAt = weeks.map(({ week }) => week.weekStartsAt.getTime());
  const since = new Date(Math.min(...startsAt) - lateWeeks * weekMs);
  const claimIds = weeks.map(({ claim }) => claim.id);
  const counted = await store.countedWeeks(db, claimIds, since, new Date(Math.min(...startsAt)));
  const recounted: Recounted[] = [];
  for (const ofSpan of Map.groupBy(counted, ({ from, to }) => `${from.toISOString()} ${to.toISOString()}`).values()) {
    const [{ from, to }] = ofSpan as [store.CountedWeek];
    const losses = await netLossesOf(bus, from, to, [...new Set(ofSpan.map(({ playerId }) => playerId))]);
    for (const before of ofSpan) {
      const now = losses.get(before.playerId);
      if (now?.currency === before.currency) recounted.push({ before, now });
    }
  }
  return recounted;
}

const retryMs = 10_000;
const paidAtOnce = 200;

/** Pays the statements that are due. A player who may not play at that time, or is at risk, is not paid, then or later; the statement stays and gives the reason. */
export async function payStatements({ db, bus, clock }: Promotions): Promise<void> {
  const now = clock.now();
  for (const statement of await store.claimUnpaid(db, now, new Date(now.getTime() + retryMs), paidAtOnce)) {
    const { id, playerId, currency, amountMinor, weekStartsAt, requested } = statement;
    if (!requested) {
      await store.decideStatement(db, id, { unpaid: 'at_risk' });
      continue;
    }
    const payment = await payCash(bus, { claimId: id, playerId, currency, amountMinor, source: 'cashback' });
    if (payment === 'unknown') continue;
    await db.tx(async (tx) => {
      const isFirst = await store.decideStatement(tx, id, payment === 'paid' ? { paidAt: now } : { unpaid: 'not_playing' });
      if (!isFirst || payment !== 'paid') return;
      await publish(tx, loyaltyEvents.cashbackPaid, id, 1, { statementId: id, playerId, amountMinor, currency, weekStartsAt: weekStartsAt.toISOString() });
    });
  }
}
