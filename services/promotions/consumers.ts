/** Events: one line per consumer. Batches change claims and points in the same order: claims first. */
import { type Consumer, consume } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { mailEvents } from '@fairline/proto/auth/mail';
import { userEvents } from '@fairline/proto/auth/users';
import { betEvents } from '@fairline/proto/betting/bets';
import { roundEvents } from '@fairline/proto/casino/rounds';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { harmEvents } from '@fairline/proto/risk/harm';
import { exchangeEvents } from '@fairline/proto/wallet/exchange';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { applyDeposits, endConverted, endWithdrawn } from './claims/deposits.ts';
import { endClaimsAtRisk, endClaimsOfClosed, endClaimsOfExcluded, endForfeited, endSpent } from './claims/ending.ts';
import type { Promotions } from './config.ts';
import { earnPoints } from './loyalty/commands.ts';
import { addConfirmedKeys, addPlayers, changePlayers, erasePlayers, keepHarm } from './players/commands.ts';
import { countFreeBets, countStakes } from './wagering/commands.ts';
import { checkLinkedBets } from './wagering/linked.ts';
import { type DecidedBet, type Stake, stakeOfBet, stakeOfRound } from './wagering/wager.ts';

export function consumersOf(context: Promotions): Consumer[] {
  const now = () => context.clock.now();
  const count = async (tx: Tx, stakes: readonly Stake[]) => {
    await countStakes(tx, stakes, now());
    const earning = stakes.filter(({ freeBetClaimId }) => freeBetClaimId === undefined);
    await earnPoints(
      tx,
      earning.map((stake) => ({ ...stake, stakeMinor: stake.atRiskMinor })),
      now(),
    );
  };
  const countBets = async (tx: Tx, events: readonly DecidedBet[]) => {
    const real = events.filter(({ data }) => data.book === 'real');
    await count(tx, real.map(stakeOfBet));
    await countFreeBets(tx, real, now());
  };
  return [
    consume(userEvents.userRegistered, (tx, events) => addPlayers(context, tx, events)),
    consume(mailEvents.emailVerified, (tx, events) => addConfirmedKeys(tx, events)),
    consume(userEvents.userStatusChanged, async (tx, events) => {
      await changePlayers(tx, events);
      const closed = events.filter(({ data }) => data.status === 'closed').map(({ data }) => data.playerId);
      await endClaimsOfClosed(tx, closed, now());
    }),
    consume(userEvents.verificationChanged, (tx, events) => changePlayers(tx, events)),
    consume(userEvents.accountErased, async (tx, events) => {
      const playerIds = events.map(({ data }) => data.playerId);
      await endClaimsOfClosed(tx, playerIds, now());
      await erasePlayers(tx, playerIds);
    }),
    consume(paymentEvents.depositApproved, (tx, events) => applyDeposits(tx, events, now())),
    consume(paymentEvents.withdrawalRequested, (tx, events) => endWithdrawn(tx, events, now())),
    consume(exchangeEvents.currencyConverted, (tx, events) => endConverted(tx, events, now())),
    consume(betEvents.betAccepted, (tx, events) => checkLinkedBets(tx, events, now())),
    consume(betEvents.betSettled, countBets),
    consume(betEvents.betVoided, countBets),
    consume(betEvents.betResettled, countBets),
    consume(betEvents.betAtRiskChanged, countBets),
    consume(roundEvents.roundSettled, (tx, events) =>
      count(tx, events.filter(({ data }) => data.book === 'real').map(stakeOfRound)),
    ),
    consume(grantEvents.bonusForfeited, (tx, events) => endForfeited(tx, events, now())),
    consume(harmEvents.harmScoreChanged, async (tx, events) => endClaimsAtRisk(tx, await keepHarm(tx, events), now())),
    consume(grantEvents.bonusSpent, (tx, events) => endSpent(tx, events, now())),
    consume(exclusionEvents.playerExcluded, (tx, events) => endClaimsOfExcluded(tx, events, now())),
  ];
}
