/**
 * What proto declares and what the rooms do agree: every event is said, every request and route answered, every fact heard,
 * every refusal thrown. A declaration that nobody keeps is a promise to the reader that is not true.
 */
import type { Service } from '@fairline/proto/services';
import { codeOf, isCode, isTest, type Rule, type SourceFile } from './files.ts';

export type Services = Readonly<Record<string, Pick<Service, 'routes' | 'events' | 'answers' | 'asks' | 'hears'>>>;

export function contractRules(services: Services): Rule[] {
  return [
    { name: 'every declared event is said by its room', offenders: (files) => events(files, services) },
    { name: 'every route is handled by its room', offenders: (files) => routes(files, services) },
    { name: 'every request is answered by its room, in requests.ts', offenders: (files) => answers(files, services) },
    { name: 'every fact a room hears has its line in consumers.ts, and no other fact has', offenders: (files) => hears(files, services) },
    { name: 'what a room asks others stands in peers.ts, and nowhere else', offenders: (files) => asks(files, services) },
    { name: 'every declared refusal is thrown somewhere', offenders: refusals },
    { name: 'every declared refusal appears in a test', offenders: untested },
  ];
}

/** Code of one process outside of tests; `door` narrows it to the files of one name and its splits: routes, routes-admin. */
function codeIn(files: readonly SourceFile[], name: string, door?: string): { path: string; code: string }[] {
  const folder = name === 'gateway' ? 'gateway/' : `services/${name}/`;
  const wanted = new RegExp(`/${door ?? '[^/]+'}(-[^/]+)?\\.ts$`);
  return files
    .filter((file) => file.path.startsWith(folder) && !isTest(file) && isCode(file) && wanted.test(file.path))
    .map(({ path, text }) => ({ path, code: codeOf(text) }));
}

const uses = (sources: readonly { code: string }[], pattern: RegExp) => sources.some(({ code }) => pattern.test(code));

function events(files: readonly SourceFile[], services: Services): string[] {
  return Object.entries(services).flatMap(([name, { events: declared }]) => {
    const sources = codeIn(files, name).filter(({ path }) => !/\/consumers(-[^/]+)?\.ts$/.test(path));
    const sql = files.filter(({ path }) => path.startsWith(`services/${name}/`) && path.endsWith('.sql')).map(({ text }) => text.replaceAll(/--.*$/gm, ''));
    return Object.entries(declared)
      .filter(
        ([key, event]) =>
          !uses(sources, new RegExp(`\\b${name}Events\\.${key}\\b`)) &&
          ![...sql, ...sources.map(({ code }) => code)].some((text) => text.includes(event.subject)),
      )
      .map(([, event]) => event.subject);
  });
}

/** A room's routes may stand in several records of its contract. The gateway answers some routes by means of its own, so there it is enough to name them. */
function routes(files: readonly SourceFile[], services: Services): string[] {
  return Object.entries(services).flatMap(([name, { routes: declared }]) => {
    const [sources, before] = name === 'gateway' ? [codeIn(files, name), '\\b'] : [codeIn(files, name, 'routes'), '\\bhandle\\(\\s*'];
    return Object.entries(declared)
      .filter(([key]) => !uses(sources, new RegExp(`${before}\\w+Routes\\.${key}\\b`)))
      .map(([key, route]) => `${route.method} ${route.path}: ${name} does not handle ${key}`);
  });
}

function answers(files: readonly SourceFile[], services: Services): string[] {
  return Object.entries(services).flatMap(([name, { answers: declared }]) => {
    const sources = codeIn(files, name, 'requests');
    return Object.entries(declared)
      .filter(([key]) => !uses(sources, new RegExp(`\\banswer(Batch)?\\(\\s*${name}Requests\\.${key}\\b`)))
      .map(([, request]) => request.subject);
  });
}

function hears(files: readonly SourceFile[], services: Services): string[] {
  const keys = new Map(
    Object.entries(services).flatMap(([name, { events: declared }]) =>
      Object.entries(declared).map(([key, event]) => [event, `${name}Events.${key}`] as const),
    ),
  );
  return Object.entries(services).flatMap(([name, { hears: declared }]) => {
    const sources = codeIn(files, name, 'consumers');
    const reacted = sources.flatMap(({ code }) => [...code.matchAll(/\breact\(\s*(\w+Events\.\w+)/g)].map(([, key = '']) => key));
    const wanted = declared.map((event) => keys.get(event) ?? event.subject);
    return [
      ...wanted.filter((key) => !reacted.includes(key)).map((key) => `${name} hears ${key} and has no line for it`),
      ...reacted.filter((key) => !wanted.includes(key)).map((key) => `${name} has a line for ${key} and does not hear it: declare it in proto/services.ts`),
    ];
  });
}

function asks(files: readonly SourceFile[], services: Services): string[] {
  return Object.entries(services).flatMap(([name, { asks: declared }]) => {
    const inPeers = codeIn(files, name, 'peers');
    const elsewhere = codeIn(files, name).filter(({ path }) => !inPeers.some((peer) => peer.path === path));
    const silent = declared
      .filter(({ room, verb }) => !uses(inPeers, new RegExp(`\\b${room}Requests\\.${verb}\\b`)))
      .map(({ subject }) => `${name} may ask ${subject} and never does`);
    const others = Object.keys(services).filter((other) => other !== name);
    const astray = elsewhere.flatMap(({ path, code }) => {
      const asked = [...code.matchAll(/\b(\w+)Requests\.(\w+)/g)].filter(([, room = '']) => others.includes(room));
      return asked.map(([whole]) => `${path} asks ${whole}`);
    });
    return [...silent, ...astray];
  });
}

interface DeclaredRefusal {
  record: string;
  key: string;
  code: string;
}

/** Read from the text of the contracts, where they stand as `key: refusal('code', ...)` in `common` or `<room>Refusals`. */
export function declaredRefusals(files: readonly SourceFile[]): DeclaredRefusal[] {
  const contracts = files.filter((file) => file.path.startsWith('proto/') && isCode(file) && !isTest(file));
  return contracts.flatMap(({ text }) => {
    const records = [...codeOf(text).matchAll(/export const (common|\w+Refusals) = \{([\s\S]*?)\n\}/g)];
    return records.flatMap(([, record = '', body = '']) =>
      [...body.matchAll(/(\w+): refusal\(\s*'(\w+)'/g)].map(([, key = '', code = '']) => ({ record, key, code })),
    );
  });
}

function refusals(files: readonly SourceFile[]): string[] {
  const declared = declaredRefusals(files);
  const server = files.filter((file) => /^(services|gateway)\//.test(file.path) && isCode(file) && !isTest(file)).map(({ text }) => ({ code: codeOf(text) }));
  const contracts = files.filter((file) => file.path.startsWith('proto/') && isCode(file) && !isTest(file)).map(({ text }) => ({ code: codeOf(text) }));
  const sql = files.filter(({ path }) => path.startsWith('services/') && path.endsWith('.sql')).map(({ text }) => text.replaceAll(/--.*$/gm, ''));
  return declared
    .filter(({ record, key, code }) => {
      const thrown = uses(server, new RegExp(`\\b${record}\\.${key}\\b`));
      // A shape refuses with the words of a refusal, and a database function answers its code.
      const inShape = uses(contracts, new RegExp(`\\b${record}\\.${key}\\.message\\b`));
      const only = declared.filter((other) => other.record === record && other.code === code).length === 1;
      return !thrown && !inShape && !(only && sql.some((text) => text.includes(`'${code}'`)));
    })
    .map(({ record, key, code }) => `${record}.${key} (${code})`);
}

/** The tests of proto only repeat what is declared; the others see it happen. */
function untested(files: readonly SourceFile[]): string[] {
  const tests = files.filter((file) => isTest(file) && !file.path.startsWith('proto/')).map(({ text }) => ({ code: codeOf(text) }));
  return declaredRefusals(files)
    .filter(({ record, key, code }) => !uses(tests, new RegExp(`\\b${record}\\.${key}\\b|\\b${code}\\b`)))
    .map(({ record, key, code }) => `${record}.${key} (${code})`);
}
