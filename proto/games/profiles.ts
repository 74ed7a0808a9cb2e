/** The rules of each jurisdiction for casino games, as data. The server enforces them and pages follow them. Each round stores its jurisdiction. */
import type { Jurisdiction } from '../countries.ts';
import type { GameCategory } from './catalogue.ts';

interface CasinoProfile {
  /** The shortest time between the starts of two rounds of a player, by category. */
  readonly paceMs: Readonly<Record<GameCategory, number>>;
  readonly autoSpin: boolean;
  /** Whether reels may spin faster than normal and animations may be skipped. */
  readonly turbo: boolean;
  /** Whether a return of at most the stake may be celebrated. */
  readonly celebratesSmallReturns: boolean;
}

export const casinoProfiles: Readonly<Record<Jurisdiction, CasinoProfile>> = {
  open: { paceMs: { slots: 0, table: 0, lottery: 0 }, autoSpin: true, turbo: true, celebratesSmallReturns: true },
  // UKGC RTS 14: 2.5 s per slot spin, 5 s per round of other casino games, no autoplay, no turbo. RTS 14F: no celebration of a loss.
  gb: { paceMs: { slots: 2_500, table: 5_000, lottery: 5_000 }, autoSpin: false, turbo: false, celebratesSmallReturns: false },
};
