/** A blackjack round as a still picture: the dealer's cards, each hand with its total, stake and return, and the side bets. */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { CardHand } from '../cards/hand.tsx';
import { blackjackTexts, handName, pairName, resultOf, resultText, threeName } from './blackjack-labels.ts';
import { totalOf, totalText, viewOf } from './table-view.ts';
import '../chips/chips.css';
import './blackjack.css';

export function BlackjackResult({ round }: { round: RoundOf<'professional-blackjack'> }) {
  const { outcome, currency } = round;
  const view = viewOf(outcome);
  const seen = outcome.dealer;
  return (
    <div data-game={round.gameId} className="felt bj-still">
      <Still title={blackjackTexts.dealer()} total={totalText(totalOf(seen))} cards={view.dealer} />
      <div className="flex flex-wrap justify-center gap-x-8 gap-y-4">
        {outcome.hands.map((hand, at) => {
          const name = handName(at, outcome.hands.length);
          return (
            <Still
              // biome-ignore lint/suspicious/noArrayIndexKey: a hand is its place at the table.
              key={at}
              title={name}
              total={totalText(totalOf(hand.cards))}
              cards={hand.cards}
              lost={resultOf(hand) === 'lost'}
            >
              <span className="text-12">
                {[resultText(hand), returnText(hand, currency)].filter(Boolean).join(' · ')}
                {hand.doubled && ` · ${i18n._({ id: 'blackjack.doubled', message: 'Doubled' })}`}
              </span>
            </Still>
          );
        })}
      </div>
      <SideResults outcome={outcome} currency={currency} />
    </div>
  );
}

interface StillProps {
  title: string;
  total: string;
  cards: readonly (string | null)[];
  lost?: boolean;
  children?: ReactNode;
}

function Still({ title, total, cards, lost = false, children }: StillProps) {
  return (
    <div className="flex flex-col items-center gap-1.5">
      <span className="felt-label">
        {title} <span className="figures">{total}</span>
      </span>
      <CardHand cards={cards} label={`${title}: ${total}`} settled={cards.length} places={cards.length} dimmed={lost} />
      {children}
    </div>
  );
}

function returnText(
  { stakeMinor, payoutMinor }: { stakeMinor: number; payoutMinor?: number | undefined },
  currency: CurrencyCode,
): string {
  const stake = moneyText(stakeMinor, currency);
  return payoutMinor === undefined ? stake : `${stake} → ${moneyText(payoutMinor, currency)}`;
}

function SideResults({
  outcome,
  currency,
}: {
  outcome: RoundOf<'professional-blackjack'>['outcome'];
  currency: CurrencyCode;
}) {
  const { perfectPairs: pairs, twentyOnePlusThree: three } = outcome;
  const lost = i18n._({ id: 'blackjack.result.lost', message: 'Lost' });
  const lines = [
    pairs && [
      blackjackTexts.perfectPairs(),
      pairs.result ? pairName[pairs.result]() : lost,
      returnText(pairs, currency),
    ],
    three && [
      blackjackTexts.twentyOnePlusThree(),
      three.result ? threeName[three.result]() : lost,
      returnText(three, currency),
    ],
  ].filter((line) => line !== undefined);
  if (lines.length === 0) return null;
  return (
    <ul className="flex flex-col items-center gap-1 text-12">
      {lines.map((line) => (
        <li key={line[0]}>{line.join(' · ')}</li>
      ))}
    </ul>
  );
}
