/**
 * The contracts as one page: per service what it publishes, consumes, serves and requests, its routes and every refusal.
 * Generated from the contracts the code uses, so the page is never out of date.
 */
import type { EventType, RouteType } from '../contract.ts';
import { FeedMessage } from '../feed.ts';
import { permissions, roleNames, roles } from '../permissions.ts';
import { accessText, audienceText, type Contracts, order, type ServiceContract } from './contracts.ts';

export function catalogue(contracts: Contracts): string {
  const parts = [
    '# Catalogue of contracts',
    'Generated from proto by `npm run generate`; change the contracts there, not this file. `contracts.lock` has their fields; `generated/` has them as OpenAPI and AsyncAPI.',
    overview(contracts.services),
    ...contracts.services.flatMap((service) => servicePart(service, contracts.services)),
    ...feedPart(),
    '## Refusals',
    'Every error over HTTP is problem+json with one of these codes; `{name}` is filled from its `params`.',
    refusalTable(contracts),
    '## Roles',
    roleTable(),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function table(head: string[], rows: string[][]): string {
  const line = (row: string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const code = (value: string) => `\`${value}\``;
const codes = (values: readonly string[]) => values.map(code).join(', ') || '-';

function overview(services: readonly ServiceContract[]): string {
  const count = (record: object) => String(Object.keys(record).length);
  const rows = services.map((service) => [
    `[${service.name}](#${service.name})`,
    String(service.port),
    service.stores.join(', ') || '-',
    count(service.routes),
    count(service.publishes),
    count(service.serves),
    String(service.requests.length),
    String(service.consumes.length),
  ]);
  return table(['process', 'port', 'stores', 'routes', 'publishes', 'serves', 'requests', 'consumes'], rows);
}

function servicePart(service: ServiceContract, services: readonly ServiceContract[]): string[] {
  const events = Object.values(service.publishes);
  const routes = Object.values(service.routes);
  const requests = Object.values(service.serves);
  return [
    `## ${service.name}`,
    service.feed ? `It ${service.feed} the stream FEED: see [feed messages](#feed-messages).` : '',
    events.length > 0 ? `### ${service.name} publishes` : '',
    events.length > 0
      ? table(
          ['event', 'meaning', 'browsers notified', 'notice', 'consumed by'],
          events.map((event) => eventRow(event, services)),
        )
      : '',
    service.consumes.length > 0 ? `### ${service.name} consumes` : '',
    service.consumesEvery
      ? 'It reads the events of all services by one more consumer, and these by consumers of their own:'
      : '',
    list(service.consumes.map((event) => `${code(event.subject)}: ${event.summary}`)),
    requests.length > 0 ? `### ${service.name} serves` : '',
    requests.length > 0
      ? table(
          ['request', 'meaning', 'requested by', 'refusals'],
          requests.map((request) => [
            code(request.subject),
            request.summary,
            services
              .filter(({ requests: sent }) => sent.includes(request))
              .map(({ name }) => name)
              .join(', ') || '-',
            codes([...new Set(request.refusals.map((refusal) => refusal.code))]),
          ]),
        )
      : '',
    service.requests.length > 0 ? `### ${service.name} requests` : '',
    list(service.requests.map((request) => `${code(request.subject)}: ${request.summary}`)),
    routes.length > 0 ? `### Routes of ${service.name}` : '',
    routes.length > 0
      ? table(['route', 'meaning', 'access', 'idempotency key', 'status', 'own refusals'], routes.map(routeRow))
      : '',
  ];
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function eventRow(event: EventType, services: readonly ServiceContract[]): string[] {
  const consumers = services.filter(({ consumes }) => consumes.includes(event)).map(({ name }) => name);
  const { notice } = event;
  const switchOff = notice?.preference ? `, turned off by ${code(notice.preference)}` : '';
  return [
    code(event.subject),
    event.summary,
    audienceText(event),
    notice ? `${code(notice.template)}${switchOff}` : '-',
    consumers.join(', ') || '-',
  ];
}

function routeRow(route: RouteType): string[] {
  const body = route.upload ? `; multipart or JSON, file in ${code(route.upload)}` : '';
  return [
    code(`${route.method} ${route.path}`),
    `${route.summary}${body}`,
    accessText(route),
    route.keyed === 'optional' ? 'optional' : route.keyed ? 'required' : '-',
    String(route.status),
    codes([...new Set(route.refusals.map((refusal) => refusal.code))]),
  ];
}

function feedPart(): string[] {
  const rows = FeedMessage.options.map((message) => [
    code(message.shape.kind.value),
    codes(Object.keys(message.shape).filter((name) => !['kind', 'fixtureId', 'sequence', 'at'].includes(name))),
  ]);
  return [
    '## Feed messages',
    'Subject `feed.<fixtureId>.<message>.<marketId or ->`, each with `fixtureId`, `sequence` and `at`; `feed.alive` every 2 s.',
    table(['message', 'fields'], rows),
  ];
}

function refusalTable({ refusals }: Contracts): string {
  const rows = [...refusals]
    .sort((a, b) => order(a.code, b.code) || order(a.owner, b.owner))
    .map(({ code: name, status, message, owner }) => [
      code(name),
      String(status),
      message,
      owner === 'common' ? 'every service' : owner.replace('Refusals', ''),
    ]);
  return table(['code', 'status', 'message', 'refused by'], rows);
}

function roleTable(): string {
  const rows = roleNames.map((role) => [
    code(role),
    roles[role].length === permissions.length ? 'everything' : codes(roles[role]),
  ]);
  return table(['role', 'may'], rows);
}
