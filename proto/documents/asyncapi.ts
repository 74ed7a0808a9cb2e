/**
 * The bus as AsyncAPI 3: every fact, request and feed message with its channel, and which process says, hears, asks or answers it.
 * Written for the whole platform, so each operation is named after the process that performs it.
 */
import type { z } from 'zod';
import type { EventType, RequestType } from '../contract.ts';
import { FeedAlive, FeedMessage, feedAliveSubject } from '../feed.ts';
import { audienceText, type Contracts, type RoomContract } from './contracts.ts';
import { type JsonObject, jsonSchema } from './schema.ts';

const feedChannel = 'feed';
const feedMessages = FeedMessage.options.map((message) => [message.shape.kind.value, message] as const);

export function asyncapi({ rooms }: Contracts): JsonObject {
  const events = rooms.flatMap((room) => Object.values(room.events));
  const requests = rooms.flatMap((room) => Object.values(room.answers));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Fairline, the bus',
      version: '1.0.0',
      license: { name: 'Apache-2.0' },
      description:
        'Facts are CloudEvents 1.0 on the stream EVENTS, one in a message or several of a kind in the JSON batch format; requests are answered over a queue group; the sports feed has the stream FEED.',
    },
    defaultContentType: 'application/json',
    servers: {
      nats: { host: '127.0.0.1:4222', protocol: 'nats', description: 'NATS with JetStream; one user per process, whose permissions follow this document' },
    },
    channels: {
      ...Object.fromEntries(events.map((event) => [event.subject, eventChannel(event)])),
      ...Object.fromEntries(requests.map((request) => [request.subject, requestChannel(request)])),
      ...feedChannels(),
    },
    operations: Object.assign({}, ...rooms.map(operations)) as JsonObject,
    components: {
      schemas: { CloudEvent: cloudEvent, Refused: refused, Fault: fault },
      messages: {
        ...Object.fromEntries(events.map((event) => [event.subject, eventMessage(event)])),
        ...Object.assign({}, ...requests.map(requestMessages)),
        ...Object.fromEntries(feedMessages.map(([kind, message]) => [`feed.${kind}`, { name: kind, payload: schema(message) }])),
        'feed.alive': { name: 'alive', payload: schema(FeedAlive) },
      },
    },
  };
}

function schema(shape: z.ZodType): JsonObject {
  const { $schema, ...rest } = jsonSchema(shape);
  return rest;
}

const cloudEvent: JsonObject = {
  type: 'object',
  description: 'CloudEvents 1.0 in structured JSON',
  required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'version', 'data'],
  properties: {
    specversion: { const: '1.0' },
    id: { type: 'string', format: 'uuid', description: 'UUIDv7; also the Nats-Msg-Id, so a repeat is stored once' },
    source: { type: 'string' },
    type: { type: 'string' },
    subject: { type: 'string', description: 'the id of the aggregate the fact is about' },
    time: { type: 'string', format: 'date-time' },
    datacontenttype: { const: 'application/json' },
    traceparent: { type: 'string', description: 'W3C trace context' },
    version: { type: 'integer', minimum: 1, description: 'counted per aggregate; a copy ignores an older one' },
    data: { type: 'object' },
  },
};

const refused: JsonObject = {
  type: 'object',
  title: 'Refused: the domain says no',
  required: ['refusal'],
  properties: {
    refusal: {
      type: 'object',
      required: ['code', 'status', 'detail'],
      properties: { code: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' }, params: { type: 'object' } },
    },
  },
};

const fault: JsonObject = {
  type: 'object',
  title: 'Failed: the caller cannot know whether it was done and asks again with the same key',
  required: ['fault'],
  properties: { fault: { const: true } },
};

function eventMessage(event: EventType): JsonObject {
  return {
    name: event.name,
    title: event.name,
    summary: event.summary,
    contentType: 'application/cloudevents+json',
    payload: {
      allOf: [
        { $ref: '#/components/schemas/CloudEvent' },
        { type: 'object', properties: { source: { const: `/fairline/${event.room}` }, type: { const: event.subject }, data: schema(event.data) } },
      ],
    },
    'x-audience': audienceText(event),
    ...(event.notice && { 'x-notice': { template: event.notice.template, preference: event.notice.preference ?? null } }),
  };
}

function eventChannel(event: EventType): JsonObject {
  return { address: event.subject, summary: event.summary, messages: { [event.name]: { $ref: `#/components/messages/${event.subject}` } } };
}

function requestMessages(request: RequestType): JsonObject {
  const asked = {
    type: 'object',
    required: ['input'],
    properties: { trace: { type: 'string', description: 'W3C trace context' }, input: schema(request.input) },
  };
  const done = { type: 'object', title: 'Done', required: ['ok'], properties: { ok: schema(request.output) } };
  return {
    [`${request.subject}.input`]: { name: `${request.verb} input`, summary: request.summary, payload: asked },
    [`${request.subject}.output`]: {
      name: `${request.verb} output`,
      payload: { oneOf: [done, { $ref: '#/components/schemas/Refused' }, { $ref: '#/components/schemas/Fault' }] },
    },
  };
}

function requestChannel(request: RequestType): JsonObject {
  return {
    address: request.subject,
    summary: request.summary,
    messages: { input: { $ref: `#/components/messages/${request.subject}.input` }, output: { $ref: `#/components/messages/${request.subject}.output` } },
    'x-refusals': request.refusals.map(({ code, status, message }) => ({ code, status, message })),
  };
}

function feedChannels(): JsonObject {
  return {
    [feedChannel]: {
      address: 'feed.{fixtureId}.{message}.{marketId}',
      summary: 'The sports feed: one message kept per subject for 24 hours, each with the sequence of its fixture',
      parameters: {
        fixtureId: { description: 'the fixture the message is about' },
        message: { description: 'the kind of message', enum: feedMessages.map(([kind]) => kind) },
        marketId: { description: 'the market, or - where the message is about the whole fixture' },
      },
      messages: Object.fromEntries(feedMessages.map(([kind]) => [kind, { $ref: `#/components/messages/feed.${kind}` }])),
    },
    [feedAliveSubject]: {
      address: feedAliveSubject,
      summary: 'The sign of life, every 2 s; none for 10 s means silence',
      messages: { alive: { $ref: '#/components/messages/feed.alive' } },
    },
  };
}

function operations(room: RoomContract): JsonObject {
  const all: [string, JsonObject][] = [
    ...Object.values(room.events).map((event) => operate(room, 'says', 'send', event.subject, event.name, event.summary)),
    ...room.hears.map((event) => operate(room, 'hears', 'receive', event.subject, event.name, event.summary)),
    ...Object.values(room.answers).map((request) => exchange(room, 'answers', 'receive', request)),
    ...room.asks.map((request) => exchange(room, 'asks', 'send', request)),
  ];
  if (room.feed) {
    const action = room.feed === 'speaks' ? 'send' : 'receive';
    for (const channel of [feedChannel, feedAliveSubject])
      all.push([`${room.name}.${room.feed}.${channel}`, { action, channel: { $ref: reference(channel) } }]);
  }
  return Object.fromEntries(all);
}

function reference(channel: string): string {
  return `#/channels/${channel}`;
}

function operate(room: RoomContract, word: string, action: string, channel: string, name: string, summary: string): [string, JsonObject] {
  return [
    `${room.name}.${word}.${name}`,
    { action, channel: { $ref: reference(channel) }, summary, messages: [{ $ref: `${reference(channel)}/messages/${name}` }] },
  ];
}

function exchange(room: RoomContract, word: string, action: string, request: RequestType): [string, JsonObject] {
  const channel = reference(request.subject);
  return [
    `${room.name}.${word}.${request.room}.${request.verb}`,
    {
      action,
      channel: { $ref: channel },
      summary: request.summary,
      messages: [{ $ref: `${channel}/messages/input` }],
      reply: { channel: { $ref: channel }, messages: [{ $ref: `${channel}/messages/output` }] },
    },
  ];
}
