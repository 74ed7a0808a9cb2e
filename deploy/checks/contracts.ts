/** Rules that contracts and services agree. A declaration without code would mislead the reader. */
import type { Service } from '@fairline/proto/services';
import { codeOf, isCode, isTest, type Rule, type SourceFile } from './files.ts';

export type Services = Readonly<
  Record<string, Pick<Service, 'routes' | 'publishes' | 'serves' | 'requests' | 'consumes'>>
>;
type Files = readonly SourceFile[];

/** What code and SQL of these files contain, without comments; tests are left out. */
const textOf = (files: Files, where: RegExp) =>
  files
    .filter((file) => where.test(file.path) && !isTest(file))
    .map(({ path, text }) => (path.endsWith('.sql') ? text.replaceAll(/--.*$/gm, '') : codeOf(text)))
    .join('\n');

/** Requests that chassis serves in every service. */
const byChassis = ['deliveries', 'retryDelivery', 'retryDeliveries', 'pruneDeliveries', 'operatorActions'];

interface Agreement {
  readonly name: string;
  /** The keys that a service declares, each with how it is shown. */
  readonly declared: (service: Services[string], published: Published) => [key: string, shown: string][];
  /** The files of a service that must name the key, by their base names. */
  readonly inFiles: string;
  readonly pattern: (key: string, shown: string, service: string) => string;
}

/** Each event with its key in the record of its publisher. */
type Published = ReadonlyMap<unknown, string>;

const keysOf = (record: Readonly<Record<string, { subject: string }>>) =>
  Object.entries(record).map(([key, { subject }]): [string, string] => [key, subject]);
const escaped = (subject: string) => subject.replaceAll('.', '\\.');
const inSeveral = (name: string) => `${name}(-[^/]+)?\\.ts`;

const agreements: Agreement[] = [
  {
    name: 'every declared event is published by its service',
    declared: ({ publishes }) => keysOf(publishes),
    inFiles: '(?!consumers)[^/]+\\.(ts|sql)',
    pattern: (key, subject) => `\\b\\w+Events\\.${key}\\b|${escaped(subject)}`,
  },
  {
    name: 'every event a service consumes has its line in consumers.ts',
    declared: ({ consumes }, published) => consumes.map((event) => [published.get(event) ?? '', event.subject]),
    inFiles: inSeveral('consumers'),
    pattern: (key) => `\\bconsume(Each)?\\(\\s*\\w+Events\\.${key}\\b`,
  },
  {
    name: 'every request is served by its service, in requests.ts',
    declared: ({ serves }) => keysOf(serves).filter(([key]) => !byChassis.includes(key)),
    inFiles: inSeveral('requests'),
    pattern: (key) => `\\bserve\\(\\s*\\w+Requests\\.${key}\\b`,
  },
  {
    name: 'what a service requests from others is in peers.ts',
    declared: ({ requests }) => requests.map(({ verb, subject }) => [verb, subject]),
    inFiles: inSeveral('peers'),
    pattern: (key) => `\\b\\w+Requests\\.${key}\\b`,
  },
  {
    // The gateway answers some routes without `handle`.
    name: 'every route is handled by its service',
    declared: ({ routes }) => Object.entries(routes).map(([key, { method, path }]) => [key, `${method} ${path}`]),
    inFiles: `(routes(-[^/]+)?|(?<=^gateway/.*)[^/]+)\\.ts`,
    pattern: (key, _, service) =>
      `${service === 'gateway' ? '\\b' : '\\b(?:handle|searchHandler)\\(\\s*'}\\w+Routes\\.${key}\\b`,
  },
];

const keysOfEvents = (services: Services): Published => {
  const events = Object.values(services).flatMap(({ publishes }) => Object.entries(publishes));
  return new Map(events.map(([key, event]) => [event, key]));
};

const inFolder = (service: string, files: string) =>
  new RegExp(`^${service === 'gateway' ? 'gateway' : `services/${service}`}/(.*/)?${files}$`);

const agreementRules = (services: Services): Rule[] =>
  agreements.map(({ name, declared, inFiles, pattern }) => [
    name,
    (files) =>
      Object.entries(services).flatMap(([service, contract]) => {
        const text = textOf(files, inFolder(service, inFiles));
        return declared(contract, keysOfEvents(services))
          .filter(([key, shown]) => !new RegExp(pattern(key, shown, service)).test(text))
          .map(([, shown]) => `${service}: ${shown}`);
      }),
  ]);

/** Code that uses a contract which its service does not declare, or not there. */
const undeclaredRules = (services: Services): Rule[] => [
  [
    'a service has lines in consumers.ts only for events that it consumes',
    (files) =>
      Object.entries(services).flatMap(([service, { consumes }]) => {
        const published = keysOfEvents(services);
        const keys = new Set(consumes.map((event) => published.get(event)));
        const text = textOf(files, inFolder(service, inSeveral('consumers')));
        const lines = text.matchAll(/\bconsume(?:Each)?\(\s*\w+Events\.(\w+)/g);
        return [...lines].flatMap(([, key]) => (keys.has(key) ? [] : [`${service}: ${key}`]));
      }),
  ],
  [
    'a service requests nothing from others outside peers.ts',
    (files) =>
      Object.entries(services).flatMap(([service, { serves }]) => {
        const others = Object.entries(services).filter(([other]) => other !== service);
        const verbs = new Set(others.flatMap(([, one]) => Object.keys(one.serves)));
        const text = textOf(files, inFolder(service, '(?!peers)[^/]+\\.ts'));
        const used = [...text.matchAll(/\b\w+Requests\.(\w+)/g)];
        return used.flatMap(([whole, verb = '']) =>
          verbs.has(verb) && !(verb in serves) ? [`${service}: ${whole}`] : [],
        );
      }),
  ],
];

interface DeclaredRefusal {
  readonly record: string;
  readonly name: string;
  readonly code: string;
}

/** Reads the refusals from the contracts, written as `key: refusal('code', ...)` in `common` or `<subject>Refusals`. */
function declaredRefusals(files: Files): DeclaredRefusal[] {
  const records = textOf(files.filter(isCode), /^proto\//).matchAll(
    /export const (common|\w+Refusals) = \{([\s\S]*?)\n\}/g,
  );
  return [...records].flatMap(([, record = '', body = '']) =>
    [...body.matchAll(/(\w+): refusal\(\s*'(\w+)'/g)].map(([, key, code = '']) => ({
      record,
      name: `${record}.${key}`,
      code,
    })),
  );
}

const refusalRules: Rule[] = [
  [
    'every declared refusal is thrown somewhere',
    (files) => {
      const declared = declaredRefusals(files);
      const thrown = new Set(textOf(files, /^(services|gateway)\/.*\.tsx?$/).match(/\b(\w+Refusals|common)\.\w+/g));
      // A schema may use the message alone.
      const messages = new Set(textOf(files, /^proto\//).match(/\b(\w+Refusals|common)\.\w+(?=\.message\b)/g));
      // A database function returns the code, which must then name one refusal of its record.
      const inSql = new Set(textOf(files, /^services\/.*\.sql$/).match(/(?<=['"])\w+(?=['"])/g));
      const isOnly = ({ record, code }: DeclaredRefusal) =>
        declared.filter((other) => other.record === record && other.code === code).length === 1;
      return declared
        .filter(({ name }) => !thrown.has(name) && !messages.has(name))
        .filter((one) => !(inSql.has(one.code) && isOnly(one)))
        .map(({ name }) => name);
    },
  ],
  [
    'every declared refusal appears in a test',
    (files) => {
      const tests = files.filter((file) => isTest(file) && !file.path.startsWith('proto/'));
      const words = new Set(tests.flatMap(({ text }) => codeOf(text).match(/\b(\w+Refusals|common)\.\w+|\w+/g) ?? []));
      return declaredRefusals(files)
        .filter(({ name, code }) => !words.has(name) && !words.has(code))
        .map(({ name }) => name);
    },
  ],
];

export const contractRules = (services: Services): Rule[] => [
  ...agreementRules(services),
  ...undeclaredRules(services),
  ...refusalRules,
];
