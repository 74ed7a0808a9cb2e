/** An event as the timeline stores it: its player, the request that caused it, and every id it names. */
import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import { Id } from '@fairline/proto/contract';

export interface KeptEvent {
  readonly id: string;
  readonly service: string;
  readonly name: string;
  readonly aggregate: string;
  readonly version: number;
  readonly at: Date;
  readonly traceId: string | null;
  readonly playerId: string | null;
  readonly refs: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** The most ids stored of one event. */
const refsMost = 200;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

export function keptEvent({ id, service, name, aggregate, version, at, traceparent, data }: AnyEvent): KeptEvent {
  const kept = withoutPlaces(data as Record<string, unknown>);
  const refs = [aggregate, ...(JSON.stringify(kept).match(uuid) ?? [])].map((ref) => ref.toLowerCase());
  return {
    id,
    service,
    name,
    aggregate,
    version,
    at,
    traceId: traceIdOf(traceparent),
    playerId: playerOf(kept),
    refs: [...new Set(refs)].slice(0, refsMost),
    data: kept,
  };
}

/** The event as it is stored, without the operator's IP address and browser, which are in the audit log only. */
function withoutPlaces({
  address: _address,
  agent: _agent,
  ...kept
}: Record<string, unknown>): Record<string, unknown> {
  return kept;
}

/** The part of an operator's action that only readers of the audit log see: the reason and the changes. */
const auditedFields: ReadonlySet<string> = new Set(['before', 'after', 'reason']);

/** The data of an event as an operator without `audit.read` sees it. */
export function withoutAudited(name: string, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return name === 'OperatorActed'
    ? Object.fromEntries(Object.entries(data).filter(([field]) => !auditedFields.has(field)))
    : { ...data };
}

function playerOf({ playerId, subjectKind, subjectId }: Record<string, unknown>): string | null {
  const id = subjectKind === 'player' ? subjectId : playerId;
  return Id.safeParse(id).success ? (id as string) : null;
}

function traceIdOf(traceparent: string | undefined): string | null {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(traceparent ?? '')?.[1] ?? null;
}

/** The key of a story: an id that events name, or a trace id. */
export type StoryKey = { readonly id: string } | { readonly traceId: string };

export function storyKeyOf(text: string): StoryKey | undefined {
  const lower = text.toLowerCase();
  if (/^[0-9a-f]{32}$/.test(lower)) return { traceId: lower };
  return Id.safeParse(lower).success ? { id: lower } : undefined;
}
