/** The progressive jackpot as the server last reported it, counting up between two reports and never ahead of them. */
import { playCurrencies } from '@fairline/proto/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { moneyText } from '../money/money.tsx';
import { jackpotMs, jackpotQuery } from './queries.ts';

interface Pool {
  currency: (typeof playCurrencies)[number];
  amountMinor: number;
}

/** The pool that this visitor can win: that of their play currency, for visitors the first one. */
export function useJackpot(): { pool: Pool | undefined; isError: boolean } {
  const currency = useSession(playerSession).who?.currency ?? playCurrencies[0];
  const { data, isError } = useQuery(jackpotQuery);
  return { pool: data?.items.find((pool) => pool.currency === currency), isError };
}

/** The amount while it counts up from one report to the next; it arrives when the following report is due. */
export function countedJackpot(fromMinor: number, toMinor: number, elapsedMs: number): number {
  // Won meanwhile: the new pool is shown at once.
  if (toMinor < fromMinor) return toMinor;
  return Math.floor(fromMinor + (toMinor - fromMinor) * Math.min(1, elapsedMs / jackpotMs));
}

export function JackpotCounter({ pool: { amountMinor, currency }, className }: { pool: Pool; className?: string }) {
  const [shown, setShown] = useState(amountMinor);
  const last = useRef(amountMinor);
  useEffect(() => {
    const from = last.current;
    if (from === amountMinor) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const began = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const elapsedMs = isStill ? jackpotMs : now - began;
      last.current = countedJackpot(from, amountMinor, elapsedMs);
      setShown(last.current);
      if (last.current < amountMinor) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [amountMinor]);
  return <span className={`figures whitespace-nowrap ${className ?? ''}`}>{moneyText(shown, currency)}</span>;
}
