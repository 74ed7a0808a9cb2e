/**
 * What a player's bets came to: the figures that every screen shows, and the periods they are of.
 * A bet belongs to the period in which it was placed, by the time in its id, and follows its corrections as long as they come.
 */
import { z } from 'zod';
import { BalanceMinor, SignedMinor } from './money.ts';

/** UTC: the day, the week from Monday, the calendar month. */
export const playPeriods = ['today', 'week', 'month', 'all'] as const;

export const PlayPeriod = z.enum(playPeriods);
export type PlayPeriod = z.infer<typeof PlayPeriod>;

const sums = {
  stakedMinor: BalanceMinor.meta({ description: 'stakes of accepted bets; those of rejected and voided bets and of free bets are not counted' }),
  openStakeMinor: BalanceMinor.meta({ description: 'the part of the stakes that is neither settled nor cashed out' }),
  returnedMinor: BalanceMinor.meta({ description: 'payouts with the stake in them, and cash-outs, after corrections' }),
};

export const PlayFigures = z.object({ ...sums, netMinor: SignedMinor.meta({ description: 'returned minus staked, open stakes left out' }) });
export type PlayFigures = z.infer<typeof PlayFigures>;

export type PlaySums = Omit<PlayFigures, 'netMinor'>;

/** The part of the stakes that is settled or cashed out. */
export const decidedStakeMinor = ({ stakedMinor, openStakeMinor }: PlaySums): number => stakedMinor - openStakeMinor;

export function playFigures(of: PlaySums): PlayFigures {
  return { ...of, netMinor: of.returnedMinor - decidedStakeMinor(of) };
}

/** What came back of each unit of decided stakes; null before the first one. */
export function returnRate(of: PlaySums): number | null {
  const decided = decidedStakeMinor(of);
  return decided > 0 ? of.returnedMinor / decided : null;
}
