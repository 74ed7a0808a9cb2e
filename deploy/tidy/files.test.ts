/** Reading code: comments and strings are told apart from what runs, and an import from what looks like one. */
import { describe, expect, it } from 'vitest';
import { codeOf, importsOf } from './files.ts';

/** In the samples a placeholder is written with another sign, so that it is not mistaken for one of this file's own. */
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

describe('imports', () => {
  const of = (...lines: string[]) => importsOf({ path: 'services/wallet/commands.ts', text: lines.join('\n') });

  it('lead to a file of the repository or out of it', () => {
    expect(
      of(
        "import { a } from './store.ts';",
        "import { b } from '../chassis/bus.ts';",
        "import { c } from '@fairline/proto/money';",
        "import { z } from 'zod';",
      ).map(({ to }) => to),
    ).toEqual(['services/wallet/store.ts', 'services/chassis/bus.ts', 'proto/money.ts', undefined]);
    expect(of("import '@fairline/chassis/log';", "await import('./late.ts');", "import '@fairline/games/slot';").map(({ to }) => to)).toEqual([
      'services/chassis/log.ts',
      'services/casino/games/slot.ts',
      'services/wallet/late.ts',
    ]);
  });

  it('are of types only when every name is', () => {
    expect(
      of(
        "import type { A } from './a.ts';",
        "import { type B, type C } from './b.ts';",
        "import { type D, e } from './c.ts';",
        "import F from './d.ts';",
        "import './e.ts';",
        "import {\n  type G,\n  type H,\n} from './f.ts';",
      ).map(({ from, typeOnly }) => `${from} ${typeOnly}`),
    ).toEqual(['./a.ts true', './b.ts true', './c.ts false', './d.ts false', './f.ts true', './e.ts false']);
  });

  it('are not what only looks like one', () => {
    expect(
      of(
        "// import { a } from './a.ts';",
        '/* import',
        "import { a } from './b.ts'; */",
        'const text = "import x from \'./c.ts\'";',
        "export const from = 'x';",
      ),
    ).toEqual([]);
  });

  it('know what is handed on', () => {
    expect(of("export { a } from './a.ts';", "export * from './b.ts';").map((one) => one.exports)).toEqual([true, true]);
  });
});
