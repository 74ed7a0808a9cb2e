/** What is left of the player's own limits beside a stake, and whether a limit or an exclusion stops it. */
import type { CurrencyCode } from '@fairline/proto/money';
import { useEffect } from 'react';
import { useExclusion } from './exclusion.ts';
import { exclusionText } from './exclusion-labels.ts';
import { LimitsLeft } from './limits-left.tsx';
import type { NextStakes } from './stake-stop.ts';
import { stopText } from './stop-labels.ts';
import { useStakeStop } from './use-stake-stop.ts';

export interface StopNews {
  text: string;
  /** The largest single stake that would be accepted; null if there is none. */
  largestMinor: number | null;
}

interface Props {
  next: NextStakes;
  currency: CurrencyCode;
  onStop: (stop: StopNews | null) => void;
}

export function StakeLimits({ next, currency, onStop }: Props) {
  const { stop, largestMinor } = useStakeStop(next);
  const exclusion = useExclusion();
  const text = exclusion ? exclusionText(exclusion) : stop && stopText(stop, currency);
  const offeredMinor = exclusion || stop?.limitType === 'session_time' ? null : largestMinor;
  useEffect(() => {
    onStop(text === null ? null : { text, largestMinor: offeredMinor });
    return () => onStop(null);
  }, [text, offeredMinor, onStop]);
  return <LimitsLeft of="stake" />;
}
