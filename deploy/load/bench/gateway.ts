/** The latency that the gateway adds: the same reads of fixtures at the same constant rate, alternately through the gateway and directly from betting. */
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import type { Bench, Row } from '../row.ts';
import { openCallers } from '../workers/arrivals.ts';

const path = '/api/betting/fixtures';
const rate = 1_000;
const turns = 4;
const seconds = 5;

export const gatewayLatency: Bench = {
  title: 'gateway added latency p50',
  async run(log) {
    // Demo mode allows more calls per network address.
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['wallet', 'feed', 'betting', 'gateway'],
      logLevel: 'warn',
      log,
    });
    const callers = await openCallers();
    try {
      return await measure(platform, callers, log);
    } finally {
      callers.end();
      await platform.stop();
    }
  },
};

async function measure(
  platform: Platform,
  callers: Awaited<ReturnType<typeof openCallers>>,
  log: (line: string) => void,
): Promise<Row[]> {
  const direct = platform.environmentOf('gateway').BETTING_URL ?? '';
  const bytes = await waitForOffer(`${direct}${path}`);
  log(`a page of fixtures is ${Math.round(bytes / 1_000)} kB`);
  const read = async (origin: string, during: number) => {
    const arrived = await callers.run({ origin, calls: [{ method: 'GET', path }], rate, seconds: during, status: 200 });
    if (Object.keys(arrived.others).length > 0)
      throw new Error(`not every read was answered: ${JSON.stringify(arrived.others)}`);
    return arrived;
  };
  for (const origin of [direct, platform.url]) await read(origin, 3);
  const found = { direct: [] as number[], through: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    const [at, via] = [await read(direct, seconds), await read(platform.url, seconds)];
    found.direct.push(at.p50Ms);
    found.through.push(via.p50Ms);
    log(
      `direct p50 ${at.p50Ms.toFixed(2)} ms, p99 ${at.p99Ms.toFixed(1)} ms; through the gateway p50 ${via.p50Ms.toFixed(2)} ms, p99 ${via.p99Ms.toFixed(1)} ms`,
    );
  }
  const [directP50, throughP50] = [median(found.direct), median(found.through)];
  const added = {
    name: 'gateway added latency p50',
    value: throughP50 - directP50,
    unit: 'ms',
    yardstick: 'the same read at betting',
    ratio: throughP50 / directP50,
  };
  return [added, { name: 'fixtures read at betting p50', value: directP50, unit: 'ms' }];
}

/** Waits until fixtures are on offer. Returns the length of a page of them. */
async function waitForOffer(url: string): Promise<number> {
  for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const text = await (await fetch(url)).text();
    if ((JSON.parse(text) as { items?: unknown[] }).items?.length) return text.length;
    if (Date.now() > deadline) throw new Error('no fixture came on offer within 30 s');
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
}
