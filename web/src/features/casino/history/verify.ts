/**
 * Recomputes a round from its seeds in this browser, with the same code as the server and without a request. It needs the revealed server seed. Each step shows
 * the computed value and whether it equals that of the round.
 */

import { type Draws, seededDraws, seedHash } from '@fairline/games/draws';
import type { Play } from '@fairline/games/game';
import { gameOf } from '@fairline/games/registry';
import type { Round } from '@fairline/proto/casino/rounds';

export interface Verification {
  hash: { computed: string; holds: boolean };
  /** The message of the first block, and each number drawn with its range, in order. */
  draws: { message: string; numbers: { below: number; drawn: number }[] };
  outcome: { holds: boolean };
  payout: { computedMinor: number; holds: boolean };
  stake: { computedMinor: number; holds: boolean };
  holds: boolean;
}

export function verifyRound(round: Round & { rules: unknown }, serverSeed: string): Verification {
  const { clientSeed, nonce, outcome, actions } = round;
  const game = gameOf(round.gameId);
  const computed = seedHash(serverSeed);
  const numbers: Verification['draws']['numbers'] = [];
  const play = game.play(
    game.rules.parse(round.rules),
    round.wager,
    logDraws(seededDraws({ serverSeed, clientSeed, nonce }), numbers),
    actions,
  );
  const jackpotMinor = 'jackpotMinor' in outcome ? (outcome.jackpotMinor ?? 0) : 0;
  const computedMinor = play.payoutMinor + (play.winsJackpot ? jackpotMinor : 0);
  const hash = { computed, holds: computed === round.serverSeedHash };
  const isOutcome =
    isSame(shownOutcome(play, round.status), withoutJackpot(outcome)) && play.winsJackpot === jackpotMinor > 0;
  // A void round pays its stake back, regardless of its outcome.
  const payout = {
    computedMinor,
    holds: round.payoutMinor === (round.status === 'void' ? play.stakeMinor : computedMinor),
  };
  const stake = { computedMinor: play.stakeMinor, holds: play.stakeMinor === round.wagerMinor };
  return {
    hash,
    draws: { message: `${clientSeed}:${nonce}:0`, numbers },
    outcome: { holds: isOutcome },
    payout,
    stake,
    holds: hash.holds && isOutcome && payout.holds && stake.holds,
  };
}

/** A hand voided while open allows no further action; everything else must match. */
function shownOutcome({ outcome, isOpen }: Play<object>, status: Round['status']): object {
  return isOpen && status === 'void' ? { ...outcome, actions: [] } : outcome;
}

function logDraws(draws: Draws, numbers: Verification['draws']['numbers']): Draws {
  return {
    integer(below) {
      const drawn = draws.integer(below);
      numbers.push({ below, drawn });
      return drawn;
    },
  };
}

/** Only the ledger knows the pool: its amount is not part of the draw. */
function withoutJackpot(outcome: Round['outcome']): object {
  if (!('jackpotMinor' in outcome)) return outcome;
  const { jackpotMinor: _, ...drawn } = outcome;
  return drawn;
}

/** Equal as data, regardless of the order of the keys; an absent field equals none. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortedKeys) === JSON.stringify(other, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
