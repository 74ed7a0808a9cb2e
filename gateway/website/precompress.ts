/**
 * Compresses the files of the built web app once, so that no request has to: it writes a brotli and a gzip file beside each file of at least `leastBytes`.
 * Run it after a build. The gateway also runs it at start; it skips files whose compressed copy is current.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const shrinks = /\.(html|js|mjs|css|svg|json|webmanifest|txt|xml|map|wasm)$/;
/** Compressing smaller files saves too little. */
const leastBytes = 512;

const ways = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};

/** Compresses the files of a folder. Returns the number of files written. */
export async function precompress(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const written = await Promise.all(
    names.filter((name) => shrinks.test(name)).map((name) => compress(join(folder, name))),
  );
  return written.reduce((sum, count) => sum + count, 0);
}

async function compress(path: string): Promise<number> {
  const { size, mtimeMs } = await stat(path);
  if (size < leastBytes) return 0;
  let count = 0;
  for (const [extension, shrink] of Object.entries(ways)) {
    const target = `${path}.${extension}`;
    if (existsSync(target) && (await stat(target)).mtimeMs >= mtimeMs) continue;
    // Written under another name and renamed, because another process may compress or serve the same file.
    const draft = `${target}.${process.pid}`;
    await writeFile(draft, await shrink(await readFile(path)));
    await rename(draft, target);
    count++;
  }
  return count;
}

if (import.meta.main) {
  const folder = process.argv[2] ?? new URL('../../web/dist', import.meta.url).pathname;
  process.stdout.write(`${await precompress(folder)} files compressed\n`);
}
