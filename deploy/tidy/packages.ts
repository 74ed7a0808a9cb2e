/** The rule that every version in every package.json is exact, so that the tested versions are installed. */
import type { Rule, SourceFile } from './files.ts';

export const packageRules: Rule[] = [{ name: 'versions in package.json are exact', offenders: exact }];

const exactVersion = /^(npm:(@[^@/]+\/)?[^@/]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const;

function exact(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /(^|\/)package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const manifest = JSON.parse(text) as Partial<Record<(typeof kinds)[number], Record<string, unknown>>>;
      const wanted = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
      return wanted.filter(([, version]) => typeof version === 'string' && !exactVersion.test(version)).map(([name, version]) => `${path}: ${name} ${version}`);
    });
}
