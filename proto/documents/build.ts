/**
 * Builds `proto/generated`: openapi.json, which the gateway serves, and asyncapi.json.
 * A stamp in the folder is the hash of their sources; while it is that of the current ones, nothing is written.
 * The launcher, the tests on servers and the images run it: `node proto/documents/build.ts`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const proto = join(import.meta.dirname, '..');
const documents = ['openapi.json', 'asyncapi.json'] as const;

/** Returns whether it wrote anything. */
export async function buildDocuments(folder = join(proto, 'generated')): Promise<boolean> {
  const stamp = join(folder, 'stamp');
  const sources = hashSources(proto);
  if (
    [stamp, ...documents.map((name) => join(folder, name))].every((path) => existsSync(path)) &&
    readFileSync(stamp, 'utf8') === sources
  )
    return false;
  // Imported only here, because most starts find the documents built.
  const [{ readContracts }, { openapi }, { asyncapi }] = await Promise.all([
    import('./contracts.ts'),
    import('./openapi.ts'),
    import('./asyncapi.ts'),
  ]);
  const contracts = await readContracts();
  const contents = { 'openapi.json': openapi(contracts), 'asyncapi.json': asyncapi(contracts) };
  mkdirSync(folder, { recursive: true });
  rmSync(stamp, { force: true });
  for (const name of documents) replace(join(folder, name), `${JSON.stringify(contents[name], null, 2)}\n`);
  replace(stamp, sources);
  return true;
}

/** The hash of what the documents are made from: the code in a folder without its tests, and the versions of the packages it uses. */
export function hashSources(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names
    .filter((path) => /(^package\.json|(?<!\.test)\.ts)$/.test(path) && !path.includes('node_modules'))
    .sort())
    hash.update(`${name}\0${readFileSync(join(folder, name), 'utf8')}\0`);
  return hash.digest('hex');
}

/** Replaces a file at once, so that nobody reads a part of it, even while two processes build. */
function replace(path: string, content: string): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

if (import.meta.main) await buildDocuments();
