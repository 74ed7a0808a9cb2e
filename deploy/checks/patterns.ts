/** Rules about the text of a file: what code must not contain, by place. */
import { codeOf, isCode, isTest, type Rule, type SourceFile } from './files.ts';

const server = (file: SourceFile) => /^(services|gateway|proto)\//.test(file.path) && isCode(file) && !isTest(file);

/** The lines of these files whose code, without comments and strings, matches. */
const found =
  (where: (file: SourceFile) => boolean, pattern: RegExp): Rule[1] =>
  (files) =>
    files
      .filter(where)
      .flatMap(({ path, text }) =>
        [...codeOf(text, { strings: false }).matchAll(pattern)].map(([what]) => `${path}: ${what}`),
      );

const impure =
  /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(|\bMath\.random\(|\brandom(?:UUID|Bytes|Int)\w*\(|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\(|\bprocess\./g;

/** Files of a service that import nothing but contracts, games and one another are its rules. */
function impureRules(files: readonly SourceFile[]): string[] {
  const mayBePure = files.filter(
    (file) =>
      /^services\/(?!chassis\/)/.test(file.path) && server(file) && !/\/(main|config|peers)\.ts$/.test(file.path),
  );
  const pure = new Set(mayBePure.map(({ path }) => path));
  for (let before = -1; before !== pure.size; ) {
    before = pure.size;
    for (const { path, imports } of mayBePure) {
      const isPure = imports.every(
        ({ from, to, typeOnly }) =>
          typeOnly || to?.startsWith('proto/') || (to ? pure.has(to) : /^zod$|^@noble\//.test(from)),
      );
      if (!isPure) pure.delete(path);
    }
  }
  return found(({ path }) => pure.has(path), impure)(files);
}

const exactVersion = /^(npm:(@[^@/]+\/)?[^@/]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

function inexactVersions(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.endsWith('package.json'))
    .flatMap(({ path, text }) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text) as Record<
        string,
        object | undefined
      >;
      const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
      return versions.filter(([, version]) => !exactVersion.test(String(version))).map(([name]) => `${path}: ${name}`);
    });
}

export const patternRules: Rule[] = [
  ['rules are pure: time, ids and randomness are arguments', impureRules],
  ['rows are read through declared columns: no row<T>() or rows<T>()', found(server, /\.rows?</g)],
  ['versions in package.json are exact', inexactVersions],
];
