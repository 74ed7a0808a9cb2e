/**
 * `contracts.lock`: one sorted line per field of every contract, so that the diff of a commit shows how the interface changes.
 * A line is the contract, the path of the field (`?`: it may be absent), its type and its limits.
 */
import type { z } from 'zod';
import { FeedAlive, FeedMessage } from '../feed.ts';
import { accessText, type Contracts, hasBody, hasFields, hasReply, order } from './contracts.ts';
import { type Json, type JsonObject, jsonSchema } from './schema.ts';

export function lock(contracts: Contracts): string {
  const fields = shapes(contracts).flatMap(({ contract, part, shape }) =>
    lines(`${contract} ${part}`, jsonSchema(shape)),
  );
  return `${[...new Set([...fields, ...routes(contracts), ...refusals(contracts)])].sort(order).join('\n')}\n`;
}

/** Every shape that travels between processes: the data of an event, the input and output of a request, the parts of a route, a message of the feed. */
export function shapes({ services }: Contracts): { contract: string; part: string; shape: z.ZodType }[] {
  const events = services.flatMap(({ publishes }) => Object.values(publishes));
  const requests = services.flatMap(({ serves }) => Object.values(serves));
  return [
    ...events.map(({ service, name, version, data }) => ({
      contract: `event ${service}.${name} v${version}`,
      part: 'data',
      shape: data,
    })),
    ...requests.flatMap(({ service, verb, input, output }) => [
      { contract: `request ${service}.${verb}`, part: 'input', shape: input },
      { contract: `request ${service}.${verb}`, part: 'output', shape: output },
    ]),
    ...services
      .flatMap(({ routes }) => Object.values(routes))
      .flatMap((route) => {
        const contract = `route ${route.method} ${route.path}`;
        return [
          ...(hasFields(route.params) ? [{ contract, part: 'params', shape: route.params }] : []),
          ...(hasFields(route.query) ? [{ contract, part: 'query', shape: route.query }] : []),
          ...(hasBody(route) ? [{ contract, part: 'body', shape: route.body }] : []),
          ...(hasReply(route) ? [{ contract, part: 'reply', shape: route.reply }] : []),
        ];
      }),
    ...FeedMessage.options.map((shape) => ({ contract: `feed ${shape.shape.kind.value}`, part: 'message', shape })),
    { contract: 'feed alive', part: 'message', shape: FeedAlive },
  ];
}

function routes({ services }: Contracts): string[] {
  return services
    .flatMap((service) => Object.values(service.routes))
    .map((route) => {
      const { also, keyed, stepUp, raw, upload } = route;
      const flags = Object.entries({ also, keyed, stepUp, raw, upload }).flatMap(([name, value]) =>
        value ? [`${name}=${value}`] : [],
      );
      return [
        `route ${route.method} ${route.path} http status=${route.status}`,
        ...flags,
        `access=${accessText(route)}`,
      ].join(' ');
    });
}

function refusals(contracts: Contracts): string[] {
  return contracts.refusals.map(
    ({ owner, code, status, message }) =>
      `refusal ${owner.replace(/Refusals$/, '')} ${code} ${status} ${JSON.stringify(message)}`,
  );
}

function lines(key: string, schema: JsonObject): string[] {
  const { type, inside } = describe(key.replace(/\?$/, ''), schema);
  return [`${key} ${type}`, ...inside];
}

/** The type of a value, and the lines of what is inside it: `legs[].odds` of an array, `names{}.text` of a record, `wager<slots>.lines` of one form of several. */
function describe(path: string, schema: JsonObject): { type: string; inside: string[] } {
  const forms = list(schema.anyOf ?? schema.oneOf);
  const [form, ...others] = forms.filter(({ type }) => type !== 'null');
  if (form && others.length === 0) {
    const { type, inside } = describe(path, { ...schema, anyOf: undefined, oneOf: undefined, ...form });
    return { type: `${type} or null`, inside };
  }
  const item = schema.items && describe(`${path}[]`, schema.items as JsonObject);
  const value =
    typeof schema.additionalProperties === 'object' && describe(`${path}{}`, schema.additionalProperties as JsonObject);
  const keys = schema.propertyNames && describe(path, schema.propertyNames as JsonObject).type;
  const required = new Set(list<string>(schema.required));
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
  const words = [
    forms.length > 0 ? `one of ${forms.length}` : list<string>(schema.type).join('|') || 'any',
    ...(schema.format ? [`(${schema.format})`] : []),
    ...(schema.enum ? [list<string>(schema.enum).join('|')] : []),
    ...(schema.additionalProperties === false ? ['strict'] : []),
    ...Object.entries(schema).flatMap(([name, limit]) =>
      isLimit(name, limit) ? [`${shortNames[name] ?? name}=${limitText(limit)}`] : [],
    ),
    ...(keys && keys !== 'string' ? [`by ${keys}`] : []),
    ...[item, value].flatMap((one) => (one ? [`of ${one.type}`] : [])),
  ];
  return {
    type: words.join(' ').replace(' (', '('),
    inside: [
      ...forms.flatMap((one, at) => lines(`${path}<${labelOf(one) ?? at}>`, one)),
      ...fields.flatMap(([name, field]) => lines(`${path}.${name}${required.has(name) ? '' : '?'}`, field)),
      ...[item, value].flatMap((one) => (one ? one.inside : [])),
    ],
  };
}

function list<T extends Json = JsonObject>(value: Json): T[] {
  return value === undefined ? [] : ([value].flat() as T[]);
}

/** The constant by which the forms of a value are told apart. */
function labelOf({ properties = {} }: JsonObject): Json {
  return Object.values(properties as Record<string, JsonObject>).find((field) => field.const !== undefined)?.const;
}

const annotations = ['$schema', 'title', 'description', 'examples'];
const structure = [
  'type',
  'format',
  'enum',
  'anyOf',
  'oneOf',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'propertyNames',
];
const others = new Set([...annotations, ...structure]);
const shortNames: Record<string, string> = {
  minimum: 'min',
  minLength: 'min',
  minItems: 'min',
  maximum: 'max',
  maxLength: 'max',
  maxItems: 'max',
};

/** The range that zod adds to every integer is none. */
function isLimit(name: string, value: Json): boolean {
  return value !== undefined && !others.has(name) && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;
}

const limitText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));
