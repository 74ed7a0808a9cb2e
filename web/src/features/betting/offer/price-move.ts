/** The price before its last move, for as long as the page shows it. */
import { useEffect, useRef, useState } from 'react';

/** Long enough to read, short enough not to mislead. */
const shownMs = 1_500;

export interface PriceMove {
  from: number;
  direction: 'up' | 'down';
}

export function usePriceMove(oddsMilli: number): PriceMove | null {
  const last = useRef(oddsMilli);
  const [move, setMove] = useState<PriceMove | null>(null);
  useEffect(() => {
    const from = last.current;
    if (from === oddsMilli) return;
    last.current = oddsMilli;
    setMove({ from, direction: oddsMilli > from ? 'up' : 'down' });
    const timer = setTimeout(() => setMove(null), shownMs);
    return () => clearTimeout(timer);
  }, [oddsMilli]);
  return move;
}
