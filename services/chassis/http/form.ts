/** Parses forms with one file. Loaded with the first call that may carry a file, because most processes get none. */
import type { RequestHandler } from 'express';
import multer, { type StorageEngine } from 'multer';

/** The parser of a form whose file, at most `limitBytes` long, is in this field. */
export function formParser(field: string, limitBytes: number): RequestHandler {
  const limits = { fileSize: limitBytes, files: 1, fields: 30, fieldSize: 10_000, parts: 32 };
  return multer({ storage: storageUpTo(limitBytes), defParamCharset: 'utf8', limits }).single(field);
}

/** Reads a file into one buffer of its size, so that it is in memory only once. */
const storageUpTo = (limitBytes: number): StorageEngine => ({
  _handleFile(request, file, done) {
    const length = Number(request.headers['content-length'] ?? limitBytes);
    const buffer = Buffer.allocUnsafeSlow(Math.min(Number.isFinite(length) ? length : 0, limitBytes));
    let size = 0;
    file.stream.on('data', (chunk: Buffer) => {
      size += chunk.copy(buffer, size);
    });
    file.stream.once('error', (error) => done(error));
    file.stream.once('end', () => done(null, { buffer: buffer.subarray(0, size), size }));
  },
  _removeFile(_request, file, done) {
    delete (file as Partial<typeof file>).buffer;
    done(null);
  },
});
