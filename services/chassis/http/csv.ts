/**
 * Lists as CSV, one page of rows after another as the reader takes them, so memory does not grow with the list.
 * A cell that a spreadsheet would run as a formula, of full width too, is made plain text; numbers stay numbers.
 */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

/** So many rows are held at once: enough that the time goes into rows, few enough that a long file leaves no trace in memory. */
export const rowsAtOnce = 100;

export type Cell = string | number;

/** Text that begins like a formula gets an apostrophe in front, after a character too that some spreadsheet takes for the end of a cell; a plain number may begin with its sign. */
export function plain(cell: Cell): string {
  const text = String(cell);
  if (/^[-+]?\d+(\.\d+)?$/.test(text)) return text;
  const guarded = text.replace(/([;|\t\r\n]\s*["']*)([=+\-@＝＋－＠])/g, "$1'$2");
  return /^\s*["']*[=+\-@＝＋－＠]|^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

/** `pages` answers rows after rows; each is asked for when the one before has been taken. */
export function csv(header: readonly string[], pages: AsyncIterable<readonly (readonly Cell[])[]>): Readable {
  async function* lines() {
    // The mark by which spreadsheets know that the file is UTF-8.
    yield `\uFEFF${stringify([header])}`;
    for await (const rows of pages) if (rows.length > 0) yield stringify(rows.map((row) => row.map(plain)));
  }
  return Readable.from(lines(), { objectMode: false, highWaterMark: 64 * 1_024 });
}

/** Reads a keyset list page by page: `read` returns a page after a cursor, with one row more if there is another page, and `cursorOf` the cursor of a row. */
export async function* readPages<T>(read: (cursor: string | undefined) => Promise<T[]>, cursorOf: (row: T) => string, size: number): AsyncGenerator<T[]> {
  let cursor: string | undefined;
  for (;;) {
    const rows = await read(cursor);
    const shown = rows.slice(0, size);
    yield shown;
    const last = shown.at(-1);
    if (!last || rows.length <= size) return;
    cursor = cursorOf(last);
  }
}

export function csvHeaders(name: string, now: Date): Record<string, string> {
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}_${now.toISOString().slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
  };
}
