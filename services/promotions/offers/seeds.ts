/** The promotions that ship with the software, with dates relative to the day of seeding. Pure. */

import { dayStart } from '@fairline/proto/periods';
import { dayMs } from '@fairline/proto/time';
import type { Offer } from './offer.ts';

interface Seed {
  id: string;
  runDays: number;
  offer: Omit<Offer, 'status' | 'startsAt' | 'endsAt'>;
}

const everyone = { newUsersOnly: false, countries: [], sports: [] };

const seeds: readonly Seed[] = [
  {
    id: '019aa1c8-7f00-7000-8000-000000000a05',
    runDays: 365,
    offer: {
      name: '100% Welcome Bonus',
      description: 'We match your first deposit after claiming, up to 500.00.',
      type: 'welcome_bonus',
      terms: [
        'For new players from the United States, Canada, the United Kingdom and Australia who have no approved deposit yet. One claim per person.',
        'The first deposit of at least 20.00 that is approved after the claim grants the bonus: 100% of that deposit, at most 500.00, in your play currency.',
        'The bonus is bonus money. Bets and rounds take your cash first, then the bonus. What is left becomes cash once 30 times the bonus was staked.',
        'Slots, lottery and sports bets at total odds of 1.50 or more count in full, table games count 10%. A single stake with bonus money is at most 5.00.',
        'Only what is at risk counts. If your bets on a match, or the spots of a round, cover each other, the part that comes back almost certainly does not count.',
        'In the United Kingdom 10 times the bonus is enough, and the bonus is played on sports only.',
        'The claim ends 30 days after it was made; what is left of the bonus, and winnings still in it, are then lost. You can cancel at any time and keep your cash.',
        'Only deposits in your play currency count. If you request a withdrawal, or convert money out of your play currency, before the bonus became cash, the claim ends and the bonus is lost, also if the withdrawal is cancelled or rejected.',
      ].join('\n\n'),
      eligibility: { minDepositMinor: 2_000, newUsersOnly: true, countries: ['US', 'CA', 'GB', 'AU'], sports: [] },
      reward: { type: 'percentage', value: 100, maxAmountMinor: 50_000, currency: 'USD', wageringFactor: 30 },
      maxClaims: 10_000,
    },
  },
  {
    id: '019aa1c8-7f00-7000-8000-000000000a04',
    runDays: 365,
    offer: {
      name: '25.00 Free Bet',
      description: 'A free sports bet of 25.00 for new players.',
      type: 'free_bet',
      terms: [
        'For players who have no approved deposit yet. One claim per person.',
        'The free bet is the stake of one sports bet of 25.00 in your play currency, at total odds of 1.50 or more. It is used whole and cannot be cashed out.',
        'If the bet wins, the winnings are paid as cash without the stake of 25.00. There is nothing to wager. If the bet is void, the free bet is returned.',
        'The free bet expires 30 days after the claim.',
      ].join('\n\n'),
      eligibility: { newUsersOnly: true, countries: [], minOddsMilli: 1_500, sports: [] },
      reward: { type: 'fixed_amount', value: 2_500, currency: 'USD', wageringFactor: 1 },
      maxClaims: 5_000,
    },
  },
  {
    id: '019aa1c8-7f00-7000-8000-000000000a03',
    runDays: 90,
    offer: {
      name: '50% Deposit Bonus',
      description: 'Half of your next deposit on top, up to 100.00.',
      type: 'deposit_bonus',
      terms: [
        'For every player, once. The first deposit of at least 20.00 that is approved after the claim grants the bonus: 50% of that deposit, at most 100.00.',
        'The bonus is bonus money. Bets and rounds take your cash first, then the bonus. What is left becomes cash once 20 times the bonus was staked.',
        'Slots, lottery and sports bets at total odds of 1.50 or more count in full, table games count 10%. A single stake with bonus money is at most 5.00.',
        'Only what is at risk counts. If your bets on a match, or the spots of a round, cover each other, the part that comes back almost certainly does not count.',
        'In the United Kingdom 10 times the bonus is enough, and the bonus is played on sports only.',
        'The claim ends 30 days after it was made; what is left of the bonus, and winnings still in it, are then lost. You can cancel at any time and keep your cash.',
        'Only deposits in your play currency count. If you request a withdrawal, or convert money out of your play currency, before the bonus became cash, the claim ends and the bonus is lost, also if the withdrawal is cancelled or rejected.',
      ].join('\n\n'),
      eligibility: { ...everyone, minDepositMinor: 2_000 },
      reward: { type: 'percentage', value: 50, maxAmountMinor: 10_000, currency: 'USD', wageringFactor: 20 },
      maxClaims: 5_000,
    },
  },
  {
    id: '019aa1c8-7f00-7000-8000-000000000a02',
    runDays: 90,
    offer: {
      name: 'Weekly Cashback',
      description: '5% of your net losses of each week back as cash, up to 50.00 a week.',
      type: 'cashback',
      terms: [
        'Claim once and take part until the offer ends. A week runs from Monday to Sunday, UTC; your first week begins with the claim.',
        'For each week we add up what you staked with cash on sports and in the casino and what you got back. If you lost, 5% of the difference is paid as cash, at most 50.00.',
        'The statement of a week is made on the Tuesday after it. Bonus money, free bets and stakes without a result by then do not count. There is nothing to wager.',
        'Nothing is paid to players who are suspended or excluded from play at that time.',
      ].join('\n\n'),
      eligibility: everyone,
      reward: { type: 'percentage', value: 5, maxAmountMinor: 5_000, currency: 'USD', wageringFactor: 0 },
      maxClaims: 10_000,
    },
  },
  {
    id: '019aa1c8-7f00-7000-8000-000000000a01',
    runDays: 90,
    offer: {
      name: '25% Extra Points',
      description: 'Your stakes earn 25% more loyalty points as long as the offer runs.',
      type: 'loyalty_points',
      terms: [
        'From your claim until the offer ends, every settled stake earns 25% more loyalty points than usual. Voided bets and rounds, cashed-out bets and free bets earn none.',
        'You can redeem 100 points for 1.00 in cash. Points expire after 365 days.',
      ].join('\n\n'),
      eligibility: everyone,
      reward: { type: 'percentage', value: 25, currency: 'USD', wageringFactor: 0 },
      maxClaims: 10_000,
    },
  },
];

/** The seeds with their dates. They are active in demo mode; elsewhere they are drafts, which operators activate under cost control. */
export function seededOffers(now: Date, status: 'active' | 'draft'): { id: string; offer: Offer }[] {
  const start = dayStart(now);
  return seeds.map(({ id, runDays, offer }) => ({
    id,
    offer: {
      ...offer,
      status,
      startsAt: start.toISOString(),
      endsAt: new Date(start.getTime() + runDays * dayMs).toISOString(),
    },
  }));
}
