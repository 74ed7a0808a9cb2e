/**
 * Subsets the two typefaces to the characters of English, Spanish, French and German and to the weights in use. The style sheet names them
 * `@fonts/<name>.woff2`; the page preloads the one of the body text.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subset from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const accented = 'ÁÀÂÄÆÇÉÈÊËÍÎÏÑÓÔÖŒÚÙÛÜŸáàâäæçéèêëíîïñóôöœúùûüÿß';
const signs = '\u00a0\u202f¡¿„“”‚‘’«»‹›…–—−·•×÷±%‰°ªº€£¥₿Ξ←→↑↓©';
const characters = ascii + accented + signs;

const faces = [
  {
    name: 'inter',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    weights: { min: 400, max: 700 },
  },
  {
    name: 'bricolage-grotesque',
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    weights: { min: 600, max: 800 },
  },
];

async function cut(face: (typeof faces)[number], folder: string): Promise<void> {
  const source = await readFile(require.resolve(face.source));
  const mark = createHash('sha256')
    .update(source)
    .update(characters)
    .update(JSON.stringify(face.weights))
    .digest('hex')
    .slice(0, 16);
  const kept = join(folder, `${face.name}-${mark}.woff2`);
  if (!existsSync(kept)) {
    const options = {
      targetFormat: 'woff2' as const,
      variationAxes: { wght: face.weights },
      keepFeatures: ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk', 'case'],
    };
    await writeFile(kept, await subset(source, characters, options));
  }
  await writeFile(join(folder, `${face.name}.woff2`), await readFile(kept));
}

export function fonts(): Plugin {
  const folder = join(import.meta.dirname, '../node_modules/.cache/fonts');
  return {
    name: 'fairline-fonts',
    async config() {
      await mkdir(folder, { recursive: true });
      await Promise.all(faces.map((face) => cut(face, folder)));
      return { resolve: { alias: { '@fonts': folder } } };
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const inter = Object.keys(bundle ?? {}).find((name) => /inter-[\w-]+\.woff2$/.test(name));
        if (!inter) return [];
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${inter}`, crossorigin: '' },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}
