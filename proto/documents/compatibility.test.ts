/** Changes of a contract that are additions, and those that break its users. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findBreaks, findBreaksByFile } from './compatibility.ts';
import { jsonSchema } from './schema.ts';

const before = {
  id: z.uuid(),
  amountMinor: z.int(),
  status: z.enum(['a', 'b']),
  legs: z.array(z.object({ odds: z.int() })),
  note: z.string().optional(),
};
const between = (after: z.ZodRawShape) => findBreaks(jsonSchema(z.object(before)), jsonSchema(z.object(after)));

describe('an addition is', () => {
  it.each<[string, z.ZodRawShape]>([
    ['no change', before],
    ['an optional field', { ...before, more: z.string().optional() }],
    [
      'an optional field of a nested object',
      { ...before, legs: z.array(z.object({ odds: z.int(), name: z.string().optional() })) },
    ],
    ['another description', { ...before, amountMinor: z.int().meta({ description: 'minor units', example: 1 }) }],
  ])('%s', (_, after) => {
    expect(between(after)).toEqual([]);
  });
});

describe('a break is', () => {
  const { note: _note, ...withoutNote } = before;
  it.each<[string, z.ZodRawShape, string]>([
    ['a removed field', withoutNote, 'note: removed'],
    ['a required field', { ...before, more: z.string() }, 'more: added as required'],
    ['a field that became required', { ...before, note: z.string() }, 'note: now required'],
    ['a field that may now be missing', { ...before, id: z.uuid().optional() }, 'id: no longer required'],
    ['another type', { ...before, amountMinor: z.string() }, 'amountMinor: type was "integer", is "string"'],
    [
      'a narrower range',
      { ...before, amountMinor: z.int().min(1) },
      'amountMinor: minimum was -9007199254740991, is 1',
    ],
    [
      'a new value of an enumeration',
      { ...before, status: z.enum(['a', 'b', 'c']) },
      'status: enum was ["a","b"], is ["a","b","c"]',
    ],
    [
      'a change in a nested object',
      { ...before, legs: z.array(z.object({ odds: z.string() })) },
      'legs.items.odds: type was "integer", is "string"',
    ],
    ['another alternative', { ...before, id: z.union([z.uuid(), z.null()]) }, 'id.anyOf: had 0 forms, has 2'],
  ])('%s', (_, after, message) => {
    expect(between(after)).toContain(message);
  });

  it('a strict shape that was not strict', () => {
    expect(findBreaks(jsonSchema(z.object(before)), jsonSchema(z.strictObject(before)))).toEqual([
      'the whole: additionalProperties was undefined, is false',
    ]);
  });
});

it('a deleted schema is a break; a new schema or another document is not', () => {
  const schema = JSON.stringify(jsonSchema(z.object(before)));
  expect(
    findBreaksByFile(
      new Map([
        ['schemas/evt.a.json', schema],
        ['CATALOGUE.md', 'x'],
      ]),
      new Map([['schemas/evt.b.json', schema]]),
    ),
  ).toEqual(['schemas/evt.a.json: gone']);
});
