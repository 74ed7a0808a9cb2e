/** The rules of each jurisdiction for casino games, as data. The server enforces them and pages follow them. Each round stores its jurisdiction. */
import type { Jurisdiction } from '../countries.ts';
import { jurisdictionRules } from '../jurisdictions.ts';
import { localDate } from '../periods.ts';
import type { GameCategory } from './catalogue.ts';

interface CasinoProfile {
  /** The shortest time between the starts of two rounds of a player, by category. */
  readonly paceMs: Readonly<Record<GameCategory, number>>;
  readonly autoSpin: boolean;
  /** Whether reels may spin faster than normal and animations may be skipped. */
  readonly turbo: boolean;
  /** Whether a return of at most the stake may be celebrated. */
  readonly celebratesSmallReturns: boolean;
  /** The largest stake of a round by category, in minor units of any play currency, and the one of a player under 25. Without an entry only the limit of the game counts. */
  readonly stakeMinor: Partial<Readonly<Record<GameCategory, { readonly most: number; readonly under25: number }>>>;
}

export const casinoProfiles: Readonly<Record<Jurisdiction, CasinoProfile>> = {
  open: {
    paceMs: { slots: 0, table: 0, lottery: 0 },
    autoSpin: true,
    turbo: true,
    celebratesSmallReturns: true,
    stakeMinor: {},
  },
  // UKGC RTS 14: 2.5 s per slot spin, 5 s per round of other casino games, no autoplay, no turbo. RTS 14F: no celebration of a loss.
  // Gambling Act 2005 (Operating Licence Conditions) Regulations 2025: 5.00 per slot spin, 2.00 for players of 18 to 24.
  gb: {
    paceMs: { slots: 2_500, table: 5_000, lottery: 5_000 },
    autoSpin: false,
    turbo: false,
    celebratesSmallReturns: false,
    stakeMinor: { slots: { most: 500, under25: 200 } },
  },
};

/** What decides the stakes that a player may place: their jurisdiction, and the day of their 25th birthday if it lies ahead and the jurisdiction asks for it. */
export interface StakeTraits {
  readonly jurisdiction: Jurisdiction;
  readonly under25Until?: string | undefined;
}

/** The largest stake of a round of this category; infinite if only the game sets a limit. The lower one ends as the birthday begins. */
export function mostStakeMinor({ jurisdiction, under25Until }: StakeTraits, category: GameCategory, now: Date): number {
  const limit = casinoProfiles[jurisdiction].stakeMinor[category];
  if (!limit) return Number.POSITIVE_INFINITY;
  const isUnder25 =
    under25Until !== undefined && localDate(now, jurisdictionRules[jurisdiction].timeZone) < under25Until;
  return isUnder25 ? limit.under25 : limit.most;
}
