/**
 * Import rules inside a service: main -> entry points -> commands -> store, peers -> rules -> proto.
 * A file whose name does not show its layer is classified by its imports: with the store or peers it is a command, with other I/O an adapter
 * (same layer as the store), otherwise a rule. Rules must be pure.
 */
import { baseName, codeOf, isCode, isTest, lineCount, type Rule, type SourceFile } from './files.ts';

export const serviceRules: Rule[] = [
  {
    name: 'inside a service: main -> routes, requests, consumers, jobs -> commands -> store, peers -> rules; only a read goes routes -> store',
    offenders: eachService(flow),
  },
  { name: 'rules are pure: time, ids and randomness are arguments', offenders: eachService(impure) },
  { name: 'the environment is read through config.ts', offenders: eachService(environment) },
  { name: 'main.ts is wiring: 60 lines at most, and its header says what the service owns, publishes, consumes and serves', offenders: mains },
];

const mainLines = 60;

type Files = readonly SourceFile[];

function eachService(check: (files: Files) => string[]): Rule['offenders'] {
  return (files) => {
    const inServices = files.filter(({ path }) => /^services\/[^/]+\//.test(path) && !/^services\/(chassis|casino\/games)\//.test(path));
    return [...Map.groupBy(inServices, ({ path }) => path.split('/')[1] ?? '').values()].flatMap(check);
  };
}

type Place = 'rule' | 'adapter' | 'store' | 'peers' | 'command' | 'entry' | 'config' | 'main';
const height: Record<Place, number> = { rule: 1, config: 1, adapter: 2, store: 2, peers: 2, command: 3, entry: 4, main: 5 };

const io = /^(node:(fs|net|tls|http|https|dns|child_process|worker_threads)\b|pg$|ioredis|undici|nodemailer|smtp-server|mongoose|rate-limiter-flexible)/;
const ioOfChassis =
  /^services\/chassis\/(.+\/)?(service|server|bus|inbox|outbox|relay|operator-action|streams|jobs|lease|postgres|migrations|mongo|redis|blob|idempotency)\.ts$/;

const named: [RegExp, Place][] = [
  [/^main$/, 'main'],
  [/^config$/, 'config'],
  [/^(routes|requests|consumers|jobs)(-.+)?$/, 'entry'],
  [/^commands(-.+)?$/, 'command'],
  [/^store(-.+)?$/, 'store'],
  [/^peers(-.+)?$/, 'peers'],
];

/** The layer (`Place`) of each code file of one service. */
export function placesOf(files: Files): Map<string, Place> {
  const code = files.filter((file) => isCode(file) && !isTest(file));
  const places = new Map<string, Place>();
  for (const file of code) {
    const byName = named.find(([pattern]) => pattern.test(baseName(file.path)))?.[1];
    const runsAlone = codeOf(file.text, { strings: false }).includes('import.meta.main');
    const place = byName ?? (runsAlone ? 'main' : undefined);
    if (place) places.set(file.path, place);
  }
  const placing = new Set<string>();
  const place = (file: SourceFile): Place => {
    const known = places.get(file.path);
    if (known || placing.has(file.path)) return known ?? 'rule';
    placing.add(file.path);
    const taken = file.imports.filter(({ typeOnly }) => !typeOnly);
    const own = taken.flatMap(({ to }) => code.filter(({ path }) => path === to)).map(place);
    const doesIo = taken.some(({ from, to }) => io.test(from) || (to !== undefined && ioOfChassis.test(to)));
    const found = own.some((one) => ['store', 'peers', 'command'].includes(one)) ? 'command' : doesIo || own.includes('adapter') ? 'adapter' : 'rule';
    places.set(file.path, found);
    return found;
  };
  for (const file of code) place(file);
  return places;
}

function flow(files: Files): string[] {
  const places = placesOf(files);
  return files
    .filter(({ path }) => places.has(path))
    .flatMap((file) =>
      file.imports.flatMap(({ from, to, typeOnly }) => {
        const [place, target] = [places.get(file.path), to === undefined ? undefined : places.get(to)];
        const why = place && target ? against(place, target, typeOnly, baseName(file.path), baseName(to ?? '')) : undefined;
        return why ? [`${file.path} imports ${from}: ${why}`] : [];
      }),
    );
}

function against(place: Place, target: Place, typeOnly: boolean, name: string, targetName: string): string | undefined {
  if (place === 'main') return undefined;
  if (target === 'config') return typeOnly ? undefined : 'only main reads the configuration and hands it on';
  if (height[target] > height[place]) return `a ${place} may not import a ${target}, which stands above it`;
  if (typeOnly) return undefined;
  if (place === 'entry' && height[target] === 2 && !(name.startsWith('routes') && target !== 'peers'))
    return `an entry point goes through a command to the ${target}`;
  if (place === 'entry' && target === 'entry' && family(name) !== family(targetName)) return 'entry points do not import each other';
  if ((place === 'store' && target === 'peers') || (place === 'peers' && target === 'store')) return 'store and peers do not import each other';
  return undefined;
}

const family = (name: string) => name.split('-')[0];

const impurities: [RegExp, string][] = [
  [/\bDate\.now\(/, 'reads the clock'],
  [/\bnew Date\(\s*\)/, 'reads the clock'],
  [/\bperformance\.now\(/, 'reads the clock'],
  [/\bMath\.random\(/, 'draws at random'],
  [/\brandom(UUID|UUIDv7|Bytes|Int)\(/, 'draws at random'],
  [/\bgetRandomValues\(/, 'draws at random'],
  [/\bfetch\(/, 'makes a request'],
  [/\bset(Timeout|Interval|Immediate)\(/, 'starts a timer'],
  [/\bprocess\./, 'reads its process'],
];

function impure(files: Files): string[] {
  const places = placesOf(files);
  const rules = files.filter(({ path }) => places.get(path) === 'rule');
  return rules.flatMap(({ path, text }) => {
    const code = codeOf(text, { strings: false });
    return impurities.filter(([pattern]) => pattern.test(code)).map(([, what]) => `${path} ${what}`);
  });
}

function environment(files: Files): string[] {
  const places = placesOf(files);
  const apart = files.filter(({ path }) => places.has(path) && places.get(path) !== 'main');
  return apart.filter(({ text }) => /\bprocess\.env\b/.test(codeOf(text, { strings: false }))).map(({ path }) => path);
}

function mains(files: Files): string[] {
  const found = files.filter(({ path }) => /^(services\/[^/]+|gateway)\/main\.ts$/.test(path));
  return found.flatMap(({ path, text }) => {
    const lines = lineCount(text);
    const header = /^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(text)?.[1]?.toLowerCase() ?? '';
    const missing = path.startsWith('gateway/') ? [] : ['owns', 'publishes', 'consumes', 'serves'].filter((verb) => !header.includes(verb));
    return [
      ...(lines > mainLines ? [`${path} has ${lines} lines`] : []),
      ...(missing.length > 0 ? [`${path} does not say what it ${missing.join(', ')}`] : []),
    ];
  });
}
