/** Odds in the format the person chose, the same everywhere on the page. */
import { formatOdds, type OddsFormat } from '@fairline/proto/odds';
import { createContext, useContext } from 'react';

export const OddsFormatContext = createContext<OddsFormat>('decimal');

export function Odds({ milli, className }: { milli: number; className?: string }) {
  return <span className={`figures ${className ?? ''}`}>{formatOdds(milli, useContext(OddsFormatContext))}</span>;
}
