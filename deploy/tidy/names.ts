/** What names and code may not contain: retired words, nouns of the business in shared tools, rows of an unchecked type. */
import { posix } from 'node:path';
import { codeOf, isCode, isTest, type Rule, type SourceFile } from './files.ts';

export const nameRules: Rule[] = [
  { name: 'no retired word names a file or folder: the industry has a word for it', offenders: retiredPaths },
  { name: 'no retired word in a name that chassis or the grammar of the contracts exports', offenders: retiredExports },
  { name: 'chassis knows no noun of the domain', offenders: chassisNouns },
  { name: 'web: ui and client know no noun of the business', offenders: webNouns },
  { name: 'rows are read through declared columns: no row<T>() or rows<T>() in production code', offenders: uncheckedRows },
];

/** The words of a name: camel case, dots, dashes and underscores counted apart. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const retired = /^(say|tell|hear|word|facts?|letters?|standing|fold|calm|silence|doors?|rooms?)$/;

/** `dead letter` is the industry's own term. */
function retiredWord(name: string): string | undefined {
  const words = wordsOf(name);
  return words.find((word, at) => retired.test(word) && !(/^letters?$/.test(word) && words[at - 1] === 'dead'));
}

/** Migrations keep the names under which they ran. */
function retiredPaths(files: readonly SourceFile[]): string[] {
  const named = files.map(({ path }) => path).filter((path) => /^(services|gateway|proto|web\/src)\//.test(path) && !path.includes('/migrations/'));
  const paths = new Set(named.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))));
  return [...paths].flatMap((path) => {
    const word = retiredWord(posix.basename(path));
    return word ? [`${path}: ${word}`] : [];
  });
}

const exported = /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/gm;

function retiredExports(files: readonly SourceFile[]): string[] {
  const open = files.filter((file) => isCode(file) && !isTest(file) && /^services\/chassis\/|^proto\/(contract|services)\.ts$/.test(file.path));
  return open.flatMap(({ path, text }) => {
    const code = codeOf(text, { strings: false });
    const lists = [...code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
      list.split(',').map((one) => one.split(' as ').at(-1) ?? ''),
    );
    const names = [...[...code.matchAll(exported)].map(([, name = '']) => name), ...lists.map((one) => one.replace(/^\s*type\s/, '').trim())];
    return names.flatMap((name) => {
      const word = retiredWord(name);
      return word ? [`${path} exports ${name}: ${word}`] : [];
    });
  });
}

const domainNouns =
  /\b(bets?|betting|wagers?|stakes?|wallets?|ledgers?|fixtures?|odds|deposits?|withdrawals?|payouts?|payments?|bonus(es)?|legs?|markets?|casinos?|jackpots?|promotions?|kyc|tickets?|exposures?|settlements?|balances?)\b/i;
/** Of these the browser has technical meanings: a balanced line of text, a leg of nothing. */
const pageNouns =
  /^(bets?|betting|wagers?|stakes?|wallets?|ledgers?|fixtures?|odds|deposits?|withdrawals?|payouts?|payments?|bonus(es)?|markets?|casinos?|jackpots?|promotions?|kyc|exposures?|settlements?|sports?|slips?)$/;

const chassisFiles = (files: readonly SourceFile[]) =>
  files.filter((file) => file.path.startsWith('services/chassis/') && /\.(ts|sql)$/.test(file.path) && !isTest(file));

function chassisNouns(files: readonly SourceFile[]): string[] {
  return chassisFiles(files).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const noun = domainNouns.exec(line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' '))?.[0];
      return noun ? [`${path}:${at + 1} contains ${noun}`] : [];
    }),
  );
}

/** Names of files and identifiers. Strings are not read: a path of the API or a class of a style may contain such a noun. */
function webNouns(files: readonly SourceFile[]): string[] {
  const tools = files.filter((file) => /^web\/src\/(ui|client)\//.test(file.path) && isCode(file) && !isTest(file));
  return tools.flatMap(({ path, text }) => {
    const inPath = wordsOf(posix.basename(path)).filter((word) => pageNouns.test(word));
    const inCode = wordsOf(codeOf(text, { strings: false })).filter((word) => pageNouns.test(word));
    const found = [...new Set([...inPath, ...inCode])];
    return found.length > 0 ? [`${path} contains ${found.join(', ')}`] : [];
  });
}

function uncheckedRows(files: readonly SourceFile[]): string[] {
  const server = files.filter((file) => /^(services|gateway)\//.test(file.path) && isCode(file) && !isTest(file));
  return server.flatMap(({ path, text }) =>
    codeOf(text, { strings: false })
      .split('\n')
      .flatMap((line, at) => (/\.rows?</.test(line) ? [`${path}:${at + 1}`] : [])),
  );
}
