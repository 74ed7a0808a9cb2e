/** Which of several promotions a player may claim, for their list of offers: one request to wallet at most, and none that the list waits long for. */
import type { Player } from '@fairline/chassis/http/identity';
import type { IneligibleReason } from '@fairline/proto/promotions/offers';
import type { PromotionRow } from '../offers/store.ts';
import { keepPerson } from '../players/commands.ts';
import { type Candidate, whyIneligible } from '../players/eligibility.ts';
import { readEligible, readPerson } from '../players/peers.ts';
import { depositsOfPerson, findPlayer, type PlayerRow } from '../players/store.ts';
import type { ClaimsContext } from './context.ts';
import { hasOpenBonus } from './store.ts';
import { claimedByPerson } from './store-reads.ts';

/** Why the player may not claim which of these promotions; absent where they may. A claim checks again. */
export async function judgePromotions(
  context: ClaimsContext,
  player: Pick<Player, 'id' | 'book'>,
  promotions: readonly PromotionRow[],
): Promise<ReadonlyMap<string, IneligibleReason>> {
  const { db, bus, loyalty } = context;
  const { id: playerId } = player;
  const [known, eligible] = await Promise.all([knownPlayer(context, playerId), readEligible(bus, playerId)]);
  const ids = promotions.map(({ id }) => id);
  const taken = await claimedByPerson(db, playerId, ids);
  const candidate: Candidate = {
    status: known?.status ?? 'active',
    level: known?.level ?? 'unverified',
    country: known?.country ?? '',
    playMoney: player.book === 'play' || (known?.demo ?? false),
    ...(eligible && { mayPlay: eligible.mayPlay, limitReached: eligible.limitReached }),
    deposits: Math.max(known?.deposits ?? 0, eligible?.approvedDeposits ?? 0) + (await depositsOfPerson(db, playerId)),
    tier: await loyalty.tierOf(db, playerId),
    hasBonus: eligible?.activeClaimId !== undefined || (await hasOpenBonus(db, playerId)),
  };
  return new Map(
    promotions.flatMap((promotion) => {
      const why = whyIneligible(promotion, { ...candidate, claimedByPerson: taken.has(promotion.id) });
      return why ? [[promotion.id, why] as const] : [];
    }),
  );
}

/** A player of an older installation is not known here until they are looked at. */
async function knownPlayer({ db, bus, clock }: ClaimsContext, playerId: string): Promise<PlayerRow | undefined> {
  const known = await findPlayer(db, playerId);
  if (known) return known;
  const person = await readPerson(bus, playerId);
  if (!person) return undefined;
  await db.tx((tx) => keepPerson(tx, person, clock.now()));
  return findPlayer(db, playerId);
}
