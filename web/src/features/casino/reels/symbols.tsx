/** The eight symbols of the reels. `SymbolSheet` is on the page once and holds the drawings; `SymbolArt` shows one of them, sharp or blurred by speed. */
import type { SlotSymbol } from '@fairline/proto/games/slots';
import type { ReactNode } from 'react';
import { Cherry, FruitGradients, Grape, Lemon, Orange } from './fruit-art.tsx';
import { Crown, Diamond, Seven, Star, TreasureGradients } from './treasure-art.tsx';

const drawings: Readonly<Record<SlotSymbol, () => ReactNode>> = {
  cherry: Cherry,
  lemon: Lemon,
  orange: Orange,
  grape: Grape,
  star: Star,
  diamond: Diamond,
  seven: Seven,
  crown: Crown,
};

export function SymbolSheet() {
  return (
    // Not `display: none`: some browsers do not paint gradients of hidden elements.
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        <FruitGradients />
        <TreasureGradients />
        <filter id="slot-rush" x="-10%" y="-60%" width="120%" height="220%">
          <feGaussianBlur stdDeviation="0.4 11" />
        </filter>
      </defs>
      {Object.entries(drawings).map(([name, Drawing]) => (
        <symbol key={name} id={`slot-${name}`} viewBox="0 0 100 100" overflow="visible">
          <ellipse cx="50" cy="93" rx="34" ry="6" fill="url(#paint-shadow)" />
          <Drawing />
        </symbol>
      ))}
    </svg>
  );
}

/** `rushing` blurs it in the direction of the reel. */
export function SymbolArt({
  symbol,
  rushing = false,
  className,
}: {
  symbol: SlotSymbol;
  rushing?: boolean;
  className?: string;
}) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden className={className} overflow="visible">
      <use href={`#slot-${symbol}`} filter={rushing ? 'url(#slot-rush)' : undefined} />
    </svg>
  );
}
