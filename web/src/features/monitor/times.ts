/** The age of events and the gaps between them, in the largest fitting unit. */
import { dayMs, hourMs } from '@fairline/proto/time';
import { numberText } from '../../figures.ts';

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

const unitText = (value: number, unit: string, digits = 0) =>
  numberText(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits });

/** "3 min"; a time in the future, from a clock that runs ahead, counts as now. */
export function ageText(instant: string, nowMs: number): string {
  const ms = Math.max(0, nowMs - Date.parse(instant));
  const [unit, size] = units.find(([, one]) => ms >= one) ?? ['second', 1_000];
  return unitText(Math.floor(ms / size), unit);
}

/** "+12 ms", "+1.4 sec", "+3 min"; by several clocks the difference can be slightly negative. */
export function gapText(ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  const size = Math.abs(ms);
  if (size < 1_000) return `${sign}${unitText(Math.round(size), 'millisecond')}`;
  if (size < 60_000) return `${sign}${unitText(size / 1_000, 'second', 1)}`;
  const [unit, one] = units.find(([, length]) => size >= length) ?? ['minute', 60_000];
  return `${sign}${unitText(size / one, unit, 1)}`;
}
