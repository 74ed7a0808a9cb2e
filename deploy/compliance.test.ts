/** The page of compliance: it has every requirement, and the tests that it names exist and run. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/compliance.md', root), 'utf8');
const rows = [...page.matchAll(/^\| +(\d+) \| (.+?) +\| (met|partly|not met) +\| (.+?) +\|$/gm)].map(([, number, name, state, evidence = '']) => ({
  number: Number(number),
  name,
  state,
  evidence,
}));
const named = rows.flatMap(({ number, evidence }) =>
  [...evidence.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', test = '']) => ({ number, file, test })),
);

describe('the page of compliance', () => {
  it('has sixty requirements, and a test for each that is met', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    const tested = new Set(named.map(({ number }) => number));
    expect(rows.filter(({ number, state }) => state === 'met' && !tested.has(number))).toEqual([]);
  });

  it('counts them as they are', () => {
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    expect(page).toContain(`${count('met')} are met, ${count('partly')} partly, ${count('not met')} not.`);
  });

  it.each(named)('$number: $file has the test "$test", which is not skipped', ({ file, test }) => {
    const source = readFileSync(new URL(file, root), 'utf8');
    const at = ["'", '"', '`'].map((quote) => source.indexOf(quote + test + quote)).find((index) => index > 0) ?? 0;
    expect(at).toBeGreaterThan(0);
    const before = source.slice(source.lastIndexOf('\n\n', at), at);
    expect(before).not.toMatch(/\.(skip|todo|fails)\b/);
    expect(before, 'a test, not what groups tests').not.toMatch(/describe\($/);
  });
});
