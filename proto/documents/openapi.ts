/**
 * The HTTP API as OpenAPI 3.1: every route with its access, idempotency key, schemas and refusals.
 * Served at /api/openapi.json and read by /api/docs.
 */
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { common, Key, mediaTypesOf, Problem, Refusal, type RefusalType, type RouteType } from '../contract.ts';
import { accessText, type Contracts, hasBody, hasFields, hasReply, order, refusalsOf, tokensOf } from './contracts.ts';
import { adjustSchema, type JsonObject } from './schema.ts';

const keyHeader = z.object({
  'Idempotency-Key': Key.meta({
    description:
      'Identifies this command. A repeat with the same body returns the first outcome; another body is refused with 422 idempotency_key_reused',
  }),
});

const titles: Record<number, string> = {
  400: 'The request is not valid',
  401: 'Not signed in, or the session has ended',
  403: 'Not allowed',
  404: 'Not found',
  409: 'In conflict with the current state',
  413: 'Too large',
  422: 'Refused by a rule',
  429: 'Too many requests',
  500: 'A fault on our side',
  503: 'Not available now; try again',
};

export function openapi(contracts: Contracts): JsonObject {
  const paths: ZodOpenApiPathsObject = {};
  const shared = new Map<string, ZodOpenApiResponseObject>();
  for (const service of contracts.services) {
    for (const [name, route] of Object.entries(service.routes)) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(service.name, name, route, shared) };
    }
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Fairline',
        version: '1.0.0',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        description: [
          'Amounts are integers in minor units of their currency (`amountMinor: 10000` is 100.00), odds are integers in thousandths, times ISO 8601 in UTC, ids UUIDv7.',
          'Every error is RFC 9457 problem+json with a `code`; lists return pages of 50 items with the cursor of the next page.',
        ].join('\n\n'),
      },
      servers: [{ url: '/', description: 'The gateway that serves this document' }],
      tags: contracts.services
        .filter((service) => Object.keys(service.routes).length > 0)
        .map(({ name }) => ({ name })),
      paths,
      components: {
        schemas: { ...contracts.named, Problem },
        securitySchemes: {
          player: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Access token of a player, from /api/auth/login; 15 minutes',
          },
          operator: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Access token of an operator, from /api/admin/auth/login; 15 minutes',
          },
        },
      },
    },
    {
      override: ({ zodSchema, jsonSchema, io }) =>
        tolerant(zodSchema as unknown as z.ZodType, jsonSchema as JsonObject, io),
    },
  ) as unknown as JsonObject;
  return withoutUnused(document);
}

/** Replies may gain fields, so clients must accept unknown ones; only request schemas are strict. */
function tolerant(zodSchema: z.ZodType, written: JsonObject, io: 'input' | 'output'): void {
  adjustSchema(zodSchema, written);
  if (io === 'output') delete written.additionalProperties;
}

function operation(service: string, name: string, route: RouteType, shared: Shared): ZodOpenApiOperationObject {
  const params = {
    ...(hasFields(route.params) && { path: route.params as z.ZodObject }),
    ...(hasFields(route.query) && { query: route.query as z.ZodObject }),
    ...(route.keyed && { header: route.keyed === 'optional' ? keyHeader.partial() : keyHeader }),
  };
  return {
    operationId: `${service}.${name}`,
    tags: [service],
    summary: route.summary,
    security: tokensOf(route).map((token) => ({ [token]: [] })),
    ...(Object.keys(params).length > 0 && { requestParams: params }),
    ...(hasBody(route) && { requestBody: requestBody(route) }),
    responses: {
      [route.status]: success(route),
      ...(route.also !== undefined && { [route.also]: success(route) }),
      ...refused(route, shared),
    },
    'x-access': accessText(route),
  };
}

function requestBody({ body, upload }: RouteType): ZodOpenApiRequestBodyObject {
  if (!upload) return { required: true, content: { 'application/json': { schema: body } } };
  const multipart = (body as z.ZodObject).extend({
    [upload]: z
      .instanceof(Uint8Array)
      .meta({ override: { type: 'string', format: 'binary' } })
      .optional(),
  });
  return {
    required: true,
    content: { 'multipart/form-data': { schema: multipart }, 'application/json': { schema: body } },
  };
}

function success(route: RouteType): ZodOpenApiResponseObject {
  if (!hasReply(route)) return { description: 'Done' };
  const { contentMediaType } = (route.reply.meta()?.override as JsonObject | undefined) ?? {};
  const types = contentMediaType === undefined ? mediaTypesOf(route.reply) : [String(contentMediaType)];
  return {
    description: route.summary,
    content: Object.fromEntries(types.map((type) => [type, { schema: route.reply }])),
  };
}

/** Responses that several routes share, each written once. */
type Shared = Map<string, ZodOpenApiResponseObject>;
const anyService = new Set<RefusalType>(Object.values(common).filter((refusal) => refusal !== common.cardNumber));

/** One response per status; its codes and messages are listed and shown as examples. */
function refused(route: RouteType, shared: Shared): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(refusalsOf(route), ({ status }) => status);
  const statuses = [...byStatus.keys()].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const refusals = byStatus.get(status) ?? [];
      if (!refusals.every((refusal) => anyService.has(refusal))) return [String(status), problems(status, refusals)];
      const id = [...new Set(refusals.map(({ code }) => code))].sort(order).join('_or_');
      if (!shared.has(id)) shared.set(id, { ...problems(status, refusals), id });
      return [String(status), shared.get(id) as ZodOpenApiResponseObject];
    }),
  );
}

function problems(status: number, refusals: RefusalType[]): ZodOpenApiResponseObject {
  const codes = [...new Set(refusals.map(({ code }) => code))].sort(order) as [string, ...string[]];
  const seen = new Map<string, number>();
  const examples = refusals.map((type) => {
    const count = (seen.get(type.code) ?? 0) + 1;
    seen.set(type.code, count);
    return [
      count === 1 ? type.code : `${type.code}_${count}`,
      { summary: type.message, value: new Refusal(type).problem() },
    ] as const;
  });
  return {
    description: `${titles[status] ?? 'Refused'}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    content: {
      'application/problem+json': {
        schema: z.intersection(Problem, z.object({ code: z.enum(codes) })),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Removes registered schemas that no route refers to. */
function withoutUnused(document: JsonObject): JsonObject {
  const components = document.components as { schemas: JsonObject; responses: JsonObject };
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(components.schemas[name]);
    }
  };
  follow(document.paths);
  follow(components.responses);
  const schemas = Object.fromEntries(
    Object.entries(components.schemas)
      .filter(([name]) => used.has(name))
      .sort(([a], [b]) => order(a, b)),
  );
  return { ...document, components: { ...components, schemas } };
}
