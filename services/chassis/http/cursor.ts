/** Keyset cursors: the last row of a page, encoded and opaque to the caller. A cursor that does not parse is an invalid request. */
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

/**
 * Builds a page of up to `size` items from up to one row more; `keyOf` gives the key of the last row, for the cursor.
 * With fewer rows the next page continues at `stoppedAt`, if the query stopped early.
 */
export function page<R, T>(
  rows: readonly R[],
  keyOf: (row: R) => unknown,
  item: (row: R) => T,
  stoppedAt: unknown = null,
  size = pageSize,
): Page<T> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const next = rows.length > size && last !== undefined ? keyOf(last) : stoppedAt;
  return {
    items: shown.map(item),
    nextCursor: next === null ? null : Buffer.from(JSON.stringify(next)).toString('base64url'),
  };
}
