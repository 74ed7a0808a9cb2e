/** Markdown tables, padded like the formatter of the project does. */

type Alignment = 'left' | 'right' | 'centre';

/** A table. The first column is aligned left, the others as given. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  others: Alignment = 'right',
): string {
  const least = others === 'centre' ? 3 : 1;
  const widths = head.map((cell, column) =>
    Math.max(column === 0 ? 3 : least, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const alignmentOf = (column: number) => (column === 0 ? 'left' : others);
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => padCell(cell, widths[column] ?? 0, alignmentOf(column))).join(' | ')} |`;
  const rule = widths.map((width, column) => ruleOf(width, alignmentOf(column)));
  return [lineOf(head), `| ${rule.join(' | ')} |`, ...rows.map(lineOf)].join('\n');
}

function padCell(cell: string, width: number, alignment: Alignment): string {
  if (alignment === 'left') return cell.padEnd(width);
  if (alignment === 'right') return cell.padStart(width);
  return cell.padStart(Math.floor((width + cell.length) / 2)).padEnd(width);
}

function ruleOf(width: number, alignment: Alignment): string {
  if (alignment === 'left') return '-'.repeat(width);
  if (alignment === 'right') return `${'-'.repeat(width - 1)}:`;
  return `:${'-'.repeat(width - 2)}:`;
}
