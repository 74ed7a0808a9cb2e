/**
 * Weighs what a player's first page loads and fails the build above the budget:
 * scripts 180 kB, styles 25 kB, typefaces 75 kB, all as they travel.
 */
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const kB = 1_000;
const budgets = { scripts: 180 * kB, styles: 25 * kB, fonts: 75 * kB };

const gzipped = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length;

/** The chunk and everything it imports statically. */
function reach(bundle: Bundle, name: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (seen.has(name) || chunk?.type !== 'chunk') return seen;
  seen.add(name);
  for (const next of chunk.imports) reach(bundle, next, seen);
  return seen;
}

function weigh(bundle: Bundle, names: Iterable<string>): number {
  let total = 0;
  for (const name of names) {
    const file = bundle[name];
    if (file) total += gzipped(file.type === 'chunk' ? file.code : file.source);
  }
  return total;
}

/** `pages` are the modules a player can land on; each is weighed together with the entry. */
export function budget(pages: readonly string[]): Plugin {
  return {
    name: 'fairline-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        if (!entry) return;
        const rows: [name: string, bytes: number, limit: number][] = [];
        const styles = (names: Iterable<string>) =>
          new Set([...names].flatMap((name) => [...((bundle[name] as Rolldown.OutputChunk).viteMetadata?.importedCss ?? [])]));
        const shell = reach(bundle, entry.fileName);
        rows.push(['shell scripts', weigh(bundle, shell), budgets.scripts]);
        for (const page of pages) {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page));
          if (!chunk) this.error(`The budget names ${page}, which is not a page of its own any more`);
          const all = reach(bundle, chunk.fileName, new Set(shell));
          rows.push([`${page} scripts`, weigh(bundle, all), budgets.scripts]);
          rows.push([`${page} styles`, weigh(bundle, styles(all)), budgets.styles]);
        }
        const fonts = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.woff2'));
        rows.push(['fonts', fonts.reduce((total, font) => total + Buffer.byteLength((font as Rolldown.OutputAsset).source), 0), budgets.fonts]);
        for (const [name, bytes, limit] of rows) this.info(`${name}: ${(bytes / kB).toFixed(1)} of ${limit / kB} kB`);
        const over = rows.filter(([, bytes, limit]) => bytes > limit);
        if (over.length > 0)
          this.error(`Above budget: ${over.map(([name, bytes, limit]) => `${name} ${(bytes / kB).toFixed(1)} kB of ${limit / kB}`).join('; ')}`);
      },
    },
  };
}
