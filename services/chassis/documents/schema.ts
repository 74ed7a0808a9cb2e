/**
 * The mongoose schema of a collection, made from its zod shape, so that a document is declared once. It has paths and types only: by them mongoose casts filters
 * and changes, and refuses fields that the shape has not. Which values are allowed, and which fields must be there, is checked by zod.
 */
import { Schema, type SchemaDefinitionProperty, type SchemaOptions } from 'mongoose';
import type { z } from 'zod';

const options = { strict: 'throw', strictQuery: 'throw', minimize: false, id: false } satisfies SchemaOptions;

/** Throws if the shape has a kind of field that documents do not have. */
export function schemaOf(shape: z.core.$ZodType): Schema {
  const bookkeeping = { applied: [String], outbox: [Schema.Types.Mixed], unsent: Boolean };
  return new Schema({ ...fieldsOf(shape), ...bookkeeping }, { ...options, versionKey: 'version' });
}

function fieldsOf(shape: z.core.$ZodType): Record<string, SchemaDefinitionProperty> {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') throw new Error(`a document is an object, not of kind ${def.type}`);
  return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, typeOf(field)]));
}

function typeOf(shape: z.core.$ZodType): SchemaDefinitionProperty {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return typeOf(def.innerType);
    case 'string':
    case 'number':
    case 'boolean':
      return { type: primitives[def.type] };
    case 'date':
      return { type: Date };
    case 'enum':
      return { type: typeOfAll(Object.values(def.entries)) };
    case 'literal':
      return { type: typeOfAll(def.values) };
    case 'object':
      return { type: new Schema(fieldsOf(shape), { ...options, _id: false }) };
    case 'array':
      // mongoose would insert an empty array for an absent one.
      return { type: [typeOf(def.element)], default: undefined };
    case 'record':
      return { type: Schema.Types.Mixed };
    default:
      throw new Error(`documents have no fields of kind ${def.type}`);
  }
}

const primitives: Readonly<Record<string, unknown>> = { string: String, number: Number, boolean: Boolean };

function typeOfAll(values: readonly unknown[]): unknown {
  const [kind, other] = new Set(values.map((value) => typeof value));
  if (kind === undefined || other !== undefined || !primitives[kind])
    throw new Error(`documents have no fields that hold one of ${values.join(', ')}`);
  return primitives[kind];
}
