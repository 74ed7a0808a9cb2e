/**
 * Writes the documents that are generated from the contracts: `npm run generate`.
 * It refuses a change that is not additive and lists it. `npm run generate -- --break` writes it anyway;
 * use that only while nobody depends on the contract.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { generateDocuments, readCommitted, stalePaths } from './all.ts';
import { findBreaksByFile } from './compatibility.ts';

const now = await generateDocuments();
const before = readCommitted();
const broken = findBreaksByFile(before, now);
for (const line of broken) process.stderr.write(`not additive: ${line}\n`);
if (broken.length > 0 && !process.argv.includes('--break')) {
  process.stderr.write(
    'Nothing written. Declare a new version beside the old one, or run: npm run generate -- --break\n',
  );
  process.exit(1);
}

const root = new URL('../', import.meta.url);
mkdirSync(new URL('schemas/', root), { recursive: true });
const changed = stalePaths(before, now);
for (const path of changed) {
  const content = now.get(path);
  if (content === undefined) rmSync(new URL(path, root));
  else writeFileSync(new URL(path, root), content);
}
process.stdout.write(
  changed.length > 0 ? `${changed.map((path) => `wrote proto/${path}`).join('\n')}\n` : 'Everything is current.\n',
);
