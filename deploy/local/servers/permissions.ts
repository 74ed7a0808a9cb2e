/**
 * Who may publish, request and subscribe to what on the bus, made from proto/services.ts. Each process is a user of the message server,
 * and what the list of services does not give it, the server refuses: no service can publish in another's name.
 * Replies go to inboxes where nothing else arrives (`replyInbox`). The server's own permission for responses would keep each message of a stream
 * as one that may be answered and search all of them at each delivery: four fifths of its work in a settlement.
 */
import { feedAliveSubject, feedReader, feedStream, feedSubjects } from '@fairline/proto/feed';
import { jackpotChange, offerChange } from '@fairline/proto/live/stream';
import {
  callersOf,
  durablesOf,
  eventStream,
  gatewayFollows,
  gatewayRequests,
  replyInbox,
  type Service,
  type ServiceName,
  services,
} from '@fairline/proto/services';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';

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
  const durables = durablesOf(name, service).map((durable) => durable.name);
  return {
    publish: {
      allow: [
        ...(Object.keys(service.publishes).length > 0 ? [`evt.${name}.>`] : []),
        ...(service.feed === 'publishes' ? ['feed.>'] : []),
        ...hintsOf(service),
        ...service.requests.map(({ subject }) => subject),
        ...callersOf(name).map((caller) => `${replyInbox(caller)}.>`),
        '$JS.API.INFO',
        ...streamsOf(service).map((stream) => `$JS.API.STREAM.INFO.${stream}`),
        ...durables.flatMap((durable) => reading(eventStream, durable)),
        ...(service.feed === 'consumes' ? following(feedStream, feedReader, [feedSubjects]) : []),
      ],
    },
    subscribe: { allow: [`_INBOX_${name}.>`, `${replyInbox(name)}.>`, `rpc.${name}.>`, ...(service.feed === 'consumes' ? [feedAliveSubject] : [])] },
  };
}

/** The gateway requests what the list allows, publishes nothing and reads along: hints, and the events it follows, by consumers with random names. The services' durables are not its to touch. */
function gatewayPermissions(names: readonly ServiceName[]): Permissions {
  const durables = names.flatMap((name) => durablesOf(name).map((durable) => durable.name));
  return {
    publish: {
      allow: [
        ...gatewayRequests.map(({ subject }) => subject),
        '$JS.API.INFO',
        `$JS.API.STREAM.INFO.${eventStream}`,
        ...following(
          eventStream,
          '*',
          gatewayFollows.map(({ subject }) => subject),
        ),
      ],
      deny: durables.flatMap((durable) => [`$JS.API.CONSUMER.*.${eventStream}.${durable}`, ...following(eventStream, durable, ['>'])]),
    },
    subscribe: { allow: ['_INBOX_gateway.>', `${replyInbox('gateway')}.>`, 'live.>'] },
  };
}

/** A hint about a player or to operators comes from any service with events for them; prices and the offer come from the reader of the feed, the jackpot's from the reader of the pools. */
function hintsOf(service: Service): string[] {
  const audiences = Object.values(service.publishes).map(({ audience }) => audience);
  return [
    ...(audiences.some(({ player }) => player) ? ['live.player.*'] : []),
    ...(audiences.some(({ operators }) => operators) ? ['live.operators'] : []),
    ...(service.feed === 'consumes' ? ['live.fixture.*', offerChange] : []),
    ...(service.requests.includes(ledgerRequests.jackpots) ? [jackpotChange] : []),
  ];
}

function streamsOf(service: Service): string[] {
  const events = service.consumes.length > 0 || Object.keys(service.publishes).length > 0;
  return [...(events ? [eventStream] : []), ...(service.feed ? [feedStream] : [])];
}

/** Reading a durable consumer that the administrator made, and acknowledging its messages. */
function reading(stream: string, durable: string): string[] {
  return [`$JS.API.CONSUMER.INFO.${stream}.${durable}`, `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, `$JS.ACK.${stream}.${durable}.>`];
}

/**
 * Making, reading and ending consumers of one's own, on these subjects only. The server has no setting that refuses a `deliver_subject` in them.
 * So their user could have these messages delivered anywhere, under their own subject and with an acknowledgement as their reply: services act on neither.
 * It publishes none of these subjects, so it does not affect what is delivered.
 */
function following(stream: string, consumer: string, subjects: readonly string[]): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
    `$JS.API.CONSUMER.DELETE.${stream}.${consumer}`,
    ...subjects.map((subject) => `$JS.API.CONSUMER.CREATE.${stream}.${consumer}.${subject}`),
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
  ];
}
