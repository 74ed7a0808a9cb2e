/** Retired terms: words of our own that names must not use, because the industry has a term for each; with exemptions. */
import { posix } from 'node:path';
import { codeOf, isCode, type SourceFile } from './files.ts';

/** Whole terms of a name, in every form. */
const retired = new Set(
  [
    'say says said saying',
    'tell tells told telling',
    'hear hears heard hearing',
    'word words',
    'fact facts',
    'letter letters',
    'standing standings',
    'fold folds folded folding',
    'silence silences silenced silent',
    'calm calms calmed',
    'door doors',
    'room rooms',
  ].flatMap((forms) => forms.split(' ')),
);

/** Allowed compounds, by the term before: dead letter, league standings. */
const afterTerm: Readonly<Record<string, readonly string[]>> = { dead: ['letter', 'letters'], league: ['standings'] };

/** Names that we cannot choose: of CSS, Intl and bech32 in code, and of tables and columns in SQL that applied migrations created. */
const exemptInCode = new Set(['letterSpacing', 'wordBreak', 'wordSpacing', 'isWordLike', 'words', 'fromWords']);
const exemptInSql = new Set(['leg_words', 'words', 'market_words', 'silent']);

/** The terms of a name, split at camel case, dots, dashes and underscores. */
export const termsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

function retiredTermOf(name: string): string | undefined {
  const terms = termsOf(name);
  return terms.find((term, at) => retired.has(term) && !afterTerm[terms[at - 1] ?? '']?.includes(term));
}

/** Applied migrations keep their names and contents. */
const isMigration = (path: string) => path.includes('/migrations/') || path.startsWith('services/chassis/sql/');

export function retiredPaths(files: readonly SourceFile[]): string[] {
  const named = files.map(({ path }) => path).filter((path) => /^(services|gateway|proto|web\/src)\//.test(path) && !isMigration(path));
  const paths = new Set(named.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))));
  return [...paths].flatMap((path) => {
    const term = retiredTermOf(posix.basename(path));
    return term ? [`${path}: ${term}`] : [];
  });
}

/** Text between JSX tags, which is prose. After `>` in an arrow or a comparison, code characters follow, so those do not match. */
const prose = /(?<=[>}])[^<>{}()=;]*(?=[<{])/g;

function namesIn({ path, text }: SourceFile): Set<string> {
  const code = path.endsWith('.sql') ? text.replaceAll(/--.*|'[^']*'/g, ' ') : codeOf(text, { strings: false });
  return new Set((path.endsWith('.tsx') ? code.replaceAll(prose, ' ') : code).match(/[A-Za-z_$][\w$]*/g));
}

/** Every identifier in code and SQL, declared or used. */
export function retiredNames(files: readonly SourceFile[]): string[] {
  const own = files.filter((file) => /^(services|gateway|deploy|proto|web)\//.test(file.path) && (isCode(file) || file.path.endsWith('.sql')));
  return own
    .filter(({ path }) => !isMigration(path))
    .flatMap((file) => {
      const exempt = file.path.endsWith('.sql') ? exemptInSql : exemptInCode;
      const found = [...namesIn(file)].filter((name) => !exempt.has(name) && retiredTermOf(name));
      return found.length > 0 ? [`${file.path}: ${found.join(', ')}`] : [];
    });
}
