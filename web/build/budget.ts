/**
 * Weighs what a player's first page loads and fails the build above the budget, all as it travels:
 * the shell's scripts 180 kB, a page's styles 25 kB, the typefaces 75 kB, and for each page the scripts it says itself.
 */
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const kB = 1_000;
const budgets = { shell: 180 * kB, styles: 25 * kB, fonts: 75 * kB };

/** A page a player can land on: the modules it shows at once, fetched beside the entry, and the scripts they may come to. */
export interface Page {
  name: string;
  modules: readonly string[];
  scriptsKB: number;
}

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

export function budget(pages: readonly Page[]): Plugin {
  return {
    name: 'fairline-budget',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'production',
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
        rows.push(['shell scripts', weigh(bundle, shell), budgets.shell]);
        for (const { name, modules, scriptsKB } of pages) {
          const all = new Set(shell);
          for (const module of modules) {
            const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
            if (!chunk) this.error(`The budget names ${module}, which is not fetched by itself any more`);
            reach(bundle, chunk.fileName, all);
          }
          rows.push([`${name} scripts`, weigh(bundle, all), scriptsKB * kB]);
          rows.push([`${name} styles`, weigh(bundle, styles(all)), budgets.styles]);
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
