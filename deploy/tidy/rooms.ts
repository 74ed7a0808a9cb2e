/**
 * Inside a room: main -> doors -> commands -> store, peers -> rules -> proto, flat and small.
 * A file that is not named after its place is placed by what it takes: the store makes it a use case, other I/O an adapter
 * at the store's height, neither makes it a rule, and a rule is pure.
 */
import { baseName, codeOf, importsOf, isCode, isTest, lineCount, type Rule, type SourceFile } from './files.ts';

export const roomRules: Rule[] = [
  { name: 'inside a room: main -> doors -> commands -> store, peers -> rules; only a read goes routes -> store', offenders: eachRoom(flow) },
  { name: 'no file of a room imports in a circle', offenders: eachRoom(circles) },
  { name: 'rules are pure: time, ids and chance come in as data', offenders: eachRoom(impure) },
  { name: 'the environment is read through config.ts', offenders: eachRoom(environment) },
  { name: 'main.ts is wiring: 60 lines at most, and its header says what the room owns, says, hears and answers', offenders: mains },
  { name: 'a room is flat and has at most 34 files (tests, migrations and sql not counted)', offenders: eachRoom(size) },
  { name: 'chassis has at most 2,200 lines (tests and sql not counted)', offenders: chassisLines },
  { name: 'chassis knows no noun of the domain', offenders: chassisNouns },
];

const mainLines = 60;
const roomFiles = 34;
const chassisLinesAtMost = 2_200;

type Room = { name: string; files: readonly SourceFile[] };

function eachRoom(check: (room: Room) => string[]): Rule['offenders'] {
  return (files) => {
    const inRooms = files.filter(({ path }) => /^services\/[^/]+\//.test(path) && !/^services\/(chassis|casino\/games)\//.test(path));
    const rooms = Map.groupBy(inRooms, ({ path }) => path.split('/')[1] ?? '');
    return [...rooms].flatMap(([name, own]) => check({ name, files: own }));
  };
}

// ---- Who takes from whom -----------------------------------------------------------------------

type Place = 'rule' | 'adapter' | 'store' | 'peers' | 'command' | 'door' | 'config' | 'main';
const height: Record<Place, number> = { rule: 1, config: 1, adapter: 2, store: 2, peers: 2, command: 3, door: 4, main: 5 };

const io = /^(node:(fs|net|tls|http|https|dns|child_process|worker_threads)\b|pg$|ioredis|undici|nodemailer|smtp-server|mongoose|rate-limiter-flexible)/;
const ioOfChassis = /^services\/chassis\/(service|bus|http|inbox|outbox|jobs|postgres|mongo|redis|blob|keyed)\.ts$/;

const named: [RegExp, Place][] = [
  [/^main$/, 'main'],
  [/^config$/, 'config'],
  [/^(routes|requests|consumers|jobs)(-.+)?$/, 'door'],
  [/^commands(-.+)?$/, 'command'],
  [/^store(-.+)?$/, 'store'],
  [/^peers(-.+)?$/, 'peers'],
];

/** Each code file of a room with its place. */
export function placesOf(files: readonly SourceFile[]): Map<string, Place> {
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
    const taken = importsOf(file).filter(({ typeOnly }) => !typeOnly);
    const own = taken.flatMap(({ to }) => code.filter(({ path }) => path === to)).map(place);
    const doesIo = taken.some(({ from, to }) => io.test(from) || (to !== undefined && ioOfChassis.test(to)));
    const found = own.some((one) => ['store', 'peers', 'command'].includes(one)) ? 'command' : doesIo || own.includes('adapter') ? 'adapter' : 'rule';
    places.set(file.path, found);
    return found;
  };
  for (const file of code) place(file);
  return places;
}

function flow({ files }: Room): string[] {
  const places = placesOf(files);
  return files
    .filter(({ path }) => places.has(path))
    .flatMap((file) =>
      importsOf(file).flatMap(({ from, to, typeOnly }) => {
        const [place, target] = [places.get(file.path), to === undefined ? undefined : places.get(to)];
        const why = place && target ? against(place, target, typeOnly, baseName(file.path), baseName(to ?? '')) : undefined;
        return why ? [`${file.path} imports ${from}: ${why}`] : [];
      }),
    );
}

function against(place: Place, target: Place, typeOnly: boolean, name: string, targetName: string): string | undefined {
  if (place === 'main') return undefined;
  if (target === 'config') return typeOnly ? undefined : 'only main reads the configuration and hands it on';
  if (height[target] > height[place]) return `a ${place} may not look up at a ${target}`;
  if (typeOnly) return undefined;
  if (place === 'door' && height[target] === 2 && !(name.startsWith('routes') && target !== 'peers')) return `a door goes through a command to the ${target}`;
  if (place === 'door' && target === 'door' && family(name) !== family(targetName)) return 'doors do not know each other';
  if ((place === 'store' && target === 'peers') || (place === 'peers' && target === 'store')) return 'store and peers do not know each other';
  return undefined;
}

const family = (name: string) => name.split('-')[0];

function circles({ files }: Room): string[] {
  const code = files.filter((file) => isCode(file) && !isTest(file));
  const next = new Map(code.map((file) => [file.path, importsOf(file).flatMap(({ to, typeOnly }) => (to !== undefined && !typeOnly ? [to] : []))]));
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    else if (!done.has(path)) for (const to of next.get(path) ?? []) if (next.has(to)) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) walk(path, []);
  return found;
}

// ---- What a file may do ------------------------------------------------------------------------

const impurities: [RegExp, string][] = [
  [/\bDate\.now\(/, 'reads the clock'],
  [/\bnew Date\(\s*\)/, 'reads the clock'],
  [/\bperformance\.now\(/, 'reads the clock'],
  [/\bMath\.random\(/, 'draws chance'],
  [/\brandom(UUID|UUIDv7|Bytes|Int)\(/, 'draws chance'],
  [/\bgetRandomValues\(/, 'draws chance'],
  [/\bfetch\(/, 'goes out'],
  [/\bset(Timeout|Interval|Immediate)\(/, 'waits'],
  [/\bprocess\./, 'looks at its process'],
];

function impure({ files }: Room): string[] {
  const places = placesOf(files);
  const rules = files.filter(({ path }) => places.get(path) === 'rule');
  return rules.flatMap(({ path, text }) => {
    const code = codeOf(text, { strings: false });
    return impurities.filter(([pattern]) => pattern.test(code)).map(([, what]) => `${path} ${what}`);
  });
}

function environment({ files }: Room): string[] {
  const places = placesOf(files);
  const apart = files.filter(({ path }) => places.has(path) && places.get(path) !== 'main');
  return apart.filter(({ text }) => /\bprocess\.env\b/.test(codeOf(text, { strings: false }))).map(({ path }) => path);
}

// ---- Sizes -------------------------------------------------------------------------------------

function mains(files: readonly SourceFile[]): string[] {
  const found = files.filter(({ path }) => /^(services\/[^/]+|gateway)\/main\.ts$/.test(path));
  return found.flatMap(({ path, text }) => {
    const lines = lineCount(text);
    const header = /^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(text)?.[1]?.toLowerCase() ?? '';
    const missing = path.startsWith('gateway/') ? [] : ['owns', 'says', 'hears', 'answers'].filter((word) => !header.includes(word));
    return [
      ...(lines > mainLines ? [`${path} has ${lines} lines`] : []),
      ...(missing.length > 0 ? [`${path} does not say what it ${missing.join(', ')}`] : []),
    ];
  });
}

function size({ name, files }: Room): string[] {
  const inside = files.map((file) => ({ file, within: file.path.split('/').slice(2) }));
  const deep = inside.filter(({ within }) => within.length > 1 && within[0] !== 'migrations' && within[0] !== 'sql');
  const counted = inside.filter(({ file, within }) => within.length === 1 && !isTest(file) && !/\.(json|md|sql)$/.test(file.path));
  return [
    ...deep.map(({ file }) => `${file.path} lies in a folder of its own`),
    ...(counted.length > roomFiles ? [`${name} has ${counted.length} files: it is two rooms`] : []),
  ];
}

const chassisFiles = (files: readonly SourceFile[]) =>
  files.filter((file) => file.path.startsWith('services/chassis/') && /\.(ts|sql)$/.test(file.path) && !isTest(file));

function chassisLines(files: readonly SourceFile[]): string[] {
  // testing.ts runs in tests alone, which another rule holds it to.
  const own = chassisFiles(files).filter(({ path }) => path.endsWith('.ts') && !path.endsWith('/testing.ts'));
  const lines = own.reduce((sum, { text }) => sum + lineCount(text), 0);
  const largest = own.map(({ path, text }) => `${path} ${lineCount(text)}`).sort((a, b) => Number(b.split(' ')[1]) - Number(a.split(' ')[1]));
  return lines > chassisLinesAtMost ? [`chassis has ${lines} lines: ${largest.join(', ')}`] : [];
}

const nouns =
  /\b(bets?|betting|wagers?|stakes?|wallets?|ledgers?|fixtures?|odds|deposits?|withdrawals?|payouts?|payments?|bonus(es)?|legs?|markets?|casinos?|jackpots?|promotions?|kyc|tickets?|exposures?|settlements?|balances?)\b/i;

function chassisNouns(files: readonly SourceFile[]): string[] {
  return chassisFiles(files).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const words = line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
      const noun = nouns.exec(words)?.[0];
      return noun ? [`${path}:${at + 1} says ${noun}`] : [];
    }),
  );
}
