/** The result of the bench or of a load: rows, the targets they miss, their table and their file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from '../local/installation/profile.ts';

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The comparison: another figure of the same run on the same servers, or the target. */
  readonly yardstick?: string;
  readonly ratio?: number;
  /** The target: the highest allowed value, in the unit of the value. A row without one cannot fail. Not written to the file. */
  readonly most?: number;
}

export interface Result {
  readonly rows: readonly Row[];
  /** Paragraphs printed below the table. */
  readonly notes?: readonly string[];
  /** One line for each target that was missed. */
  readonly missed: readonly string[];
}

/** Prints a result, writes its rows to a file in `.data`, and makes the command exit with 1 if a target was missed. */
export function report(file: 'bench.json' | 'load.json', { rows, notes = [], missed }: Result): void {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;
  const paragraphs = [table(rows), ...notes, `${machine}, load ${loadavg()[0]?.toFixed(1)}`];
  console.log(`\n${paragraphs.join('\n\n')}`);
  mkdirSync(join(root, '.data'), { recursive: true });
  writeFileSync(join(root, '.data', file), jsonOf(rows));
  for (const line of missed) console.log(`✗ ${line}`);
  console.log(missed.length === 0 ? '✓ Every target was met' : `✗ ${missed.length} targets were missed`);
  if (missed.length > 0) process.exitCode = 1;
}

/** A figure with the highest value allowed as its target. */
export function targetRow(name: string, value: number, unit: string, most: number): Row {
  const yardstick = `the ${most.toLocaleString('en-US')} ${unit} allowed`;
  return { name, value, unit, yardstick, ratio: value / most, most };
}

export function missedTargets(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, value, unit, most }) =>
    most === undefined || value <= most
      ? []
      : [`${name}: ${amountText(value)} ${unit}, above the ${amountText(most)} ${unit} allowed`],
  );
}

/** A percentile of sorted values; `share` 0.5 is the median. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function jsonOf(rows: readonly Row[]): string {
  return `${JSON.stringify(rows, ['name', 'value', 'unit', 'yardstick', 'ratio'], 2)}\n`;
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, value, unit, yardstick, ratio }) => [
    name,
    amountText(value),
    unit,
    yardstick === undefined ? '' : `${ratio === undefined ? '' : `${ratio.toFixed(2)} x `}${yardstick}`,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(([name = '', value = '', unit = '', against = '']) =>
      `${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${unit.padEnd(widths[2] ?? 0)}  ${against}`.trimEnd(),
    )
    .join('\n');
}

/** With two decimals below 100. */
export const amountText = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
