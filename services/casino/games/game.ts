/**
 * What every game is: pure functions of a version's rules, a wager, the draws of a round and the actions taken.
 * The service plays with them, the browser verifies with them, PAR sheets are computed from them.
 */
import type { HandAction } from '@fairline/proto/games/blackjack';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { z } from 'zod';
import type { Draws } from './draws.ts';

/** A round as far as its actions have taken it. */
export interface Play<Outcome> {
  /** What the player may see now: nothing that is still hidden. `jackpotMinor` is never part of it, only the ledger knows the pool. */
  outcome: Outcome;
  isOpen: boolean;
  /** All that was staked so far. */
  stakeMinor: number;
  /** What the round pays in all, the jackpot apart; 0 while it is open. */
  payoutMinor: number;
  winsJackpot: boolean;
}

/** The distribution of what a wager returns per unit of its stake, as far as the monitor needs it. What actions add to the stake is taken off the return, which may so be below 0. */
export interface Moments {
  mean: number;
  /** Where the player decides, of no play more. */
  variance: number;
  /** The largest return; never exceeded. */
  largest: number;
}

export interface BetReturn {
  type: string;
  /** Per cent, exact for the rules, before payouts are rounded down. */
  rtp: number;
}

export interface Game<Wager, Outcome, Rules> {
  readonly id: GameId;
  readonly rules: z.ZodType<Rules>;
  /** The rules of the first version. */
  readonly firstRules: Rules;
  /** Whether its return may be edited; then `solve` finds the rules of a return. */
  readonly solve?: (rtp: number) => Rules;
  /** The returns that `solve` reaches, per cent. */
  readonly reach?: { lowest: number; highest: number };
  /** What the wager stakes at once, and the part of it that the game's limits bind. Refuses `invalid_request` where the schema let pass what the rules do not know. */
  stakeOf(wager: Wager): { totalMinor: number; boundMinor: number };
  /** The most that the wager can pay, whatever is drawn and done, jackpot apart. */
  maxWinMinor(rules: Rules, wager: Wager): number;
  /** Plays the round from its first draw. The same arguments give the same round; `draws` must be fresh. Throws `not_your_turn` for an action that is not allowed. */
  play(rules: Rules, wager: Wager, draws: Draws, actions: readonly HandAction[]): Play<Outcome>;
  /** The return of each type of bet, the best main bet first. */
  returns(rules: Rules): BetReturn[];
  /** Of the whole wager. Where the player decides, the mean of the best play, which no other exceeds. */
  moments(rules: Rules, wager: Wager): Moments;
}

// biome-ignore lint/suspicious/noExplicitAny: each game has a wager, an outcome and rules of its own; callers parse them by its schemas.
export type AnyGame = Game<any, any, any>;
