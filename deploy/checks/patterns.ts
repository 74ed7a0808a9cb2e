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

const doesIo =
  /^(node:(fs|net|tls|http|https|dns|child_process|worker_threads)\b|pg$|ioredis|undici|nodemailer|smtp-server|mongoose|rate-limiter-flexible)|^services\/chassis\/(.+\/)?(service|server|bus|inbox|outbox|relay|operator-action|streams|jobs|lease|postgres|migrations|mongo|redis|blob|idempotency)\.ts$/;
const inService = /^services\/(?!chassis\/|casino\/games\/)/;
const layered = /\/(main|config|(routes|requests|consumers|jobs|commands|store|peers)(-[^/]+)?)\.ts$/;

/** Files of a service that do no input or output, and import none that do, are its rules. */
function impureRules(files: readonly SourceFile[]): string[] {
  const unlayered = files.filter(
    (file) =>
      inService.test(file.path) &&
      server(file) &&
      !layered.test(file.path) &&
      !codeOf(file.text, { strings: false }).includes('import.meta.main'),
  );
  const rules = new Set(unlayered.map(({ path }) => path));
  for (let before = -1; before !== rules.size; ) {
    before = rules.size;
    for (const { path, imports } of unlayered) {
      const isRule = imports.every(
        ({ from, to, typeOnly }) =>
          typeOnly || (!doesIo.test(to ?? from) && (!to || !inService.test(to) || rules.has(to))),
      );
      if (!isRule) rules.delete(path);
    }
  }
  return found(({ path }) => rules.has(path), impure)(files);
}

/** A comment on the line or the one before it says that a draw is jitter. */
function draws(files: readonly SourceFile[]): string[] {
  return files.filter(server).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at, lines) => {
      const isJitter = [line, lines[at - 1] ?? ''].some((one) => /(\/\/|\*).*\bjitter\b/i.test(one));
      return /\bMath\.random\b/.test(codeOf(line, { strings: false })) && !isJitter ? [`${path}:${at + 1}`] : [];
    }),
  );
}

/** Split, so that this file does not break the rule. */
const laterNote = new RegExp(String.raw`\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].join('|')})\b`, 'g');
const vagueName =
  /(^|[/._-])(utils?|helpers?|managers?|misc|stuff)(?=[/._-])|[a-z0-9](Utils?|Helpers?|Managers?|Service)(?=[/._-])|[._-]service(?=[/.])/i;

const exactVersion = /^(npm:(@[^@/]+\/)?[^@/]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const;

function inexactVersions(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /(^|\/)package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const manifest = JSON.parse(text) as Partial<Record<(typeof kinds)[number], Record<string, unknown>>>;
      return kinds
        .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
        .filter(([, version]) => typeof version === 'string' && !exactVersion.test(version))
        .map(([name, version]) => `${path}: ${name} ${version}`);
    });
}

export const patternRules: Rule[] = [
  ['rules are pure: time, ids and randomness are arguments', impureRules],
  ['rows are read through declared columns: no row<T>() or rows<T>()', found(server, /\.rows?</g)],
  ['no Math.random on the server, except jitter that says so', draws],
  [
    'no note to do something later',
    (files) => files.flatMap(({ path, text }) => (text.match(laterNote) ?? []).map((note) => `${path}: ${note}`)),
  ],
  [
    'no util, helper or manager in the name of a file or folder, and no service suffix',
    (files) => files.flatMap(({ path }) => (vagueName.test(path) ? [path] : [])),
  ],
  ['versions in package.json are exact', inexactVersions],
];
