/** How a market is named on the page. */
import type { Market } from '@fairline/proto/betting';
import { numberText } from '../figures.ts';
import { said } from '../said.ts';

/** A line with its sign where it has one below zero: 2.5, −0.75. */
function lineText(line: number): string {
  return `${line < 0 ? '−' : ''}${numberText(Math.abs(line))}`;
}

/** The market's name, with its line where the name does not say it. */
export function marketWords({ name, line }: Pick<Market, 'name'> & { line?: number | undefined }): string {
  return line === undefined || name.includes(String(Math.abs(line))) ? said(name) : `${said(name)} ${lineText(line)}`;
}
