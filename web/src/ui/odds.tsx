/** Odds in the format the person chose, the same everywhere on the page. */
import type { OddsFormat } from '@fairline/proto/odds';
import { createContext, useContext } from 'react';
import { oddsText } from '../figures.ts';

export const OddsFormatContext = createContext<OddsFormat>('decimal');

export function Odds({ milli, className }: { milli: number; className?: string }) {
  return <span className={`figures ${className ?? ''}`}>{oddsText(milli, useContext(OddsFormatContext))}</span>;
}
