/** Use cases of grants: give one once per claim, convert or forfeit it once, list a player's free bets. */
import { randomUUIDv7 } from 'node:crypto';
import { publish } from '@fairline/chassis/messaging/outbox';
import { fingerprint } from '@fairline/chassis/storage/idempotency';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { betRules } from '@fairline/proto/betting/rules';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { formatMoney } from '@fairline/proto/money';
import { fieldMessages } from '@fairline/proto/texts';
import {
  type FreeBet,
  type forfeitReasons,
  type Grant,
  grantEvents,
  grantRefusals,
  type grantRequests,
} from '@fairline/proto/wallet/grants';
import { type Balance, freeBetRefusals } from '@fairline/proto/wallet/ledger';
import { bonusRules, grantBounds, limitsByLevel } from '@fairline/proto/wallet/rules';
import type { Wallet } from '../config.ts';
import { refusalOf } from '../refusals.ts';
import * as store from './store.ts';
import { bonusEligibilityOf, netLossesOf } from './store-eligibility.ts';

/** The smallest and largest bet by level: a free bet outside them could never be staked. */
export const stakeLimits: store.StakeLimits = { leastMinor: betRules.minStakeMinor, ...limitsByLevel };

/** Gives a player a grant, once per claim; bonus money and cash are posted with it. A grant above a bound is refused after the commit of the event that says so. */
export async function giveGrant(wallet: Wallet, asked: Grant): Promise<Infer<typeof grantRequests.grant.output>> {
  const given = await wallet.db.tx((tx) => giveInTransaction(wallet, tx, asked));
  if (given instanceof Refusal) throw given;
  return given;
}

async function giveInTransaction(
  wallet: Wallet,
  tx: Tx,
  asked: Grant,
): Promise<Infer<typeof grantRequests.grant.output> | Refusal> {
  const { claimId, currency } = asked;
  if (asked.kind === 'free_bet' && !asked.products.includes('sports'))
    throw new Refusal(common.invalidRequest, undefined, { products: fieldMessages.freeBetProducts });
  const {
    code,
    params,
    grant: given,
  } = await store.giveGrant(tx, wallet.clock.now(), asked, {
    fingerprint: fingerprint(bodyOf(asked)),
    limits: stakeLimits,
    bounds: grantBounds,
  });
  if (code === 'grant_limit') return refuseAboveBound(tx, asked, params as unknown as BrokenBound);
  if (code !== 'granted' && code !== 'known') throw refusalOf(code, params, { currency, at: wallet.clock.now() });
  if (given && code === 'granted') await publishGranted(tx, given);
  tx.wakeRelay();
  return { claimId, granted: true };
}

interface BrokenBound {
  limit: 'claim' | 'day';
  limitMinor: number;
  /** Whether this is the first refusal of the claim. */
  isFirst: boolean;
}

async function refuseAboveBound(
  tx: Tx,
  { claimId, playerId, kind, currency, amountMinor }: Grant,
  { limit, limitMinor, isFirst }: BrokenBound,
): Promise<Refusal> {
  const data = { claimId, playerId, kind, currency, amountMinor, limit, limitMinor };
  // The claim's own versions are those of its grant, which may be given later.
  if (isFirst) await publish(tx, grantEvents.grantLimitReached, randomUUIDv7(), 1, data);
  tx.wakeRelay();
  return new Refusal(grantRefusals.grantLimit, { limit, limitMinor, maximum: formatMoney(limitMinor, currency) });
}

/** The fingerprint leaves out the minimum odds: a grant first requested by a release that did not send them must not be refused when it is repeated with them. */
function bodyOf(asked: Grant): object {
  if (asked.kind !== 'free_bet') return asked;
  const { minOddsMilli: _, ...body } = asked;
  return body;
}

type Given = Pick<store.GrantRow, 'claimId' | 'playerId' | 'kind' | 'currency' | 'amountMinor' | 'expiresAt' | 'book'>;

/** Versions of a grant's events: 1 is its start, 2 its end. A spent grant can still be converted or forfeited, which is version 3. */
export async function publishGranted(
  tx: Tx,
  { claimId, playerId, kind, currency, amountMinor, expiresAt, book }: Given,
): Promise<void> {
  const given = { claimId, kind, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
  await publish(tx, grantEvents.bonusGranted, claimId, 1, { playerId, currency, amountMinor, book, grant: given });
}

const endVersion = ({ wasSpent }: store.GrantRow) => (wasSpent ? 3 : 2);

/** Takes back the rest of a free bet or of bonus money; a repeat gets the first reply. An unknown claim has no rest, and its grant is refused for good. */
export async function forfeitGrant(
  wallet: Wallet,
  tx: Tx,
  claimId: string,
  reason: (typeof forfeitReasons)[number] = 'requested',
): Promise<Infer<typeof grantRequests.forfeit.output>> {
  const outcome = await store.forfeitGrant(tx, wallet.clock.now(), claimId, {
    kinds: ['free_bet', 'bonus'],
    remembers: true,
  });
  if (outcome.code === 'bonus_converted')
    throw refusalOf(outcome.code, null, { currency: 'USD', at: wallet.clock.now() });
  await publishForfeited(tx, outcome, reason);
  return { claimId, forfeitedMinor: outcome.grant?.forfeitedMinor ?? 0 };
}

/** Takes back an unused free bet for an operator; `now` is false if it was taken back before. */
export async function forfeitFreeBet(
  wallet: Wallet,
  tx: Tx,
  claimId: string,
): Promise<{ claimId: string; forfeitedMinor: number; now: boolean; playerId: string }> {
  const outcome = await store.forfeitGrant(tx, wallet.clock.now(), claimId, { kinds: ['free_bet'], remembers: false });
  const { code, grant: taken } = outcome;
  if (!taken) throw new Refusal(freeBetRefusals.freeBetUnknown);
  await publishForfeited(tx, outcome, 'requested');
  return { claimId, forfeitedMinor: taken.forfeitedMinor ?? 0, now: code === 'forfeited', playerId: taken.playerId };
}

/** Publishes a forfeit. For bonus money it is published even if nothing was left. */
async function publishForfeited(
  tx: Tx,
  { code, grant }: store.GrantOutcome,
  reason: (typeof forfeitReasons)[number],
): Promise<void> {
  if (code !== 'forfeited' || !grant) return;
  const { claimId, playerId, kind, currency, book } = grant;
  const amountMinor = grant.forfeitedMinor ?? 0;
  if (amountMinor === 0 && kind === 'free_bet') return;
  await publish(tx, grantEvents.bonusForfeited, claimId, endVersion(grant), {
    claimId,
    playerId,
    kind,
    currency,
    amountMinor,
    book,
    reason,
  });
  tx.wakeRelay();
}

/** Turns the rest of bonus money into cash, once; a repeat gets the first reply. */
export async function convertGrant(
  wallet: Wallet,
  tx: Tx,
  claimId: string,
): Promise<Infer<typeof grantRequests.convert.output>> {
  const { code, grant } = await store.convertGrant(tx, wallet.clock.now(), claimId);
  if (!grant) throw refusalOf(code, null, { currency: 'USD', at: wallet.clock.now() });
  const { playerId, currency, book } = grant;
  const amountMinor = grant.convertedMinor ?? 0;
  if (code === 'converted')
    await publish(tx, grantEvents.bonusConverted, claimId, endVersion(grant), {
      claimId,
      playerId,
      currency,
      amountMinor,
      book,
    });
  tx.wakeRelay();
  return { claimId, convertedMinor: amountMinor };
}

/** Forfeits bonus money `forfeitedAfterMs` after its expiry, in case promotions has not ended the claim. */
export async function forfeitExpired(wallet: Pick<Wallet, 'db' | 'clock'>): Promise<void> {
  const by = new Date(wallet.clock.now().getTime() - bonusRules.forfeitedAfterMs);
  const claims = await store.expiredBonuses(wallet.db, by, bonusesAtOnce);
  for (const claimId of claims) {
    await wallet.db.tx(async (tx) => {
      const outcome = await store.forfeitGrant(tx, wallet.clock.now(), claimId, { kinds: ['bonus'], remembers: false });
      await publishForfeited(tx, outcome, 'expired');
    });
  }
}

const bonusesAtOnce = 200;

export async function listFreeBets(wallet: Wallet, playerId: string): Promise<FreeBet[]> {
  const rows = await store.freeBetsOf(wallet.db, wallet.clock.now(), playerId);
  return rows.map(({ expiresAt, minOddsMilli, ...row }) => ({
    ...row,
    expiresAt: expiresAt.toISOString(),
    ...(minOddsMilli !== null && { minOddsMilli }),
  }));
}

/** Bonus money that the player can stake now, and the amount that a withdrawal would forfeit. */
export async function activeBonus(
  wallet: Wallet,
  playerId: string,
): Promise<Pick<Balance, 'bonus' | 'forfeitableBonus'>> {
  const row = await store.activeBonusOf(wallet.db, wallet.clock.now(), playerId);
  if (!row) return {};
  const { stakedMinor, expiresAt, ...bonus } = row;
  const { remainingMinor } = bonus;
  return {
    ...(remainingMinor > 0 && { bonus: { ...bonus, expiresAt: expiresAt.toISOString() } }),
    forfeitableBonus: { remainingMinor, stakedMinor },
  };
}

/** The data by which promotions decides whether a player may get a bonus now. */
export async function bonusEligibility(
  wallet: Wallet,
  playerId: string,
): Promise<Infer<typeof grantRequests.bonusEligibility.output>> {
  const row = await bonusEligibilityOf(wallet.db, wallet.clock.now(), playerId);
  if (!row) throw new Refusal(common.notFound);
  const { activeClaimId, ...eligibility } = row;
  return { ...eligibility, ...(activeClaimId && { activeClaimId }) };
}

export async function netLosses(
  wallet: Wallet,
  { from, to, playerIds }: Infer<typeof grantRequests.netLosses.input>,
): Promise<Infer<typeof grantRequests.netLosses.output>> {
  return { players: await netLossesOf(wallet.db, { from: new Date(from), to: new Date(to), playerIds }) };
}
