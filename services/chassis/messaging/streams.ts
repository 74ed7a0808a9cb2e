/**
 * Creates the streams EVENTS, FEED and AUDIT, and a durable consumer for each event that a service consumes or for all events, before services start.
 * It runs as administrator of the message server, and again if the server has lost its store; services may create neither. Running it again changes nothing.
 */

import { feedKeptHours, feedStream, feedSubjects } from '@fairline/proto/feed';
import { eventStream, everyEvent, type ServiceName } from '@fairline/proto/processes';
import { auditHeadSubject, auditStream } from '@fairline/proto/risk/audit';
import { durablesOf, services } from '@fairline/proto/services';
import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { connect } from 'nats';

export interface MessageServer {
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly replicas?: number;
  readonly demo?: boolean;
}

const minute = 60 * 1_000_000_000;
const hour = 60 * minute;

const headsKept = 100_000;

const streamsOf = (demo: boolean): (Partial<StreamConfig> & { name: string; subjects: string[] })[] => [
  { name: eventStream, subjects: [everyEvent], max_age: 7 * 24 * hour, duplicate_window: minute },
  {
    name: feedStream,
    subjects: [feedSubjects],
    max_age: feedKeptHours(demo) * hour,
    max_msgs_per_subject: 1,
    duplicate_window: minute,
  },
  // No client can delete single messages; the newest heads are the ones that prove what was cut off.
  {
    name: auditStream,
    subjects: [auditHeadSubject],
    max_msgs: headsKept,
    deny_delete: true,
    deny_purge: true,
    duplicate_window: minute,
  },
];

/** The durables of all services and events. The instances of a service share them. */
const durables = (Object.keys(services) as ServiceName[]).flatMap((service) =>
  durablesOf(service).map(({ name, subject, readsEvery }) => ({
    durable_name: name,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    ack_wait: (readsEvery ? 15 : 5) * 1_000_000_000,
    max_deliver: -1,
    // A message may have 32 events; this many messages are handled long before the server would redeliver them.
    max_ack_pending: readsEvery ? 1_024 : 64,
  })),
);
type Durable = (typeof durables)[number];

export async function prepareMessageServer({
  url,
  user,
  password,
  replicas = 1,
  demo = false,
}: MessageServer): Promise<void> {
  const connection = await connect({
    servers: url,
    name: 'streams',
    ...(user && { user }),
    ...(password && { pass: password }),
    timeout: 5_000,
  });
  try {
    const manager = await jetstreamManager(connection);
    for (const stream of streamsOf(demo)) await ensureStream(manager, { ...stream, num_replicas: replicas });
    const existing = new Map<string, ConsumerInfo>();
    for await (const info of manager.consumers.list(eventStream)) existing.set(info.name, info);
    await Promise.all(durables.map((durable) => ensureDurable(manager, durable, existing.get(durable.durable_name))));
  } finally {
    await connection.close();
  }
}

/** Reads all messages of a stream, in order. Undefined if the stream does not exist. */
export async function readStream(
  { url, user, password }: MessageServer,
  stream: string,
): Promise<unknown[] | undefined> {
  const connection = await connect({
    servers: url,
    name: 'reader',
    ...(user && { user }),
    ...(password && { pass: password }),
    timeout: 5_000,
  });
  try {
    const found = await (await jetstreamManager(connection)).streams.info(stream).catch(() => undefined);
    if (!found) return undefined;
    const read: unknown[] = [];
    if (found.state.messages === 0) return read;
    const consumer = await jetstream(connection).consumers.get(stream);
    const messages = await consumer.consume({ max_messages: 500 });
    for await (const message of messages) {
      read.push(message.json());
      if (message.seq >= found.state.last_seq) break;
    }
    return read;
  } finally {
    await connection.close();
  }
}

async function ensureStream(
  manager: JetStreamManager,
  stream: Partial<StreamConfig> & { name: string; subjects: string[] },
): Promise<void> {
  const config = {
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    ...stream,
  };
  const existing = await manager.streams.info(stream.name).catch(() => undefined);
  if (existing) await manager.streams.update(stream.name, config);
  else await manager.streams.add(config);
}

/** Replaces a durable that has another configuration, because the server cannot change most settings of an existing one. */
async function ensureDurable(
  manager: JetStreamManager,
  durable: Durable,
  existing: ConsumerInfo | undefined,
): Promise<void> {
  if (existing && isAsWanted(existing.config, durable)) return;
  if (existing) await manager.consumers.delete(eventStream, durable.durable_name);
  await manager.consumers.add(eventStream, { ...durable, ...startOf(existing, durable) });
}

/** Settings that are ignored when configurations are compared: they do not affect which messages are delivered where, or only a replaced durable has them. */
const ignored = new Set([
  'name',
  'durable_name',
  'deliver_policy',
  'opt_start_seq',
  'replay_policy',
  'max_waiting',
  'num_replicas',
  'metadata',
]);

function isAsWanted(config: ConsumerConfig, durable: Durable): boolean {
  const wanted: Record<string, unknown> = durable;
  const present = Object.entries(config).filter(
    ([name, value]) => !ignored.has(name) && value !== undefined && value !== false && value !== 0 && value !== '',
  );
  const expected = Object.keys(wanted).filter((name) => !ignored.has(name));
  return (
    isFromStart(config) &&
    present.length === expected.length &&
    present.every(([name, value]) => wanted[name] === value)
  );
}

/** Whether a durable delivers from the start of the stream, or from the position of the durable that it replaced. */
function isFromStart({ deliver_policy, replay_policy }: ConsumerConfig): boolean {
  return (
    (deliver_policy === DeliverPolicy.All || deliver_policy === DeliverPolicy.StartSequence) &&
    replay_policy !== 'original'
  );
}

/**
 * Where a new durable starts: after the last message that the replaced one had acknowledged without a gap. If its acknowledgements do not prove that the service applied the events
 * (another subject, no acknowledgements required, not from the start), it starts at the beginning: the inbox of the service skips applied events.
 */
function startOf(existing: ConsumerInfo | undefined, { filter_subject, ack_policy }: Durable): Partial<ConsumerConfig> {
  const isEvidence =
    existing &&
    existing.config.filter_subject === filter_subject &&
    existing.config.ack_policy === ack_policy &&
    isFromStart(existing.config);
  if (!isEvidence || existing.ack_floor.stream_seq === 0) return { deliver_policy: DeliverPolicy.All };
  return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: existing.ack_floor.stream_seq + 1 };
}

if (import.meta.main) {
  const {
    NATS_URL: url = 'nats://127.0.0.1:4222',
    NATS_USER: user,
    NATS_PASSWORD: password,
    NATS_REPLICAS = '1',
    FAIRLINE_DEMO,
  } = process.env;
  await prepareMessageServer({ url, user, password, replicas: Number(NATS_REPLICAS), demo: FAIRLINE_DEMO === '1' });
}
