/**
 * The interface of every game: pure functions of a version's rules, a wager, the draws of a round and the actions taken.
 * The service plays, the browser verifies and PAR sheets are computed with them.
 */
import type { HandAction } from '@fairline/proto/games/blackjack';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { z } from 'zod';
import type { Draws } from './draws.ts';

/** The state of a round after its actions. */
export interface Play<Outcome> {
  /** The view of the player now, without hidden cards. `jackpotMinor` is never set here: only the ledger knows the pool. */
  outcome: Outcome;
  isOpen: boolean;
  /** All that was staked so far. */
  stakeMinor: number;
  /** The total payout of the round, without a jackpot; 0 while it is open. */
  payoutMinor: number;
  winsJackpot: boolean;
}

/** The distribution of what a wager returns per unit of its stake, as far as the monitor needs it. Stakes added by actions are deducted from the return, which can therefore be negative. */
export interface Moments {
  mean: number;
  /** In games with decisions an upper bound for any play. */
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
  /** The stake of the wager, and the part of it that the limits of the game apply to. Refuses `invalid_request` for a wager that passes the schema but not the rules. */
  stakeOf(wager: Wager): { totalMinor: number; boundMinor: number };
  /** The most that the wager can pay for any draw and any play, not counting the jackpot. */
  maxWinMinor(rules: Rules, wager: Wager): number;
  /** Plays the round from its first draw. The same arguments give the same round; `draws` must be fresh. Throws `not_your_turn` for an action that is not allowed. */
  play(rules: Rules, wager: Wager, draws: Draws, actions: readonly HandAction[]): Play<Outcome>;
  /** The return of each type of bet, the best main bet first. */
  returns(rules: Rules): BetReturn[];
  /** Of the whole wager. In games with decisions, the mean of optimal play. */
  moments(rules: Rules, wager: Wager): Moments;
}

// biome-ignore lint/suspicious/noExplicitAny: each game has a wager, an outcome and rules of its own; callers parse them by its schemas.
export type AnyGame = Game<any, any, any>;
