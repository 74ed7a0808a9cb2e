/** A list as CSV: cells that a spreadsheet would run become plain text, and all pages are read to the end. */
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { csv, plain, readPages } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+cmd|calc', "'+cmd|calc"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['a;=1+1', "a;'=1+1"],
  ['a|=1+1', "a|'=1+1"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a; "=1+1', 'a; "\'=1+1'],
  ['a\n-2+3', "a\n'-2+3"],
  [' =1+1', "' =1+1"],
  ['"=1+1', '\'"=1+1'],
  ['a-b; c=d', 'a-b; c=d'],
  ['-12.50', '-12.50'],
  ['+5', '+5'],
  ['Deposit', 'Deposit'],
  ['', ''],
])('the cell %j is written %j', (cell, written) => expect(plain(cell)).toBe(written));

describe('a file', () => {
  const rowsOf = (count: number) => Array.from({ length: count }, (_, place) => `row ${place}`);
  const pages = (all: string[], size: number) =>
    readPages(
      async (before) => all.slice(before === undefined ? 0 : all.indexOf(before) + 1).slice(0, size + 1),
      (row) => row,
      size,
    );

  it.each([0, 1, 4, 5, 8, 9])('of %d rows has each once, in order', async (count) => {
    const all = rowsOf(count);
    async function* cells() {
      for await (const rows of pages(all, 4)) yield rows.map((row) => [row, 'a,b "c"']);
    }
    const lines = (await buffer(csv(['Name', 'Note'], cells()))).toString('utf8').split('\n');
    expect(lines).toEqual(['\uFEFFName,Note', ...all.map((row) => `${row},"a,b ""c"""`), '']);
  });
});
