/**
 * Who may say, ask and hear what on the bus, made from proto/services.ts. Each process is a user of the message server,
 * and what the list of services does not give it, the server refuses: no room can speak in another's name.
 */
import { feedAliveSubject, feedStream } from '@fairline/proto/feed';
import { offerChange } from '@fairline/proto/gateway';
import { durableName, eventStream, gatewayRequests, type Service, type ServiceName, services } from '@fairline/proto/services';

export interface Permissions {
  readonly publish: { readonly allow: readonly string[]; readonly deny?: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
}

export interface BusUser {
  readonly user: string;
  /** Absent: may do everything (the administrator, who makes the streams). */
  readonly permissions?: Permissions;
}

export function busUsers(): BusUser[] {
  const names = Object.keys(services) as ServiceName[];
  return [
    { user: 'admin' },
    { user: 'gateway', permissions: gatewayPermissions(names) },
    ...names.map((user) => ({ user, permissions: permissionsOf(user, services[user]) })),
  ];
}

export function permissionsOf(name: ServiceName, service: Service): Permissions {
  const durables = service.consumes.map((event) => durableName(name, event));
  return {
    publish: {
      allow: [
        ...(Object.keys(service.publishes).length > 0 ? [`evt.${name}.>`] : []),
        ...(service.feed === 'publishes' ? ['feed.>'] : []),
        ...hintsOf(service),
        ...service.requests.map(({ subject }) => subject),
        ...answersOf(service),
        '$JS.API.INFO',
        ...streamsOf(service).map((stream) => `$JS.API.STREAM.INFO.${stream}`),
        ...durables.flatMap((durable) => consumer(eventStream, durable)),
        // Nobody else reads the feed's stream, so its reader may name its consumers as it likes.
        ...(service.feed === 'consumes' ? consumer(feedStream, '*') : []),
      ],
    },
    subscribe: { allow: [`_INBOX_${name}.>`, `_ANSWERS_${name}.>`, `rpc.${name}.>`, ...(service.feed === 'consumes' ? [feedAliveSubject] : [])] },
  };
}

/**
 * Where the answers of a room go: to those who may ask it, in inboxes where they hear nothing else; what the server itself says goes to others. The server's own
 * permission for responses keeps each message of a stream for its whole time, as one that may be answered, and looks through all of them at each delivery:
 * four fifths of its work in a settlement.
 */
function answersOf({ serves }: Service): string[] {
  const asked = new Set(Object.values(serves));
  const callers = (Object.keys(services) as ServiceName[]).filter((name) => services[name].requests.some((request) => asked.has(request)));
  return [...callers, ...(gatewayRequests.some((request) => asked.has(request)) ? ['gateway'] : [])].map((caller) => `_ANSWERS_${caller}.>`);
}

/** The gateway asks what the list says, says nothing itself and reads along: consumers of its own on the facts (their names are random), and the hints. The rooms' consumers are not its to touch. */
function gatewayPermissions(names: readonly ServiceName[]): Permissions {
  const durables = names.flatMap((name) => services[name].consumes.map((event) => durableName(name, event)));
  return {
    publish: {
      allow: [...gatewayRequests.map(({ subject }) => subject), '$JS.API.INFO', `$JS.API.STREAM.INFO.${eventStream}`, ...consumer(eventStream, '*')],
      deny: durables.flatMap((durable) => consumer(eventStream, durable)),
    },
    subscribe: { allow: ['_INBOX_gateway.>', '_ANSWERS_gateway.>', 'live.>'] },
  };
}

/** A hint about a player or to operators comes from whoever has events for them; prices and the offer come from who reads the feed. */
function hintsOf(service: Service): string[] {
  const audiences = Object.values(service.publishes).map(({ audience }) => audience);
  return [
    ...(audiences.some(({ player }) => player) ? ['live.player.*'] : []),
    ...(audiences.some(({ operators }) => operators) ? ['live.operators'] : []),
    ...(service.feed === 'consumes' ? ['live.fixture.*', offerChange] : []),
  ];
}

function streamsOf(service: Service): string[] {
  const events = service.consumes.length > 0 || Object.keys(service.publishes).length > 0;
  return [...(events ? [eventStream] : []), ...(service.feed ? [feedStream] : [])];
}

/** All that making, reading and acknowledging one durable consumer takes. */
function consumer(stream: string, durable: string): string[] {
  return [
    `$JS.API.CONSUMER.*.${stream}.${durable}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${durable}.>`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
  ];
}
