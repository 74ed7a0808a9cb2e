/** Reading code: comments and strings are told apart from code. */
import { describe, expect, it } from 'vitest';
import { codeOf } from './files.ts';

/** The samples write a placeholder with § instead of $, so that it is not one of this file's own template strings. */
const written = (text: string) => text.replaceAll('§', '$');

describe('code without its comments', () => {
  it.each([
    ['a(); // b()', 'a();       '],
    ['a(/* b */c)', 'a(       c)'],
    ['/** x\n y */\nz', '     \n     \nz'],
    ["'// no' + b // yes", "'// no' + b       "],
    ['`// no §{a /* yes */} // no`', '`// no §{a          } // no`'],
    ['`§{`§{{ a: 1 }}`} // no`; // yes', '`§{`§{{ a: 1 }}`} // no`;       '],
    ['x.replace(/\\/\\*["\']/, y) // yes', 'x.replace(/\\/\\*["\']/, y)       '],
    ['a / b / c // yes', 'a / b / c       '],
    ["<p>Don't</p> // yes", "<p>Don't</p>       "],
    ["'it\\'s' // yes", "'it\\'s'       "],
  ])('%j', (text, code) => {
    expect(codeOf(written(text))).toBe(written(code));
  });

  it('and without its strings', () => {
    expect(codeOf(written("f('Date.now()', `a §{Date.now()} b`)"), { strings: false })).toBe("f('          ', `   {Date.now()}  `)");
  });
});
