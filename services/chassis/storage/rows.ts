/**
 * Checked rows: a statement declares its columns, and every result is checked against them.
 * A column that is missing, undeclared or of another type is a fault that names the column and the statement.
 */
import type { FieldDef } from 'pg';
import type { z } from 'zod';

export interface Column<T> {
  /** Type ids of PostgreSQL (pg_type.oid) that this column may have. */
  readonly oids: readonly number[];
  readonly nullable: boolean;
  /** Converts the driver's value, or throws; undefined if no conversion is needed. */
  readonly read: ((value: unknown) => T) | undefined;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;
type Simplify<T> = { [K in keyof T]: T[K] };
/** The row that columns describe. */
export type Row<C extends Columns> = Simplify<{ [K in keyof C]: C[K] extends Column<infer T> ? T : never }>;

const plain = <T>(...oids: number[]): Column<T> => ({ oids, nullable: false, read: undefined });

export const uuid = plain<string>(2950);
/** `text`, `varchar` and `name`. */
export const text = plain<string>(25, 1043, 19);
/** `int2`, `int4`, `int8`: money and sequences fit a safe integer by constraint. */
export const integer = plain<number>(21, 23, 20);
export const float = plain<number>(700, 701);
/** `numeric`, exact, as its text. */
export const numeric = plain<string>(1700);
export const bool = plain<boolean>(16);
export const instant = plain<Date>(1184);
/** `date`, as `2026-01-31`. */
export const day = plain<string>(1082);
export const bytes = plain<Buffer>(17);
export const uuids = plain<string[]>(2951);
export const texts = plain<string[]>(1009, 1015);
export const integers: Column<number[]> = {
  ...plain<number[]>(1005, 1007, 1016),
  read: (values) => (values as unknown[]).map(Number),
};

/** Text with one of these values. */
export function oneOf<const T extends string>(values: readonly T[]): Column<T> {
  const known = new Set<unknown>(values);
  return {
    ...plain<T>(...text.oids),
    read: (value) => {
      if (!known.has(value)) throw new Error(`${JSON.stringify(value)} is none of ${values.join(', ')}`);
      return value as T;
    },
  };
}

/** `json` or `jsonb`, parsed by the schema. */
export function json<S extends z.ZodType>(schema: S): Column<z.infer<S>> {
  return { ...plain<z.infer<S>>(114, 3802), read: (value) => schema.parse(value) };
}

export function nullable<T>(column: Column<T>): Column<T | null> {
  return { ...column, nullable: true };
}

/** The row of a statement that always returns one. */
export function only<T>(row: T | undefined): T {
  if (!row) throw new Error('a statement that always returns a row returned none');
  return row;
}

export class RowMismatch extends Error {}

/** Creates the function that checks and converts the rows of a statement. Once per statement, because its column types do not change. */
export function rowReader<C extends Columns>(
  columns: C,
  fields: readonly FieldDef[],
  statement: string,
): (rows: Record<string, unknown>[]) => Row<C>[] {
  const mismatch = (problem: string) =>
    new RowMismatch(`${problem} in: ${statement.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const [name, { oids }] of Object.entries(columns)) {
    const field = byName.get(name);
    if (!field) throw mismatch(`column "${name}" is missing`);
    if (!oids.includes(field.dataTypeID))
      throw mismatch(`column "${name}" has type ${field.dataTypeID}, not ${oids.join(' or ')}`);
  }
  const undeclared = fields.find(({ name }) => !Object.hasOwn(columns, name));
  if (undeclared) throw mismatch(`column "${undeclared.name}" is not declared`);
  const checks = Object.entries(columns);
  return (rows) => {
    for (const row of rows) {
      for (const [name, { nullable, read }] of checks) {
        const value = row[name];
        if (value === null) {
          if (!nullable) throw mismatch(`column "${name}" is null`);
        } else if (read) {
          try {
            row[name] = read(value);
          } catch (error) {
            throw mismatch(`column "${name}": ${(error as Error).message}`);
          }
        }
      }
    }
    return rows as Row<C>[];
  };
}
