/** The page of compliance: it has every requirement, each met one names a test, and a name finds its cases. That the tests ran is checked after them, by `make test` and `make test-faults`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCaseOf, readRequirements } from './compliance.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/compliance.md', root), 'utf8');
const requirements = readRequirements(page);

describe('the page of compliance', () => {
  it('has sixty requirements, and a test for each that is met', () => {
    expect(requirements.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(requirements.filter(({ state, tests }) => state === 'met' && tests.length === 0)).toEqual([]);
  });

  it('names tests that are in their files', () => {
    const sourceOf = (file: string) => readFileSync(new URL(file, root), 'utf8');
    expect(
      requirements.flatMap(({ tests }) => tests).filter(({ file, name }) => !sourceOf(file).includes(name)),
    ).toEqual([]);
  });

  it('counts them as they are', () => {
    const count = (state: string) => requirements.filter((one) => one.state === state).length;
    expect(page).toContain(`${count('met')} are met, ${count('partly')} partly, ${count('not met')} not.`);
  });
});

it.each([
  ['pays once', 'pays once', true],
  ['pays once', 'pays once a day', false],
  ['pays once', 'never pays once', false],
  ['grows by 1 % of each stake (a.b)', 'grows by 1 % of each stake (a.b)', true],
  ['grows by 1 % of each stake (a.b)', 'grows by 1 % of each stake (acb)', false],
  ['holds from %s for %i ms', 'holds from slots for 2500 ms', true],
  ['holds from %s for %i ms', 'holds from slots', false],
  ['$name has an address', 'GamCare has an address', true],
  ['$game.name has a sheet', 'Roulette has a sheet', true],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a name
  ['shows the header at ${width} px', 'shows the header at 360 px', true],
  ['%s', '', false],
])('of the test "%s" the title "%s" is a case: %s', (name, title, is) => {
  expect(isCaseOf(name, title)).toBe(is);
});
