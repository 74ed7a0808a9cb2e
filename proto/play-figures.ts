/**
 * A player's figures of play, the same on every screen, and their periods.
 * A bet counts in the period in which it was placed, a casino round in the period in which it began, by the time in its id. Corrections change that period.
 */
import { z } from 'zod';
import { BalanceMinor, SignedMinor } from './money.ts';

/** Periods in UTC: the day, the week from Monday, the calendar month, all time. */
export const playPeriods = ['today', 'week', 'month', 'all'] as const;

export const PlayPeriod = z.enum(playPeriods);
export type PlayPeriod = z.infer<typeof PlayPeriod>;

const sums = {
  stakedMinor: BalanceMinor.meta({
    description: 'stakes of accepted bets and of casino rounds, without void ones and free bets',
  }),
  openStakeMinor: BalanceMinor.meta({ description: 'the part of the stakes that is neither settled nor cashed out' }),
  returnedMinor: BalanceMinor.meta({
    description: 'payouts (including stakes), jackpots and cash-outs, after corrections',
  }),
};

export const PlayFigures = z.object({
  ...sums,
  netMinor: SignedMinor.meta({ description: 'returned minus staked, excluding open stakes' }),
});
export type PlayFigures = z.infer<typeof PlayFigures>;

/** Figures with their two parts, which add up to them. */
export const PlayByProduct = PlayFigures.extend({
  byProduct: z.object({ sports: PlayFigures, casino: PlayFigures }).optional(),
});
export type PlayByProduct = z.infer<typeof PlayByProduct>;

export type PlaySums = Omit<PlayFigures, 'netMinor'>;

/** The part of the stakes that is settled or cashed out. */
export const decidedStakeMinor = ({ stakedMinor, openStakeMinor }: PlaySums): number => stakedMinor - openStakeMinor;

export function playFigures(of: PlaySums): PlayFigures {
  const { stakedMinor, openStakeMinor, returnedMinor } = of;
  return { stakedMinor, openStakeMinor, returnedMinor, netMinor: returnedMinor - decidedStakeMinor(of) };
}

/** The figures of sports and casino, and of both together. */
export function playByProduct(sports: PlaySums, casino: PlaySums): PlayByProduct {
  const both = (field: keyof PlaySums) => sports[field] + casino[field];
  const all = playFigures({
    stakedMinor: both('stakedMinor'),
    openStakeMinor: both('openStakeMinor'),
    returnedMinor: both('returnedMinor'),
  });
  return { ...all, byProduct: { sports: playFigures(sports), casino: playFigures(casino) } };
}

/** The figures of betting, or all figures if a reply has no parts. */
export const sportsPlay = (play: PlayByProduct): PlayFigures => play.byProduct?.sports ?? play;

/** Returns per unit of decided stakes; null before the first decided bet. */
export function returnRate(of: PlaySums): number | null {
  const decided = decidedStakeMinor(of);
  return decided > 0 ? of.returnedMinor / decided : null;
}
