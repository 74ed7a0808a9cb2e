/** The results of a measurement as rows, the targets they miss, and their table. */

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The comparison: another figure of the same run on the same servers, or the target. */
  readonly yardstick?: string;
  readonly ratio?: number;
  /** The target: the highest allowed value, in the unit of the value. A row without one cannot fail. */
  readonly most?: number;
}

export interface Bench {
  readonly title: string;
  run(log: (line: string) => void): Promise<Row[]>;
}

/** What a run found: its rows, one line for each target it missed, and further tables. */
export interface Result {
  readonly rows: readonly Row[];
  readonly missed: readonly string[];
  readonly further: readonly (readonly Row[])[];
}

/** A time with the longest time allowed as its target. */
export function timeRow(name: string, valueMs: number, mostMs: number): Row {
  return {
    name,
    value: valueMs,
    unit: 'ms',
    yardstick: `the ${mostMs.toLocaleString('en-US')} ms allowed`,
    ratio: valueMs / mostMs,
    most: mostMs,
  };
}

/** One line for each target that was missed. */
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

const amountText = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });

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
