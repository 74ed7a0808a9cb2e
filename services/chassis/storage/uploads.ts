/**
 * Rebuilds uploads, so that nobody opens the original bytes: an image is decoded and re-encoded without metadata, a PDF becomes one image of its pages.
 * It runs in a separate process without environment, which is killed if it takes too long or too much memory.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { common, Refusal } from '@fairline/proto/contract';
import { typeOf } from './blob.ts';

/** Bounds of an upload that is rebuilt. */
export const uploadRules = { maxPixels: 50_000_000, maxPages: 10, timeoutMs: 20_000, maxMemoryMb: 1_024 } as const;

const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];
export const acceptedTypes = [...imageTypes, 'application/pdf'] as const;

export interface Rebuilt {
  bytes: Uint8Array;
  type: ImageType;
}

const program = fileURLToPath(new URL('./upload-worker.ts', import.meta.url));
const watchMs = 50;
/** Native code gives memory back as soon as it is free. */
const frugalMemory = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536' };

/** A rebuild may take a whole processor and much memory, so rebuilds run one at a time. Never rejected: one that fails does not fail the next. */
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
const mostWaiting = 16;

/** `type`: not an image or a PDF. `unreadable`: broken, too large, too many pages, or more work than is allowed. A PDF's image is a JPEG. Refused `busy` when too many wait; fails where no process can be started. */
export async function rebuildUpload(bytes: Uint8Array): Promise<Rebuilt | 'type' | 'unreadable'> {
  const type = await typeOf(bytes, acceptedTypes);
  if (!type) return 'type';
  const rebuilt = await inTurn(() => rebuildApart(bytes, [type], uploadRules));
  return rebuilt ? { bytes: Buffer.concat(rebuilt), type: type === 'application/pdf' ? 'image/jpeg' : type } : 'unreadable';
}

/** Bounds of an upload that is rebuilt as pages. */
const pageRules = { timeoutMs: uploadRules.timeoutMs, maxMemoryMb: 256, maxOutputBytes: 12 * 1_024 * 1_024 } as const;

/** JPEGs in a row, each after its length; `pageIn` finds one. */
export interface Pages {
  bytes: Uint8Array;
  count: number;
}

/** Rebuilds an upload as one JPEG per page, within 256 MB. The caller has checked the type. Undefined: unreadable. */
export async function rebuildPages(bytes: Uint8Array, type: (typeof acceptedTypes)[number]): Promise<Pages | undefined> {
  const parts = await inTurn(() => rebuildApart(bytes, [type, 'pages'], pageRules));
  if (!parts) return undefined;
  const joined = Buffer.concat(parts);
  return { bytes: joined, count: countPages(joined) };
}

/** A page of what `rebuildPages` returned, joined; undefined if there are not so many. */
export function pageIn(joined: Uint8Array, page: number): Uint8Array | undefined {
  const view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength);
  let at = 0;
  for (let number = 1; at < joined.length; number++) {
    const length = view.getUint32(at);
    if (number === page) return joined.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return undefined;
}

function countPages(joined: Uint8Array): number {
  let count = 0;
  while (pageIn(joined, count + 1)) count++;
  return count;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) throw new Refusal(common.busy);
  waiting++;
  const turn = last.then(work);
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting--;
  }
}

interface Bounds {
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
  readonly maxOutputBytes?: number;
}

/** Undefined where the process failed or was killed, which is the upload's doing; rejected where it could not be started, which is not. */
function rebuildApart(
  bytes: Uint8Array,
  args: readonly string[],
  { timeoutMs, maxMemoryMb, maxOutputBytes = Infinity }: Bounds,
): Promise<Buffer[] | undefined> {
  return new Promise((resolve, reject) => {
    // It may read our files and load native code, but write nothing and start nothing.
    const flags = ['--permission', '--allow-fs-read=*', '--allow-addons', '--disable-warning=SecurityWarning', '--expose-gc'];
    const child = spawn(process.execPath, [...flags, program, ...args], { env: frugalMemory, stdio: ['pipe', 'pipe', 'ignore'] });
    child.on('error', reject);
    // Without a free file handle there is neither a process nor a pipe, and only the error follows.
    if (child.pid === undefined) return;
    const kill = () => child.kill('SIGKILL');
    const timeout = setTimeout(kill, timeoutMs);
    const watch = setInterval(() => void memoryMb(child.pid).then((used) => used > maxMemoryMb && kill()), watchMs);
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > maxOutputBytes) kill();
    });
    child.stdin.on('error', () => {});
    const end = (code: number | null) => {
      clearTimeout(timeout);
      clearInterval(watch);
      resolve(code === 0 ? parts : undefined);
    };
    child.once('close', end);
    child.stdin.end(bytes);
  });
}

/** Resident memory of a process; 0 where the system does not show it. */
async function memoryMb(pid: number | undefined): Promise<number> {
  const pageBytes = 4_096;
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(text.split(' ')[1] ?? 0) * pageBytes) / 1_048_576;
}
