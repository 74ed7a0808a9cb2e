/**
 * The reasons why a player may not claim running promotions, for their page. They follow from stored data and one request to wallet.
 * A claim checks again, and requests auth as well.
 */
import { common, Refusal } from '@fairline/proto/contract';
import type { IneligibleReason } from '@fairline/proto/promotions/offers';
import type { Promotions } from '../config.ts';
import { accountOf } from '../loyalty/store.ts';
import { type Candidate, whyIneligible } from '../players/eligibility.ts';
import { readEligible, readPerson } from '../players/peers.ts';
import { depositsOfPerson, findPlayer, isAtRisk } from '../players/store.ts';
import * as store from './store.ts';

/** The reason by promotion id; none for a promotion that the player may claim. */
export async function judgeOffers(
  context: Promotions,
  playerId: string,
  promotions: readonly store.PromotionRow[],
): Promise<Map<string, IneligibleReason>> {
  const { db } = context;
  const ids = promotions.map(({ id }) => id);
  const [candidate, byPerson] = await Promise.all([
    candidateOf(context, playerId),
    store.claimedByPerson(db, playerId, ids),
  ]);
  const reasons = new Map<string, IneligibleReason>();
  for (const promotion of promotions) {
    const why = whyIneligible(promotion, { ...candidate, claimedByPerson: byPerson.has(promotion.id) });
    if (why) reasons.set(promotion.id, why);
  }
  return reasons;
}

async function candidateOf({ db, bus }: Promotions, playerId: string): Promise<Candidate> {
  const [eligible, known, account, others, claimed, atRisk] = await Promise.all([
    readEligible(bus, playerId),
    findPlayer(db, playerId),
    accountOf(db, playerId),
    depositsOfPerson(db, playerId),
    store.openClaimsOf(db, playerId),
    isAtRisk(db, playerId),
  ]);
  // Players who registered before promotions existed have no row here until their first claim; auth describes them.
  const person = known ?? (await readPerson(bus, playerId));
  if (!person) throw new Refusal(common.unavailable);
  return {
    status: person.status,
    level: person.level,
    country: person.country,
    playMoney: person.demo || eligible.book === 'play',
    mayPlay: eligible.mayPlay,
    limitReached: eligible.limitReached,
    isAtRisk: atRisk,
    deposits: eligible.approvedDeposits + others,
    tier: account?.tier ?? 'bronze',
    hasBonus: eligible.activeClaimId !== undefined || claimed.hasBonus,
    hasCashback: claimed.hasCashback,
  };
}
