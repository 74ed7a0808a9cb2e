/** The blackjack table: the dealer's cards, the print on the felt, and the player's hands above their bets. */
import type { BlackjackOutcome } from '@fairline/proto/games/blackjack';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { type Ref, useId } from 'react';
import { useAtLeast } from '../../../ui/browser/use-media.ts';
import { CardHand } from '../cards/hand.tsx';
import { Shoe } from '../cards/shoe.tsx';
import { BetSpot } from '../chips/bet-spot.tsx';
import { blackjackTexts } from './blackjack-labels.ts';
import { HandColumn, TotalPlate } from './hand-column.tsx';
import { PerfectPairsSpot, TwentyOnePlusThreeSpot } from './side-spots.tsx';
import { type TableView, totalOf, totalText } from './table-view.ts';
import type { BlackjackBets } from './wager.ts';
import './blackjack.css';

interface BlackjackTableProps {
  /** The cards on the table; null before the deal. */
  view: TableView | null;
  /** The table when the page loaded the round; it is not dealt again. */
  settled: TableView | null;
  bets: BlackjackBets;
  currency: PlayCurrencyCode;
  /** Stakes of the hands, while a round is on the table. */
  stakes: readonly number[];
  /** Set once the result can be shown. */
  outcome: BlackjackOutcome | undefined;
  /** A press on the felt while cards are dealt shows them at once. */
  onSkip: (() => void) | undefined;
  feltRef: Ref<HTMLDivElement>;
}

export function BlackjackTable({
  view,
  settled,
  bets,
  currency,
  stakes,
  outcome,
  onSkip,
  feltRef,
}: BlackjackTableProps) {
  const isWide = useAtLeast('md');
  const hands = view?.hands ?? [];
  return (
    <div className="bj-room">
      <div data-scene className="table-rail bj-table">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for pointers; keys have Space. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
        <div
          ref={feltRef}
          className="felt bj-felt"
          style={{ '--hands': Math.max(1, hands.length) } as React.CSSProperties}
          onClick={onSkip}
        >
          <Print />
          <span className="bj-shoe">
            <Shoe />
          </span>
          <Dealer view={view} settled={settled?.dealer.length ?? 0} />
          <div className="bj-player" data-split={hands.length > 1 || undefined}>
            <PerfectPairsSpot bets={bets} currency={currency} isPlaying={view !== null} outcome={outcome} />
            <div className="bj-hands">
              {view
                ? hands.map((cards, at) => (
                    <HandColumn
                      // biome-ignore lint/suspicious/noArrayIndexKey: a hand is its place at the table.
                      key={at}
                      cards={cards}
                      at={at}
                      hands={hands.length}
                      settled={settled?.hands[at]?.length ?? 0}
                      stakeMinor={stakes[at] ?? bets.main ?? 0}
                      currency={currency}
                      active={view.active === at}
                      small={!isWide && hands.length > 1}
                      result={outcome?.hands[at]}
                    />
                  ))
                : null}
              {!view && <MainSpot bets={bets} currency={currency} />}
            </div>
            <TwentyOnePlusThreeSpot bets={bets} currency={currency} isPlaying={view !== null} outcome={outcome} />
          </div>
        </div>
      </div>
    </div>
  );
}

function MainSpot({ bets, currency }: Pick<BlackjackTableProps, 'bets' | 'currency'>) {
  return (
    <div className="bj-hand">
      <span className="bj-cards">
        <span aria-hidden className="bj-place" />
      </span>
      <BetSpot
        spot="main"
        name={blackjackTexts.mainBet()}
        minor={bets.main ?? 0}
        currency={currency}
        className="bj-circle"
      >
        <span className="felt-label">{blackjackTexts.mainBet()}</span>
      </BetSpot>
    </div>
  );
}

function Dealer({ view, settled }: { view: TableView | null; settled: number }) {
  const cards = view?.dealer ?? [];
  const seen = cards.filter((card) => card !== null);
  const total = totalOf(seen);
  return (
    <div className="bj-dealer">
      <span className="felt-label">{blackjackTexts.dealer()}</span>
      <span className="bj-cards">
        {cards.length === 0 && <span aria-hidden className="bj-place" />}
        <CardHand
          cards={cards}
          label={`${blackjackTexts.dealer()}${seen.length > 0 ? `: ${totalText(total)}` : ''}`}
          settled={settled}
          places={cards.length}
          dimmed={total.isBust}
          className="bj-wide"
        />
        {seen.length > 0 && <TotalPlate total={total} isFinal={seen.length > 1} />}
      </span>
    </div>
  );
}

/** The print on the felt, along two arcs. */
function Print() {
  const id = useId();
  return (
    <svg aria-hidden viewBox="0 0 1000 250" className="bj-print">
      <defs>
        <path id={`${id}high`} d="M90 62Q500 204 910 62" />
        <path id={`${id}low`} d="M130 118Q500 248 870 118" />
      </defs>
      <path d="M76 4Q500 150 924 4M96 124Q500 284 904 124" className="bj-arc" />
      <text className="bj-pays">
        <textPath href={`#${id}high`} startOffset="50%">
          {blackjackTexts.pays()}
        </textPath>
      </text>
      <text className="bj-rule">
        <textPath href={`#${id}low`} startOffset="50%">
          {blackjackTexts.dealerRule()}
        </textPath>
      </text>
    </svg>
  );
}
