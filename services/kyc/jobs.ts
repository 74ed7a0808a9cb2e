/** Jobs: expiry, screenings by a provider, files of uploads that never finished, keys under an older master key. */

import type { Job } from '@fairline/chassis/storage/jobs';
import { minuteMs } from '@fairline/proto/time';
import type { Kyc } from './config.ts';
import { rewrapKeys, sweepUploads } from './documents/commands.ts';
import { screenDue } from './screenings/commands.ts';
import { expireAll } from './verifications/commands.ts';

const screeningsMs = 1_000;

export function jobsOf(kyc: Kyc): Job[] {
  return [
    { name: 'expiry', everyMs: minuteMs, where: 'leased', run: () => expireAll(kyc) },
    { name: 'screenings', everyMs: screeningsMs, where: 'leased', run: () => screenDue(kyc) },
    { name: 'loose-files', everyMs: minuteMs, where: 'leased', run: () => sweepUploads(kyc) },
    { name: 'rewrap-keys', everyMs: minuteMs, where: 'leased', run: () => rewrapKeys(kyc) },
  ];
}
