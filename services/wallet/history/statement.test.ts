/** A statement shows what there was, every movement and what there is, as a reader of the PDF sees it. */
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import type { Transaction } from '@fairline/proto/wallet/history';
import { expect, it } from 'vitest';
import { statement } from './statement.ts';

const head = {
  playerId: '019aa1c8-7f00-7000-8000-000000000001',
  currency: 'USD' as const,
  month: '2026-11',
  openingMinor: 12_345,
  madeAt: new Date('2026-11-20T12:00:00Z'),
};

function movement(changes: Partial<Transaction>): Transaction {
  return {
    id: '019aa1c8-7f00-7000-8000-000000000002',
    type: 'deposit',
    amountMinor: 10_000,
    currency: 'USD',
    status: 'completed',
    method: 'bank_transfer',
    description: 'Deposit: Bank Transfer',
    reference: 'DEP-1',
    createdAt: '2026-11-03T10:20:00.000Z',
    balanceAfterMinor: 22_345,
    ...changes,
  };
}

async function* pagesOf(...pages: Transaction[][]) {
  yield* pages;
}

/** The lines of a PDF: what each operator that shows text shows, its glyphs being letters of Western Europe in hexadecimal. */
async function linesOf(...pages: Transaction[][]): Promise<string[]> {
  const pdf = (await buffer(statement(head, pagesOf(...pages)))).toString('latin1');
  const streams = [...pdf.matchAll(/FlateDecode[^>]*>>\s*stream\n([\s\S]*?)\nendstream/g)].map(([, bytes = '']) => inflateSync(Buffer.from(bytes, 'latin1')));
  const shown = [
    ...streams
      .map((stream) => stream.toString('latin1'))
      .join('\n')
      .matchAll(/\[([^\]]*)\] TJ/g),
  ];
  return shown.map(([, glyphs = '']) => [...glyphs.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''));
}

it('begins with the opening balance and ends with it and every movement', async () => {
  const bet = movement({ type: 'bet', description: 'Sports bet', amountMinor: -2_345, balanceAfterMinor: 20_000, createdAt: '2026-11-04T08:00:00.000Z' });
  const lines = await linesOf([movement({})], [bet]);
  expect(lines).toEqual(expect.arrayContaining(['Statement for 2026-11', `Account ${head.playerId}`, 'Opening balance 123.45 USD']));
  expect(lines).toEqual(expect.arrayContaining(['2026-11-03 10:20', 'Deposit: Bank Transfer', '100.00 USD', '223.45 USD', 'Sports bet', '-23.45 USD']));
  expect(lines).toEqual(expect.arrayContaining(['Total deposit: 100.00 USD', 'Total bet: -23.45 USD', 'Closing balance 200.00 USD']));
});

it('of a month without movements closes as it opened', async () => {
  const lines = await linesOf();
  expect(lines).toEqual(expect.arrayContaining(['Opening balance 123.45 USD', 'No movements in this month.', 'Closing balance 123.45 USD']));
});

it('of many pages has every movement and closes once', async () => {
  const rows = Array.from({ length: 120 }, (_, place) => movement({ description: `Row ${place}`, amountMinor: 1 }));
  const lines = await linesOf(rows.slice(0, 60), rows.slice(60));
  expect(lines.filter((line) => line.startsWith('Row '))).toEqual(rows.map(({ description }) => description));
  expect(lines.filter((line) => line.startsWith('Closing'))).toEqual(['Closing balance 124.65 USD']);
  expect(lines.filter((line) => line.startsWith('Fairline ·'))).toEqual([1, 2, 3].map((number) => `Fairline · 2026-11 · page ${number}`));
});
