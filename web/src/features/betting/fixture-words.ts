/** How a fixture and a market are named on the page. */

import type { Fixture, Market } from '@fairline/proto/betting';
import { said } from '../../said.ts';

export function fixtureWords({ homeTeam, awayTeam }: Fixture): string {
  return `${homeTeam} – ${awayTeam}`;
}

/** The market's name, with its line where the name does not say it. */
export function marketWords({ name, line }: Market): string {
  return line === undefined || name.includes(String(Math.abs(line))) ? said(name) : `${said(name)} ${line < 0 ? '−' : ''}${Math.abs(line)}`;
}
