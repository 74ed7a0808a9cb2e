/** What each jurisdiction allows in casino games, as data; the server enforces it and the screens follow it. Each round stores its jurisdiction. */
import type { Jurisdiction } from '../countries.ts';
import type { GameCategory } from './catalogue.ts';

interface CasinoProfile {
  /** Least time between the starts of two rounds of a player, by category. */
  readonly paceMs: Readonly<Record<GameCategory, number>>;
  readonly autoSpin: boolean;
  /** Reel speeds faster than normal, and skipping an animation. */
  readonly turbo: boolean;
  /** Whether a return of at most the stake may be celebrated. */
  readonly celebratesSmallReturns: boolean;
}

export const casinoProfiles: Readonly<Record<Jurisdiction, CasinoProfile>> = {
  open: { paceMs: { slots: 0, table: 0, lottery: 0 }, autoSpin: true, turbo: true, celebratesSmallReturns: true },
  // UKGC RTS 14: 2.5 s a slot spin, 5 s other casino games, no autoplay, no turbo; RTS 14F: no celebration of a loss.
  gb: { paceMs: { slots: 2_500, table: 5_000, lottery: 5_000 }, autoSpin: false, turbo: false, celebratesSmallReturns: false },
};
