/** The baccarat table: the cards of both sides, the result between them, and the five betting areas. */
import type { BaccaratOutcome } from '@fairline/proto/games/baccarat';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type { ReactNode, Ref } from 'react';
import { betName } from '../../../domain/casino/game-labels.ts';
import { Shoe } from '../cards/shoe.tsx';
import { BetSpot } from '../chips/bet-spot.tsx';
import { paysText, resultText } from './baccarat-labels.ts';
import { SideHand } from './side-hand.tsx';
import type { BaccaratView } from './table-view.ts';
import type { BaccaratBets, BaccaratSpot, SpotResult } from './wager.ts';
import './baccarat.css';

/** In the order of the felt: pairs and tie above, the two sides below. */
const spots: readonly BaccaratSpot[] = ['player_pair', 'tie', 'banker_pair', 'player', 'banker'];

interface BaccaratTableProps {
  view: BaccaratView | null;
  /** The round was decided before the page loaded it. */
  isStill: boolean;
  bets: BaccaratBets;
  results: Partial<Record<BaccaratSpot, SpotResult>>;
  currency: PlayCurrencyCode;
  /** Set once the result can be shown. */
  outcome: BaccaratOutcome | undefined;
  onSkip: (() => void) | undefined;
  feltRef: Ref<HTMLDivElement>;
  /** On the felt, under the betting areas. */
  quick: ReactNode;
  /** Beside or under the table: roads and trends. */
  children: ReactNode;
}

export function BaccaratTable({
  view,
  isStill,
  bets,
  results,
  currency,
  outcome,
  onSkip,
  feltRef,
  quick,
  children,
}: BaccaratTableProps) {
  const winner = outcome?.result;
  const isWinner = (side: 'player' | 'banker') =>
    winner === undefined || winner === 'tie' ? undefined : winner === side;
  return (
    <div className="bac-room">
      <div className="table-rail bac-table">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for pointers; keys have Space. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
        <div ref={feltRef} className="felt bac-felt" onClick={onSkip}>
          <div data-scene className="bac-sides">
            <SideHand side="player" cards={view?.player ?? []} isStill={isStill} isWinner={isWinner('player')} />
            <span className="bac-shoe">
              <Shoe />
            </span>
            <SideHand side="banker" cards={view?.banker ?? []} isStill={isStill} isWinner={isWinner('banker')} />
          </div>
          <p className="bac-result" data-result={winner}>
            {outcome ? resultText(outcome) : ' '}
          </p>
          <div className="bac-spots">
            {spots.map((spot) => (
              <BetSpot
                key={spot}
                spot={spot}
                name={`${betName(spot)} ${paysText(spot)}`}
                minor={results[spot]?.result === 'won' ? results[spot].payoutMinor : (bets[spot] ?? 0)}
                currency={currency}
                result={results[spot]?.result}
                className={`bac-spot bac-spot-${spot}`}
              >
                <span className="bac-spot-print">
                  <span className="bac-spot-name">{betName(spot)}</span>
                  <span className="figures text-12 opacity-80">{paysText(spot)}</span>
                </span>
              </BetSpot>
            ))}
          </div>
          {quick}
        </div>
      </div>
      {children}
    </div>
  );
}
