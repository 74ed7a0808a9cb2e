/** Who may import whom: between the folders of the house, and between the layers of the web app. One way only, so no circle can form. */
import { type Import, importsOf, isCode, isTest, type Rule, type SourceFile } from './files.ts';

export const importRules: Rule[] = [
  { name: 'folders import only what stands below them: proto <- chassis <- rooms, proto <- web, proto and chassis <- gateway', offenders: each(between) },
  { name: 'proto runs in the browser: it takes zod and nothing else', offenders: each(protoAlone) },
  { name: 'what generates the documents is not used at run time', offenders: each(generators) },
  { name: 'what tests share is for tests', offenders: each(sharedByTests) },
  { name: 'only chassis touches the client of the message server', offenders: each(bus) },
  { name: 'web: router -> pages -> features -> domain -> ui, client -> proto; features never import features', offenders: each(webLayers) },
];

/** Runs a check over every import of every code file; it answers why the import is wrong, or nothing. */
function each(check: (file: SourceFile, one: Import) => string | undefined): Rule['offenders'] {
  return (files) =>
    files.filter(isCode).flatMap((file) =>
      importsOf(file).flatMap((one) => {
        const why = check(file, one);
        return why ? [`${file.path} imports ${one.from}: ${why}`] : [];
      }),
    );
}

/** The part of the house a path belongs to. */
export function partOf(path: string): string {
  const [top = '', second = '', third = ''] = path.split('/');
  if (top === 'services' && second === 'casino' && third === 'games') return 'games';
  if (top === 'services') return second.includes('.') ? top : second === 'chassis' ? 'chassis' : `room ${second}`;
  if (top === 'deploy' && second === 'e2e') return 'deploy/e2e';
  return path.includes('/') ? top : 'root';
}

/** What is no room but other companies: a room's tests start them, and speak to them over the network as the room does. */
const outsideWorlds: ReadonlySet<string> = new Set(['services/feed/main.ts', 'services/psp/main.ts']);

function between(file: SourceFile, { to }: Import): string | undefined {
  if (to === undefined || (isTest(file) && outsideWorlds.has(to))) return undefined;
  const [from, target] = [partOf(file.path), partOf(to)];
  if (from === target || below(from).has(target)) return undefined;
  return `${from} may import ${[...below(from)].join(', ') || 'nothing but itself'}, not ${target}`;
}

function below(part: string): Set<string> {
  if (part === 'root') return new Set(['deploy']);
  if (part === 'deploy') return new Set(['proto', 'chassis']);
  if (part === 'deploy/e2e') return new Set(['proto', 'deploy']);
  if (part === 'gateway') return new Set(['proto', 'chassis']);
  if (part === 'room casino') return new Set(['proto', 'chassis', 'games']);
  if (part.startsWith('room ')) return new Set(['proto', 'chassis']);
  if (part === 'web') return new Set(['proto', 'games']);
  if (part === 'chassis' || part === 'games') return new Set(['proto']);
  return new Set();
}

const isGenerator = (path: string) => path === 'proto/generate.ts' || path.startsWith('proto/documents/');

function protoAlone(file: SourceFile, { from, to }: Import): string | undefined {
  if (partOf(file.path) !== 'proto' || isTest(file) || isGenerator(file.path)) return undefined;
  return to !== undefined || from === 'zod' || from.startsWith('zod/') ? undefined : 'it is not zod';
}

function generators(file: SourceFile, { to }: Import): string | undefined {
  if (to === undefined || !isGenerator(to) || isGenerator(file.path) || isTest(file)) return undefined;
  return 'only `npm run generate` and tests use it';
}

function sharedByTests(file: SourceFile, { to }: Import): string | undefined {
  return to !== undefined && /(^|\/)testing(-[^/]+)?\.ts$/.test(to) && !isTest(file) ? 'it does not run in production' : undefined;
}

function bus(file: SourceFile, { from }: Import): string | undefined {
  return (from === 'nats' || from.startsWith('@nats-io/')) && partOf(file.path) !== 'chassis' ? 'ask chassis/bus.ts instead' : undefined;
}

// Layers of the web app, lowest first; `ground` is what lies directly in src beside the router: words, theme.
type Layer = 'ground' | 'client' | 'ui' | 'domain' | 'features' | 'pages' | 'router';
const mayTake: Record<Layer, readonly Layer[]> = {
  ground: ['ground', 'client'],
  client: ['client', 'ground'],
  ui: ['ui', 'ground'],
  domain: ['domain', 'ui', 'client', 'ground'],
  features: ['features', 'domain', 'ui', 'client', 'ground'],
  pages: ['pages', 'features', 'domain', 'ui', 'client', 'ground'],
  router: ['router', 'pages', 'features', 'domain', 'ui', 'client', 'ground'],
};

function webLayers(file: SourceFile, { to }: Import): string | undefined {
  const [from, target] = [layerOf(file.path), to === undefined ? undefined : layerOf(to)];
  if (!from || !target || to === undefined) return undefined;
  if (!mayTake[from.layer].includes(target.layer)) return `${from.layer} may not take from ${target.layer}`;
  if (from.layer === target.layer && from.subject !== target.subject) return `${from.subject} may not take from ${target.subject}; pages compose them`;
  return undefined;
}

/** The layer of a path below web/src, and the subject that keeps to itself within it. */
function layerOf(path: string): { layer: Layer; subject: string } | undefined {
  const parts = /^web\/src\/(.+)$/.exec(path)?.[1]?.split('/');
  if (!parts) return undefined;
  const [first = '', second = ''] = parts;
  if (parts.length === 1) return { layer: /^(main|app|router|prerender)\b/.test(first) ? 'router' : 'ground', subject: '' };
  if (first === 'features') return { layer: 'features', subject: `${first}/${second}` };
  if (first === 'player' || first === 'admin') return { layer: 'pages', subject: first };
  if (first === 'ui' || first === 'client' || first === 'domain') return { layer: first, subject: '' };
  return { layer: 'ground', subject: '' };
}
