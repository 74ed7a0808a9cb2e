/** The side bets on the felt: placed like the main bet before the deal, decided by the first cards, shown with their result when the round is settled. */
import type { BlackjackOutcome } from '@fairline/proto/games/blackjack';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { decimalText } from '../../../figures.ts';
import { BetSpot } from '../chips/bet-spot.tsx';
import { blackjackTexts, pairName, threeName } from './blackjack-labels.ts';
import type { BlackjackBets } from './wager.ts';

interface SideSpotProps {
  bets: BlackjackBets;
  currency: PlayCurrencyCode;
  /** A round is on the table: spots without a bet are hidden. */
  isPlaying: boolean;
  /** Set once the result can be shown. */
  outcome: BlackjackOutcome | undefined;
}

export function PerfectPairsSpot({ bets, currency, isPlaying, outcome }: SideSpotProps) {
  const side = outcome?.perfectPairs;
  return (
    <Spot
      spot="perfectPairs"
      name={blackjackTexts.perfectPairs()}
      minor={bets.perfectPairs ?? 0}
      currency={currency}
      isPlaying={isPlaying}
      side={side}
    >
      {side?.result ? pairName[side.result]() : null}
    </Spot>
  );
}

export function TwentyOnePlusThreeSpot({ bets, currency, isPlaying, outcome }: SideSpotProps) {
  const side = outcome?.twentyOnePlusThree;
  return (
    <Spot
      spot="twentyOnePlusThree"
      name={blackjackTexts.twentyOnePlusThree()}
      minor={bets.twentyOnePlusThree ?? 0}
      currency={currency}
      isPlaying={isPlaying}
      side={side}
    >
      {side?.result ? threeName[side.result]() : null}
    </Spot>
  );
}

interface SpotProps {
  spot: string;
  name: string;
  minor: number;
  currency: PlayCurrencyCode;
  isPlaying: boolean;
  side: { result: unknown; payoutMinor: number } | undefined;
  children: string | null;
}

function Spot({ spot, name, minor, currency, isPlaying, side, children }: SpotProps) {
  const result = side && (side.payoutMinor > 0 ? 'won' : 'lost');
  const win = children && side ? `${children} ${decimalText(side.payoutMinor, currency)}` : null;
  return (
    <BetSpot
      spot={spot}
      name={win ? `${name}, ${win}` : name}
      minor={result === 'won' && side ? side.payoutMinor : minor}
      currency={currency}
      result={result}
      className="bj-side"
      isIdle={isPlaying && minor === 0}
    >
      <span className="felt-label">{name}</span>
      {win && <span className="bj-side-win">{win}</span>}
    </BetSpot>
  );
}
