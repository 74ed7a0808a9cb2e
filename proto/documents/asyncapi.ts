/**
 * The bus as AsyncAPI 3: every event, request and feed message with its channel, and which process publishes, consumes, requests or serves it.
 * One document covers the whole platform, so each operation is named after its process.
 */
import type { z } from 'zod';
import type { EventType, RequestType } from '../contract.ts';
import { FeedAlive, FeedMessage, feedAliveSubject } from '../feed.ts';
import { audienceText, type Contracts, type ServiceContract } from './contracts.ts';
import { type JsonObject, jsonSchema } from './schema.ts';

const feedChannel = 'feed';
const feedMessages = FeedMessage.options.map((message) => [message.shape.kind.value, message] as const);

export function asyncapi({ services }: Contracts): JsonObject {
  const events = services.flatMap((service) => Object.values(service.publishes));
  const requests = services.flatMap((service) => Object.values(service.serves));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Fairline, the bus',
      version: '1.0.0',
      license: { name: 'Apache-2.0' },
      description:
        'Events are CloudEvents 1.0 on the stream EVENTS, one in a message or several of a kind in the JSON batch format; requests are served over a queue group; the sports feed has the stream FEED.',
    },
    defaultContentType: 'application/json',
    servers: {
      nats: {
        host: '127.0.0.1:4222',
        protocol: 'nats',
        description: 'NATS with JetStream; one user per process, whose permissions follow this document',
      },
    },
    channels: {
      ...Object.fromEntries(events.map((event) => [event.subject, eventChannel(event)])),
      ...Object.fromEntries(requests.map((request) => [request.subject, requestChannel(request)])),
      ...feedChannels(),
    },
    operations: Object.assign({}, ...services.map(operations)) as JsonObject,
    components: {
      schemas: { CloudEvent: cloudEvent, Refused: refused, Fault: fault },
      messages: {
        ...Object.fromEntries(events.map((event) => [event.subject, eventMessage(event)])),
        ...Object.assign({}, ...requests.map(requestMessages)),
        ...Object.fromEntries(
          feedMessages.map(([kind, message]) => [`feed.${kind}`, { name: kind, payload: schema(message) }]),
        ),
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
    subject: { type: 'string', description: 'the id of the aggregate' },
    time: { type: 'string', format: 'date-time' },
    datacontenttype: { const: 'application/json' },
    traceparent: { type: 'string', description: 'W3C trace context' },
    version: { type: 'integer', minimum: 1, description: 'counts per aggregate; consumers ignore an older version' },
    data: { type: 'object' },
  },
};

const refused: JsonObject = {
  type: 'object',
  title: 'Refused: the domain declines',
  required: ['refusal'],
  properties: {
    refusal: {
      type: 'object',
      required: ['code', 'status', 'detail'],
      properties: {
        code: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string' },
        params: { type: 'object' },
      },
    },
  },
};

const fault: JsonObject = {
  type: 'object',
  title: 'Failed: the request may have taken effect; the caller retries with the same key',
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
        {
          type: 'object',
          properties: {
            source: { const: `/fairline/${event.service}` },
            type: { const: event.subject },
            data: schema(event.data),
          },
        },
      ],
    },
    'x-audience': audienceText(event),
    ...(event.notice && {
      'x-notice': { template: event.notice.template, preference: event.notice.preference ?? null },
    }),
  };
}

function eventChannel(event: EventType): JsonObject {
  return {
    address: event.subject,
    summary: event.summary,
    messages: { [event.name]: { $ref: `#/components/messages/${event.subject}` } },
  };
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
    messages: {
      input: { $ref: `#/components/messages/${request.subject}.input` },
      output: { $ref: `#/components/messages/${request.subject}.output` },
    },
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
      messages: Object.fromEntries(
        feedMessages.map(([kind]) => [kind, { $ref: `#/components/messages/feed.${kind}` }]),
      ),
    },
    [feedAliveSubject]: {
      address: feedAliveSubject,
      summary: 'The heartbeat, every 2 s; none for 10 s means the feed is down',
      messages: { alive: { $ref: '#/components/messages/feed.alive' } },
    },
  };
}

function operations(service: ServiceContract): JsonObject {
  const all: [string, JsonObject][] = [
    ...Object.values(service.publishes).map((event) =>
      operate(service, 'publishes', 'send', event.subject, event.name, event.summary),
    ),
    ...service.consumes.map((event) =>
      operate(service, 'consumes', 'receive', event.subject, event.name, event.summary),
    ),
    ...Object.values(service.serves).map((request) => exchange(service, 'serves', 'receive', request)),
    ...service.requests.map((request) => exchange(service, 'requests', 'send', request)),
  ];
  if (service.feed) {
    const action = service.feed === 'publishes' ? 'send' : 'receive';
    for (const channel of [feedChannel, feedAliveSubject])
      all.push([`${service.name}.${service.feed}.${channel}`, { action, channel: { $ref: reference(channel) } }]);
  }
  return Object.fromEntries(all);
}

function reference(channel: string): string {
  return `#/channels/${channel}`;
}

function operate(
  service: ServiceContract,
  verb: string,
  action: string,
  channel: string,
  name: string,
  summary: string,
): [string, JsonObject] {
  return [
    `${service.name}.${verb}.${name}`,
    {
      action,
      channel: { $ref: reference(channel) },
      summary,
      messages: [{ $ref: `${reference(channel)}/messages/${name}` }],
    },
  ];
}

function exchange(service: ServiceContract, verb: string, action: string, request: RequestType): [string, JsonObject] {
  const channel = reference(request.subject);
  return [
    `${service.name}.${verb}.${request.service}.${request.verb}`,
    {
      action,
      channel: { $ref: channel },
      summary: request.summary,
      messages: [{ $ref: `${channel}/messages/input` }],
      reply: { channel: { $ref: channel }, messages: [{ $ref: `${channel}/messages/output` }] },
    },
  ];
}
