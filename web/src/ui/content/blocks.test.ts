/** Parsing documents into blocks. */
import { expect, it } from 'vitest';
import { blocksOf } from './blocks.ts';

it.each([
  ['# Title', [{ kind: 'heading', level: 1, text: 'Title' }]],
  [
    '### A part\n\nof two\nlines',
    [
      { kind: 'heading', level: 3, text: 'A part' },
      { kind: 'paragraph', text: 'of two lines' },
    ],
  ],
  ['- one\n- two', [{ kind: 'list', items: ['one', 'two'] }]],
  ['```json\n{\n\n}\n```\n', [{ kind: 'code', text: '{\n\n}' }]],
  [
    '| bet | RTP | way |\n| --- | ---: | :-: |\n| spin | 96 % | |',
    [{ kind: 'table', head: ['bet', 'RTP', 'way'], align: ['left', 'right', 'center'], rows: [['spin', '96 %', '']] }],
  ],
  ['| no table', [{ kind: 'paragraph', text: '| no table' }]],
  ['', []],
])('%j', (markdown, blocks) => {
  expect(blocksOf(markdown)).toEqual(blocks);
});
