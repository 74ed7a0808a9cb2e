/** Creates or updates the streams EVENTS and FEED. Run before the services start, as administrator of the message server. */

import { feedKeptHours, feedStream } from '@fairline/proto/feed';
import { eventStream } from '@fairline/proto/services';
import { DiscardPolicy, jetstreamManager, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { connect } from 'nats';

const minute = 60 * 1_000_000_000;
const hour = 60 * minute;

const streamsOf = (demo: boolean): (Partial<StreamConfig> & { name: string; subjects: string[] })[] => [
  { name: eventStream, subjects: ['evt.>'], max_age: 7 * 24 * hour, duplicate_window: minute },
  { name: feedStream, subjects: ['feed.*.*.*'], max_age: feedKeptHours(demo) * hour, max_msgs_per_subject: 1, duplicate_window: minute },
];

export async function ensureStreams(url: string, user?: string, pass?: string, { replicas = 1, demo = false } = {}): Promise<void> {
  const connection = await connect({ servers: url, name: 'streams', ...(user && { user }), ...(pass && { pass }), timeout: 5_000 });
  try {
    const manager = await jetstreamManager(connection);
    for (const stream of streamsOf(demo)) {
      const config = { storage: StorageType.File, retention: RetentionPolicy.Limits, discard: DiscardPolicy.Old, num_replicas: replicas, ...stream };
      const existing = await manager.streams.info(stream.name).catch(() => undefined);
      if (existing) await manager.streams.update(stream.name, config);
      else await manager.streams.add(config);
    }
  } finally {
    await connection.close();
  }
}

if (import.meta.main) {
  const { NATS_URL = 'nats://127.0.0.1:4222', NATS_USER, NATS_PASSWORD, NATS_REPLICAS = '1', FAIRLINE_DEMO } = process.env;
  await ensureStreams(NATS_URL, NATS_USER, NATS_PASSWORD, { replicas: Number(NATS_REPLICAS), demo: FAIRLINE_DEMO === '1' });
}
