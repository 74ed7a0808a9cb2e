/**
 * The grammar of every contract: refusals, routes, requests and events.
 * Each is declared once in this package and imported everywhere, so a changed field breaks the build of everyone who reads it.
 * The functions that declare are marked as free of side effects, so that a bundler leaves out what a page does not use.
 */
import { z } from 'zod';
import type { Permission } from './permissions.ts';
import { fieldMessages, isMultilineText } from './texts.ts';

// ---- Refusals: the domain declines -----------------------------------------------------------

export type Params = Record<string, unknown>;

export interface RefusalType {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** Distinguishes refusals that share a code but have different messages. It is sent as `params.variant`. */
  readonly variant?: string;
}

/**
 * Declares a refusal. `{name}` in the message is filled from the params it is thrown with.
 * Code, message and variant keep their literal types: they are the key of a translation and the params it fills in.
 */
export function refusal<const C extends string, const M extends string>(
  code: C,
  status: number,
  message: M,
): RefusalType & { code: C; message: M };
export function refusal<const C extends string, const M extends string, const V extends string>(
  code: C,
  status: number,
  message: M,
  variant: V,
): RefusalType & { code: C; message: M; variant: V };
/* @__NO_SIDE_EFFECTS__ */
export function refusal(code: string, status: number, message: string, variant?: string): RefusalType {
  return { code, status, message, ...(variant !== undefined && { variant }) };
}

/** RFC 9457 problem+json: the shape of every error reply. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  errors: z.record(z.string(), z.string()).optional().meta({ description: 'messages by field' }),
  traceId: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;

/** Thrown by rules and commands; the same class again in the browser. Never thrown for a fault. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: Params | undefined;
  readonly errors: Record<string, string> | undefined;

  constructor(type: RefusalType, params?: Params, errors?: Record<string, string>) {
    super(fill(type.message, params));
    this.name = 'Refusal';
    this.code = type.code;
    this.status = type.status;
    this.params = type.variant === undefined ? params : { ...params, variant: type.variant };
    this.errors = errors;
  }

  is(type: RefusalType): boolean {
    return this.code === type.code;
  }

  problem(traceId?: string): Problem {
    return {
      type: `urn:fairline:problem:${this.code}`,
      title: this.code.replaceAll('_', ' '),
      status: this.status,
      code: this.code,
      detail: this.message,
      ...(this.params && { params: this.params }),
      ...(this.errors && { errors: this.errors }),
      ...(traceId && { traceId }),
    };
  }

  /** Rebuilds a refusal that was received from a service. Its message is already filled in. */
  static from(wire: {
    code: string;
    status: number;
    detail: string;
    params?: Params | undefined;
    errors?: Record<string, string> | undefined;
  }): Refusal {
    const refusal = new Refusal({ code: wire.code, status: wire.status, message: '' }, wire.params, wire.errors);
    refusal.message = wire.detail;
    return refusal;
  }
}

/** The refusal that these records declare under a code, as a database function returns it or a row keeps it: the one without a variant if several share the code. */
export function refusalWithCode(
  code: string,
  ...records: readonly Readonly<Record<string, RefusalType>>[]
): RefusalType {
  const found = records.flatMap((record) => Object.values(record)).filter((type) => type.code === code);
  const [type] = found.filter(({ variant }) => !variant).concat(found);
  if (!type) throw new Error(`no refusal has the code ${code}`);
  return type;
}

function fill(message: string, params: Params | undefined): string {
  if (!params) return message;
  return message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** Refusals that any route or request may return. */
export const common = {
  invalidRequest: refusal('invalid_request', 400, 'The request is not valid'),
  keyRequired: refusal(
    'idempotency_key_required',
    400,
    'An Idempotency-Key header of 8 to 128 visible characters is required',
  ),
  keyReused: refusal('idempotency_key_reused', 422, 'This Idempotency-Key was used with another request'),
  unauthenticated: refusal('unauthenticated', 401, 'User not authenticated'),
  forbidden: refusal('forbidden', 403, 'You do not have permission to do this'),
  /** The last sign-in or step-up is older than `stepUpSeconds`. */
  stepUpRequired: refusal('step_up_required', 403, 'Please confirm it is you'),
  /** Where two operators are needed: an operator cannot be the second one to their own request or approval. */
  secondOperatorNeeded: refusal('second_operator_needed', 403, 'A second operator must decide this'),
  notFound: refusal('not_found', 404, 'Not found'),
  /** Digits that pass Luhn in a free text. */
  cardNumber: refusal('card_number', 422, 'Please do not enter card numbers here'),
  tooLarge: refusal('too_large', 413, 'The request is too large'),
  rateLimited: refusal('rate_limited', 429, 'Too many requests. Please try again later.'),
  busy: refusal('busy', 503, 'The service is busy. Please try again.'),
  unavailable: refusal('unavailable', 503, 'The service is not available. Please try again.'),
  fault: refusal('internal_error', 500, 'Something went wrong on our side'),
} as const;

/** The refusal of a body that is too large: the one that the route declares, or the common one. */
export function tooLargeOf({ refusals }: { refusals: readonly RefusalType[] }): RefusalType {
  return refusals.find(({ code }) => code === common.tooLarge.code) ?? common.tooLarge;
}

// ---- Routes: HTTP ----------------------------------------------------------------------------

/** Who may call: anyone, a signed-in player, or an operator with the permission (`null`: any operator). With `player: true` any player may call as well. */
export type Access = 'open' | 'player' | { operator: Permission | null; player?: true };

export interface RouteType<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whole path as the player's browser sends it: `/api/<service>/...` or `/api/admin/<service>/...`, `:name` for a parameter. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** `true`: an Idempotency-Key header is required; `optional`: it is honoured where it is sent. */
  readonly keyed: boolean | 'optional';
  /** The gateway adds the time of the operator's last sign-in or step-up. `true`: an old one is refused `step_up_required`; `depends`: the service decides whether its rules need a fresh one. */
  readonly stepUp: boolean | 'depends';
  /** `true`: the service gets the body byte for byte, to verify a signature over it; 100 kB at most. */
  readonly raw: boolean;
  /** The field that may carry a file; the body is then multipart or JSON, 5 MB at most. */
  readonly upload: string | undefined;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  readonly status: number;
  /** A second success status with the same body, such as 202 while another approval is needed. */
  readonly also: number | undefined;
  readonly refusals: readonly RefusalType[];
}

const Nothing = z.strictObject({});
export const Empty = z.undefined();

interface RouteInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  summary: string;
  access: Access;
  keyed?: boolean | 'optional';
  stepUp?: boolean | 'depends';
  raw?: boolean;
  upload?: string;
  params?: P;
  query?: Q;
  body?: B;
  reply?: R;
  status?: number;
  also?: number;
  refusals?: readonly RefusalType[];
}

/** Declares a route, e.g. `route('POST /api/wallet/deposits', { access: 'player', keyed: true, body, reply, status: 201 })`. Without `reply` it returns 204. */
/* @__NO_SIDE_EFFECTS__ */
export function route<
  P extends z.ZodType = typeof Nothing,
  Q extends z.ZodType = typeof Nothing,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodUndefined,
>(line: `${RouteType['method']} /${string}`, input: RouteInput<P, Q, B, R>): RouteType<P, Q, B, R> {
  const [method, path] = line.split(' ') as [RouteType['method'], string];
  return {
    method,
    path,
    summary: input.summary,
    access: input.access,
    keyed: input.keyed ?? false,
    stepUp: input.stepUp ?? false,
    raw: input.raw ?? false,
    upload: input.upload,
    params: input.params ?? (Nothing as unknown as P),
    query: input.query ?? (Nothing as unknown as Q),
    body: input.body ?? (Empty as unknown as B),
    reply: input.reply ?? (Empty as unknown as R),
    status: input.status ?? (input.reply ? 200 : 204),
    also: input.also,
    refusals:
      input.stepUp === true ? [...new Set([...(input.refusals ?? []), common.stepUpRequired])] : (input.refusals ?? []),
  };
}

/** A page of a list: up to 50 items, and the cursor of the next page (null at the end). */
export function Page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}
export const pageSize = 50;
export const Cursor = z.string().max(400).optional();

/** How long a sign-in or a step-up of an operator counts as a fresh proof. */
export const stepUpSeconds = 300;

const mediaTypes = new WeakMap<z.ZodType, readonly string[]>();

/** A reply that is a file of one of these media types; the service sets which, and its name. */
export function fileReply(...types: readonly [string, ...string[]]) {
  const schema = z.instanceof(Uint8Array).meta({ override: { type: 'string', format: 'binary' } });
  mediaTypes.set(schema, types);
  return schema;
}

/** Uploaded images are rebuilt as one of these; each page of a PDF becomes the first. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The media types of a reply: JSON, or those of its file. */
export const mediaTypesOf = (reply: z.ZodType): readonly string[] => mediaTypes.get(reply) ?? ['application/json'];

// ---- Requests between services, over NATS ----------------------------------------------------

export interface RequestType<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly service: string;
  readonly verb: string;
  readonly subject: string;
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  readonly refusals: readonly RefusalType[];
}

/** Declares a request/reply over the bus, subject `rpc.<service>.<verb>`. */
/* @__NO_SIDE_EFFECTS__ */
export function request<I extends z.ZodType, O extends z.ZodType>(
  service: string,
  verb: string,
  input: { summary: string; input: I; output: O; refusals?: readonly RefusalType[] },
): RequestType<I, O> {
  return { service, verb, subject: `rpc.${service}.${verb}`, ...input, refusals: input.refusals ?? [] };
}

// ---- Events, on the stream EVENTS ------------------------------------------------------------

export interface EventType<D extends z.ZodType = z.ZodType, N extends string = string> {
  readonly service: string;
  readonly name: N;
  readonly version: number;
  /** `evt.<service>.<Name>.v<n>` */
  readonly subject: string;
  readonly summary: string;
  readonly data: D;
  /** The browsers that get a hint: those of the player whose id is in this field of the data, of operators with this permission, or none. */
  readonly audience: { player?: string; operators?: Permission };
  /**
   * The mail and the notice to the player. `preference` names the setting that turns both off; without it they cannot be turned off. `mailPreference` turns off only the mail.
   * `also`: other templates that the event may use instead, under the same settings.
   */
  readonly notice:
    | { template: string; also?: readonly string[]; preference?: string; mailPreference?: string }
    | undefined;
}

/* @__NO_SIDE_EFFECTS__ */
export function event<const N extends string, D extends z.ZodType>(
  service: string,
  name: N,
  input: { summary: string; data: D; version?: number; audience?: EventType['audience']; notice?: EventType['notice'] },
): EventType<D, N> {
  const version = input.version ?? 1;
  return {
    service,
    name,
    version,
    subject: `evt.${service}.${name}.v${version}`,
    summary: input.summary,
    data: input.data,
    audience: input.audience ?? {},
    notice: input.notice,
  };
}

/** CloudEvents 1.0 as it travels on EVENTS. `version` counts per aggregate (the subject); consumers ignore an older version. */
export interface Envelope<D = unknown> {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  traceparent?: string;
  version: number;
  data: D;
}

// ---- Shapes shared by all contracts ----------------------------------------------------------

export const Id = z.uuid().meta({ description: 'UUIDv7', example: '019aa1c8-7f00-7000-8000-000000000001' });
/** At most a hundred player ids, separated by commas. */
export const PlayerIds = z
  .string()
  .max(3_700)
  .refine((text) => text.split(',').every((id) => Id.safeParse(id).success), fieldMessages.idsInvalid);
/** From the year 1 on, because databases have no year 0. */
export const Instant = z.iso
  .datetime()
  .refine((text) => !text.startsWith('0000'), fieldMessages.instantInvalid)
  .meta({ description: 'ISO 8601, UTC', example: '2026-01-31T12:00:00.000Z' });
/** An Idempotency-Key as clients send it: 8 to 128 visible ASCII characters. */
export const Key = z.string().regex(/^[\x21-\x7e]{8,128}$/);
/** An operator's reason for an action. */
export const Reason = z
  .string({ error: fieldMessages.reasonRequired })
  .trim()
  .min(1, fieldMessages.reasonRequired)
  .max(500)
  .refine(isMultilineText, fieldMessages.reasonInvalid);
/** The parameters of a path with an id, and a body that holds a reason only. */
export const byId = z.strictObject({ id: Id });
/** The parameters of a path to a record of one player, for operators who serve that player. */
export const ofPlayer = z.strictObject({ playerId: Id, id: Id });
export const reasoned = z.strictObject({ reason: Reason });

/** A server's text as data, next to its English. A page shows it in its language, and shows the English if it does not have the code. */
export const Message = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) });
export type Message = z.infer<typeof Message>;

/** The type of a parsed value. */
export type Infer<T extends z.ZodType> = z.infer<T>;

/** The action of an operator, its resource and its reason. */
export const OperatorAct = z.object({
  operatorId: Id,
  action: z.string(),
  resourceType: z.string(),
  resourceId: z.string(),
  reason: z.string().optional(),
  before: z.record(z.string(), z.unknown()).optional(),
  after: z.record(z.string(), z.unknown()).optional(),
  address: z.string().optional(),
  agent: z.string().optional(),
});

/** Published for every operator action; declared once per service. The audit log is built from it. */
export function operatorActed(service: string) {
  return event(service, 'OperatorActed', {
    summary: 'An operator acted: what they did, to what, and why. Personal values are masked.',
    data: OperatorAct,
    audience: { operators: 'audit.read' },
  });
}
