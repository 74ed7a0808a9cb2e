/** Requests of rounds to wallet: play a step, void a round, read the state of rounds. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import type { Play } from '@fairline/games/game';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { catalogue } from '@fairline/proto/games/catalogue';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { type Source, stepTimeoutMs } from './round.ts';

/** No answer: wallet may have taken the step or not, and is asked again under the same key. */
export type StepAnswer =
  | { kind: 'taken'; currency: PlayCurrencyCode; jackpotMinor: number }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'none' };

/** Asks wallet to take a step of a round with all actions so far. A repeat is the same request. */
export async function playStep(bus: Bus, source: Source, step: number, play: Play<unknown>): Promise<StepAnswer> {
  const { id: roundId, playerId, gameId } = source;
  const stakeMinor = step === 0 ? play.stakeMinor : play.stakeMinor - source.stakeMinor;
  const closes = !play.isOpen;
  const input = { roundId, step, playerId, gameId, stakeMinor, payoutMinor: closes ? play.payoutMinor : 0, closes };
  const jackpot = catalogue[gameId].jackpot && { jackpot: { wins: play.winsJackpot } };
  return answerTo(async () => {
    const { currency, jackpotMinor = 0 } = await bus.request(
      ledgerRequests.play,
      { ...input, ...jackpot },
      stepTimeoutMs,
    );
    return { kind: 'taken', currency, jackpotMinor };
  });
}

async function answerTo(ask: () => Promise<StepAnswer>): Promise<StepAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', refusal: error };
    if (error instanceof RequestTimeout) return { kind: 'none' };
    throw error;
  }
}

/** Asks wallet to void a round. False if it must be asked again. */
export async function voidInWallet(
  bus: Bus,
  { id: roundId, playerId }: { id: string; playerId: string },
): Promise<boolean> {
  try {
    await bus.request(ledgerRequests.voidRound, { roundId, playerId }, stepTimeoutMs);
    return true;
  } catch (error) {
    if (error instanceof RequestTimeout || (error instanceof Refusal && error.status === 503)) return false;
    throw error;
  }
}

export type KnownRound = Infer<typeof ledgerRequests.roundsOf.output>['rounds'][number];

export async function roundsOf(bus: Bus, ids: string[]): Promise<Map<string, KnownRound>> {
  const { rounds } = await bus.request(ledgerRequests.roundsOf, { ids }, 5_000);
  return new Map(rounds.map((round) => [round.roundId, round]));
}
