/**
 * The interface of every game: pure functions of a version's rules, a wager, the draws of a round and the actions taken.
 * The service plays rounds with them, the browser verifies rounds, and PAR sheets are computed from them.
 */
import type { PossibleReturn } from '@fairline/proto/at-risk';
import type { HandAction } from '@fairline/proto/games/blackjack';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { z } from 'zod';
import type { Draws } from './draws.ts';

/** The state of a round after its actions. */
export interface Play<Outcome> {
  /** The player's current view, without hidden cards. `jackpotMinor` is never set here, because only the ledger has the pool. */
  outcome: Outcome;
  isOpen: boolean;
  /** The total stake so far. */
  stakeMinor: number;
  /** The total payout of the round, without a jackpot; 0 while it is open. */
  payoutMinor: number;
  winsJackpot: boolean;
}

/** The moments of a wager's return per unit of its first stake, for the monitor. Stakes added by actions are deducted from the return, which can therefore be negative. */
export interface Moments {
  mean: number;
  /** In games with decisions, an upper bound for any play. */
  variance: number;
  /** The largest possible return. */
  largest: number;
}

export interface BetReturn {
  type: string;
  /** In per cent: exact for the rules, before payouts are rounded down. */
  rtp: number;
}

export interface Game<Wager, Outcome, Rules> {
  readonly id: GameId;
  readonly rules: z.ZodType<Rules>;
  /** The rules of the first version. */
  readonly firstRules: Rules;
  /** Whether operators may change the return. If so, `solve` finds the rules for a return. */
  readonly solve?: (rtp: number) => Rules;
  /** The range of returns that `solve` can reach, in per cent. */
  readonly reach?: { lowest: number; highest: number };
  /** The stake of the wager, and the part of it that the limits of the game apply to. Refuses `invalid_request` for a wager that passes the schema but not the rules. */
  stakeOf(wager: Wager): { totalMinor: number; boundMinor: number };
  /** The most that the wager can pay for any draw and any play, not counting the jackpot. */
  maxWinMinor(rules: Rules, wager: Wager): number;
  /** Plays the round from its first draw. The same arguments give the same round; `draws` must be fresh. Throws `not_your_turn` for an action that is not allowed. */
  play(rules: Rules, wager: Wager, draws: Draws, actions: readonly HandAction[]): Play<Outcome>;
  /** The return of each type of bet, the best main bet first. */
  returns(rules: Rules): BetReturn[];
  /** What the whole wager returns for each outcome, exactly. Only in games where bets of one wager can cover each other's outcomes. */
  outcomes?(rules: Rules, wager: Wager): PossibleReturn[];
  /** The moments of the whole wager. In games with decisions, the mean is that of optimal play. */
  moments(rules: Rules, wager: Wager): Moments;
}

// biome-ignore lint/suspicious/noExplicitAny: each game has a wager, an outcome and rules of its own; callers parse them by its schemas.
export type AnyGame = Game<any, any, any>;
