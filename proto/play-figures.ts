/**
 * A player's betting figures, the same on every screen, and their periods.
 * A bet counts in the period in which it was placed, by the time in its id; corrections change the figures of that period.
 */
import { z } from 'zod';
import { BalanceMinor, SignedMinor } from './money.ts';

/** UTC: the day, the week from Monday, the calendar month. */
export const playPeriods = ['today', 'week', 'month', 'all'] as const;

export const PlayPeriod = z.enum(playPeriods);
export type PlayPeriod = z.infer<typeof PlayPeriod>;

const sums = {
  stakedMinor: BalanceMinor.meta({ description: 'stakes of accepted bets, without voided bets and free bets' }),
  openStakeMinor: BalanceMinor.meta({ description: 'the part of the stakes that is neither settled nor cashed out' }),
  returnedMinor: BalanceMinor.meta({ description: 'payouts (including stakes) and cash-outs, after corrections' }),
};

export const PlayFigures = z.object({ ...sums, netMinor: SignedMinor.meta({ description: 'returned minus staked, excluding open stakes' }) });
export type PlayFigures = z.infer<typeof PlayFigures>;

export type PlaySums = Omit<PlayFigures, 'netMinor'>;

/** The part of the stakes that is settled or cashed out. */
export const decidedStakeMinor = ({ stakedMinor, openStakeMinor }: PlaySums): number => stakedMinor - openStakeMinor;

export function playFigures(of: PlaySums): PlayFigures {
  return { ...of, netMinor: of.returnedMinor - decidedStakeMinor(of) };
}

/** Returns per unit of decided stakes; null before the first decided bet. */
export function returnRate(of: PlaySums): number | null {
  const decided = decidedStakeMinor(of);
  return decided > 0 ? of.returnedMinor / decided : null;
}
