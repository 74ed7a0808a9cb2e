/**
 * Deposits: the first one that is approved after a claim and reaches the minimum grants the bonus. A smaller one does not use up the claim.
 * A withdrawal request or a conversion out of the play currency after that deposit ends the claim. If its event arrives before the deposit's, the deposit grants nothing.
 */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { Infer } from '@fairline/proto/contract';
import type { exchangeEvents } from '@fairline/proto/wallet/exchange';
import type { paymentEvents } from '@fairline/proto/wallet/payments';
import {
  atRiskAmong,
  countDeposits,
  lastWithdrawals,
  lockPlayers,
  recordWithdrawals,
  type Withdrawal,
} from '../players/store.ts';
import { bonusOf, requiredOf } from './claim.ts';
import { endClaimsAtRisk } from './ending.ts';
import { publishEnded } from './events.ts';
import * as store from './store.ts';
import { endClaims, lockDeposited } from './store-steps.ts';

type Deposit = Received<Infer<typeof paymentEvents.depositApproved.data>>;

/** Counts these deposits, and grants the bonuses they qualify for. If an operator still reviews a claim, its bonus is stored and granted on approval. */
export async function applyDeposits(tx: Tx, events: readonly Deposit[], at: Date): Promise<void> {
  const deposits = events.filter(({ data }) => data.book === 'real').sort((a, b) => a.at.getTime() - b.at.getTime());
  if (deposits.length === 0) return;
  const playerIds = deposits.map(({ data }) => data.playerId);
  await lockPlayers(tx, playerIds);
  await countDeposits(tx, playerIds);
  // A claim may have been made, or may still wait, since before its player's score arrived here.
  await endClaimsAtRisk(tx, [...(await atRiskAmong(tx, playerIds))], at);
  const withdrewAt = await lastWithdrawals(tx, playerIds);
  const waiting = await store.lockForDeposits(tx, playerIds);
  const decided = waiting.flatMap((claim) => {
    const qualifying = deposits
      .filter(
        (deposit) =>
          deposit.data.playerId === claim.playerId &&
          deposit.at > claim.claimedAt &&
          deposit.at < claim.expiresAt &&
          !isWithdrawn(deposit, withdrewAt),
      )
      .map((deposit) => ({
        depositId: deposit.data.paymentId,
        depositedAt: deposit.at,
        bonusMinor: bonusOf(claim.terms, countedMinor(deposit, claim.currency)),
      }))
      .find(({ bonusMinor }) => bonusMinor > 0);
    if (!qualifying) return [];
    const requiredMinor = requiredOf(qualifying.bonusMinor, claim.terms);
    return [{ id: claim.id, ...qualifying, requiredMinor, starts: claim.waitingFor === 'deposit' }];
  });
  if (decided.length > 0) await store.decideBonuses(tx, decided, at);
}

const isWithdrawn = ({ data, at }: Deposit, withdrewAt: ReadonlyMap<string, Date>) =>
  (withdrewAt.get(data.playerId) ?? at) > at;

type Requested = Received<Infer<typeof paymentEvents.withdrawalRequested.data>>;

/** Forfeits bonuses whose deposit was approved before these withdrawals. Claims that wait for a deposit, or need none, stay. */
export async function endWithdrawn(tx: Tx, events: readonly Requested[], at: Date): Promise<void> {
  const withdrawals = events
    .filter(({ data }) => data.book === 'real')
    .map((event) => ({ playerId: event.data.playerId, at: event.at }));
  await endAfter(tx, withdrawals, at);
}

type Converted = Received<Infer<typeof exchangeEvents.currencyConverted.data>>;

/** Does the same for money converted out of the play currency: the player could then play the bonus without the deposit. */
export async function endConverted(tx: Tx, events: readonly Converted[], at: Date): Promise<void> {
  await endAfter(
    tx,
    events.map((event) => ({ playerId: event.data.playerId, at: event.at, currency: event.data.from })),
    at,
  );
}

async function endAfter(tx: Tx, withdrawals: readonly Withdrawal[], at: Date): Promise<void> {
  if (withdrawals.length === 0) return;
  const playerIds = withdrawals.map(({ playerId }) => playerId);
  await lockPlayers(tx, playerIds);
  await recordWithdrawals(tx, withdrawals);
  const ids = await lockDeposited(tx, playerIds);
  await publishEnded(tx, await endClaims(tx, ids, { status: 'forfeited', reason: 'withdrawal' }, at));
}

/** The amount of a deposit that counts: 0 in another currency than the play currency, because such money is not staked before the bonus. */
const countedMinor = ({ data }: Deposit, currency: string) => (data.currency === currency ? data.amountMinor : 0);
