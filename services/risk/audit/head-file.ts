/** The heads of the chain, one per line (sequence, hash, time), in a file outside the database. They reveal a chain that was recomputed. */
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Head } from './chain.ts';

/** Bytes read from the end of the file; longer than any line. */
const tailBytes = 512;
/** Some hundred heads. */
const newestBytes = 64 * 1024;

/** Appends a line and waits until it is on disk. An incomplete line left by a crash is removed first. */
export async function addHead(path: string, { sequence, hash }: Head, at: Date): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    await file.chmod(0o600);
    const { size, tail } = await tailOf(file);
    const cut = tail.length - (tail.lastIndexOf('\n') + 1);
    if (cut > 0) await file.truncate(size - cut);
    await file.write(`${sequence} ${hash} ${at.toISOString()}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function tailOf(file: FileHandle, bytes = tailBytes): Promise<{ size: number; tail: string }> {
  const { size } = await file.stat();
  const length = Math.min(size, bytes);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  return { size, tail: buffer.toString('latin1', 0, bytesRead) };
}

/** The heads in the order of the file. An incomplete last line, left by a crash, is skipped; any other line that is no head is a fault. */
export async function readHeads(path: string): Promise<Head[]> {
  const text = await readFile(path, 'utf8').catch(absent);
  return linesOf(text ?? '').map(
    (line, at) => headIn(line) ?? fail(`line ${at + 1} of ${path} is no head of the audit log`),
  );
}

/** The heads in the last bytes of the file. A line that is no head is left out. */
export async function newestHeads(path: string): Promise<Head[]> {
  const file = await open(path, 'r').catch(absent);
  try {
    const { tail } = file ? await tailOf(file, newestBytes) : { tail: '' };
    return linesOf(tail).flatMap((line) => headIn(line) ?? []);
  } finally {
    await file?.close();
  }
}

/** The last head, if there is one. */
export async function lastHead(path: string): Promise<Head | undefined> {
  const file = await open(path, 'r').catch(absent);
  try {
    const { tail } = file ? await tailOf(file) : { tail: '' };
    return headIn(linesOf(tail).at(-1) ?? '');
  } finally {
    await file?.close();
  }
}

const linesOf = (text: string) => text.split('\n').slice(0, -1);

function headIn(line: string): Head | undefined {
  const [, sequence, hash] = /^(\d+) ([0-9a-f]{64}) \S+$/.exec(line) ?? [];
  return sequence && hash ? { sequence: Number(sequence), hash } : undefined;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function fail(message: string): never {
  throw new Error(message);
}
