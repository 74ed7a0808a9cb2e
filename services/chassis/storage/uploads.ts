/**
 * Rebuilds uploads, so that nobody opens the original bytes: an image is decoded and re-encoded without metadata, a PDF becomes one image of its pages.
 * It runs in a separate process without environment, which is killed if it takes too long or too much memory.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { imageTypes } from '@fairline/proto/contract';
import { release, typeOf } from './blob.ts';
import { FairQueue } from './fair-queue.ts';

/** Limits for an upload that is rebuilt as one image. */
export const uploadRules = { maxPixels: 50_000_000, maxPages: 10, timeoutMs: 20_000, maxMemoryMb: 1_024 } as const;

export type ImageType = (typeof imageTypes)[number];
export const acceptedTypes = [...imageTypes, 'application/pdf'] as const;

export interface Rebuilt {
  bytes: Uint8Array;
  type: ImageType;
}

const program = fileURLToPath(new URL('./upload-worker.ts', import.meta.url));
const watchMs = 50;
/** Makes native code return freed memory to the system at once. */
const frugalMemory = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536' };

/** A rebuild may take a whole processor and much memory, so rebuilds run one at a time. */
const queue = new FairQueue(16);

/**
 * `type`: not an image or a PDF. `unreadable`: broken, too large, too many pages, or more work than is allowed. A PDF's image is a JPEG.
 * Senders take turns. Refuses `busy` if too many wait; throws if no process can be started.
 */
export async function rebuildUpload(bytes: Uint8Array, sender: string): Promise<Rebuilt | 'type' | 'unreadable'> {
  const type = await typeOf(bytes, acceptedTypes);
  if (!type) return 'type';
  const parts: Buffer[] = [];
  const isRebuilt = await queue.run(sender, async () => {
    const child = startRebuild(bytes, [type], uploadRules);
    for await (const part of child.parts) parts.push(part);
    return child.isDone;
  });
  return isRebuilt
    ? { bytes: Buffer.concat(parts), type: type === 'application/pdf' ? 'image/jpeg' : type }
    : 'unreadable';
}

/** Limits for an upload that is rebuilt as pages. */
const pageRules = { timeoutMs: uploadRules.timeoutMs, maxMemoryMb: 256, maxOutputBytes: 12 * 1_024 * 1_024 } as const;

/** Thrown to `store` by the parts of `rebuildPages` if the upload is unreadable. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * Rebuilds an upload as one JPEG per page, within 256 MB: one after another, each preceded by its length; `pageIn` finds one. The caller has checked the type.
 * `store` gets them part by part, so that the whole result is never in memory. A part is valid until the next one is requested.
 * Returns the number of pages; undefined if the upload is unreadable. Senders take turns, as in `rebuildUpload`.
 */
export async function rebuildPages(
  bytes: Uint8Array,
  type: (typeof acceptedTypes)[number],
  sender: string,
  store: (parts: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<number | undefined> {
  const pages = new PageCount();
  let storing: Promise<void> | undefined;
  const rebuilding = queue.run(sender, async () => {
    const child = startRebuild(bytes, [type, 'pages'], pageRules);
    storing = store(countBytes(child, pages));
    // The failure is reported below, after `store` has ended.
    storing.catch(child.abandon);
    await child.isDone;
  });
  try {
    await rebuilding;
  } finally {
    await storing?.catch(() => undefined);
  }
  try {
    await storing;
    return pages.count;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

async function* countBytes({ parts, isDone }: Rebuild, pages: PageCount): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    pages.add(part);
    yield part;
    release(part);
  }
  if (!(await isDone) || pages.count === 0) throw new Unreadable('the upload is unreadable');
}

/** Counts pages, each preceded by its length in four bytes, from parts of any size. */
class PageCount {
  count = 0;
  private readonly length = Buffer.alloc(4);
  private known = 0;
  private left = 0;

  add(part: Uint8Array): void {
    for (let at = 0; at < part.length; ) {
      if (this.left === 0) {
        this.length[this.known++] = part[at++] ?? 0;
        if (this.known < this.length.length) continue;
        this.known = 0;
        this.left = this.length.readUInt32BE();
        this.count++;
      } else {
        const taken = Math.min(this.left, part.length - at);
        at += taken;
        this.left -= taken;
      }
    }
  }
}

/** One page of the joined output of `rebuildPages`; undefined if there are fewer pages. */
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

interface Bounds {
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
  readonly maxOutputBytes?: number;
}

interface Rebuild {
  readonly parts: AsyncIterable<Buffer>;
  /** Resolves to false if the process failed or was killed, which the upload caused; rejects if the process could not be started. */
  readonly isDone: Promise<boolean>;
  /** Ends the process and closes its output, which is no longer read. */
  abandon(): void;
}

function startRebuild(
  bytes: Uint8Array,
  args: readonly string[],
  { timeoutMs, maxMemoryMb, maxOutputBytes = Infinity }: Bounds,
): Rebuild {
  // The process may read our files and load native code, but not write files or start processes.
  const flags = [
    '--permission',
    '--allow-fs-read=*',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    '--expose-gc',
  ];
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: frugalMemory,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const kill = () => void child.kill('SIGKILL');
  const { promise: isDone, resolve, reject } = Promise.withResolvers<boolean>();
  isDone.catch(() => undefined);
  child.on('error', reject);
  // Without a free file descriptor there is neither a process nor a pipe; only the error event follows.
  if (child.pid === undefined) return { parts: Readable.from([]), isDone, abandon: kill };
  // With a listener the output is kept until it is read; otherwise Node.js drops it when the process exits.
  child.stdout.on('readable', () => {});
  const timeout = setTimeout(kill, timeoutMs);
  const watch = setInterval(() => void memoryMb(child.pid).then((used) => used > maxMemoryMb && kill()), watchMs);
  // On `exit`, not when the pipes close: `store` may still have to read the last output.
  child.once('exit', (code) => {
    clearTimeout(timeout);
    clearInterval(watch);
    resolve(code === 0);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const abandon = () => {
    kill();
    child.stdout.destroy();
  };
  return { parts: limitSize(child.stdout, maxOutputBytes, kill), isDone, abandon };
}

async function* limitSize(output: Readable, maxBytes: number, kill: () => void): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) kill();
    yield part;
  }
}

/** Resident memory of a process; 0 where the system does not show it. */
async function memoryMb(pid: number | undefined): Promise<number> {
  const pageBytes = 4_096;
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(text.split(' ')[1] ?? 0) * pageBytes) / 1_048_576;
}
