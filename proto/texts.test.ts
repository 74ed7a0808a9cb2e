/** The characters that names and free text may contain. */
import { describe, expect, it } from 'vitest';
import { isMultilineText, isPersonName, isText } from './texts.ts';

describe('a name', () => {
  it.each([
    "O'Brien",
    'O’Brien',
    'García',
    'Jean-Luc',
    'J. R. R.',
    'J.R.R.',
    'St. John',
    'Nguyễn Thị',
    '李',
    'Мария',
    'محمد',
    'अनुष्का',
    "'t Hooft",
    'José María',
  ])('may be %s', (name) => {
    expect(isPersonName(name)).toBe(true);
  });

  it.each([
    'You won 500',
    'http://evil.example',
    'evil.com',
    'www.evil',
    'www.evil.com claim',
    'ada@example.com',
    'a/b',
    'a:b',
    'Ada\n',
    'Ada\u0000',
    'Ada\u202Eada',
    'Ada\u2066ada',
    'Ada\u200Bada',
    'Ada\u3164',
    'Ada\u2028',
    '<b>Ada</b>',
    'Ada_',
    '---',
    '..',
    `Z${'\u0301'.repeat(9)}`,
    '4111 1111',
    'Ada 😀',
    '１２',
  ])('may not be %j', (name) => {
    expect(isPersonName(name)).toBe(false);
  });
});

describe('free text', () => {
  it.each(['Called back at 10:30, see https://help.example', 'नमस्ते', '👩\u200D👧', 'می\u200Cخواهم', ''])(
    'may be %j',
    (text) => {
      expect([isText(text), isMultilineText(text)]).toEqual([true, true]);
    },
  );

  it.each([
    '\u0000',
    '\u0085',
    '\u200E',
    '\u200F',
    '\u061C',
    '\u202A',
    '\u202E',
    '\u2066',
    '\u2069',
    '\u200B',
    '\u2028',
    '\u2029',
    '\uFEFF',
    '\u{E0041}',
    '\uD800',
  ])('may not hold %j', (character) => {
    expect([isText(`a${character}b`), isMultilineText(`a${character}b`)]).toEqual([false, false]);
  });

  it('may hold line breaks where it is multiline only', () => {
    expect([isText('a\nb'), isMultilineText('a\r\n\tb')]).toEqual([false, true]);
  });
});
