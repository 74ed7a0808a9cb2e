/** One hand of the player: its cards with their total over the circle with its stake. The active hand is highlighted. */
import type { BlackjackOutcome } from '@fairline/proto/games/blackjack';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type { ReactNode } from 'react';
import { amountText, decimalText } from '../../../figures.ts';
import { CardHand } from '../cards/hand.tsx';
import { PlacedStack } from '../chips/bet-spot.tsx';
import { handName, resultOf, resultText } from './blackjack-labels.ts';
import { type Total, totalOf, totalText } from './table-view.ts';

interface HandColumnProps {
  cards: readonly string[];
  at: number;
  hands: number;
  /** Cards that were on the table when the page loaded the round. */
  settled: number;
  stakeMinor: number;
  currency: PlayCurrencyCode;
  active: boolean;
  small: boolean;
  /** Its result, once it can be shown. */
  result?: BlackjackOutcome['hands'][number] | undefined;
}

export function HandColumn({
  cards,
  at,
  hands,
  settled,
  stakeMinor,
  currency,
  active,
  small,
  result,
}: HandColumnProps) {
  const total = totalOf(cards);
  const name = handName(at, hands);
  const outcome = result && resultOf(result);
  return (
    <div className="bj-hand" data-active={active || undefined} data-result={outcome}>
      <span className="bj-cards">
        <CardHand
          cards={cards}
          label={`${name}: ${totalText(total)}`}
          settled={settled}
          small={small}
          dimmed={outcome === 'lost' || (total.isBust && !active)}
          places={cards.length}
        />
        {cards.length > 0 && <TotalPlate total={total} isFinal={result !== undefined || (hands > 1 && !active)} />}
        {result && outcome && <ResultPlate result={result} currency={currency} />}
      </span>
      <Circle result={outcome}>
        <PlacedStack minor={outcome === 'won' ? (result?.payoutMinor ?? stakeMinor) : stakeMinor} currency={currency} />
        <span className="sr-only">{amountText(stakeMinor, currency)}</span>
      </Circle>
    </div>
  );
}

function Circle({ result, children }: { result: 'won' | 'lost' | 'push' | undefined; children: ReactNode }) {
  return (
    <span className="bet-spot bj-circle" data-result={result}>
      {children}
    </span>
  );
}

/** A final total counts each ace in one way only. */
export function TotalPlate({ total, isFinal }: { total: Total; isFinal: boolean }) {
  return (
    <span aria-hidden className="bj-total" data-bust={total.isBust || undefined}>
      {isFinal ? total.total : totalText(total)}
    </span>
  );
}

function ResultPlate({ result, currency }: { result: BlackjackOutcome['hands'][number]; currency: PlayCurrencyCode }) {
  const { payoutMinor = 0 } = result;
  return (
    <span className="bj-result" data-result={resultOf(result)}>
      {resultText(result)}
      {payoutMinor > 0 && <span className="figures"> {decimalText(payoutMinor, currency)}</span>}
    </span>
  );
}
