/** The changes of an action, as rows. */
import { describe, expect, it } from 'vitest';
import { difference } from './difference.ts';

const names = (fields: ReturnType<typeof difference>) =>
  fields.filter(({ changed }) => changed).map(({ name }) => name);

describe('two sides', () => {
  it('show changed, added and removed fields beside unchanged ones', () => {
    const fields = difference({ status: 'open', kept: 1, gone: true }, { status: 'resolved', kept: 1, came: null });
    expect(fields).toEqual([
      { name: 'status', before: 'open', after: 'resolved', changed: true },
      { name: 'kept', before: 1, after: 1, changed: false },
      { name: 'gone', before: true, after: undefined, changed: true },
      { name: 'came', before: undefined, after: null, changed: true },
    ]);
  });

  it('compare nested objects by path, and lists as a whole', () => {
    expect(names(difference({ own: { a: 1, b: 2 }, list: [1, 2] }, { own: { a: 1, b: 3 }, list: [1, 2, 3] }))).toEqual([
      'own.b',
      'list',
    ]);
  });

  it('treat an empty object as a value', () => {
    expect(difference({ own: {} }, { own: { a: 1 } }).map(({ name, changed }) => [name, changed])).toEqual([
      ['own', true],
      ['own.a', true],
    ]);
  });
});

it('shows the fields of a single side, without changes', () => {
  expect(difference(undefined, { flagged: true })).toEqual([
    { name: 'flagged', before: undefined, after: true, changed: false },
  ]);
  expect(difference(undefined, undefined)).toEqual([]);
});

it('treats fields named like JavaScript properties as normal fields', () => {
  const values: Record<string, unknown> = JSON.parse('{"__proto__":{"a":1},"constructor":"x"}');
  expect(difference(values, values).map(({ name }) => name)).toEqual(['__proto__.a', 'constructor']);
});
