/**
 * JSON Schema of a contract's shape, as it travels: what a reader must accept.
 * One place decides how zod is written down, so every document describes the same shape the same way.
 */
import { z } from 'zod';

export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** The patterns zod writes beside these formats repeat the format, only longer. */
const formatsThatSayItAll = new Set(['uuid', 'date', 'date-time']);

export function jsonSchema(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => settle(zodSchema as unknown as z.ZodType, jsonSchema as JsonObject),
  }) as JsonObject;
}

/** Applies what zod cannot say by itself; shared with the OpenAPI builder. */
export function settle(zodSchema: z.ZodType, written: JsonObject): void {
  const override = zodSchema.meta()?.override as JsonObject | undefined;
  if (override) {
    delete written.override;
    Object.assign(written, override);
  }
  if (formatsThatSayItAll.has(String(written.format))) delete written.pattern;
  if ('example' in written) {
    written.examples = [written.example];
    delete written.example;
  }
}

export function text(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
