/** Texts of the blackjack table: totals, results of hands and side bets, why an action is not allowed, and a round for screen readers. */
import type { BlackjackOutcome, HandAction } from '@fairline/proto/games/blackjack';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { cardNames } from '../cards/card-labels.ts';
import { insufficientText } from '../stage/refusal-labels.ts';
import { totalOf, totalText } from './table-view.ts';

type Hand = BlackjackOutcome['hands'][number];

export const blackjackTexts = {
  dealer: () => i18n._({ id: 'blackjack.dealer', message: 'Dealer' }),
  hand: () => i18n._({ id: 'blackjack.hand', message: 'Your hand' }),
  mainBet: () => i18n._({ id: 'casino.bet.main', message: 'Main bet' }),
  perfectPairs: () => i18n._({ id: 'casino.bet.perfectPairs', message: 'Perfect Pairs' }),
  twentyOnePlusThree: () => i18n._({ id: 'casino.bet.21plus3', message: '21+3' }),
  pays: () => i18n._({ id: 'blackjack.pays', message: 'Blackjack pays 3 to 2' }),
  dealerRule: () => i18n._({ id: 'blackjack.dealerRule', message: 'Dealer hits soft 17' }),
  dealerWins: () => i18n._({ id: 'blackjack.dealerWins', message: 'Dealer wins this round' }),
};

export function handName(at: number, hands: number): string {
  return hands === 1
    ? blackjackTexts.hand()
    : i18n._({ id: 'blackjack.handOf', message: 'Hand {at} of {hands}', values: { at: at + 1, hands } });
}

/** The result of a decided hand in short. */
export function resultText({ status }: Pick<Hand, 'status'>): string {
  switch (status) {
    case 'blackjack':
      return i18n._({ id: 'blackjack.result.blackjack', message: 'Blackjack' });
    case 'won':
      return i18n._({ id: 'blackjack.result.won', message: 'Won' });
    case 'push':
      return i18n._({ id: 'blackjack.result.push', message: 'Push' });
    case 'bust':
      return i18n._({ id: 'blackjack.result.bust', message: 'Bust' });
    case 'lost':
      return i18n._({ id: 'blackjack.result.lost', message: 'Lost' });
    default:
      return '';
  }
}

export function resultOf({ status }: Pick<Hand, 'status'>): 'won' | 'lost' | 'push' | undefined {
  if (status === 'won' || status === 'blackjack') return 'won';
  if (status === 'push') return 'push';
  return status === 'lost' || status === 'bust' ? 'lost' : undefined;
}

export function actionName(action: HandAction): string {
  switch (action) {
    case 'hit':
      return i18n._({ id: 'blackjack.hit', message: 'Hit' });
    case 'stand':
      return i18n._({ id: 'blackjack.stand', message: 'Stand' });
    case 'double':
      return i18n._({ id: 'blackjack.double', message: 'Double' });
    case 'split':
      return i18n._({ id: 'blackjack.split', message: 'Split' });
  }
}

interface ActionState {
  outcome: Pick<BlackjackOutcome, 'hands' | 'actions'>;
  balanceMinor: number;
  /** The text during an exclusion: the hand can be finished, but without another stake. */
  exclusion?: string | undefined;
}

/** Why the active hand cannot do this now; null if it can. */
export function whyNot(action: HandAction, { outcome, balanceMinor, exclusion }: ActionState): string | null {
  const hand = outcome.hands.find(({ status }) => status === 'active');
  if (!outcome.actions.includes(action) || !hand) return ruleAgainst(action, outcome, hand);
  const addsStake = action === 'double' || action === 'split';
  if (addsStake && exclusion) return exclusion;
  return addsStake && balanceMinor < hand.stakeMinor ? insufficientText(action) : null;
}

function ruleAgainst(action: HandAction, { hands }: ActionState['outcome'], hand: Hand | undefined): string {
  if (hand && action === 'double')
    return i18n._({ id: 'blackjack.doubleTwo', message: 'Only a hand of two cards can be doubled' });
  if (hand && action === 'split') {
    return hand.cards.length === 2 && hands.length === 4
      ? i18n._({ id: 'blackjack.splitFour', message: 'You can split to four hands at most' })
      : i18n._({ id: 'blackjack.splitSame', message: 'Only two cards of the same rank can be split' });
  }
  return i18n._({ id: 'blackjack.notNow', message: 'Wait until the cards are dealt' });
}

export const pairName: Readonly<Record<'perfect' | 'coloured' | 'mixed', () => string>> = {
  perfect: () => i18n._({ id: 'blackjack.pair.perfect', message: 'Perfect pair' }),
  coloured: () => i18n._({ id: 'blackjack.pair.coloured', message: 'Coloured pair' }),
  mixed: () => i18n._({ id: 'blackjack.pair.mixed', message: 'Mixed pair' }),
};

export const threeName: Readonly<
  Record<NonNullable<NonNullable<BlackjackOutcome['twentyOnePlusThree']>['result']>, () => string>
> = {
  suited_trips: () => i18n._({ id: 'blackjack.three.suited', message: 'Suited trips' }),
  straight_flush: () => i18n._({ id: 'blackjack.three.straightFlush', message: 'Straight flush' }),
  three_of_a_kind: () => i18n._({ id: 'blackjack.three.kind', message: 'Three of a kind' }),
  straight: () => i18n._({ id: 'blackjack.three.straight', message: 'Straight' }),
  flush: () => i18n._({ id: 'blackjack.three.flush', message: 'Flush' }),
};

/** The current round as one announcement: the cards with their totals, and the results once it is decided. */
export function roundText(outcome: BlackjackOutcome, payoutMinor: number, currency: CurrencyCode): string {
  const hands = outcome.hands.map((hand, at) => {
    const parts = [
      handName(at, outcome.hands.length),
      cardNames(hand.cards),
      totalText(totalOf(hand.cards)),
      resultText(hand),
    ];
    return parts.filter(Boolean).join(', ');
  });
  const dealer = [blackjackTexts.dealer(), cardNames(outcome.dealer), totalText(totalOf(outcome.dealer))].join(', ');
  const isOver = outcome.actions.length === 0;
  const paid = isOver
    ? [i18n._({ id: 'blackjack.paid', message: 'Paid {amount}', values: { amount: moneyText(payoutMinor, currency) } })]
    : [];
  return [...hands, dealer, ...paid].join('. ');
}
