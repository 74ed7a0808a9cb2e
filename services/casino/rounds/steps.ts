/** Takes a round through its wallet steps: requests each, records the answer, and requests it again if there is none. */
import type { Play } from '@fairline/games/game';
import type { Refusal } from '@fairline/proto/contract';
import type { RoundContext } from './context.ts';
import { playStep } from './peers.ts';
import { drawRound } from './reading.ts';
import { atRiskOf, isPassing, keptRefusal, type Source } from './round.ts';
import * as store from './store.ts';

/** `recorded`: this call recorded the step; `elsewhere`: another instance did; `none`: wallet has not answered yet. */
export type StepEnd =
  | { kind: 'recorded'; currency: NonNullable<store.StoredRound['currency']>; jackpotMinor: number }
  | { kind: 'elsewhere' | 'none' }
  | { kind: 'refused'; refusal: Refusal };

/** Requests the stored step from wallet and records the decision. `passing` runs if wallet was too busy to decide. */
export async function takeStep(
  context: RoundContext,
  source: Source,
  step: number,
  play: Play<unknown>,
  passing: () => Promise<void>,
): Promise<StepEnd> {
  const answer = await playStep(context.bus, source, step, play);
  if (answer.kind === 'none') return answer;
  if (answer.kind === 'refused') {
    if (isPassing(answer.refusal)) await passing();
    else
      await context.db.tx((tx) => store.refuseStep(tx, source, step, keptRefusal(answer.refusal), context.clock.now()));
    return answer;
  }
  const { currency, jackpotMinor } = answer;
  const version = context.catalogue.version(source.gameId, source.version);
  const moments = version.game.moments(version.rules, source.wager);
  const isFirst = await context.steps.add({
    source,
    step,
    currency,
    play,
    jackpotMinor,
    moments,
    atRiskMinor: atRiskOf(version, source.wager, play.stakeMinor),
  });
  return isFirst ? { kind: 'recorded', currency, jackpotMinor } : { kind: 'elsewhere' };
}

const sweepRows = 256;

/** Repeats the requests to wallet, under the same keys, for steps without a reply. */
export async function askAgain(context: RoundContext): Promise<void> {
  const rows = await store.claimUnanswered(context.db, context.clock.now(), sweepRows);
  await Promise.all(rows.map((row) => askAboutOne(context, row)));
}

async function askAboutOne(context: RoundContext, row: store.StoredRound): Promise<void> {
  const actions = [...row.actions, ...row.askedActions];
  // A temporary refusal is no answer to the first request, which may have succeeded: the step stays requested.
  await takeStep(context, { ...row, actions }, row.askedStep ?? 0, drawRound(context, row, actions), async () => {});
}
