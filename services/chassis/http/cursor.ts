/** Keyset cursors: where a page ended, opaque to the caller. Any other cursor is an invalid request. */
import { common, type Page, pageSize, Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';

export function readCursor<S extends z.ZodType>(schema: S, cursor: string | undefined): z.infer<S> | undefined {
  if (!cursor) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new Refusal(common.invalidRequest, undefined, { cursor: 'Not a cursor of this list' });
  }
}

/** Makes a page of up to 50 from 51 rows; `place` identifies the last row for the cursor. With fewer rows the next page begins at `stoppedAt`, where the query stopped early. */
export function page<R, T>(rows: readonly R[], place: (row: R) => unknown, item: (row: R) => T, stoppedAt: unknown = null): Page<T> {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const next = rows.length > pageSize && last !== undefined ? place(last) : stoppedAt;
  return { items: shown.map(item), nextCursor: next === null ? null : Buffer.from(JSON.stringify(next)).toString('base64url') };
}
