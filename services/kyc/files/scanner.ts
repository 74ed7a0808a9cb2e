/** Virus scan of uploads by clamd, in its INSTREAM protocol. Without a configured scanner files are marked as not scanned. */
import { connect, type Socket } from 'node:net';
import { common, Refusal } from '@fairline/proto/contract';
import type { Scanner, ScanResult } from '../ports.ts';

const timeoutMs = 15_000;
const chunkBytes = 64 * 1_024;

/** `place`: host:port, or the path of a socket. */
export function openScanner(place: string | undefined): Scanner {
  if (!place) return { scan: () => Promise.resolve('not_scanned') };
  return { scan: (bytes) => scanWithClamd(place, bytes) };
}

/** Refuses `unavailable` if the scanner does not answer, so that no unscanned file is stored where a scanner is configured. */
async function scanWithClamd(place: string, bytes: Uint8Array): Promise<ScanResult> {
  const reply = await converse(place, bytes).catch(() => '');
  if (/ OK$/.test(reply)) return 'clean';
  if (/ FOUND$/.test(reply)) return 'infected';
  throw new Refusal(common.unavailable);
}

function converse(place: string, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(place);
    let reply = '';
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the scanner did not answer')));
    socket.on('data', (part) => {
      reply += part.toString('utf8');
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(reply.replaceAll('\0', '').trim()));
    socket.once('connect', () => {
      socket.write('zINSTREAM\0');
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes);
        socket.write(lengthOf(chunk));
        socket.write(chunk);
      }
      socket.write(lengthOf(new Uint8Array()));
    });
  });
}

function connectTo(place: string): Socket {
  if (place.startsWith('/')) return connect(place);
  const colon = place.lastIndexOf(':');
  return connect(Number(place.slice(colon + 1)), place.slice(0, colon));
}

function lengthOf(chunk: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
