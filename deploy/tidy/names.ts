/** Rules about names and code: no retired terms, no domain terms in shared technical code, no rows of an unchecked type. */
import { posix } from 'node:path';
import { codeOf, isCode, isTest, type Rule, type SourceFile } from './files.ts';
import { retiredNames, retiredPaths, termsOf } from './retired-terms.ts';

export const nameRules: Rule[] = [
  { name: 'no retired term names a file or folder: the industry has another', offenders: retiredPaths },
  { name: 'no retired term in a name: the industry has another', offenders: retiredNames },
  { name: 'chassis knows no noun of the domain', offenders: chassisNouns },
  { name: 'web: ui and client know no noun of the business', offenders: webNouns },
  { name: 'rows are read through declared columns: no row<T>() or rows<T>() in production code', offenders: uncheckedRows },
];

const domainNouns =
  /\b(bets?|betting|wagers?|stakes?|wallets?|ledgers?|fixtures?|odds|deposits?|withdrawals?|payouts?|payments?|bonus(es)?|legs?|markets?|casinos?|jackpots?|promotions?|kyc|tickets?|exposures?|settlements?|balances?)\b/i;
/** Shorter than the list above, because in the browser words such as `balance` also have a technical meaning. */
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

/** Checks names of files and identifiers. Strings are exempt: an API path or a CSS class may contain such a word. */
function webNouns(files: readonly SourceFile[]): string[] {
  const tools = files.filter((file) => /^web\/src\/(ui|client)\//.test(file.path) && isCode(file) && !isTest(file));
  return tools.flatMap(({ path, text }) => {
    const inPath = termsOf(posix.basename(path)).filter((term) => pageNouns.test(term));
    const inCode = termsOf(codeOf(text, { strings: false })).filter((term) => pageNouns.test(term));
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
