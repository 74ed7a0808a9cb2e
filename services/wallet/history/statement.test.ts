/** A statement shows the opening balance, every movement and the closing balance, as a reader of the PDF sees them. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import type { Transaction } from '@fairline/proto/wallet/history';
import { describe, expect, it, vi } from 'vitest';
import { type StatementHead, statement } from './statement.ts';

const head = {
  playerId: '019aa1c8-7f00-7000-8000-000000000001',
  currency: 'USD' as const,
  days: { from: '2026-11-01', until: '2026-11-30' },
  month: '2026-11',
  language: 'en' as const,
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

/** The lines of text in a PDF. Its text operators contain Western European characters in hexadecimal. */
const linesOf = (...pages: Transaction[][]) => linesUnder(head, ...pages);

async function linesUnder(under: StatementHead, ...pages: Transaction[][]): Promise<string[]> {
  const pdf = (await buffer(statement(under, pagesOf(...pages)))).toString('latin1');
  const streams = [...pdf.matchAll(/FlateDecode[^>]*>>\s*stream\n([\s\S]*?)\nendstream/g)].map(([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')),
  );
  const shown = [
    ...streams
      .map((stream) => stream.toString('latin1'))
      .join('\n')
      .matchAll(/\[([^\]]*)\] TJ/g),
  ];
  return shown.map(([, glyphs = '']) =>
    [...glyphs.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
  );
}

it('begins with the opening balance and ends with it and every movement', async () => {
  const bet = movement({
    type: 'bet',
    description: 'Sports bet',
    amountMinor: -2_345,
    balanceAfterMinor: 20_000,
    createdAt: '2026-11-04T08:00:00.000Z',
  });
  const lines = await linesOf([movement({})], [bet]);
  expect(lines).toEqual(
    expect.arrayContaining(['Statement for 2026-11', `Account ${head.playerId}`, 'Opening balance 123.45 USD']),
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      '2026-11-03 10:20',
      'Deposit: Bank Transfer',
      '100.00 USD',
      '223.45 USD',
      'Sports bet',
      '-23.45 USD',
    ]),
  );
  expect(lines).toEqual(
    expect.arrayContaining(['Total deposit: 100.00 USD', 'Total bet: -23.45 USD', 'Closing balance 200.00 USD']),
  );
});

it('of a month without movements closes as it opened', async () => {
  const lines = await linesOf();
  expect(lines).toEqual(
    expect.arrayContaining([
      'Opening balance 123.45 USD',
      'No transactions in this period.',
      'Closing balance 123.45 USD',
    ]),
  );
});

it('of many pages has every movement and closes once', async () => {
  const rows = Array.from({ length: 120 }, (_, place) => movement({ description: `Row ${place}`, amountMinor: 1 }));
  const lines = await linesOf(rows.slice(0, 60), rows.slice(60));
  expect(lines.filter((line) => line.startsWith('Row '))).toEqual(rows.map(({ description }) => description));
  expect(lines.filter((line) => line.startsWith('Closing'))).toEqual(['Closing balance 124.65 USD']);
  expect(lines.filter((line) => line.startsWith('Fairline ·'))).toEqual(
    [1, 2, 3].map((number) => `Fairline · 2026-11 · page ${number}`),
  );
});

describe('a long statement', () => {
  const most = 200;
  /** Pages of 100 rows, and how many were read of them. */
  function counted() {
    const read = { pages: 0 };
    async function* pages() {
      for (; read.pages < most; read.pages++) {
        await setImmediate();
        yield Array.from({ length: 100 }, () => movement({ description: randomUUID() }));
      }
    }
    return { read, stream: statement(head, pages()) };
  }
  const standstill = async (read: { pages: number }) => {
    for (let before = -1; before !== read.pages; ) {
      before = read.pages;
      await setTimeout(100);
    }
    return read.pages;
  };

  it('is made only as fast as the client reads it, and goes on when the client does', async () => {
    const { read, stream } = counted();
    const first = await standstill(read);
    expect(first).toBeLessThan(most / 4);
    stream.on('data', () => {});
    await vi.waitFor(() => expect(read.pages).toBeGreaterThan(2 * first), 60_000);
    stream.destroy();
  });

  it('is made no further once the client has left', async () => {
    const { read, stream } = counted();
    stream.on('data', () => {});
    await vi.waitFor(() => expect(read.pages).toBeGreaterThan(5), 60_000);
    stream.destroy();
    expect(await standstill(read)).toBeLessThan(most / 2);
  });
});

it('names its first and its last day where it is of no whole month', async () => {
  const lines = await linesUnder({ ...head, month: undefined, days: { from: '2026-10-05', until: '2026-11-07' } });
  expect(lines).toEqual(
    expect.arrayContaining(['Statement for 2026-10-05 to 2026-11-07', 'Fairline · 2026-10-05 to 2026-11-07 · page 1']),
  );
});

it('is written in the language of the player, with its decimal mark', async () => {
  const id = '019aa1c8-7f00-7000-8000-000000000003';
  const round = movement({
    type: 'win',
    kind: 'round_win',
    method: null,
    gameId: 'premium-roulette',
    roundId: id,
    reference: id,
    multiplier: 2,
    amountMinor: 123_456_789,
  });
  const refund = movement({
    type: 'refund',
    kind: 'round_refund',
    method: null,
    gameId: 'premium-roulette',
    roundId: id,
    reference: id,
  });
  const correction = movement({
    type: 'adjustment',
    kind: 'round_correction',
    method: null,
    gameId: 'premium-roulette',
    roundId: id,
    reference: id,
  });
  const open = movement({
    type: 'bet',
    kind: 'round_stake',
    method: null,
    gameId: 'premium-roulette',
    roundId: id,
    reference: id,
  });
  const jackpot = movement({
    type: 'win',
    kind: 'jackpot',
    method: null,
    gameId: 'mega-fortune-slots',
    roundId: id,
    reference: id,
  });
  const adjusted = movement({ type: 'adjustment', kind: 'adjustment', method: null, note: 'Goodwill' });
  const converted = movement({ type: 'conversion', kind: 'bonus_conversion', method: null, note: '150000' });
  const lines = await linesUnder({ ...head, language: 'es' }, [
    movement({ kind: 'deposit' }),
    movement({ kind: 'deposit', method: 'no_longer_offered' }),
    round,
    refund,
    correction,
    open,
    jackpot,
    adjusted,
    converted,
    movement({ type: 'bet', kind: 'stake', method: null }),
    movement({ description: 'From before kinds' }),
  ]);
  expect(lines).toEqual(
    expect.arrayContaining([
      'Extracto de 2026-11',
      'Saldo inicial 123,45 USD',
      'Fecha (UTC)',
      'Total apuesta: 200,00 USD',
    ]),
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      'depósito',
      'Depósito: Transferencia bancaria',
      'Depósito: no_longer_offered',
      '1.234.567,89 USD',
      'Ajuste: Goodwill',
      'Bono convertido en efectivo: 1.500,00 USD',
      'Apuesta deportiva',
      'From before kinds',
    ]),
  );
  for (const begins of [
    'Premium Roulette · 2,00x · ronda ',
    'Ronda anulada, importe devuelto · ',
    'Ronda anulada, pago retirado · ',
    'Premium Roulette · ronda ',
    'Bote · ',
  ])
    expect(
      lines.some((line) => line.startsWith(begins)),
      begins,
    ).toBe(true);
});
