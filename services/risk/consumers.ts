/** Events: one line per consumer, and one consumer of all events. */
import { type AnyEvent, type Consumer, consume, consumeEvery } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { userEvents } from '@fairline/proto/auth/users';
import { bettingAuditEvents } from '@fairline/proto/betting/audit';
import { betEvents } from '@fairline/proto/betting/bets';
import { offerEvents } from '@fairline/proto/betting/offer';
import { casinoAuditEvents } from '@fairline/proto/casino/audit';
import { casinoDeskEvents } from '@fairline/proto/casino/desk';
import { roundEvents } from '@fairline/proto/casino/rounds';
import { bettingCheckEvents, casinoCheckEvents, walletCheckEvents } from '@fairline/proto/checks';
import { kycAuditEvents } from '@fairline/proto/kyc/audit';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import { promotionsAuditEvents } from '@fairline/proto/promotions/audit';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { riskAuditEvents } from '@fairline/proto/risk/audit';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { limitEvents } from '@fairline/proto/risk/limits';
import { allEvents } from '@fairline/proto/services';
import { supportAuditEvents } from '@fairline/proto/support/audit';
import { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { bookEvents } from '@fairline/proto/wallet/books';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import {
  eraseNotes,
  raiseAlerts,
  raiseExcludedDeposits,
  raiseFreeBetsAtRisk,
  raiseReturned,
  recordPlayerActs,
} from './alerts/commands.ts';
import { ofAction } from './alerts/insiders.ts';
import * as intake from './alerts/intake.ts';
import { raiseTampered } from './alerts/tampering.ts';
import { type Acted, appendActions, type HeadWriter } from './audit/commands.ts';
import type { Risk } from './config.ts';
import { eraseExclusions } from './exclusions/commands.ts';
import { eventsOf, playsOfBets, playsOfRounds } from './harm/activity.ts';
import { addActivity, addEvents, addResults, erasePlayers, noteLimits, takeOffers } from './harm/commands.ts';
import { erasePlayersTexts } from './levels/commands.ts';
import { noteErased, withoutErased } from './players/erasure.ts';
import { collectSignals, eraseSignals } from './rules/commands.ts';
import { signalsOf } from './rules/signals.ts';
import { countStakes, stakesOfBets, stakesOfRounds } from './sessions/commands.ts';
import { keepEvents } from './stream/commands.ts';

export function consumersOf(risk: Risk, heads: HeadWriter): Consumer[] {
  return [
    ...auditConsumers(risk, heads),
    ...alertConsumers(risk),
    ...playConsumers(risk),
    consumeEvery(allEvents, takeEvery),
  ];
}

const subjectsOf = (event: AnyEvent) => signalsOf(event).flatMap(({ subject }) => subject ?? []);

/** Stores each event for the timeline, and collects its signals for the rules unless its player was erased. */
async function takeEvery(tx: Tx, events: AnyEvent[]): Promise<void> {
  await keepEvents(tx, events);
  await collectSignals(tx, await withoutErased(tx, events, subjectsOf));
}

/** Records each operator action in the audit log; it may also raise an alert. The head is outside the database before the action is acknowledged. */
function auditConsumers({ clock }: Risk, heads: HeadWriter): Consumer[] {
  const record = (service: string) => async (tx: Tx, events: Acted[]) => {
    await appendActions(tx, service, events);
    await recordPlayerActs(tx, events);
    await raiseAlerts(
      tx,
      events.flatMap((event) => ofAction(service, event)),
      clock.now(),
    );
    if (service === 'wallet') await raiseFreeBetsAtRisk(tx, events, clock.now());
  };
  const confirm = () => heads.write();
  return [
    consume(authAuditEvents.operatorActed, record('auth'), confirm),
    consume(walletAuditEvents.operatorActed, record('wallet'), confirm),
    consume(bettingAuditEvents.operatorActed, record('betting'), confirm),
    consume(casinoAuditEvents.operatorActed, record('casino'), confirm),
    consume(promotionsAuditEvents.operatorActed, record('promotions'), confirm),
    consume(kycAuditEvents.operatorActed, record('kyc'), confirm),
    consume(supportAuditEvents.operatorActed, record('support'), confirm),
    consume(riskAuditEvents.operatorActed, record('risk'), confirm),
  ];
}

function alertConsumers({ clock }: Risk): Consumer[] {
  const raise = (tx: Tx, drafts: readonly (intake.Draft | undefined)[]) => raiseAlerts(tx, drafts, clock.now());
  return [
    consume(casinoDeskEvents.gameOutOfRange, (tx, events) => raise(tx, events.map(intake.ofGame))),
    consume(bookEvents.booksStopped, (tx, events) => raise(tx, events.map(intake.ofStop))),
    consume(walletCheckEvents.checkOverdue, (tx, events) => raise(tx, events.map(intake.ofCheck))),
    consume(bettingCheckEvents.checkOverdue, (tx, events) => raise(tx, events.map(intake.ofCheck))),
    consume(casinoCheckEvents.checkOverdue, (tx, events) => raise(tx, events.map(intake.ofCheck))),
    consume(offerEvents.pricesTampered, (tx, events) => raiseTampered(tx, events, clock.now())),
    consume(claimEvents.linkedBetsFound, (tx, events) => raise(tx, events.map(intake.ofLinkedBets))),
    consume(grantEvents.grantLimitReached, (tx, events) => raise(tx, events.map(intake.ofGrantLimit))),
    consume(claimEvents.promotionClaimed, (tx, events) => raise(tx, events.map(intake.ofClaim))),
    consume(verificationEvents.changed, (tx, events) => raise(tx, events.map(intake.ofMatch))),
    consume(userEvents.duplicateSuspected, (tx, events) => raiseReturned(tx, events, clock.now())),
    consume(adjustmentEvents.balanceAdjusted, (tx, events) => raise(tx, events.map(intake.ofAdjustment))),
  ];
}

/** Players' actions count for their sessions first and then for their harm score. Both lock players, so the order must be the same everywhere. */
function playConsumers(risk: Risk): Consumer[] {
  return [
    consume(paymentEvents.depositApproved, async (tx, events) => {
      await addEvents(tx, eventsOf('deposit', events));
      await raiseExcludedDeposits(tx, events, risk.clock.now());
    }),
    consume(paymentEvents.depositRejected, (tx, events) => addEvents(tx, eventsOf('deposit_failed', events))),
    consume(paymentEvents.depositFailed, (tx, events) => addEvents(tx, eventsOf('deposit_failed', events))),
    consume(paymentEvents.withdrawalRejected, (tx, events) => addEvents(tx, eventsOf('withdrawal_rejected', events))),
    consume(betEvents.betAccepted, async (tx, events) => {
      await countStakes(risk, tx, stakesOfBets(events));
      await addActivity(tx, playsOfBets(events));
    }),
    consume(betEvents.betSettled, (tx, events) => addResults(tx, events)),
    consume(betEvents.betVoided, (tx, events) => addResults(tx, events)),
    consume(betEvents.betCashedOut, (tx, events) => addResults(tx, events)),
    consume(betEvents.betResettled, (tx, events) => addResults(tx, events)),
    consume(roundEvents.roundSettled, async (tx, events) => {
      await countStakes(risk, tx, stakesOfRounds(events));
      await addActivity(tx, playsOfRounds(events));
    }),
    consume(limitEvents.limitSet, (tx, events) => noteLimits(tx, events)),
    consume(exclusionEvents.playerExcluded, (tx, events) =>
      takeOffers(
        tx,
        events.map(({ data, at }) => ({ playerId: data.playerId, at })),
      ),
    ),
    consume(exclusionEvents.exclusionEnded, (tx, events) =>
      addEvents(
        tx,
        events.map(({ id, at, data }) => ({ id, at, kind: 'exclusion_ended', playerId: data.playerId })),
      ),
    ),
    consume(userEvents.accountErased, async (tx, events) => {
      const playerIds = events.map(({ data }) => data.playerId);
      await noteErased(tx, playerIds);
      await eraseExclusions(tx, playerIds);
      await eraseNotes(tx, playerIds);
      await erasePlayersTexts(tx, playerIds);
      await eraseSignals(tx, playerIds);
      await erasePlayers(tx, playerIds);
    }),
  ];
}
