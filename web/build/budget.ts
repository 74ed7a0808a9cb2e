/**
 * Measures the download of a player's first page and fails the build above the budget, in compressed bytes:
 * the shell's scripts 180 kB, a page's styles 25 kB, the typefaces 75 kB, and for each page the scripts listed for it.
 */
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { chunksOf, pages } from './pages.ts';

const kB = 1_000;
const budgets = { shell: 180 * kB, styles: 25 * kB, fonts: 75 * kB };

const gzipped = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length;

function weigh(bundle: Rolldown.OutputBundle, names: Iterable<string>): number {
  let total = 0;
  for (const name of names) {
    const file = bundle[name];
    if (file) total += gzipped(file.type === 'chunk' ? file.code : file.source);
  }
  return total;
}

function stylesOf(bundle: Rolldown.OutputBundle, names: Iterable<string>): Set<string> {
  return new Set(
    [...names].flatMap((name) => [...((bundle[name] as Rolldown.OutputChunk).viteMetadata?.importedCss ?? [])]),
  );
}

export function budget(): Plugin {
  return {
    name: 'fairline-budget',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'production',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const rows: [name: string, bytes: number, limit: number][] = [];
        for (const page of pages) {
          const { shell, all } = chunksOf(bundle, page);
          if (rows.length === 0) rows.push(['shell scripts', weigh(bundle, shell), budgets.shell]);
          rows.push([`${page.name} scripts`, weigh(bundle, all), page.scriptsKB * kB]);
          rows.push([`${page.name} styles`, weigh(bundle, stylesOf(bundle, all)), budgets.styles]);
        }
        const fonts = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.woff2'));
        rows.push([
          'fonts',
          fonts.reduce((total, font) => total + Buffer.byteLength((font as Rolldown.OutputAsset).source), 0),
          budgets.fonts,
        ]);
        for (const [name, bytes, limit] of rows) this.info(`${name}: ${(bytes / kB).toFixed(1)} of ${limit / kB} kB`);
        const over = rows.filter(([, bytes, limit]) => bytes > limit);
        if (over.length > 0)
          this.error(
            `Above budget: ${over.map(([name, bytes, limit]) => `${name} ${(bytes / kB).toFixed(1)} kB of ${limit / kB}`).join('; ')}`,
          );
      },
    },
  };
}
