/**
 * Compresses public answers, each once even if it is sent a thousand times.
 * Answers for a signed-in caller are not compressed, because their compressed length could reveal secrets if an attacker controls part of the content.
 */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const leastBytes = 2_048;
/** Enough for the current and the previous answers of the most read routes. */
const mostKept = 64;

type Headers = Record<string, string | string[]>;

export class CompressionCache {
  private readonly kept = new Map<string, Promise<Buffer>>();

  /** Whether an answer with these headers is worth compressing. */
  suits(headers: Headers): boolean {
    const type = String(headers['content-type'] ?? '');
    return (
      /^application\/json\b/.test(type) &&
      headers['content-encoding'] === undefined &&
      Number(headers['content-length'] ?? 0) >= leastBytes
    );
  }

  /** A stream that collects the whole answer and then sends it compressed. */
  into(response: ServerResponse, status: number, headers: Headers): Writable {
    const chunks: Buffer[] = [];
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final: (done) => {
        this.gzip(Buffer.concat(chunks)).then((bytes) => {
          response.writeHead(status, {
            ...headers,
            'content-encoding': 'gzip',
            'content-length': String(bytes.length),
            vary: 'accept-encoding',
          });
          response.end(bytes);
          done();
        }, done);
      },
    });
  }

  private gzip(bytes: Buffer): Promise<Buffer> {
    const key = hash('sha1', bytes, 'base64');
    const known = this.kept.get(key);
    if (known) return known;
    const made = promisify(gzip)(bytes, { level: 6 });
    if (this.kept.size >= mostKept) this.kept.delete(this.kept.keys().next().value as string);
    this.kept.set(key, made);
    return made;
  }
}
