/**
 * The permissions of each process on the bus, generated from proto/services.ts. Each process is a user of NATS, and the server refuses
 * every subject that the list does not give it, so no service can publish in another's name. Replies go to inboxes that receive nothing else (`replyInbox`):
 * with NATS's own permission for responses, the server would remember each message of a stream as one to be answered, and search them all at each delivery, four fifths of its work in a settlement.
 */
import { feedAliveSubject, feedReader, feedStream, feedSubjects } from '@fairline/proto/feed';
import { jackpotChange, offerChange } from '@fairline/proto/live/stream';
import { eventStream, replyInbox, type ServiceName } from '@fairline/proto/processes';
import { auditHeadSubject } from '@fairline/proto/risk/audit';
import {
  callersOf,
  durablesOf,
  gatewayFollows,
  gatewayRequests,
  type Service,
  services,
} from '@fairline/proto/services';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';

export interface Permissions {
  readonly publish: { readonly allow: readonly string[]; readonly deny?: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
}

export interface BusUser {
  readonly user: string;
  /** Absent for the administrator, who makes the streams and may do everything. */
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
        ...(service.publishesHeads ? [auditHeadSubject] : []),
        ...hintsOf(service),
        ...service.requests.map(({ subject }) => subject),
        ...callersOf(name).map((caller) => `${replyInbox(caller)}.>`),
        '$JS.API.INFO',
        ...streamsOf(service).map((stream) => `$JS.API.STREAM.INFO.${stream}`),
        ...durables.flatMap((durable) => reading(eventStream, durable)),
        ...(service.feed === 'consumes' ? following(feedStream, feedReader, [feedSubjects]) : []),
      ],
    },
    subscribe: {
      allow: [
        `_INBOX_${name}.>`,
        `${replyInbox(name)}.>`,
        `rpc.${name}.>`,
        ...(service.feed === 'consumes' ? [feedAliveSubject] : []),
      ],
    },
  };
}

/** The gateway sends the requests of the list and publishes nothing else. It reads hints, and follows events by consumers with random names. It may not touch the durables of services. */
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
      deny: durables.flatMap((durable) => [
        `$JS.API.CONSUMER.*.${eventStream}.${durable}`,
        ...following(eventStream, durable, ['>']),
      ]),
    },
    subscribe: { allow: ['_INBOX_gateway.>', `${replyInbox('gateway')}.>`, 'live.>'] },
  };
}

/** The hints that a service may publish: about players and to operators if it has events for them, prices and the offer if it reads the feed, the jackpot if it reads the pools. */
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

/** Permission to read a durable consumer that the administrator made, and to acknowledge its messages. */
function reading(stream: string, durable: string): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
  ];
}

/**
 * Permission to make, read and end own consumers, on these subjects only. NATS has no setting that refuses a `deliver_subject` in such a consumer,
 * so the user could have the messages delivered to any subject. That is harmless: they keep their own subject and an acknowledgement as reply subject, and services act on neither.
 * The user cannot publish these subjects, so it cannot choose what is delivered.
 */
function following(stream: string, consumer: string, subjects: readonly string[]): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
    `$JS.API.CONSUMER.DELETE.${stream}.${consumer}`,
    ...subjects.map((subject) => `$JS.API.CONSUMER.CREATE.${stream}.${consumer}.${subject}`),
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
  ];
}
