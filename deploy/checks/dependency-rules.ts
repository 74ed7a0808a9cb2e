/**
 * Which part may import which, in the format of dependency-cruiser, which reports every import that breaks a rule, type-only ones included.
 * A rule forbids imports: `from` and `to` are regular expressions, `$1` in `to` is the first group of `from`.
 */
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { order } from './order.ts';

type DependencyRule = IRegularForbiddenRuleType & { name: string };
type Restriction = IRegularForbiddenRuleType;

const forbid = (name: string, from: Restriction['from'], to: Restriction['to']): DependencyRule => ({
  name,
  severity: 'error',
  from,
  to,
});

/**
 * Tests, and code that only tests use: `testing.ts` of a service or subject, the folder `testing` of the web app,
 * its stories and their package.
 * The `testing.ts` of chassis is exported, so it is not one of them.
 */
export const testPath = String.raw`\.(test|spec|stories)\.tsx?$|^deploy/tests/|^web/(src/testing|storybook)/|^(services/(?!chassis/)|gateway/)[^.]*/testing[^/]*\.ts$|^gateway/testing[^/]*\.ts$`;

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
    takes: ['^deploy/(?!tests/)', '^proto/', '^services/chassis/'],
  },
  // The journey over all screens reads the paths of the pages.
  {
    from: '^deploy/tests/',
    pathNot: alertTexts,
    takes: ['^deploy/', '^proto/', '^services/chassis/', '^web/src/(operator-)?pages[.]ts$'],
  },
  { from: '^[^/]+[.]ts$', takes: ['^deploy/', '^[^/]+[.]ts$'] },
];

const partRules = parts.map(({ from, pathNot = [], takes }) =>
  forbid(
    'parts import only what stands below them: proto <- chassis <- services, proto <- web, proto and chassis <- gateway',
    { path: from, pathNot },
    { path: ours, pathNot: takes },
  ),
);

/** Code that component tests share: a faked network, and rendered pages. */
const webTesting = '^web/src/testing/';
const single = [
  forbid(
    'proto runs in the browser: it imports zod and nothing else from outside',
    { path: '^proto/', pathNot: [testPath, '^proto/documents/'] },
    { pathNot: ['^proto/', '(^|node_modules/)zod(/|$)', ours] },
  ),
  forbid(
    'what generates the documents is not used at run time',
    { pathNot: [testPath, '^proto/documents/'] },
    { path: '^proto/documents/' },
  ),
  forbid(
    'a service loads the contracts that its own code names, never those of all services (risk reads every event)',
    { path: '^services/(?!risk/)', pathNot: [testPath, '^services/chassis/messaging/streams[.]ts$'] },
    { path: '^proto/services[.]ts$' },
  ),
  forbid(
    'what tests share is for tests',
    { pathNot: testPath },
    { path: `/testing[.]ts$|/testing-[^/]+[.]ts$|${webTesting}`, pathNot: 'node_modules/' },
  ),
  forbid(
    'only chassis imports the client of the message server',
    { path: ours, pathNot: '^services/chassis/' },
    { path: '(^|node_modules/)(nats|@nats-io)(/|$)' },
  ),
];

const layer = (names: string) => `/(${names})[^/.]*[.]ts$`;
const entryPoints = 'routes|requests|consumers|jobs';
const inService = [testPath, '^(?!services/)', '^services/chassis/'];
const flow =
  'in a service: main -> routes, requests, consumers, jobs -> commands -> store, peers; only a read goes routes -> store';
const valuesOnly = { dependencyTypesNot: ['type-only' as const] };
const layerRules = [
  // Nothing is taken from above, not even a type.
  forbid(flow, { path: layer('store|peers'), pathNot: inService }, { path: layer(`commands|${entryPoints}`) }),
  forbid(flow, { path: layer('commands'), pathNot: inService }, { path: layer(entryPoints) }),
  forbid(flow, { path: layer('store'), pathNot: inService }, { path: layer('peers'), ...valuesOnly }),
  forbid(flow, { path: layer('peers'), pathNot: inService }, { path: layer('store'), ...valuesOnly }),
  forbid(flow, { path: layer(entryPoints), pathNot: inService }, { path: layer('peers'), ...valuesOnly }),
  forbid(flow, { path: layer('requests|consumers|jobs'), pathNot: inService }, { path: layer('store'), ...valuesOnly }),
  forbid(
    'entry points do not import each other',
    { path: layer(entryPoints), pathNot: inService },
    { path: layer(entryPoints), pathNot: '/$1[^/.]*[.]ts$', ...valuesOnly },
  ),
  forbid(
    'only main reads the configuration and hands it on',
    { path: '^services/', pathNot: [...inService, layer('main|operator|verify|resettle|integrity')] },
    { path: '^services/[^/]+/config[.]ts$', ...valuesOnly },
  ),
];

/** The layers of the web app. Files in src beside the router, such as theme and language, are shared by all layers. */
const router = '^web/src/(main|app|router|prerender)[.]';
const ground = '^web/src/(?!(main|app|router|prerender)[.])[^/]+$|^web/src/locales/';
const tools = ['^web/src/(ui|client)/', ground];
const webRules = (
  [
    [ground, ['^web/src/client/', ground]],
    ['^web/src/client/', ['^web/src/client/', ground]],
    ['^web/src/ui/', ['^web/src/ui/', ground]],
    ['^web/src/domain/', ['^web/src/domain/', ...tools]],
    ['^web/src/features/([^/]+)/', ['^web/src/features/$1/', '^web/src/domain/', ...tools]],
    ['^web/src/(player|admin)/', ['^web/src/$1/', '^web/src/(features|domain)/', ...tools]],
  ] as const
).map(([from, takes]) =>
  forbid(
    'web: router -> pages -> features -> domain -> ui, client; features never import features',
    { path: from, pathNot: router },
    { path: '^web/src/', pathNot: [...takes, webTesting] },
  ),
);

const isFile = (entry: string) => /[.]tsx?$/.test(entry);
const place = (parent: string, entry: string) =>
  `^${parent}/${entry.replaceAll('.', '[.]')}${isFile(entry) ? '$' : '/'}`;

/** Subjects import only what order.ts lists below them. Tests are exempt. */
const orderRules = Object.entries(order).flatMap(([parent, entries]) => {
  const shared = entries.filter(isFile).map((entry) => place(parent, entry));
  const composition = 'a subject does not import the composition above it; of config.ts it may take types';
  return entries.flatMap((entry, at) => {
    const from = { path: place(parent, entry), pathNot: testPath };
    const above = entries.slice(0, at).map((one) => place(parent, one));
    return [
      ...(at > 0 ? [forbid('subjects import down the order of order.ts only', from, { path: above })] : []),
      forbid(composition, from, {
        path: `^${parent}/[^/]+[.]tsx?$`,
        pathNot: [`^${parent}/(config|testing)[.]ts$`, ...shared, testPath],
      }),
      forbid(composition, from, {
        path: `^${parent}/config[.]ts$`,
        pathNot: shared,
        dependencyTypesNot: ['type-only'],
      }),
    ];
  });
});

export const dependencyRules = [...partRules, ...single, ...layerRules, ...webRules, ...orderRules];
