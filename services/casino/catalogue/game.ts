/** A game as the lobby shows it, and the most it can pay. Pure. */
import { largestWinMinor } from '@fairline/games/largest-wins';
import type { Game, GameDetail } from '@fairline/proto/casino/games';
import type { WagerOf } from '@fairline/proto/casino/rounds';
import { catalogue as entries, type GameId } from '@fairline/proto/games/catalogue';
import type { GameState, Version } from './catalogue.ts';

/** Live figures, which change by the minute. */
export interface Live {
  players: number;
  /** Undefined until wallet has answered with the pool. */
  jackpotMinor: number | undefined;
}

export function toGame({ id, version, active }: GameState, { rtp }: Version, { players, jackpotMinor }: Live): Game {
  const { jackpot, ...entry } = entries[id];
  return {
    id,
    ...entry,
    rtp: roundedRtp(rtp),
    version,
    active,
    players,
    ...(jackpot && jackpotMinor !== undefined && { jackpotMinor }),
  };
}

/** `limitMinor` is the most that the house pays for one round. */
export function toDetail(state: GameState, version: Version, live: Live, limitMinor: number): GameDetail {
  const { game, rules } = version;
  return {
    ...toGame(state, version, live),
    bets: game.returns(rules).map(({ type, rtp }) => ({ type, rtp: roundedRtp(rtp) })),
    maxWinMinor: Math.min(largestWinMinor(game, rules), limitMinor),
    rules: rules as GameDetail['rules'],
    parSheet: parSheetPath(state.id, version.version),
  };
}

export const parSheetPath = (id: string, version: number) => `/api/casino/games/${id}/versions/${version}/par-sheet`;

/** Rounds to the two decimals that are shown. */
export const roundedRtp = (rtp: number) => Math.round(rtp * 100) / 100;

/** The wagers with the highest return per unit of stake. A mix of bets never returns more than its best bet. */
const steepestWagers: { readonly [G in GameId]: readonly WagerOf<G>[] } = {
  'mega-fortune-slots': [{ lines: 1, betPerLineMinor: 100 }],
  'premium-roulette': [{ bets: [{ type: 'straight', value: 0, amountMinor: 100 }] }],
  'professional-blackjack': [
    { amountMinor: 500 },
    { amountMinor: 500, twentyOnePlusThreeMinor: 5_000 },
    { amountMinor: 500, perfectPairsMinor: 5_000 },
  ],
  'elite-baccarat': [{ bets: [{ type: 'player_pair', amountMinor: 1_000 }] }],
  'prize-lottery': ([5_000, 10_000, 25_000, 50_000, 100_000] as const).map((stakeMinor) => ({
    tickets: [{ numbers: [1, 2, 3, 4, 5, 6], stakeMinor }],
  })),
};

/** What the monitor knows of a version: the largest return per unit of stake of any wager, the smallest stake, and whether the return also depends on the player's decisions. */
export function boundsOf({ game, gameId, rules }: Pick<Version, 'game' | 'gameId' | 'rules'>) {
  return {
    largest: Math.max(...steepestWagers[gameId].map((wager) => game.moments(rules, wager).largest)),
    smallestStakeMinor: entries[gameId].minMinor,
    playersDecide: gameId === 'professional-blackjack',
  };
}
