/**
 * Readers of the live stream, in a process of their own: each holds a connection and watches fixtures. All count their frames.
 * Some also read the prices, which encode the time of their publication, and so measure how old they are.
 */
import { Agent, type ClientRequest, get } from 'node:http';
import { percentile } from '../../report.ts';
import type { Stage } from '../stage.ts';
import { ageOf } from './staged-feed.ts';
import { openWorker, serve } from './worker.ts';

export interface Reader {
  readonly token: string;
  readonly fixtures: readonly string[];
  /** Whether it reads the contents of the frames. */
  readonly reads: boolean;
}

type Job = { open: { url: string; readers: readonly Reader[] } } | 'begin' | 'read results' | 'close';

export interface Watched {
  readonly seconds: number;
  readonly open: number;
  /** Frames of prices that all readers got. */
  readonly frames: number;
  readonly bytes: number;
  /** The number of prices read, and their age on arrival. */
  readonly prices: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The same for the first and the last fifth of the time. */
  readonly firstP99Ms: number;
  readonly lastP99Ms: number;
  /** Frames a second of the reader with the most. */
  readonly mostFramesASecond: number;
}

export interface Watchers {
  /** Resolves when every reader got `ready`. */
  open(url: string, readers: readonly Reader[]): Promise<void>;
  /** Resets all counts and starts the measurement. */
  begin(): Promise<void>;
  readResults(): Promise<Watched>;
  /** Ends every connection. */
  close(): Promise<void>;
}

export async function openWatchers(stage: Stage): Promise<Watchers> {
  const worker = await openWorker<Job>(stage, import.meta.filename);
  return {
    open: (url, readers) => worker.ask({ open: { url, readers } }),
    begin: () => worker.ask('begin'),
    readResults: () => worker.ask('read results'),
    close: () => worker.ask('close'),
  };
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
const pair = /"id":"([\w-]+)","oddsMilli":(\d+),"status":"\w+"\},\{"id":"[\w-]+","oddsMilli":(\d+)/g;

interface Open {
  readonly reader: Reader;
  request?: ClientRequest;
  /** The beginning of a frame that has not ended yet. */
  rest: string;
  frames: number;
  readonly shown: Map<string, string>;
}

let open: Open[] = [];
let startedAt = 0;
let bytes = 0;
/** The arrival time and age of each price. */
let ages: { at: number; ageMs: number }[] = [];

function connect(url: string, one: Open): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = `${url}/api/stream?fixtures=${one.reader.fixtures.join(',')}`;
    one.request = get(path, { agent, headers: { authorization: `Bearer ${one.reader.token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`));
      response.setEncoding('latin1');
      response.on('data', (text: string) => {
        if (one.frames === 0 && text.includes('event: ready')) resolve();
        receive(one, text);
      });
      response.on('error', () => undefined);
    });
    one.request.on('error', reject);
  });
}

function receive(one: Open, text: string): void {
  bytes += text.length;
  const whole = one.rest + text;
  const end = whole.lastIndexOf('\n\n') + 2;
  if (end < 2) {
    one.rest = whole;
    return;
  }
  one.rest = whole.slice(end);
  for (let at = whole.indexOf('event: prices'); at >= 0 && at < end; at = whole.indexOf('event: prices', at + 1))
    one.frames++;
  if (!one.reader.reads) return;
  const now = Date.now();
  for (const [, id = '', home = '', away = ''] of whole.slice(0, end).matchAll(pair)) {
    const price = `${home}/${away}`;
    const before = one.shown.get(id);
    one.shown.set(id, price);
    if (before !== undefined && before !== price) ages.push({ at: now, ageMs: ageOf(Number(home), Number(away), now) });
  }
}

function readResults(): Watched {
  const now = Date.now();
  const seconds = (now - startedAt) / 1_000;
  const p99 = (from: number, until: number) => {
    const part = ages.filter(
      ({ at }) => at >= startedAt + (now - startedAt) * from && at <= startedAt + (now - startedAt) * until,
    );
    return percentile(
      part.map(({ ageMs }) => ageMs).sort((a, b) => a - b),
      0.99,
    );
  };
  const sorted = ages.map(({ ageMs }) => ageMs).sort((a, b) => a - b);
  return {
    seconds,
    open: open.length,
    frames: open.reduce((sum, { frames }) => sum + frames, 0),
    bytes,
    prices: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    firstP99Ms: p99(0, 0.2),
    lastP99Ms: p99(0.8, 1),
    mostFramesASecond: Math.max(0, ...open.map(({ frames }) => frames)) / seconds,
  };
}

async function take(job: Job): Promise<unknown> {
  if (job === 'read results') return readResults();
  if (job === 'begin') {
    startedAt = Date.now();
    bytes = 0;
    ages = [];
    for (const one of open) one.frames = 0;
    return {};
  }
  if (job === 'close') {
    for (const { request } of open) request?.destroy();
    open = [];
    return {};
  }
  const { url, readers } = job.open;
  const added = readers.map((reader): Open => ({ reader, rest: '', frames: 0, shown: new Map() }));
  open.push(...added);
  for (let at = 0; at < added.length; at += 50)
    await Promise.all(added.slice(at, at + 50).map((one) => connect(url, one)));
  return {};
}

if (import.meta.main) serve(take);
