/** Plays the actions of an open hand, one at a time. An action is stored before wallet is asked for the stake that it adds. */
import type { Player } from '@fairline/chassis/http/identity';
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { Play } from '@fairline/games/game';
import { type Round, roundRefusals } from '@fairline/proto/casino/rounds';
import { common, Refusal } from '@fairline/proto/contract';
import type { HandAction } from '@fairline/proto/games/blackjack';
import type { RoundContext } from './context.ts';
import { drawRound, repeatedCall } from './reading.ts';
import { keptRefusal, refusalOf } from './round.ts';
import { takeStep } from './steps.ts';
import * as store from './store.ts';
import { keepOutcome, outcomeUnder } from './store-reads.ts';

export interface Action {
  action: HandAction;
  /** The number of actions that the caller saw. */
  after?: number | undefined;
}

/** Wallet takes a hundred steps of a round, refused ones included. The other fifty are reserved for the step that ends the round, which is never refused. */
const lastStakingStep = 50;

/** A step that is stored as requested, and the round with the actions of that step. */
interface Asked {
  row: store.StoredRound;
  play: Play<unknown>;
  at: Date;
}

/** Plays an action. The same key returns the round in its current state, or the refusal of that action. */
export async function actOnHand(
  context: RoundContext,
  player: Player,
  roundId: string,
  action: Action,
  key: IdempotencyKey,
): Promise<Round> {
  const begun = await context.db.tx((tx) => beginAction(context, tx, player, roundId, action, key));
  if ('refusal' in begun) throw begun.refusal;
  if ('repeated' in begun) return repeatedCall(context, player.id, begun.repeated);
  if (begun.asked) {
    const { row, play, at } = begun.asked;
    const step = row.step + 1;
    // Wallet is asked about an action without a stake only if it ends the round. Withdrawing such an action would reveal that, and the player could choose another.
    const withdraw = () => context.db.tx((tx) => store.withdrawStep(tx, row, step, at, key));
    const end = await takeStep(context, row, step, play, play.stakeMinor > row.stakeMinor ? withdraw : async () => {});
    if (end.kind === 'refused') throw end.refusal;
    if (end.kind === 'none') throw new Refusal(common.busy, { retryAfterSeconds: 1 });
  }
  return repeatedCall(context, player.id, { round: roundId });
}

type Begun = { refusal: Refusal } | { repeated: { round: string; step?: number } } | { asked: Asked | undefined };

/** Decides an action under the lock of its round. The outcome or the refusal is stored under the key in the same transaction. */
async function beginAction(
  context: RoundContext,
  tx: Tx,
  player: Player,
  roundId: string,
  { action, after }: Action,
  key: IdempotencyKey,
): Promise<Begun> {
  const row = await store.lockRound(tx, roundId);
  const known = await outcomeUnder(tx, key);
  if (known && known.fingerprint !== key.fingerprint) return { refusal: new Refusal(common.keyReused) };
  if (known && 'refusal' in known.outcome) return { refusal: refusalOf(known.outcome.refusal) };
  if (known && 'round' in known.outcome) return { repeated: known.outcome };
  if (row?.playerId !== player.id || row.status === 'refused' || row.currency === null)
    return { refusal: new Refusal(common.notFound) };
  const play =
    row.status === 'open' && row.askedStep === null && (after ?? row.actions.length) === row.actions.length
      ? tryAction(context, row, [action])
      : undefined;
  if (!play || (play.stakeMinor > row.stakeMinor && row.step >= lastStakingStep)) {
    const refusal = new Refusal(roundRefusals.notYourTurn);
    await keepOutcome(tx, key, { refusal: keptRefusal(refusal) });
    return { refusal };
  }
  const at = context.clock.now();
  const asked = await beginStep(tx, row, [action], play, at);
  await keepOutcome(tx, key, { round: roundId, ...(asked && { step: row.step + 1 }) });
  return { asked };
}

/** The round with further actions; undefined if the game does not allow them now. */
function tryAction(
  context: RoundContext,
  row: store.StoredRound,
  actions: readonly HandAction[],
): Play<unknown> | undefined {
  try {
    return drawRound(context, row, [...row.actions, ...actions]);
  } catch (error) {
    if (error instanceof Refusal && error.is(roundRefusals.notYourTurn)) return undefined;
    throw error;
  }
}

/** Applies actions at once if they move no money. Otherwise stores the step for which wallet is asked. */
async function beginStep(
  tx: Tx,
  row: store.StoredRound,
  actions: readonly HandAction[],
  play: Play<unknown>,
  at: Date,
): Promise<Asked | undefined> {
  if (play.isOpen && play.stakeMinor === row.stakeMinor) {
    await store.takeActions(tx, row, actions, at);
    return undefined;
  }
  await store.askStep(tx, row, actions, at);
  return { row, play, at };
}

const sweepRows = 100;

/** Stands for players who left their hands, so that each hand is decided and paid. */
export async function standIdleHands(context: RoundContext): Promise<void> {
  const claimed = await store.claimIdleHands(context.db, context.clock.now(), sweepRows);
  for (const { id } of claimed) {
    const asked = await context.db.tx((tx) => beginStand(context, tx, id));
    // If wallet does not answer, the sweep asks again.
    if (asked) await takeStep(context, asked.row, asked.row.step + 1, asked.play, async () => {});
  }
}

async function beginStand(context: RoundContext, tx: Tx, id: string): Promise<Asked | undefined> {
  const row = await store.lockRound(tx, id);
  if (row?.status !== 'open' || row.askedStep !== null) return undefined;
  const stands: HandAction[] = ['stand'];
  let play = drawRound(context, row, [...row.actions, ...stands]);
  while (play.isOpen) {
    stands.push('stand');
    play = drawRound(context, row, [...row.actions, ...stands]);
  }
  return beginStep(tx, row, stands, play, context.clock.now());
}
