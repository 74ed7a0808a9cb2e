/**
 * A connection to the bus of a platform as one of its processes, with that process's permissions only, to set up a test.
 * The process itself keeps running.
 */
import { Bus } from '@fairline/chassis/messaging/bus';
import { readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import type { ServiceName } from '@fairline/proto/processes';
import type { Platform } from './platform.ts';

export type Voice = Pick<Bus, 'request' | 'publish' | 'close'>;

export function openVoice(platform: Platform, name: ServiceName): Promise<Voice> {
  return Bus.open(
    name,
    readConfig(name, platform.environmentOf(name), {}),
    createLog(name, 'silent'),
    createMetrics(name),
  );
}
