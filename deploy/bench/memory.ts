/** Memory: of each process once it has started and before its first call, and the growth of kyc while documents are uploaded (photographs of 2 MB, two at once). */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { processes, type ServiceName } from '@fairline/proto/processes';
import sharp from 'sharp';
import { serviceNames } from '../local/installation/ports.ts';
import { type Platform, startPlatform } from '../local/platform/platform.ts';
import type { Bench, Row } from './row.ts';
import { accessTokens, newPlayers } from './workers/tokens.ts';
import { residentMB } from './workers/usage.ts';

/** Time for the processes to write their first rows, receive the first prices and release the memory of their start. */
const settleMs = 10_000;

/** The targets. The drivers of documents take more than that of PostgreSQL. */
function mostMB(name: ServiceName | 'gateway'): number {
  if (name === 'gateway') return 125;
  return processes[name].stores.includes('mongo') ? 130 : 115;
}

export const memory: Bench = {
  title: 'resident memory',
  async run(log) {
    const platform = await startPlatform({ temporary: true, demo: true, logLevel: 'warn', log });
    try {
      await pause(settleMs);
      return [...serviceNames, 'gateway' as const].flatMap((name) => {
        const pid = platform.pidOf(name);
        if (pid === undefined) return [];
        const [value, most] = [residentMB(pid), mostMB(name)];
        return [
          {
            name: `resident memory of ${name}`,
            value,
            unit: 'MB',
            yardstick: `the ${most} MB allowed`,
            ratio: value / most,
            most,
          },
        ];
      });
    } finally {
      await platform.stop();
    }
  },
};

const uploads = 40;
const atOnce = 2;
const sampleMs = 50;

export const documents: Bench = {
  title: 'kyc upload memory growth',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['kyc', 'gateway'],
      logLevel: 'warn',
      log,
    });
    try {
      return await measureUploads(platform, log);
    } finally {
      await platform.stop();
    }
  },
};

async function measureUploads(platform: Platform, log: (line: string) => void): Promise<Row[]> {
  const pid = platform.pidOf('kyc') as number;
  const photograph = await noisyPhotograph();
  const tokens = accessTokens(platform, newPlayers(uploads + atOnce));
  // The first uploads compile code and start the processes that re-encode.
  await Promise.all(tokens.splice(0, atOnce).map((token) => upload(platform.url, token, photograph)));
  await pause(2_000);
  const before = residentMB(pid);
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMB(pid));
  }, sampleMs);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let token = tokens.pop(); token; token = tokens.pop()) await upload(platform.url, token, photograph);
    }),
  );
  clearInterval(sampling);
  await pause(2_000);
  const after = residentMB(pid);
  const size = (photograph.length / 1_000_000).toFixed(1);
  log(
    `${uploads} uploads of ${size} MB, ${atOnce} at once: ${before.toFixed(0)} MB before, ${most.toFixed(0)} at most, ${after.toFixed(0)} after; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return [
    { name: 'kyc upload memory growth, each of two at once', value: (most - before) / atOnce, unit: 'MB' },
    { name: 'kyc memory kept after 40 uploads', value: after - before, unit: 'MB' },
  ];
}

/** Noise, which does not compress: the largest file for its number of pixels. */
async function noisyPhotograph(): Promise<Buffer> {
  const [width, height] = [2_400, 1_600];
  const noise = sharp({
    create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });
  return noise.jpeg({ quality: 82 }).toBuffer();
}

async function upload(url: string, token: string, photograph: Buffer): Promise<void> {
  const form = new FormData();
  form.set('type', 'passport');
  form.set('file', new Blob([new Uint8Array(photograph)], { type: 'image/jpeg' }), 'passport.jpg');
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const response = await fetch(`${url}/api/kyc/documents`, { method: 'POST', headers, body: form });
  if (response.status !== 201) throw new Error(`an upload was answered ${response.status}: ${await response.text()}`);
}
