/** The hashed bytes, which must never change: anybody may recompute the log from their description. */

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { expect, it } from 'vitest';
import { hashOf, link, origin, type Recorded } from './chain.ts';

const recorded: Recorded = {
  id: '019aa1c8-7f00-7000-8000-000000000001',
  service: 'wallet',
  at: '2026-11-20T12:00:00.000Z',
  operatorId: '019aa1c8-7f00-7000-8000-000000000002',
  action: 'payment.approve',
  resourceType: 'payment',
  resourceId: 'p1',
  reason: 'Checked "twice"',
  after: { b: 1, a: [true, null, 'é'] },
};

it.each<[unknown, string]>([
  [{ b: 1, a: 2, A: 3, ä: 4 }, '{"A":3,"a":2,"b":1,"ä":4}'],
  [{ a: undefined, b: null, c: [undefined, {}] }, '{"b":null,"c":[null,{}]}'],
  [[1, 1.5, -0, 1e21, 0.000001], '[1,1.5,0,1e+21,0.000001]'],
  ['line\nbreak "and" \u2028', JSON.stringify('line\nbreak "and" \u2028')],
  [JSON.parse('{"__proto__":{"x":1},"constructor":2}'), '{"__proto__":{"x":1},"constructor":2}'],
])('writes %j in one way', (value, text) => {
  expect(canonicalize(value)).toBe(text);
});

it('hashes the previous hash, a line feed and the record', () => {
  const text =
    '{"action":"payment.approve","after":{"a":[true,null,"é"],"b":1},"at":"2026-11-20T12:00:00.000Z","id":"019aa1c8-7f00-7000-8000-000000000001",' +
    '"operatorId":"019aa1c8-7f00-7000-8000-000000000002","reason":"Checked \\"twice\\"","resourceId":"p1","resourceType":"payment","sequence":1,"service":"wallet"}';
  expect(hashOf(origin.hash, 1, recorded)).toBe(
    createHash('sha256')
      .update(`${'0'.repeat(64)}\n${text}`)
      .digest('hex'),
  );
});

it('gives each record the next sequence number and a hash that covers the previous one', () => {
  const [first, second] = link({ sequence: 41, hash: 'f'.repeat(64) }, [
    recorded,
    { ...recorded, id: '019aa1c8-7f00-7000-8000-000000000003' },
  ]);
  expect([first?.sequence, second?.sequence]).toEqual([42, 43]);
  expect(first?.hash).toBe(hashOf('f'.repeat(64), 42, recorded));
  expect(second?.hash).toBe(hashOf(first?.hash ?? '', 43, { ...recorded, id: '019aa1c8-7f00-7000-8000-000000000003' }));
});

it.each<[string, Partial<Recorded>]>([
  ['the operator', { operatorId: '019aa1c8-7f00-7000-8000-000000000009' }],
  ['a reason that is gone', { reason: undefined }],
  ['a value inside', { after: { b: 2, a: [true, null, 'é'] } }],
  ['an order inside', { after: { b: 1, a: [null, true, 'é'] } }],
  ['an address', { address: '203.0.113.7' }],
])('has another hash with %s', (_name, change) => {
  expect(hashOf(origin.hash, 1, { ...recorded, ...change })).not.toBe(hashOf(origin.hash, 1, recorded));
});
