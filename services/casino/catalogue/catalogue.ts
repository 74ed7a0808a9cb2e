/** The games in force and every version's rules, in memory: read at the start and every second. Whether a game is active is checked again where a round opens. */
import type { AnyGame } from '@fairline/games/game';
import { gameOf } from '@fairline/games/registry';
import type { GameRules } from '@fairline/proto/casino/games';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { z } from 'zod';

/** A game as the database holds it. */
export interface GameState {
  id: GameId;
  /** In force. */
  version: number;
  active: boolean;
  pausedBy: 'operator' | 'monitor' | null;
  pausedReason: string | null;
  pausedAt: Date | null;
}

/** A version as it was published. */
export interface Published {
  gameId: GameId;
  version: number;
  rules: z.infer<typeof GameRules>;
  rtp: number;
  parSheet: string;
  publishedAt: Date;
  publishedBy: string | null;
}

/** A version as rounds use it: its rules are parsed by its game. */
export interface Version extends Omit<Published, 'rules'> {
  readonly game: AnyGame;
  readonly rules: unknown;
}

export class Catalogue {
  private games = new Map<GameId, GameState>();
  private versions = new Map<string, Version>();

  /** Takes what the database holds now. */
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

  /** Throws for a version that was never published. */
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
