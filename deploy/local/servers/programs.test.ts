/** Where the program of a server comes from, and the lines logged meanwhile. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findProgram, isNewEnough, type Wanted } from './programs.ts';

let folder: string;
let logged: string[];
const log = (line: string) => void logged.push(line);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairline-programs-'));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that only prints its version. */
function program(place: string, version: string, name = 'imaginary-server'): string {
  mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(join(folder, place, name), `#!/bin/sh\necho "Imaginary v=${version}"\n`, { mode: 0o755 });
  return join(folder, place, name);
}

const wanted = (changes: Partial<Wanted> = {}): Wanted => ({
  title: 'Imaginary',
  binary: 'imaginary-server',
  oldest: [18],
  advice: 'install Imaginary 18, or set IMAGINARY_URL',
  ways: [],
  ...changes,
});
const path = (...places: string[]) => places.map((place) => join(folder, place)).join(':');

it.each([
  [[18], [18], true],
  [[17, 9], [18], false],
  [[2, 10, 1], [2, 9], true],
  [[2, 8, 9], [2, 9], false],
  [[3, 0], [2, 9], true],
  [[2], [2, 9], false],
])('version %j for %j at least: %s', (version, oldest, enough) => {
  expect(isNewEnough(version, oldest)).toBe(enough);
});

it('takes the first on the PATH that is new enough and logs which older one it skipped', async () => {
  const old = program('old', '15.18');
  const fresh = program('fresh', '18.4');
  expect(await findProgram(wanted(), log, path('old', 'fresh'))).toEqual({ path: fresh, version: [18, 4] });
  expect(logged).toEqual([`Imaginary 15.18 at ${old} is older than 18: passed over`]);
});

it('passes over one that lies without its neighbours', async () => {
  program('bare', '19.0');
  const whole = program('whole', '18.0');
  program('whole', '18.0', 'imaginary-init');
  expect(await findProgram(wanted({ beside: ['imaginary-init'] }), log, path('bare', 'whole'))).toMatchObject({
    path: whole,
  });
});

it('goes the other ways in their order when the PATH has none', async () => {
  const elsewhere = program('elsewhere', '18.1');
  const ways = [async () => undefined, async () => Promise.reject(new Error('no internet')), async () => elsewhere];
  expect(await findProgram(wanted({ ways }), log, path('nowhere'))).toMatchObject({ path: elsewhere });
});

it('ends in one line that names what went wrong and what to install', async () => {
  const ways = [async () => Promise.reject(new Error('no internet'))];
  await expect(findProgram(wanted({ ways }), log, path('nowhere'))).rejects.toThrow(
    'Imaginary 18 or newer could not be had (no internet): install Imaginary 18, or set IMAGINARY_URL.',
  );
});
