/** The seal on prices, in tables: which texts open, and which do not. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { decodeMarket, decodeWatermark, encodeOwn, encodeUpdate, encodeWatermark } from './price-codec.ts';
import { PriceSeal } from './price-seal.ts';

const terms = { refundShare: 0, marginMethod: 'power' } as const;
const update = (marketId: string, oddsMilli: number, sequence = 7) =>
  ({
    kind: 'prices',
    fixtureId: 'f',
    marketId,
    sequence,
    status: 'active',
    selections: [{ id: 'home', oddsMilli, active: true }],
    terms,
  }) as const;

function board() {
  const broken: string[] = [];
  const seal = new PriceSeal(randomBytes(32), (name) => broken.push(name));
  const stored = (marketId: string, oddsMilli: number, sequence = 7) => {
    const [, , text] = encodeUpdate(seal, update(marketId, oddsMilli, sequence));
    return `${sequence}|${text}`;
  };
  const oddsOf = (marketId: string, ...fields: (string | null)[]) =>
    decodeMarket(seal, marketId, null, fields)?.selections.get('home')?.oddsMilli;
  return { broken, seal, stored, oddsOf };
}

it('opens what it sealed', () => {
  const { stored, oddsOf, broken } = board();
  expect([
    oddsOf('m', stored('m', 1_660)),
    oddsOf('m', stored('m', 1_660)),
    oddsOf('m', stored('m', 1_700, 8)),
  ]).toEqual([1_660, 1_660, 1_700]);
  expect(broken).toEqual([]);
});

it.each<[string, (text: string) => string]>([
  ['other odds under the same sequence', (text) => text.replace('1660', '90000')],
  ['another sequence', (text) => text.replace('7|', '9|')],
  ['another state', (text) => text.replace('active', 'suspended')],
  ['no seal', (text) => `7|${text.slice(text.indexOf('['))}`],
  ['an empty text', () => '7|'],
  ['a text without its parts', () => '7'],
])('does not open %s', (_, change) => {
  const { stored, oddsOf, broken } = board();
  expect(oddsOf('m', change(stored('m', 1_660)))).toBeUndefined();
  expect(broken).toHaveLength(1);
});

it('does not open the text of another market, of another key, or one that was put back', () => {
  const { stored, oddsOf } = board();
  expect(oddsOf('other', stored('m', 1_660))).toBeUndefined();
  expect(oddsOf('m', board().stored('m', 1_660))).toBeUndefined();
  expect([oddsOf('m', stored('m', 1_400, 8)), oddsOf('m', stored('m', 1_660, 7))]).toEqual([1_400, undefined]);
});

it('closes a market whose own prices were altered', () => {
  const { seal, stored, oddsOf } = board();
  const own = encodeOwn(seal, 'm', { marginBp: null, odds: new Map([['home', 2_000]]) as never, version: 1 });
  expect(oddsOf('m', stored('m', 1_660), null, own.replace('"version":1', '"version":2'))).toBeUndefined();
});

it('takes a watermark from its own hand alone', () => {
  const { seal } = board();
  const text = encodeWatermark(seal, { recovery: 'r', until: new Date(1_000), livesMs: 1 });
  expect(decodeWatermark(seal, text)).toEqual({ recovery: 'r', until: new Date(1_000) });
  for (const forged of [text.replace('|1000', '|9000'), 'r|9000', 'r', ''])
    expect(decodeWatermark(seal, forged)).toBeUndefined();
  expect(decodeWatermark(seal, null)).toBeUndefined();
});
