/** The terms, with the limits taken from the same rules as the server enforces. */
import { certainChance } from '@fairline/proto/at-risk';
import { minimumAge } from '@fairline/proto/auth/fields';
import { betRules, cashOutRules } from '@fairline/proto/betting/rules';
import { paymentMethods } from '@fairline/proto/wallet/methods';
import { limitsByLevel, minDepositMinor, minWithdrawMinor } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { amountText, numberText } from '../../figures.ts';
import { DocumentFrame, type Section } from './document-frame.tsx';
import { marginRules } from './margin.ts';

const usd = (minor: number) => amountText(minor, 'USD');

function sections(): Section[] {
  const { unverified, verified } = limitsByLevel;
  return [
    {
      title: i18n._({ id: 'terms.account', message: 'Your account' }),
      body: [
        i18n._({
          id: 'terms.age',
          message: 'You are at least {years} years old and open one account, in your own name.',
          values: { years: minimumAge },
        }),
        i18n._({
          id: 'terms.password',
          message: 'You keep your password to yourself. What is done with it counts as done by you until you tell us.',
        }),
        i18n._({
          id: 'terms.currency',
          message: 'Stakes, bonuses and limits are in your play currency. Limits are the same numbers in each of them.',
        }),
        i18n._({
          id: 'terms.atRisk',
          message:
            'Only what is at risk counts towards a bonus and earns points: the part of your stakes that comes back with a chance of {percent}% or more, over the spots of a round or over your bets on one match, does not count.',
          values: { percent: numberText(certainChance * 100) },
        }),
      ],
    },
    {
      title: i18n._({ id: 'terms.bets', message: 'Bets' }),
      body: [
        i18n._({
          id: 'terms.stake',
          message: 'The smallest stake is {amount}. The stake leaves your balance when you place the bet.',
          values: { amount: usd(betRules.minStakeMinor) },
        }),
        i18n._({
          id: 'terms.acceptance',
          message:
            'A bet on a live event is checked again up to {seconds} seconds after you place it. If its odds are above the fair odds or its market has closed by then, it is rejected and your stake is returned in full.',
          values: { seconds: betRules.acceptanceDelayMs.live / 1_000 },
        }),
        i18n._({ id: 'terms.price', message: 'The odds of a bet never change once it is placed.' }),
        ...marginRules(),
        i18n._({
          id: 'terms.fractions',
          message:
            'Bets pay the decimal odds. Fractional and American odds are rounded down, so they never promise more.',
        }),
        i18n._({
          id: 'terms.cashOut',
          message:
            'Cash out pays the fair value of the bet less a margin of {margin}%. On a live event it takes up to {seconds} seconds and is refused if the value falls by more than {fall}% in that time; otherwise it pays the amount quoted.',
          values: {
            margin: cashOutRules.marginBp / 100,
            seconds: betRules.acceptanceDelayMs.live / 1_000,
            fall: cashOutRules.fallTolerance * 100,
          },
        }),
        i18n._({
          id: 'terms.payout',
          message:
            'A bet pays at most {bet}, which the slip shows before you place it. The potential returns of one day may come to {day}.',
          values: { bet: usd(betRules.payoutCapMinor), day: usd(betRules.dailyPayoutCapMinor) },
        }),
        i18n._({
          id: 'terms.results',
          message:
            'Bets are settled by the official result. If that result is corrected, the difference is posted to your balance, up or down.',
        }),
        <Link key="rules" to="/rules" className="underline underline-offset-4 hover:text-ink">
          {i18n._({
            id: 'terms.rules',
            message: 'The betting rules say what counts in each sport, and when a bet is void.',
          })}
        </Link>,
      ],
    },
    {
      title: i18n._({ id: 'terms.money', message: 'Deposits and withdrawals' }),
      body: [
        i18n._({
          id: 'terms.minimum',
          message:
            'The smallest deposit is {deposit}, the smallest withdrawal {withdrawal}. We charge no fee for either by bank.',
          values: {
            deposit: usd(Math.min(...paymentMethods.map(({ minMinor }) => minMinor), minDepositMinor)),
            withdrawal: usd(minWithdrawMinor),
          },
        }),
        i18n._({
          id: 'terms.limits',
          message:
            'Before verification you may deposit {deposit} and withdraw {withdrawal} a day; once verified, {moreDeposit} and {moreWithdrawal}.',
          values: {
            deposit: usd(unverified.dailyDepositMinor),
            withdrawal: usd(unverified.dailyWithdrawMinor),
            moreDeposit: usd(verified.dailyDepositMinor),
            moreWithdrawal: usd(verified.dailyWithdrawMinor),
          },
        }),
        i18n._({
          id: 'terms.identityFirst',
          message:
            'Where the rules of your country require it, your identity is verified before your first deposit, bet or round.',
        }),
        i18n._({ id: 'terms.days', message: 'Days, weeks and months of limits are counted in UTC.' }),
        i18n._({
          id: 'terms.withdrawal',
          message:
            'A withdrawal is decided by an operator within 24-48 hours, that of a verified player first and within 24 hours. Its amount is held meanwhile and cannot be staked.',
        }),
      ],
    },
    ...playSections(),
    {
      title: i18n._({ id: 'terms.end', message: 'Ending it' }),
      body: [
        i18n._({
          id: 'terms.suspended',
          message: 'We may suspend an account while we look into it. A payout that is due is never refused.',
        }),
      ],
    },
  ];
}

function playSections(): Section[] {
  return [
    {
      title: i18n._({ id: 'terms.casino', message: 'Casino games' }),
      body: [
        i18n._({
          id: 'terms.casinoOutcome',
          message: 'Our servers decide each round when it begins. The animation only shows the outcome.',
        }),
        i18n._({
          id: 'terms.casinoInterrupted',
          message:
            'If your connection fails, the round counts as our servers recorded it. An open hand waits for you for 24 hours, then it stands.',
        }),
        i18n._({
          id: 'terms.casinoMalfunction',
          message:
            'A malfunction voids the rounds it affected: stakes are returned and payouts of these rounds taken back. You are told of each, with the reason.',
        }),
        i18n._({
          id: 'terms.casinoVoid',
          message: 'A round whose rules and draws were right is not voided because of its result.',
        }),
      ],
    },
    {
      title: i18n._({ id: 'terms.robots', message: 'Robots and other software' }),
      body: [
        i18n._({
          id: 'terms.robotsUse',
          message:
            'You play yourself. Robots and software that places bets or plays rounds for you are not allowed; assistive technology is.',
        }),
        i18n._({
          id: 'terms.robotsFound',
          message: 'We may suspend an account that such software uses. Report suspected use by others to support.',
        }),
      ],
    },
    {
      title: i18n._({ id: 'terms.funds', message: 'Protection of your funds' }),
      body: [
        i18n._({
          id: 'terms.fundsLevel',
          message:
            'Your funds are not protected in the event of insolvency: the level of protection is basic. The books record them apart from our own money.',
        }),
      ],
    },
    {
      title: i18n._({ id: 'terms.complaints', message: 'Complaints' }),
      body: [
        i18n._({
          id: 'terms.complaintFirst',
          message:
            'Open a ticket in support and say that it is a complaint. An operator who did not take part in the matter answers it.',
        }),
        i18n._({
          id: 'terms.complaintAdr',
          message:
            'If it is not settled within eight weeks, you can take it to the alternative dispute resolution body that the operator of this site has named, free of charge. Support names it, with the licence of the operator.',
        }),
      ],
    },
  ];
}

export function TermsPage() {
  return (
    <DocumentFrame
      title={i18n._({ id: 'terms.title', message: 'Terms and conditions' })}
      lead={i18n._({
        id: 'terms.lead',
        message: 'The rules we both play by. Every number on this page is the one our servers decide by.',
      })}
      sections={sections()}
    />
  );
}
