/** A game as the lobby shows it. */
import type { Game, GameDetail } from '@fairline/proto/casino/games';
import { catalogue as entries } from '@fairline/proto/games/catalogue';
import type { Version } from './catalogue.ts';
import type { GameRow } from './store.ts';

/** What changes by the minute. */
export interface Live {
  players: number;
  jackpotMinor: number;
}

export function toGame({ id, version, active }: GameRow, { rtp }: Version, { players, jackpotMinor }: Live): Game {
  const { jackpot, ...entry } = entries[id];
  return { id, ...entry, rtp: roundedRtp(rtp), version, active, players, ...(jackpot && { jackpotMinor }) };
}

export function toDetail(row: GameRow, version: Version, live: Live): GameDetail {
  const { game, rules } = version;
  return {
    ...toGame(row, version, live),
    bets: game.returns(rules).map(({ type, rtp }) => ({ type, rtp: roundedRtp(rtp) })),
    maxWinMinor: 0,
    rules: rules as GameDetail['rules'],
    parSheet: parSheetPath(row.id, version.version),
  };
}

export const parSheetPath = (id: string, version: number) => `/api/casino/games/${id}/versions/${version}/par-sheet`;

/** Two decimals are shown. */
const roundedRtp = (rtp: number) => Math.round(rtp * 100) / 100;
