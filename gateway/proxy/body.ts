/** Limits the size of bodies before they reach a service: one that is too large is refused by its declared length, or as soon as it exceeds the limit. */
import type { IncomingMessage } from 'node:http';
import { bodyLimitBytes, uploadLimitBytes } from '@fairline/chassis/http/body';
import { common, Refusal, type RouteType } from '@fairline/proto/contract';

/** Room for the fields and separators around a file. */
const partsBytes = 512 * 1_024;
/** A client receives a refusal only if we keep reading its body. After this many bytes the connection is cut. */
const drainBytes = 16 * 1_024 * 1_024;

export function limitOf(route: RouteType, contentType: string | undefined): number {
  if (!route.upload) return bodyLimitBytes;
  // In JSON a file is base64, a third longer.
  return contentType?.startsWith('multipart/') ? uploadLimitBytes + partsBytes : Math.ceil(uploadLimitBytes * 1.4);
}

export function refuseLongBody(request: IncomingMessage, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new Refusal(common.tooLarge);
}

/** Reads the whole body; undefined if none was sent. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  refuseLongBody(request, limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(new Refusal(common.tooLarge));
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(new ClientGone());
    });
  });
}

/** The client closed the connection, so there is no one to answer. */
export class ClientGone extends Error {}

/** Reads and discards the rest of a refused body, up to `drainBytes`. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > drainBytes) request.socket.destroy();
  });
  request.resume();
}
