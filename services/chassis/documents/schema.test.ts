/** The schema that mongoose gets for each kind of field, and what it refuses. */
import { createConnection } from 'mongoose';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaOf } from './schema.ts';

const connection = createConnection();
const documents = (value: z.ZodType) =>
  connection.model('documents', schemaOf(z.strictObject({ _id: z.uuid(), version: z.int(), value })), 'documents', {
    overwriteModels: true,
  });

it.each([
  ['a string', z.string(), 'String', 'a'],
  ['a UUID', z.uuid(), 'String', 'a'],
  ['a time as text', z.iso.datetime(), 'String', 'a'],
  ['an integer', z.int(), 'Number', 7],
  ['a boolean', z.boolean(), 'Boolean', false],
  ['a date', z.date(), 'Date', new Date(5)],
  ['an enum', z.enum(['open', 'closed']), 'String', 'open'],
  ['a literal', z.literal(true), 'Boolean', true],
  ['an optional field', z.date().optional(), 'Date', undefined],
  ['a nullable field', z.string().nullable(), 'String', null],
  ['an array', z.array(z.string()), 'Array', ['a']],
  ['an optional array', z.array(z.string()).optional(), 'Array', undefined],
  ['an object', z.strictObject({ type: z.string(), at: z.date().optional() }), 'Embedded', { type: 'a' }],
  ['an optional object', z.strictObject({ type: z.string() }).optional(), 'Embedded', undefined],
  [
    'an array of objects',
    z.array(z.strictObject({ id: z.uuid(), names: z.array(z.string()) })),
    'Array',
    [{ id: 'a', names: [] }],
  ],
  ['a record', z.record(z.string(), z.string()), 'Mixed', {}],
])('%s becomes a path that keeps its value', (_, kind, instance, value) => {
  const Documents = documents(kind);
  expect(Documents.schema.path('value').instance).toBe(instance);
  expect(new Documents({ _id: 'id', version: 3, value }).toObject()).toEqual({
    _id: 'id',
    version: 3,
    value,
    applied: [],
    outbox: [],
  });
});

it.each([
  ['a union', z.union([z.string(), z.int()])],
  ['an enum of texts and numbers', z.literal(['a', 1])],
  ['anything', z.unknown()],
])('refuses %s', (_, kind) => {
  expect(() => documents(kind)).toThrow('documents have no fields');
});

it('refuses fields that the shape has not, also in filters', async () => {
  const Documents = documents(z.strictObject({ id: z.uuid() }));
  expect(() => new Documents({ other: 1 })).toThrow('not in schema');
  await expect(new Documents({ value: { other: 1 } }).validate()).rejects.toThrow('StrictModeError');
  expect(() => Documents.find({ 'value.other': 1 }).cast(Documents)).toThrow('not in schema');
});
