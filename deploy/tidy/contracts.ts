/**
 * Rules that contracts and services agree: every event is published, every request and route is served, every consumed event is handled,
 * every refusal is thrown. A declaration without code would mislead the reader.
 */
import type { Service } from '@fairline/proto/services';
import { codeOf, isCode, isTest, type Rule, type SourceFile } from './files.ts';

export type Services = Readonly<Record<string, Pick<Service, 'routes' | 'publishes' | 'serves' | 'requests' | 'consumes'>>>;

export function contractRules(services: Services): Rule[] {
  return [
    { name: 'every declared event is published by its service', offenders: (files) => unpublishedEvents(files, services) },
    { name: 'every route is handled by its service', offenders: (files) => unhandledRoutes(files, services) },
    { name: 'every request is served by its service, in requests.ts', offenders: (files) => unservedRequests(files, services) },
    { name: 'every event a service consumes has its line in consumers.ts, and no other event has', offenders: (files) => consumerMismatches(files, services) },
    { name: 'what a service requests from others is in peers.ts, and nowhere else', offenders: (files) => requestMismatches(files, services) },
    { name: 'every declared refusal is thrown somewhere', offenders: unthrownRefusals },
    { name: 'every declared refusal appears in a test', offenders: untestedRefusals },
  ];
}

/** The code of one process without tests. `fileName` narrows it to files of that name and its splits: routes, routes-admin. */
function codeIn(files: readonly SourceFile[], name: string, fileName?: string): { path: string; code: string }[] {
  const folder = name === 'gateway' ? 'gateway/' : `services/${name}/`;
  const wanted = new RegExp(`/${fileName ?? '[^/]+'}(-[^/]+)?\\.ts$`);
  return files
    .filter((file) => file.path.startsWith(folder) && !isTest(file) && isCode(file) && wanted.test(file.path))
    .map(({ path, text }) => ({ path, code: codeOf(text) }));
}

const uses = (sources: readonly { code: string }[], pattern: RegExp) => sources.some(({ code }) => pattern.test(code));

function unpublishedEvents(files: readonly SourceFile[], services: Services): string[] {
  return Object.entries(services).flatMap(([name, { publishes: declared }]) => {
    const sources = codeIn(files, name).filter(({ path }) => !/\/consumers(-[^/]+)?\.ts$/.test(path));
    const sql = files.filter(({ path }) => path.startsWith(`services/${name}/`) && path.endsWith('.sql')).map(({ text }) => text.replaceAll(/--.*$/gm, ''));
    return Object.entries(declared)
      .filter(
        ([key, event]) =>
          !uses(sources, new RegExp(`\\b\\w+Events\\.${key}\\b`)) && ![...sql, ...sources.map(({ code }) => code)].some((text) => text.includes(event.subject)),
      )
      .map(([, event]) => event.subject);
  });
}

/** The routes of a service may be in several records of its contract. The gateway answers some routes without `handle`, so there it is enough that the code names them. */
function unhandledRoutes(files: readonly SourceFile[], services: Services): string[] {
  return Object.entries(services).flatMap(([name, { routes: declared }]) => {
    const [sources, before] = name === 'gateway' ? [codeIn(files, name), '\\b'] : [codeIn(files, name, 'routes'), '\\b(?:handle|searchHandler)\\(\\s*'];
    return Object.entries(declared)
      .filter(([key]) => !uses(sources, new RegExp(`${before}\\w+Routes\\.${key}\\b`)))
      .map(([key, route]) => `${route.method} ${route.path}: ${name} does not handle ${key}`);
  });
}

/** Requests that chassis serves in every service. */
const servedByChassis = new Set(['deliveries', 'retryDelivery', 'retryDeliveries', 'pruneDeliveries', 'operatorActions']);

function unservedRequests(files: readonly SourceFile[], services: Services): string[] {
  return Object.entries(services).flatMap(([name, { serves: declared }]) => {
    const sources = codeIn(files, name, 'requests');
    return Object.entries(declared)
      .filter(([key]) => !servedByChassis.has(key) && !uses(sources, new RegExp(`\\bserve\\(\\s*\\w+Requests\\.${key}\\b`)))
      .map(([, request]) => request.subject);
  });
}

function consumerMismatches(files: readonly SourceFile[], services: Services): string[] {
  const keys = new Map(Object.values(services).flatMap(({ publishes }) => Object.entries(publishes).map(([key, event]) => [event, key] as const)));
  return Object.entries(services).flatMap(([name, { consumes: declared }]) => {
    const sources = codeIn(files, name, 'consumers');
    const lines = sources.flatMap(({ code }) =>
      [...code.matchAll(/\bconsume(?:Each)?\(\s*(\w+Events)\.(\w+)/g)].map(([, record = '', key = '']) => ({ record, key })),
    );
    const wanted = declared.map((event) => ({ key: keys.get(event) ?? event.subject, subject: event.subject }));
    return [
      ...wanted.filter(({ key }) => !lines.some((line) => line.key === key)).map(({ subject }) => `${name} consumes ${subject} and has no line for it`),
      ...lines
        .filter((line) => !wanted.some(({ key }) => key === line.key))
        .map(({ record, key }) => `${name} has a line for ${record}.${key} and does not consume it: declare it in proto/services.ts`),
    ];
  });
}

function requestMismatches(files: readonly SourceFile[], services: Services): string[] {
  return Object.entries(services).flatMap(([name, { requests: declared, serves }]) => {
    const inPeers = codeIn(files, name, 'peers');
    const elsewhere = codeIn(files, name).filter(({ path }) => !inPeers.some((peer) => peer.path === path));
    const unused = declared
      .filter(({ verb }) => !uses(inPeers, new RegExp(`\\b\\w+Requests\\.${verb}\\b`)))
      .map(({ subject }) => `${name} may request ${subject} and never does`);
    const ofOthers = new Set(Object.entries(services).flatMap(([other, { serves: theirs }]) => (other === name ? [] : Object.keys(theirs))));
    const astray = elsewhere.flatMap(({ path, code }) => {
      const found = [...code.matchAll(/\b\w+Requests\.(\w+)/g)].filter(([, verb = '']) => ofOthers.has(verb) && !(verb in serves));
      return found.map(([whole]) => `${path} requests ${whole}`);
    });
    return [...unused, ...astray];
  });
}

interface DeclaredRefusal {
  record: string;
  key: string;
  code: string;
}

/** Reads the refusals from the text of the contracts, written as `key: refusal('code', ...)` in `common` or `<subject>Refusals`. */
export function declaredRefusals(files: readonly SourceFile[]): DeclaredRefusal[] {
  const contracts = files.filter((file) => file.path.startsWith('proto/') && isCode(file) && !isTest(file));
  return contracts.flatMap(({ text }) => {
    const records = [...codeOf(text).matchAll(/export const (common|\w+Refusals) = \{([\s\S]*?)\n\}/g)];
    return records.flatMap(([, record = '', body = '']) =>
      [...body.matchAll(/(\w+): refusal\(\s*'(\w+)'/g)].map(([, key = '', code = '']) => ({ record, key, code })),
    );
  });
}

function unthrownRefusals(files: readonly SourceFile[]): string[] {
  const declared = declaredRefusals(files);
  const server = files.filter((file) => /^(services|gateway)\//.test(file.path) && isCode(file) && !isTest(file)).map(({ text }) => ({ code: codeOf(text) }));
  const contracts = files.filter((file) => file.path.startsWith('proto/') && isCode(file) && !isTest(file)).map(({ text }) => ({ code: codeOf(text) }));
  const sql = files.filter(({ path }) => path.startsWith('services/') && path.endsWith('.sql')).map(({ text }) => text.replaceAll(/--.*$/gm, ''));
  return declared
    .filter(({ record, key, code }) => {
      const thrown = uses(server, new RegExp(`\\b${record}\\.${key}\\b`));
      // A schema may use only the message of a refusal, and a database function may return only its code.
      const inShape = uses(contracts, new RegExp(`\\b${record}\\.${key}\\.message\\b`));
      const only = declared.filter((other) => other.record === record && other.code === code).length === 1;
      return !thrown && !inShape && !(only && sql.some((text) => text.includes(`'${code}'`)));
    })
    .map(({ record, key, code }) => `${record}.${key} (${code})`);
}

/** Tests in proto do not count, because they only repeat the declarations. */
function untestedRefusals(files: readonly SourceFile[]): string[] {
  const tests = files.filter((file) => isTest(file) && !file.path.startsWith('proto/')).map(({ text }) => ({ code: codeOf(text) }));
  return declaredRefusals(files)
    .filter(({ record, key, code }) => !uses(tests, new RegExp(`\\b${record}\\.${key}\\b|\\b${code}\\b`)))
    .map(({ record, key, code }) => `${record}.${key} (${code})`);
}
