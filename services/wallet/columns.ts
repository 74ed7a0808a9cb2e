/** Column kinds that wallet's tables share, and readers for statements that always return a row and for composite values that may be absent. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { type Column, type Columns, json, nullable, oneOf, type Row } from '@fairline/chassis/storage/rows';
import { currencies, playCurrencies } from '@fairline/proto/money';
import { z } from 'zod';

export const currency = oneOf(currencies);
export const playCurrency = oneOf(playCurrencies);
export const book = oneOf(['real', 'play']);
export const level = oneOf(['unverified', 'verified']);
/** The params of a refusal; null if it has none. */
export const refusalParams = nullable(json(z.record(z.string(), z.unknown())));

export type OptionalColumns<C extends Columns> = { readonly [K in keyof C]: Column<Row<C>[K & keyof Row<C>] | null> };
type OptionalRow<T> = { [K in keyof T]: T[K] | null };

/** The columns of a composite value that may be absent. If it is, all of them are null. */
export function optional<C extends Columns>(columns: C): OptionalColumns<C> {
  const entries = Object.entries(columns).map(([name, column]) => [name, nullable(column)] as const);
  return Object.fromEntries(entries) as unknown as OptionalColumns<C>;
}

/** Whether a composite value is present: `key` is null only if the whole value is absent. A null that its columns do not allow is a fault. */
export function isPresent<C extends Columns>(columns: C, key: keyof C, row: OptionalRow<Row<C>>): row is Row<C> {
  const values: Readonly<Record<PropertyKey, unknown>> = row;
  if (values[key] === null) return false;
  for (const [name, column] of Object.entries(columns)) {
    if (!column.nullable && values[name] === null) throw new Error(`column "${name}" is null`);
  }
  return true;
}

/** A PostgreSQL array literal of ids, currencies and whole numbers. They need no quotes; the contract has checked their form. */
export function literal<T>(items: readonly T[], of: (item: T) => string | number | undefined): string {
  return `{${items.map((item) => of(item) ?? 'null').join()}}`;
}

/** Reads the single row of a statement that always returns one; its absence is a fault. */
export async function oneRow<C extends Columns>(
  db: Queries,
  columns: C,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row<C>> {
  const row = await db.row(columns, sql, values);
  if (!row) throw new Error(`no row from: ${sql.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  return row;
}
