/**
 * Lists as CSV. Pages of rows are read only as fast as the client reads, so memory does not grow with the list.
 * A cell that a spreadsheet would run as a formula, also with full-width characters, becomes plain text; numbers stay numbers.
 */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

/** Rows per read: enough to keep the overhead of a query small, few enough that memory stays constant. */
export const rowsAtOnce = 100;

export type Cell = string | number;

/** Puts an apostrophe before text that begins like a formula, at the start or after a character that some spreadsheets take for the end of a cell. A number may begin with its sign. */
export function plain(cell: Cell): string {
  const text = String(cell);
  if (/^[-+]?\d+(\.\d+)?$/.test(text)) return text;
  const guarded = text.replace(/([;|\t\r\n]\s*["']*)([=+\-@＝＋－＠])/g, "$1'$2");
  return /^\s*["']*[=+\-@＝＋－＠]|^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

/** Writes pages of rows as CSV. The next page is requested only once the previous one has been sent. */
export function csv(header: readonly string[], pages: AsyncIterable<readonly (readonly Cell[])[]>): Readable {
  async function* lines() {
    // The byte order mark, by which spreadsheets recognise UTF-8.
    yield `\uFEFF${stringify([header])}`;
    for await (const rows of pages) if (rows.length > 0) yield stringify(rows.map((row) => row.map(plain)));
  }
  return Readable.from(lines(), { objectMode: false, highWaterMark: 64 * 1_024 });
}

/** Reads a keyset list page by page. `read` returns the rows after a cursor, one more than a page if there is another page; `cursorOf` returns the cursor of a row. */
export async function* readPages<T>(
  read: (cursor: string | undefined) => Promise<T[]>,
  cursorOf: (row: T) => string,
  size: number,
): AsyncGenerator<T[]> {
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
