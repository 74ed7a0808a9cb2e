/**
 * Claims a promotion: at most once per player and per person, and never more than there are places.
 * The data of auth and wallet is requested before the transaction; without their replies nothing is claimed.
 */
import { randomUUIDv7 } from 'node:crypto';
import { Batch } from '@fairline/chassis/storage/batch';
import { hasOutcome, type IdempotencyKey, runOnce } from '@fairline/chassis/storage/idempotency';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { type Claim, claimRefusals } from '@fairline/proto/promotions/claims';
import type { IneligibleReason } from '@fairline/proto/promotions/offers';
import type { Promotions } from '../config.ts';
import { giveBonusPoints } from '../loyalty/commands.ts';
import { accountOf } from '../loyalty/store.ts';
import { hasPlace, isRunning } from '../offers/offer.ts';
import { findPromotion, openClaimsOf, type PromotionRow } from '../offers/store.ts';
import { keepPerson } from '../players/commands.ts';
import { type Candidate, whyIneligible } from '../players/eligibility.ts';
import { type Eligible, type Person, readCandidate } from '../players/peers.ts';
import { depositsOfPerson, isAtRisk, lockExclusion, lockPlayers } from '../players/store.ts';
import { expiryOf, type Opening, openingOf, termsOf } from './claim.ts';
import { publishChanged, publishClaimed } from './events.ts';
import { claimById } from './reading.ts';
import { runStepOf } from './steps.ts';
import * as store from './store.ts';
import { completeClaim, setOpened } from './store-steps.ts';

type Claimant = { person: Person; eligible: Eligible };

interface Turn {
  playerId: string;
  decide: () => Promise<string>;
}

/** An instance decides at most `claimsAtOnce` claims at a time. A rush of claims waits in memory, and database connections stay free for other calls. */
export interface ClaimContext extends Promotions {
  readonly turns: Batch<Turn, string>;
}

const claimsAtOnce = 3;

export function openTurns(): ClaimContext['turns'] {
  return new Batch({
    run: (turns: Turn[]) => Promise.all(turns.map(({ decide }) => decide().catch((error: Error) => error))),
    laneOf: ({ playerId }: Turn) => playerId,
    max: 1,
    inFlight: claimsAtOnce,
    limit: 20_000,
  });
}

/** Claims a promotion for a player. A repeat under the same key returns the same claim in its current state. */
export async function claimPromotion(
  context: ClaimContext,
  playerId: string,
  promotionId: string,
  key: IdempotencyKey,
): Promise<Claim> {
  const { db, bus } = context;
  const isRepeat = await hasOutcome(db, key);
  const early = isRepeat ? undefined : await refusalBeforehand(context, playerId, promotionId);
  const claimant = isRepeat || early ? undefined : await readCandidate(bus, playerId);
  const decide = () =>
    runOnce(db, key, async (tx) => {
      if (early) throw early;
      if (!claimant) throw new Refusal(common.unavailable);
      const [person, eligible] = claimant;
      return makeClaim(context, tx, promotionId, { person, eligible });
    });
  const claimId = await context.turns.add({ playerId, decide });
  await runStepOf(context, claimId);
  return claimById(db, claimId, playerId);
}

/** The refusals that need no other service. They are checked first, so that when thousands claim too late, each costs only two reads. */
async function refusalBeforehand(
  { db, clock }: Promotions,
  playerId: string,
  promotionId: string,
): Promise<Refusal | undefined> {
  const promotion = Id.safeParse(promotionId).success ? await findPromotion(db, promotionId) : undefined;
  return refusalOf(
    promotion,
    promotion !== undefined && (await store.hasClaimed(db, promotionId, playerId)),
    clock.now(),
  );
}

/** Reads the promotion, and refuses a claim of it that is no longer possible. It runs first in the transaction, so that a late claim costs little. */
async function checkOffered(
  { clock }: Promotions,
  tx: Tx,
  promotionId: string,
  playerId: string,
): Promise<PromotionRow> {
  const promotion = await findPromotion(tx, promotionId);
  const refusal = refusalOf(promotion, await store.hasClaimed(tx, promotionId, playerId), clock.now());
  if (refusal || !promotion) throw refusal ?? new Refusal(claimRefusals.unknown);
  return promotion;
}

function refusalOf(promotion: PromotionRow | undefined, hasClaimed: boolean, now: Date): Refusal | undefined {
  if (!promotion) return new Refusal(claimRefusals.unknown);
  if (!isRunning(promotion, now)) return new Refusal(claimRefusals.notActive);
  if (hasClaimed) return new Refusal(claimRefusals.alreadyClaimed);
  if (!hasPlace(promotion)) return new Refusal(claimRefusals.fullyClaimed);
  return undefined;
}

async function makeClaim(context: Promotions, tx: Tx, promotionId: string, claimant: Claimant): Promise<string> {
  const { person, eligible } = claimant;
  const { playerId } = person;
  await checkOffered(context, tx, promotionId, playerId);
  await keepPerson(tx, person, context.clock.now());
  await lockPlayers(tx, [playerId]);
  // The time is read after the player is locked. Deposits approved before it do not count for the claim; events of later ones wait for the lock and find the claim.
  const now = context.clock.now();
  const promotion = await checkOffered(context, tx, promotionId, playerId);
  const shared = await store.lockSharedKeys(tx, promotionId, playerId, person.personKeys);
  const candidate = await candidateOf(tx, claimant, shared);
  const isExcluded = await lockExclusion(tx, playerId, now);
  const why = whyIneligible(promotion, { ...candidate, mayPlay: eligible.mayPlay && !isExcluded });
  if (why) throw notEligible(why);
  const terms = termsOf(promotion, person.jurisdiction);
  const claim: store.NewClaim = {
    id: randomUUIDv7(),
    promotionId,
    playerId,
    type: promotion.type,
    status: 'claimed',
    waitingFor: shared.has('device') ? 'operator' : null,
    claimedAt: now,
    expiresAt: expiryOf(promotion, now),
    country: person.country,
    jurisdiction: person.jurisdiction,
    currency: eligible.currency,
    terms,
  };
  const opening = openingOf(promotion.type, promotion.reward);
  if (!claim.waitingFor && opening.kind === 'deposit') claim.waitingFor = 'deposit';
  await store.insertClaim(tx, claim, person.personKeys);
  await publishClaimed(tx, claim);
  if (!claim.waitingFor) await openClaim(tx, claim, opening, now);
  if (!(await store.takePlace(tx, promotionId, now))) throw new Refusal(claimRefusals.fullyClaimed);
  return claim.id;
}

const notEligible = (why: IneligibleReason) => new Refusal(claimRefusals.notEligible, { why });

async function candidateOf(tx: Tx, { person, eligible }: Claimant, shared: ReadonlySet<string>): Promise<Candidate> {
  const { playerId, status, level, country, demo } = person;
  const claimed = await openClaimsOf(tx, playerId);
  return {
    status,
    level,
    country,
    playMoney: demo || eligible.book === 'play',
    mayPlay: eligible.mayPlay,
    limitReached: eligible.limitReached,
    isAtRisk: await isAtRisk(tx, playerId),
    deposits: eligible.approvedDeposits + (await depositsOfPerson(tx, playerId)),
    tier: (await accountOf(tx, playerId))?.tier ?? 'bronze',
    hasBonus: eligible.activeClaimId !== undefined || claimed.hasBonus,
    hasCashback: claimed.hasCashback,
    claimedByPerson: shared.has('mailbox') || shared.has('person'),
  };
}

type Opened = Pick<store.NewClaim, 'id' | 'playerId'>;

/** Starts the reward of a claim that no operator has to review, or that one has approved. */
export async function openClaim(tx: Tx, claim: Opened, opening: Opening, at: Date): Promise<void> {
  const { id, playerId } = claim;
  if (opening.kind === 'grant') {
    const { bonusMinor } = opening;
    await store.decideBonuses(tx, [{ id, bonusMinor, requiredMinor: 0, starts: true }], at);
  } else if (opening.kind === 'points') {
    await giveBonusPoints(tx, { claimId: id, playerId, points: opening.points }, at);
    await publishChanged(tx, await completeClaim(tx, id, at));
  } else {
    await publishChanged(tx, await setOpened(tx, id, opening.kind, at));
  }
}
