/**
 * Use cases of the weekly cashback: a statement for each week of each claim, then its payment.
 * The id of a statement is a hash of claim and week, and the key of its payment, so no statement is paid twice, however often a step is repeated.
 */

import { RequestTimeout } from '@fairline/chassis/messaging/bus';
import { publish } from '@fairline/chassis/messaging/outbox';
import { loyaltyEvents } from '@fairline/proto/promotions/loyalty';
import { weekMs } from '@fairline/proto/time';
import type { Promotions } from '../config.ts';
import { payCash } from '../loyalty/peers.ts';
import { netLossesOf, playersAtOnce } from './peers.ts';
import * as store from './store.ts';
import {
  type ClaimWeek,
  type Counted,
  cashbackOf,
  countedOf,
  dueWeeks,
  lateWeeks,
  settleMs,
  statementId,
} from './week.ts';

/** Makes the statements of all weeks that are over, oldest first, including weeks that a downtime missed. */
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

/** Returns false if wallet does not reply; the next run continues. */
async function stateWeeksOf(context: Promotions, claims: readonly store.CashbackClaim[], now: Date): Promise<boolean> {
  const weeks = claims.flatMap((claim) => dueWeeks(claim, now).map((week) => ({ claim, week })));
  const spans = Map.groupBy(weeks, ({ week: { from, to } }) => `${from.toISOString()} ${to.toISOString()}`);
  try {
    for (const ofSpan of [...spans.values()].sort((a, b) => firstFrom(a) - firstFrom(b)))
      await stateSpan(context, ofSpan, now);
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

/** Makes the statements of weeks that begin and end at the same instants: one request to wallet serves them all. */
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
        ...late.map(({ before, now: { stakedMinor: staked, returnedMinor: returned } }) => ({
          ...before,
          stakedMinor: staked,
          returnedMinor: returned,
        })),
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

/** Reads the weeks that earlier statements counted, with their amounts now. Weeks in a play currency that the player has since changed are left out. */
async function readEarlier(
  { db, bus }: Pick<Promotions, 'db' | 'bus'>,
  weeks: readonly DueWeek[],
): Promise<Recounted[]> {
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

/** Pays the statements that are due. A player who may not play then, or is at risk, is not paid, then or later; the statement gives the reason. */
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
      const isFirst = await store.decideStatement(
        tx,
        id,
        payment === 'paid' ? { paidAt: now } : { unpaid: 'not_playing' },
      );
      if (!isFirst || payment !== 'paid') return;
      await publish(tx, loyaltyEvents.cashbackPaid, id, 1, {
        statementId: id,
        playerId,
        amountMinor,
        currency,
        weekStartsAt: weekStartsAt.toISOString(),
      });
    });
  }
}
