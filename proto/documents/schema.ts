/**
 * The JSON Schema of a contract's zod schema, as sent on the wire.
 * All documents use this conversion, so they describe a shape the same way.
 */
import { z } from 'zod';

export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** Formats whose pattern, which zod adds, is redundant. */
const formatsWithoutPattern = new Set(['uuid', 'date', 'date-time']);

export function jsonSchema(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adjustSchema(zodSchema as unknown as z.ZodType, jsonSchema as JsonObject),
  }) as JsonObject;
}

/** Applies overrides and simplifies the output of zod; shared with the OpenAPI builder. */
export function adjustSchema(zodSchema: z.ZodType, written: JsonObject): void {
  const override = zodSchema.meta()?.override as JsonObject | undefined;
  if (override) {
    delete written.override;
    Object.assign(written, override);
  }
  if (formatsWithoutPattern.has(String(written.format))) delete written.pattern;
  if ('example' in written) {
    written.examples = [written.example];
    delete written.example;
  }
}
