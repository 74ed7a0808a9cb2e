/** The rules of auto-spin: how many spins are left, and why it ends. It never starts a spin that could lose more than its loss limit allows. Pure. */
export const autoSpinCounts = [10, 25, 50, 100] as const;
export const autoSpinDelayMs = 1_200;

export interface AutoSpin {
  count: number;
  played: number;
  /** Wins minus stakes since it began. */
  netMinor: number;
  lossLimitMinor: number;
  /** Ends at this net win; null for never. */
  winLimitMinor: number | null;
}

export type AutoSpinEnd = 'completed' | 'loss' | 'win' | 'jackpot';

export function beginAutoSpin(count: number, lossLimitMinor: number, winLimitMinor: number | null): AutoSpin {
  return { count, played: 0, netMinor: 0, lossLimitMinor, winLimitMinor };
}

export function afterSpin(
  auto: AutoSpin,
  { wagerMinor, payoutMinor }: { wagerMinor: number; payoutMinor: number },
): AutoSpin {
  return { ...auto, played: auto.played + 1, netMinor: auto.netMinor + payoutMinor - wagerMinor };
}

/** Why it ends before the next spin of this stake; null if it continues. */
export function autoSpinEnd(auto: AutoSpin, stakeMinor: number, wonJackpot: boolean): AutoSpinEnd | null {
  if (wonJackpot) return 'jackpot';
  if (auto.played >= auto.count) return 'completed';
  if (auto.winLimitMinor !== null && auto.netMinor >= auto.winLimitMinor) return 'win';
  if (stakeMinor - auto.netMinor > auto.lossLimitMinor) return 'loss';
  return null;
}
