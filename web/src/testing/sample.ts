/**
 * The smallest value that a schema of the contract allows, so that a test names only the fields it is about. Optional fields are absent, lists are empty,
 * nullable fields are null, and each id is new.
 */
import type { z } from 'zod';

const instant = '2026-11-20T12:00:00.000Z';

let count = 0;

/** Sample texts for the formats that the contract uses: a timezone, a month, a hash. */
const patterns = ['UTC', '2026-11', '0'.repeat(64)];

/** A new id in the contract's format. */
export function newId(): string {
  count += 1;
  return `019aa1c8-7f00-7000-8000-${String(count).padStart(12, '0')}`;
}

/** A value of `schema` with the fields of `changes`; an invalid one fails the test. */
export function sample<S extends z.ZodType>(schema: S, changes?: Partial<z.output<S>>): z.output<S> {
  const smallest = smallestOf(schema);
  const value = isRecord(smallest) && isRecord(changes) ? { ...smallest, ...changes } : (changes ?? smallest);
  return checked(schema, value, 'The sample');
}

/** `value` itself, if it is valid; otherwise the error names each field. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return value as z.output<S>;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || '(whole)'}: ${message}`);
  throw new Error(`${what} is not what the contract allows: ${faults.join('; ')}`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of a schema's definition that matter here. */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly check?: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly element?: z.ZodType;
  readonly values?: readonly unknown[];
  readonly entries?: Record<string, unknown>;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

function smallestOf(schema: z.ZodType | undefined): unknown {
  if (!schema) return undefined;
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return objectOf(definition.shape ?? {});
    case 'string':
      return stringOf(schema);
    case 'number':
    case 'int':
      return leastOf(schema);
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: minimumOf(schema) }, () => smallestOf(definition.element));
    case 'tuple':
      return definition.items?.map(smallestOf);
    case 'record':
      return recordOf(definition);
    case 'enum':
      return Object.values(definition.entries ?? {})[0];
    case 'literal':
      return definition.values?.[0];
    case 'nullable':
    case 'null':
      return null;
    case 'union':
      return smallestOf(definition.options?.[0]);
    case 'intersection':
      return { ...(smallestOf(definition.left) as object), ...(smallestOf(definition.right) as object) };
    case 'lazy':
      return smallestOf(definition.getter?.());
    case 'pipe':
      return smallestOf(definition.in);
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return smallestOf(definition.innerType);
    default:
      return undefined;
  }
}

function objectOf(shape: Record<string, z.ZodType>): Record<string, unknown> {
  const fields = Object.entries(shape).map(([name, field]) => [name, smallestOf(field)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** A record with known keys has all of them, unless it is partial. */
function recordOf({ keyType, valueType }: Definition): Record<string, unknown> {
  const names =
    keyType && definitionOf(keyType).type === 'enum' ? Object.values(definitionOf(keyType).entries ?? {}) : [];
  return Object.fromEntries(names.map((name) => [String(name), smallestOf(valueType)]));
}

function stringOf(schema: z.ZodType): string {
  const { format } = definitionOf(schema);
  if (format === 'uuid' || format === 'guid') return newId();
  if (format === 'datetime') return instant;
  if (format === 'date') return instant.slice(0, 10);
  if (format === 'email') return 'ada@example.com';
  const plain = 'x'.repeat(Math.max(1, minimumOf(schema)));
  return [plain, ...patterns].find((text) => schema.safeParse(text).success) ?? plain;
}

/** Bounds are checks of a schema; for an exclusive minimum the value is one above. */
function leastOf(schema: z.ZodType): number {
  const bounds = checksOf(schema).flatMap(({ check, value, inclusive }) =>
    check === 'greater_than' ? [Number(value) + (inclusive ? 0 : 1)] : [],
  );
  return Math.max(0, ...bounds);
}

function minimumOf(schema: z.ZodType): number {
  const lengths = checksOf(schema).flatMap(({ check, minimum, length }) =>
    check === 'min_length' ? [Number(minimum)] : check === 'length_equals' ? [Number(length)] : [],
  );
  return Math.max(0, ...lengths);
}

interface Check {
  readonly check: string;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly minimum?: unknown;
  readonly length?: unknown;
}

function checksOf(schema: z.ZodType): Check[] {
  return (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def as unknown as Check);
}
