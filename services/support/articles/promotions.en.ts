/** Articles in English: promotions and bonuses. */
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import { loyaltyRules } from '@fairline/proto/promotions/loyalty';
import { promotionRules, tiers } from '@fairline/proto/promotions/offers';
import { ticketRules } from '@fairline/proto/support/tickets';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount, number, odds, percent } = figuresIn('en');
const { contributionPercent: counts } = promotionRules;
const { stakeMinorPerPoint: perPoint } = loyaltyRules;
const tierNames = { bronze: 'Bronze', silver: 'Silver', gold: 'Gold', platinum: 'Platinum' };

export const promotionsEn: readonly Article[] = [
  {
    id: 'claim-promotion',
    title: 'How do I claim a promotion?',
    body: [
      'Open Promotions and read the terms of the one you like. Then choose Claim Now.',
      '- A deposit bonus waits for your first deposit that is approved after the claim. The deposit must reach the minimum of the promotion.\n- A free bet is yours at once.\n- Cashback and extra points count from the claim on.',
      `A bonus or a free bet is valid for ${promotionRules.claimDays} days from the claim, if its terms do not say less. The page shows the date.`,
    ],
    related: ['wagering', 'not-eligible'],
  },
  {
    id: 'not-eligible',
    title: 'Why can I not claim a promotion?',
    body: [
      'The page says why. The usual reasons are:',
      '- It is not offered in your country, or only to new players.\n- It is for verified players of a certain loyalty tier.\n- You are still wagering another bonus, or another cashback is active. Finish or cancel that one first.\n- You have used up one of your limits, or you are on a time-out or self-excluded.\n- Somebody with the same details has claimed it: each person can claim a promotion once.\n- All its places are taken.',
    ],
    related: ['claim-promotion', 'verify-identity'],
  },
  {
    id: 'wagering',
    title: 'What is a wagering requirement?',
    body: [
      'The sum you have to stake before bonus money becomes cash. It is the bonus times the factor in the terms.',
      `An example: a bonus of ${amount(5_000)} with a factor of 10 is wagered once stakes of ${amount(50_000)} have counted. What is left of the bonus then becomes cash by itself.`,
      `For players in the United Kingdom the factor is at most ${jurisdictionRules.gb.mostWageringFactor}.`,
    ],
    related: ['what-counts', 'bonus-money'],
  },
  {
    id: 'what-counts',
    title: 'Which stakes count towards wagering?',
    body: [
      'Unless the promotion says otherwise:',
      `- Sports bets: ${percent(counts.sports)}, at odds of ${odds(promotionRules.minOddsMilli)} or more\n- Slots: ${percent(counts.slots)}\n- Prize Lottery: ${percent(counts.lottery)}\n- Table games: ${percent(counts.table)}`,
      `With bonus money you can stake at most ${amount(promotionRules.maxStakeMinor)} at a time.`,
      'Only what is at risk counts. If your bets on a match, or the spots of a round, cover each other, the part that comes back almost certainly does not count: 10.00 on each of two sides at 1.91 count 0.90.',
      'Free bets, void bets and bets that were cashed out do not count. The progress on the page follows your play.',
    ],
    related: ['wagering', 'bonus-money'],
  },
  {
    id: 'bonus-money',
    title: 'What is the difference between cash and bonus money?',
    body: [
      'Your cash can always be withdrawn. Bonus money can only be played until its requirement is met.',
      'A stake takes your cash first and bonus money after it. What a bet pays goes back to both in the same shares.',
      'You can wager one bonus at a time. A withdrawal you request meanwhile ends a deposit bonus: the bonus is lost, also if the withdrawal is cancelled or rejected.',
    ],
    related: ['wagering', 'withdraw-money', 'cancel-promotion'],
  },
  {
    id: 'cancel-promotion',
    title: 'Can I cancel a promotion?',
    body: [
      'Yes, under Promotions, at any time before it is completed. The page shows what you would lose before you confirm.',
      'The bonus money that is left goes; your cash stays with you.',
      'The same happens when a claim expires before its requirement is met, or when you request a withdrawal while you wager a deposit bonus.',
    ],
    related: ['bonus-money', 'wagering'],
  },
  {
    id: 'points-tiers',
    title: 'How do points and tiers work?',
    body: [
      `You earn a point for every ${amount(perPoint.sports)} staked on sports, ${amount(perPoint.slots)} on slots, ${amount(perPoint.lottery)} on the lottery or ${amount(perPoint.table)} on table games, once the bet or round is settled.`,
      `${number(loyaltyRules.redeemPoints)} points are worth ${amount(loyaltyRules.redeemMinor)} in cash. You redeem them under Promotions. Points expire after ${loyaltyRules.expiryDays} days.`,
      `Your tier follows the points earned in the last ${loyaltyRules.expiryDays} days:`,
      tiers.map(({ id, points }) => `- ${tierNames[id]}: from ${number(points)} points`).join('\n'),
      `Tickets of players in ${ticketRules.priorityTiers.map((tier) => tierNames[tier]).join(' and ')} get priority, and some promotions are for higher tiers only.`,
    ],
    related: ['cashback', 'claim-promotion'],
  },
  {
    id: 'cashback',
    title: 'How does cashback work?',
    body: [
      'Cashback returns a part of what you lost with cash in a week, from Monday to Sunday (UTC). It is paid as cash, with nothing to wager.',
      'Only the net loss counts: stakes less what came back. A week without a loss pays nothing.',
      'A bet that is settled after the statement of its week counts in the next one. You can have one cashback at a time.',
      'Under Promotions you find a statement for each week, with the figures it was computed from.',
    ],
    related: ['claim-promotion', 'points-tiers'],
  },
];
