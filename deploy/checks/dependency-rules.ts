/**
 * Which part may import which, in the format of dependency-cruiser, which reports every import that breaks a rule, type-only ones included.
 * A rule forbids imports: `from` and `to` are regular expressions, `$1` in `to` is the first group of `from`.
 */
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { order } from './order.ts';

type DependencyRule = IRegularForbiddenRuleType & { name: string };

/**
 * Tests, and code that only tests use: `testing.ts` of a service or subject, the folder `testing` of the web app.
 * The `testing.ts` of chassis is exported, so it is not one of them.
 */
export const testPath = String.raw`\.(test|spec)\.tsx?$|^deploy/tests/|^web/src/testing/|^(services/(?!chassis/)|gateway/)[^.]*/testing[^/]*\.ts$|^gateway/testing[^/]*\.ts$`;

const ours = '^(proto|services|gateway|web|deploy)/|^[^/]+[.]ts$';
const service = '^services/(?!chassis/|casino/games/)([^/]+)/';

const alertTexts = '^deploy/tests/alert-texts[.]test[.]ts$';

/** The paths that each part of the repository may import. */
const parts: { from: string; pathNot?: string; takes: string[] }[] = [
  { from: '^proto/', takes: ['^proto/'] },
  { from: '^services/chassis/', takes: ['^services/chassis/', '^proto/'] },
  { from: '^services/casino/games/', takes: ['^services/casino/games/', '^proto/'] },
  { from: service, pathNot: testPath, takes: ['^services/$1/', '^proto/', '^services/chassis/'] },
  // feed and psp simulate third parties, so tests only start them and call them over the network.
  {
    from: `${service}.*([.]test[.]ts|testing[^/]*[.]ts)$`,
    takes: ['^services/$1/', '^proto/', '^services/chassis/', '^services/(feed|psp)/main[.]ts$'],
  },
  { from: '^gateway/', takes: ['^gateway/', '^proto/', '^services/chassis/'] },
  { from: '^web/', takes: ['^web/', '^proto/', '^services/casino/games/'] },
  // It passes every alert that risk can raise through the translations of the web app.
  { from: alertTexts, takes: ['^web/src/', '^services/risk/', '^proto/'] },
  { from: '^deploy/(?!tests/).*[.]test[.]ts$', takes: ['^deploy/', '^proto/', '^services/chassis/'] },
  {
    from: '^deploy/(?!tests/)',
    pathNot: '[.]test[.]ts$',
    takes: ['^deploy/(?!tests/)', '^proto/', '^services/chassis/', '^services/casino/games/'],
  },
  // The journey over all screens reads the paths of the pages.
  {
    from: '^deploy/tests/',
    pathNot: alertTexts,
    takes: ['^deploy/', '^proto/', '^services/chassis/', '^web/src/(operator-)?pages[.]ts$'],
  },
  { from: '^[^/]+[.]ts$', takes: ['^deploy/', '^[^/]+[.]ts$'] },
];

const partRules: DependencyRule[] = parts.map(({ from, pathNot, takes }) => ({
  name: 'parts import only what stands below them: proto <- chassis <- services, proto <- web, proto and chassis <- gateway',
  severity: 'error',
  from: { path: from, ...(pathNot ? { pathNot } : {}) },
  to: { path: ours, pathNot: takes },
}));

/** Code that component tests share: a faked network, and rendered pages. */
const webTesting = '^web/src/testing/';
const generator = '^proto/(generate[.]ts$|documents/)';
const single: DependencyRule[] = [
  {
    name: 'proto runs in the browser: it imports zod and nothing else from outside',
    severity: 'error',
    from: { path: '^proto/', pathNot: [testPath, generator] },
    to: { pathNot: ['^proto/', '(^|node_modules/)zod(/|$)', ours] },
  },
  {
    name: 'what generates the documents is not used at run time',
    severity: 'error',
    from: { pathNot: [testPath, generator] },
    to: { path: generator },
  },
  {
    name: 'a service loads the contracts that its own code names, never those of all services (risk reads every event)',
    severity: 'error',
    from: { path: '^services/(?!risk/)', pathNot: [testPath, '^services/chassis/messaging/streams[.]ts$'] },
    to: { path: '^proto/services[.]ts$' },
  },
  {
    name: 'what tests share is for tests',
    severity: 'error',
    from: { pathNot: testPath },
    to: { path: `/testing[.]ts$|/testing-[^/]+[.]ts$|${webTesting}`, pathNot: 'node_modules/' },
  },
  {
    name: 'only chassis imports the client of the message server',
    severity: 'error',
    from: { path: ours, pathNot: '^services/chassis/' },
    to: { path: '(^|node_modules/)(nats|@nats-io)(/|$)' },
  },
  {
    name: 'no file imports itself in a circle, not even for a type',
    severity: 'error',
    from: { path: ours },
    to: { circular: true },
  },
];

/** Inside a service: main -> routes, requests, consumers, jobs -> commands -> store, peers -> rules; only a read goes routes -> store. */
const layer = (names: string) => `/(${names})[^/.]*[.]ts$`;
const entries = 'routes|requests|consumers|jobs';
const layerRules: DependencyRule[] = [
  { from: layer('store|peers'), to: layer(`commands|${entries}`) },
  { from: layer('store'), to: layer('peers') },
  { from: layer('peers'), to: layer('store') },
  { from: layer('commands'), to: layer(entries) },
  { from: layer(entries), to: layer('peers') },
  { from: layer('requests|consumers|jobs'), to: layer('store') },
].map(({ from, to }) => ({
  name: 'inside a service: main -> routes, requests, consumers, jobs -> commands -> store, peers -> rules; only a read goes routes -> store',
  severity: 'error',
  from: { path: from, pathNot: [testPath, '^(?!services/)', '^services/chassis/'] },
  to: { path: to, pathNot: '^services/chassis/', dependencyTypesNot: ['type-only'] },
}));

/** The layers of the web app. Files in src beside the router, such as theme and language, are shared by all layers. */
const router = '^web/src/(main|app|router|prerender)[.]';
const ground = '^web/src/(?!(main|app|router|prerender)[.])[^/]+$|^web/src/locales/';
const tools = ['^web/src/(ui|client)/', ground];
const layers: { from: string; takes: string[] }[] = [
  { from: ground, takes: ['^web/src/client/', ground] },
  { from: '^web/src/client/', takes: ['^web/src/client/', ground] },
  { from: '^web/src/ui/', takes: ['^web/src/ui/', ground] },
  { from: '^web/src/domain/', takes: ['^web/src/domain/', ...tools] },
  { from: '^web/src/features/([^/]+)/', takes: ['^web/src/features/$1/', '^web/src/domain/', ...tools] },
  { from: '^web/src/(player|admin)/', takes: ['^web/src/$1/', '^web/src/(features|domain)/', ...tools] },
];

const webRules: DependencyRule[] = layers.map(({ from, takes }) => ({
  name: 'web: router -> pages -> features -> domain -> ui, client; features never import features',
  severity: 'error',
  from: { path: from, pathNot: router },
  to: { path: '^web/src/', pathNot: [...takes, webTesting] },
}));

const escaped = (path: string) => path.replaceAll('.', '[.]');
const isFile = (entry: string) => /[.]tsx?$/.test(entry);
const place = (parent: string, entry: string) => `^${parent}/${escaped(entry)}${isFile(entry) ? '$' : '/'}`;

/** Rules for the subjects of order.ts: they import only entries further down the list. Tests are exempt. */
const orderRules = (parent: string, entries: readonly string[]): DependencyRule[] => {
  const shared = entries.filter(isFile).map((entry) => place(parent, entry));
  const from = (entry: string) => ({ path: place(parent, entry), pathNot: testPath });
  return entries.flatMap((entry, at): DependencyRule[] => [
    ...(at > 0
      ? [
          {
            name: 'subjects import down the order of order.ts only',
            severity: 'error' as const,
            from: from(entry),
            to: { path: entries.slice(0, at).map((above) => place(parent, above)) },
          },
        ]
      : []),
    {
      name: 'a subject does not import the composition above it; of config.ts it may take types',
      severity: 'error',
      from: from(entry),
      to: { path: `^${parent}/[^/]+[.]tsx?$`, pathNot: [`^${parent}/(config|testing)[.]ts$`, ...shared, testPath] },
    },
    {
      name: 'a subject does not import the composition above it; of config.ts it may take types',
      severity: 'error',
      from: from(entry),
      to: { path: `^${parent}/config[.]ts$`, pathNot: shared, dependencyTypesNot: ['type-only'] },
    },
  ]);
};

export function dependencyRules(): DependencyRule[] {
  const ordered = Object.entries(order).flatMap(([parent, entries]) => orderRules(parent, entries));
  return [...partRules, ...single, ...layerRules, ...webRules, ...ordered];
}
