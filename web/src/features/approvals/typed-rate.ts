/** A rate as an operator types it, read in the language of the page. */
import { marks } from '../../figures.ts';

/** A typed rate, "0.92" or "0,92"; null where it is none, or where its mark could as well stand between thousands. */
export function typedRate(text: string): number | null {
  const [, whole, mark, fraction = ''] = /^(\d+)(?:([.,])(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  if (mark === marks().group && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return null;
  return Number(`${whole}.${fraction}`);
}
