/** Use cases of grants: given once per claim, forfeited once, and listed for their player. */
import { publish } from '@fairline/chassis/messaging/outbox';
import { fingerprint } from '@fairline/chassis/storage/idempotency';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { betRules } from '@fairline/proto/betting/rules';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { type FreeBet, type Grant, grantEvents, grantRefusals, type grantRequests } from '@fairline/proto/wallet/grants';
import { freeBetRefusals } from '@fairline/proto/wallet/ledger';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import type { Wallet } from '../config.ts';
import { refusalOf } from '../refusals.ts';
import * as store from './store.ts';
import { bonusEligibilityOf, netLossesOf } from './store-eligibility.ts';

/** A free bet outside of these could never be staked. */
export const stakeLimits: store.StakeLimits = { leastMinor: betRules.minStakeMinor, ...limitsByLevel };

/** Gives a player a grant, once per claim. */
export async function giveGrant(wallet: Wallet, tx: Tx, asked: Grant): Promise<Infer<typeof grantRequests.grant.output>> {
  const { claimId, currency } = asked;
  if (asked.kind !== 'free_bet') throw new Refusal(grantRefusals.notPlaying);
  if (!asked.products.includes('sports')) throw new Refusal(common.invalidRequest, undefined, { products: 'A free bet is played on sports' });
  const { code, params, grant: given } = await store.giveGrant(tx, wallet.clock.now(), asked, { fingerprint: fingerprint(asked), limits: stakeLimits });
  if (code !== 'granted' && code !== 'known') throw refusalOf(code, params, { currency, at: wallet.clock.now() });
  if (given && code === 'granted') await publishGranted(tx, given);
  return { claimId, granted: true };
}

/** Version 1 of a grant is the giving, version 2 the forfeiting. */
export async function publishGranted(
  tx: Tx,
  { claimId, playerId, kind, currency, amountMinor, expiresAt, book }: Omit<store.GrantRow, 'forfeitedMinor'>,
): Promise<void> {
  const given = { claimId, kind, expiresAt: expiresAt.toISOString() };
  await publish(tx, grantEvents.bonusGranted, claimId, 1, { playerId, currency, amountMinor, book, grant: given });
}

/** Takes back what is left of a grant; the same again answers the first. */
export async function forfeitGrant(
  wallet: Wallet,
  tx: Tx,
  claimId: string,
): Promise<{ claimId: string; forfeitedMinor: number; now: boolean; playerId: string }> {
  const { code, grant: taken } = await store.forfeitGrant(tx, wallet.clock.now(), claimId);
  if (!taken) throw new Refusal(freeBetRefusals.freeBetUnknown);
  const { playerId, kind, currency, book } = taken;
  const forfeitedMinor = taken.forfeitedMinor ?? 0;
  const now = code === 'forfeited';
  if (now && forfeitedMinor > 0)
    await publish(tx, grantEvents.bonusForfeited, claimId, 2, { claimId, playerId, kind, currency, amountMinor: forfeitedMinor, book });
  return { claimId, forfeitedMinor, now, playerId };
}

export async function listFreeBets(wallet: Wallet, playerId: string): Promise<FreeBet[]> {
  const rows = await store.freeBetsOf(wallet.db, wallet.clock.now(), playerId);
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }));
}

/** What decides whether a player may be given a bonus now. */
export async function bonusEligibility(wallet: Wallet, playerId: string): Promise<Infer<typeof grantRequests.bonusEligibility.output>> {
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
