/** The panels that the game page passes to its stage. */
import type { Game } from '@fairline/proto/casino/games';
import { createContext, type ReactNode } from 'react';

export interface StagePanels {
  /** The player's rounds of the game. */
  history: (game: Game) => ReactNode;
  /** Seeds of the next round, rotation, past seeds. */
  fairness: (game: Game) => ReactNode;
}

export const StagePanelsContext = createContext<StagePanels | null>(null);
