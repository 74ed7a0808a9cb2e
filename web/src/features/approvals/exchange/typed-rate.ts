/** A rate as an operator types it, read in the language of the page. */
import { marks } from '../../../figures.ts';

/** Whether the only separator of a typed rate could be decimal or between thousands. */
export function rateReadsTwoWays(text: string): boolean {
  const [, mark] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(text.trim()) ?? [];
  return mark === marks().group;
}

/** A typed rate, "0.92" or "0,92"; null if it is invalid, or if its separator is ambiguous. */
export function typedRate(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || rateReadsTwoWays(text)) return null;
  return Number(`${whole}.${fraction}`);
}
