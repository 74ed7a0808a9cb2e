/**
 * The contracts to read through: per room what it says, hears, answers and asks, its routes and every refusal.
 * The same source as the code, so what stands here is what happens.
 */
import type { EventType, RouteType } from '../contract.ts';
import { FeedMessage } from '../feed.ts';
import { permissions, roleNames, roles } from '../permissions.ts';
import { accessText, audienceText, type Contracts, order, type RoomContract } from './contracts.ts';

export function catalogue(contracts: Contracts): string {
  const parts = [
    '# Catalogue of contracts',
    'Generated from proto by `npm run generate`; changes are made there. Shapes are in `schemas/`, `openapi.json` and `asyncapi.json`.',
    overview(contracts.rooms),
    ...contracts.rooms.flatMap((room) => roomPart(room, contracts.rooms)),
    ...feedPart(),
    '## Refusals',
    'Every error over HTTP is problem+json with one of these codes; `{name}` is filled from its `params`.',
    refusalTable(contracts),
    '## Roles',
    roleTable(),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Columns are as wide as their widest cell, as the formatter would have them. */
function table(head: string[], rows: string[][]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = cells;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}

const code = (value: string) => `\`${value}\``;
const codes = (values: readonly string[]) => values.map(code).join(', ') || '-';

function overview(rooms: readonly RoomContract[]): string {
  const count = (record: object) => String(Object.keys(record).length);
  const rows = rooms.map((room) => [
    `[${room.name}](#${room.name})`,
    String(room.port),
    room.stores.join(', ') || '-',
    count(room.routes),
    count(room.events),
    count(room.answers),
    String(room.asks.length),
    String(room.hears.length),
  ]);
  return table(['process', 'port', 'stores', 'routes', 'says', 'answers', 'asks', 'hears'], rows);
}

function roomPart(room: RoomContract, rooms: readonly RoomContract[]): string[] {
  const events = Object.values(room.events);
  const routes = Object.values(room.routes);
  const answers = Object.values(room.answers);
  return [
    `## ${room.name}`,
    room.feed ? `It ${room.feed} the stream FEED: see [feed messages](#feed-messages).` : '',
    events.length > 0 ? `### ${room.name} says` : '',
    events.length > 0
      ? table(
          ['event', 'meaning', 'browsers told', 'notice', 'heard by'],
          events.map((event) => eventRow(event, rooms)),
        )
      : '',
    room.hears.length > 0 ? `### ${room.name} hears` : '',
    list(room.hears.map((event) => `${code(event.subject)}: ${event.summary}`)),
    answers.length > 0 ? `### ${room.name} answers` : '',
    answers.length > 0
      ? table(
          ['request', 'meaning', 'asked by', 'refusals'],
          answers.map((request) => [
            code(request.subject),
            request.summary,
            rooms
              .filter(({ asks }) => asks.includes(request))
              .map(({ name }) => name)
              .join(', ') || '-',
            codes([...new Set(request.refusals.map((refusal) => refusal.code))]),
          ]),
        )
      : '',
    room.asks.length > 0 ? `### ${room.name} asks` : '',
    list(room.asks.map((request) => `${code(request.subject)}: ${request.summary}`)),
    routes.length > 0 ? `### Routes of ${room.name}` : '',
    routes.length > 0 ? table(['route', 'meaning', 'access', 'key', 'answers', 'refusals of its own'], routes.map(routeRow)) : '',
  ];
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function eventRow(event: EventType, rooms: readonly RoomContract[]): string[] {
  const heardBy = rooms.filter(({ hears }) => hears.includes(event)).map(({ name }) => name);
  const { notice } = event;
  const silenced = notice?.preference ? `, silenced by ${code(notice.preference)}` : '';
  return [code(event.subject), event.summary, audienceText(event), notice ? `${code(notice.template)}${silenced}` : '-', heardBy.join(', ') || '-'];
}

function routeRow(route: RouteType): string[] {
  const body = route.upload ? `; multipart or JSON, file in ${code(route.upload)}` : '';
  return [
    code(`${route.method} ${route.path}`),
    `${route.summary}${body}`,
    accessText(route),
    route.keyed ? 'required' : '-',
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
    .map(({ code: name, status, message, owner }) => [code(name), String(status), message, owner === 'common' ? 'every room' : owner.replace('Refusals', '')]);
  return table(['code', 'status', 'message', 'said by'], rows);
}

function roleTable(): string {
  const rows = roleNames.map((role) => [code(role), roles[role].length === permissions.length ? 'everything' : codes(roles[role])]);
  return table(['role', 'may'], rows);
}
