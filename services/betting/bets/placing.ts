/** Places a bet: inserts it under its idempotency key, then requests the stake from wallet after the commit. A sweep repeats requests without an answer. */
import { randomUUIDv7 } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import type { Bet, PlaceBet } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import { common, Refusal } from '@fairline/proto/contract';
import { offersFor } from '../offer/commands.ts';
import {
  type Draft,
  draft,
  isOverdue,
  type Origin,
  type Placement,
  pendingBet,
  refusalOf,
  rejection,
  toBet,
} from './bet.ts';
import type { BetContext } from './context.ts';
import { type StakeAnswer, takeStake } from './peers.ts';
import * as store from './store.ts';
import { betOf } from './store-reads.ts';

interface PlaceBetCall extends Origin {
  player: Player;
  body: PlaceBet;
  idempotencyKey: IdempotencyKey;
}

/**
 * Places a bet. A repeat with the same key returns the same bet in its current state; another body under the key is refused.
 * The stake is requested after the commit, never inside the transaction.
 */
export async function placeBet(
  context: BetContext,
  { player, body: command, idempotencyKey, address, agent }: PlaceBetCall,
): Promise<Bet> {
  const { scope, key, fingerprint } = idempotencyKey;
  const offers = await offersFor(context, command.legs);
  const made = draft(randomUUIDv7(), player, command, offers);
  const placement: Placement = { scope, key, fingerprint, playerId: player.id, made, origin: { address, agent } };
  const placed = await context.placements.add(placement);
  if (!placed.same) throw new Refusal(common.keyReused);
  if ('refusal' in placed.outcome) throw refusalOf(placed.outcome.refusal, command.currency);
  if (!placed.fresh || !('draft' in made)) return readBetNow(context, player.id, placed.outcome.bet);
  const answer = await takeStake(context.bus, made.draft, betRules.stakeDeadlineMs);
  return afterStake(context, made.draft, placed.at, answer, placement);
}

async function afterStake(
  context: BetContext,
  bet: Draft,
  placedAt: Date,
  answer: StakeAnswer,
  placement: Placement,
): Promise<Bet> {
  if (answer.kind === 'unanswered') return pendingBet(bet, placedAt);
  if (answer.kind === 'taken') {
    const first = await context.takings.add({ playerId: bet.playerId, betId: bet.id });
    return first ? pendingBet(bet, placedAt) : readBetNow(context, bet.playerId, bet.id);
  }
  const busy = answer.refusal.status === common.busy.status;
  await context.db.tx(async (tx) => {
    // A busy wallet has not decided. The sweep may have requested the stake too and got it, so the stake is not marked as refused.
    await store.rejectBets(
      tx,
      context.clock.now(),
      [{ ...bet, rejection: rejection(answer.refusal, { params: answer.refusal.params }) }],
      { refused: !busy },
    );
    // A busy reply is no outcome, so the key is free for another attempt.
    if (busy) await store.forgetKey(tx, placement);
  });
  throw answer.refusal;
}

/** Answers a repeated call: a refusal by wallet is thrown again, otherwise the bet is returned in its current state. */
async function readBetNow(context: BetContext, playerId: string, betId: string): Promise<Bet> {
  const row = await betOf(context.db, playerId, betId);
  if (!row) throw new Refusal(common.notFound);
  if (row.stake === 'refused' && row.rejection) {
    const { code, status, message, params } = row.rejection;
    throw Refusal.from({ code, status, detail: message, params });
  }
  return toBet(row);
}

const sweepRows = 256;

/** Requests stakes without an answer again, under the same key. */
export async function requestStakesAgain(context: BetContext): Promise<void> {
  const now = context.clock.now();
  const claimed = await store.claimUnanswered(context.db, now, sweepRows);
  await Promise.all(
    claimed.filter(({ placedAt }) => !isOverdue(placedAt, now)).map((bet) => requestStakeOf(context, bet)),
  );
}

async function requestStakeOf(context: BetContext, bet: store.Asked): Promise<void> {
  const answer = await takeStake(context.bus, bet, betRules.stakeDeadlineMs);
  if (answer.kind === 'taken') await context.takings.add({ playerId: bet.playerId, betId: bet.id });
  // A busy wallet has not decided, and the first request may have succeeded: the bet stays pending until its deadline.
  if (answer.kind !== 'refused' || answer.refusal.status === common.busy.status) return;
  const rejected = { ...bet, rejection: rejection(answer.refusal, { params: answer.refusal.params }) };
  await context.db.tx((tx) => store.rejectBets(tx, context.clock.now(), [rejected], { refused: true }));
}
