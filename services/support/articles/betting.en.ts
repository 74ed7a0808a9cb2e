/** Articles in English: sports betting. */
import { betRules, cashOutRules } from '@fairline/proto/betting/rules';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount, basisPoints, number, odds, percent } = figuresIn('en');
const { unverified, verified } = limitsByLevel;

export const bettingEn: readonly Article[] = [
  {
    id: 'place-bet',
    title: 'How do I place a bet?',
    body: [
      'Open Sports or Live and choose the odds you want. Your choice appears on the bet slip.',
      `Enter a stake of at least ${amount(betRules.minStakeMinor)}. The slip shows the odds and what the bet may pay, stake included. Then place the bet.`,
      'The stake leaves your balance at once. You find the bet under My bets.',
    ],
    related: ['bet-types', 'odds-change', 'bet-limits'],
  },
  {
    id: 'bet-types',
    title: 'Singles, accumulators and systems: what is the difference?',
    body: [
      `- Single: one selection.\n- Accumulator: 2 to ${betRules.maxLegs} selections. All have to win, and their odds are multiplied.\n- System: several accumulators over the same selections, such as a Trixie or a Yankee. You enter the stake per line.`,
      'Two selections of the same match cannot be combined.',
      'If one selection of an accumulator is void, it counts as odds of 1.00 and the rest goes on.',
    ],
    related: ['place-bet', 'void-bets'],
  },
  {
    id: 'bet-limits',
    title: 'What are the limits of a bet?',
    body: [
      `- Smallest stake: ${amount(betRules.minStakeMinor)}\n- Largest stake: ${amount(unverified.maxBetMinor)}, verified ${amount(verified.maxBetMinor)}\n- A bet pays at most ${amount(betRules.payoutCapMinor)}\n- Your potential payouts of one UTC day: at most ${amount(betRules.dailyPayoutCapMinor)}\n- Combined odds: at most ${odds(betRules.maxCombinedOddsMilli)}`,
      'If a payout is cut, the slip shows that before you place the bet. Nothing is cut afterwards.',
    ],
    related: ['place-bet', 'verified-limits'],
  },
  {
    id: 'odds-change',
    title: 'What happens when odds change?',
    body: [
      'The odds of an accepted bet never change.',
      'If odds move while a selection is on your slip, the slip shows it. You choose there what you accept: no change, better odds only, or any odds.',
      'If the new odds are not what you accept, the bet is not placed and your stake stays with you.',
    ],
    related: ['place-bet', 'bet-not-accepted'],
  },
  {
    id: 'bet-not-accepted',
    title: 'Why was my bet not accepted?',
    body: [
      `A live bet is checked again after a short delay of up to ${number(betRules.acceptanceDelayMs.live / 1_000)} seconds. It is rejected if a market was suspended or the odds fell in that time, for example after a goal.`,
      `A bet that is not decided within ${number(betRules.decisionDeadlineMs / 1_000)} seconds is rejected too.`,
      'The slip shows the reason and the new odds, and your stake is refunded in full.',
    ],
    related: ['odds-change', 'market-suspended'],
  },
  {
    id: 'market-suspended',
    title: 'Why is a market suspended?',
    body: [
      'Around goals, cards and other turns of a match, prices are wrong for a moment. We take the market off offer until they are right again.',
      'It also happens when the results feed is interrupted. Then all markets wait until it is back.',
      'Bets that were accepted before stay as they are.',
    ],
    related: ['bet-not-accepted', 'cash-out-unavailable'],
  },
  {
    id: 'settlement',
    title: 'When is my bet settled?',
    body: [
      'As soon as the feed reports the result of the market, usually moments after it is decided. Winnings are in your balance at once.',
      'A bet on several matches is settled when the last one it needs is decided; an accumulator is lost with its first losing selection.',
      'If a result is corrected later, the bet is settled again by the right one, and your balance changes by the difference.',
    ],
    related: ['void-bets', 'cash-out'],
  },
  {
    id: 'void-bets',
    title: 'When is a bet void?',
    body: [
      'A selection is void when its market cannot be decided, for example when a match is cancelled. It then counts as odds of 1.00.',
      'If all selections are void, the whole stake is refunded.',
      'A free bet that is void comes back as a free bet with the expiry it had.',
    ],
    related: ['settlement', 'use-free-bet'],
  },
  {
    id: 'cash-out',
    title: 'How does cash-out work?',
    body: [
      'Under My bets, choose Cash out on an open bet. You see what the bet is worth now, and you can sell all of it or a part.',
      `The value follows the current chances of your selections. We keep ${basisPoints(cashOutRules.marginBp)} of it, and the offer shows this.`,
      `An offer holds for ${number(cashOutRules.quoteMs / 1_000)} seconds. It pays what it shows unless the value falls by more than ${percent(cashOutRules.fallTolerance * 100)} before the sale. On a live match the sale takes a moment.`,
      'You can also set an amount at which the bet is sold automatically.',
    ],
    related: ['cash-out-unavailable', 'settlement'],
  },
  {
    id: 'cash-out-unavailable',
    title: 'Why can I not cash out?',
    body: [
      '- A market of the bet is suspended.\n- A result is not final yet.\n- The bet is not accepted yet, or it is worth nothing at the moment.\n- It is a free bet. Free bets cannot be cashed out.',
      'Most of these last only a short time. Try again when the market is back.',
    ],
    related: ['cash-out', 'market-suspended'],
  },
  {
    id: 'use-free-bet',
    title: 'How do I use a free bet?',
    body: [
      'Put your selections on the slip and pick the free bet in place of a stake. It is used whole, for one single or accumulator.',
      'If the bet wins you are paid the winnings in cash, without the stake.',
      'Some free bets have minimum odds. The slip shows them when you pick the free bet.',
      'A free bet ends on the date it shows. You find your free bets on the slip and in your wallet.',
    ],
    related: ['place-bet', 'claim-promotion'],
  },
];
