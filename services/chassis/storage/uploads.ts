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
const watchMs = 100;

/** A rebuild may take a whole processor and much memory, so rebuilds run one at a time. Never rejected: one that fails does not fail the next. */
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
const mostWaiting = 16;

/** `type`: not an image or a PDF. `unreadable`: broken, too large, too many pages, or more work than is allowed. A PDF's image is a JPEG. Refused `busy` when too many wait; fails where no process can be started. */
export async function rebuildUpload(bytes: Uint8Array): Promise<Rebuilt | 'type' | 'unreadable'> {
  const type = await typeOf(bytes, acceptedTypes);
  if (!type) return 'type';
  if (waiting >= mostWaiting) throw new Refusal(common.busy);
  waiting++;
  const turn = last.then(() => rebuildApart(bytes, type));
  last = turn.catch(() => {});
  try {
    const rebuilt = await turn;
    return rebuilt ? { bytes: rebuilt, type: type === 'application/pdf' ? 'image/jpeg' : type } : 'unreadable';
  } finally {
    waiting--;
  }
}

/** Undefined where the process failed or was killed, which is the upload's doing; rejected where it could not be started, which is not. */
function rebuildApart(bytes: Uint8Array, type: string): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    // It may read our files and load native code, but write nothing and start nothing.
    const rights = ['--permission', '--allow-fs-read=*', '--allow-addons'];
    const child = spawn(process.execPath, [...rights, '--disable-warning=SecurityWarning', program, type], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    child.on('error', reject);
    // Without a free file handle there is neither a process nor a pipe, and only the error follows.
    if (child.pid === undefined) return;
    const kill = () => child.kill('SIGKILL');
    const timeout = setTimeout(kill, uploadRules.timeoutMs);
    const watch = setInterval(() => void memoryMb(child.pid).then((used) => used > uploadRules.maxMemoryMb && kill()), watchMs);
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stdin.on('error', () => {});
    const end = (code: number | null) => {
      clearTimeout(timeout);
      clearInterval(watch);
      resolve(code === 0 ? Buffer.concat(parts) : undefined);
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
