/** The games and the rules of every version, in memory: read at start and every second. The database checks again that a game is active when a round begins. */
import type { AnyGame } from '@fairline/games/game';
import { gameOf } from '@fairline/games/registry';
import type { GameRules } from '@fairline/proto/casino/games';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { z } from 'zod';

/** A row of the table of games. */
export interface GameState {
  id: GameId;
  /** The current version. */
  version: number;
  active: boolean;
  pausedBy: 'operator' | 'monitor' | null;
  pausedReason: string | null;
  pausedAt: Date | null;
}

/** A row of the table of versions. */
export interface Published {
  gameId: GameId;
  version: number;
  rules: z.infer<typeof GameRules>;
  rtp: number;
  parSheet: string;
  publishedAt: Date;
  publishedBy: string | null;
}

/** A version for use by rounds, with rules that its game has parsed. */
export interface Version extends Omit<Published, 'rules'> {
  readonly game: AnyGame;
  readonly rules: unknown;
}

export class Catalogue {
  private games = new Map<GameId, GameState>();
  private versions = new Map<string, Version>();

  /** Replaces the content with the current rows. */
  replace(games: readonly GameState[], versions: readonly Published[]): void {
    this.games = new Map(games.map((game) => [game.id, game]));
    for (const version of versions) {
      const key = keyOf(version.gameId, version.version);
      if (this.versions.has(key)) continue;
      const game = gameOf(version.gameId);
      this.versions.set(key, { ...version, game, rules: game.rules.parse(version.rules) });
    }
  }

  game(id: GameId): GameState | undefined {
    return this.games.get(id);
  }

  /** A published version. Throws if it was never published. */
  version(id: GameId, version: number): Version {
    const found = this.versions.get(keyOf(id, version));
    if (!found) throw new Error(`${id} has no version ${version}`);
    return found;
  }

  versionsOf(id: GameId): Version[] {
    return [...this.versions.values()].filter(({ gameId }) => gameId === id);
  }
}

const keyOf = (id: GameId, version: number) => `${id} ${version}`;
