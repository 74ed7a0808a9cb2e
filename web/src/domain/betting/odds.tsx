/** Odds in the format that the user chose, the same everywhere. */
import type { OddsFormat } from '@fairline/proto/odds';
import { createContext, useContext } from 'react';
import { oddsText } from '../../figures.ts';

export const OddsFormatContext = createContext<OddsFormat>('decimal');

/** Earlier odds, struck through. The minus sign is not, since the line would hide it. */
export function FormerOdds({ milli, className }: { milli: number; className?: string }) {
  const [, sign, figure] = /^(−?)(.*)$/.exec(oddsText(milli, useContext(OddsFormatContext))) ?? [];
  return (
    <span className={`figures ${className ?? ''}`}>
      {sign}
      <s>{figure}</s>
    </span>
  );
}

export function Odds({ milli, className }: { milli: number; className?: string }) {
  return <span className={`figures ${className ?? ''}`}>{oddsText(milli, useContext(OddsFormatContext))}</span>;
}
