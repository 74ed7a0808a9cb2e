/** Computes the contrast of every pair of colour roles in use, in both themes: 4.5:1 for text, 3:1 for controls and focus (WCAG 2.2 AA). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Theme = Record<string, [lightness: number, chroma: number, hue: number]>;

function roles(block: string): Theme {
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, name = '', l, c, h]) => [
      name,
      [Number(l), Number(c), Number(h)],
    ]),
  );
}

const [darkBlock = '', lightBlock = ''] = css.split('[data-theme="light"]');
const themes = { dark: roles(darkBlock), light: { ...roles(darkBlock), ...roles(lightBlock) } };

/** OKLCH to linear sRGB, after Björn Ottosson. */
function linear([lightness, chroma, hue]: Theme[string]): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function luminance(colour: Theme[string]): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Theme[string], other: Theme[string]): number {
  const [high, low] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['ground', 'surface', 'raised', 'float'];
const text: [string, string][] = [
  ...['ink', 'ink-soft', 'act', 'up', 'down', 'live', 'warn', 'info'].flatMap((ink) =>
    grounds.map((ground): [string, string] => [ink, ground]),
  ),
  ['act-ink', 'act'],
  ['act-ink', 'act-press'],
  ['ink', 'act-soft'],
  ['ink-soft', 'act-soft'],
  ['act', 'act-soft'],
  ['up', 'act-soft'],
  ['down', 'act-soft'],
  ['ink', 'down-soft'],
  ['down', 'down-soft'],
  ['ink', 'live-soft'],
  ['live', 'live-soft'],
  ['ink', 'info-soft'],
  ['info', 'info-soft'],
];
const shapes: [string, string][] = ['control', 'focus', 'act', 'onair'].flatMap((ink) =>
  grounds.map((ground): [string, string] => [ink, ground]),
);

it('tests both themes', () => {
  for (const role of ['ground', 'ink', 'act']) expect(themes.dark[role]).not.toEqual(themes.light[role]);
});

describe.each(Object.entries(themes))('the %s theme', (_name, theme) => {
  const of = (role: string) => {
    const colour = theme[role];
    if (!colour) throw new Error(`There is no role ${role}`);
    return colour;
  };

  it.each(text)('has enough contrast for text in %s on %s', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)('has enough contrast for shapes in %s on %s', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(theme))('keeps %s inside the sRGB gamut', (role) => {
    for (const channel of linear(of(role))) {
      expect(channel).toBeGreaterThanOrEqual(-0.002);
      expect(channel).toBeLessThanOrEqual(1.002);
    }
  });
});

it('changes only animations and transitions under reduced motion', () => {
  const base = readFileSync(new URL('./base.css', import.meta.url), 'utf8');
  const everything =
    /prefers-reduced-motion: reduce\) \{\s*\*,\s*::before,\s*::after \{([^}]*)\}/.exec(base)?.[1] ?? '';
  const properties = [...everything.matchAll(/([\w-]+):/g)].map(([, name]) => name as string);
  expect(properties).toContain('transition-property');
  expect(properties.filter((name) => !/^(animation|transition|scroll-behavior)/.test(name))).toEqual([]);
});
