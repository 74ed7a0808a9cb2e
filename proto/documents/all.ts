/** Every generated document by its path in proto: `npm run generate` writes them, and a test compares them with the committed files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { asyncapi } from './asyncapi.ts';
import { catalogue } from './catalogue.ts';
import { order, readContracts } from './contracts.ts';
import { openapi } from './openapi.ts';
import { text } from './schema.ts';
import { schemaFiles } from './schemas.ts';

export type Documents = ReadonlyMap<string, string>;

/** The documents of the current contracts. */
export async function generateDocuments(): Promise<Documents> {
  const contracts = await readContracts();
  return new Map([
    ['CATALOGUE.md', catalogue(contracts)],
    ['openapi.json', text(openapi(contracts))],
    ['asyncapi.json', text(asyncapi(contracts))],
    ...[...schemaFiles(contracts)].map(([name, content]) => [`schemas/${name}`, content] as const),
  ]);
}

/** The documents in the repository. */
export function readCommitted(): Documents {
  const root = new URL('../', import.meta.url);
  const folder = new URL('schemas/', root);
  const schemas = existsSync(folder) ? readdirSync(folder).map((name) => `schemas/${name}`) : [];
  const paths = ['CATALOGUE.md', 'openapi.json', 'asyncapi.json', ...schemas].filter((path) =>
    existsSync(new URL(path, root)),
  );
  return new Map(paths.map((path) => [path, readFileSync(new URL(path, root), 'utf8')]));
}

/** Paths of documents that changed, are missing, or should be deleted. */
export function stalePaths(before: Documents, now: Documents): string[] {
  const paths = new Set([...before.keys(), ...now.keys()]);
  return [...paths].filter((path) => before.get(path) !== now.get(path)).sort(order);
}
