/** Parses bodies of calls: JSON, forms with one file, or raw bytes, each with a size limit. */
import { common, Refusal, type RouteType, tooLargeOf } from '@fairline/proto/contract';
import express, { type Request, type RequestHandler } from 'express';
import { release } from '../storage/blob.ts';

export const bodyLimitBytes = 100 * 1_024;
export const uploadLimitBytes = 5 * 1_024 * 1_024;

export interface UploadedFile {
  bytes: Uint8Array;
  /** The name that the sender gave the file. */
  name: string;
  /** Frees the bytes at once, for a handler that no longer needs them long before its call ends. */
  release(): unknown;
}

/** The parsers for the body of a route. A body that is too large is refused with the refusal that the route declares. */
export function bodyParsers(route: RouteType): RequestHandler[] {
  if (route.method === 'GET') return [];
  const refuseOf = (error: unknown) => (isTooLarge(error) ? new Refusal(tooLargeOf(route)) : error);
  if (route.raw) return [guardBody(express.raw({ limit: bodyLimitBytes, type: () => true }), refuseOf)];
  const limit = route.upload ? Math.ceil(uploadLimitBytes * 1.4) : bodyLimitBytes;
  const json = guardBody(express.json({ limit, strict: true, reviver: refuseUnstorableText }), refuseOf);
  if (!route.upload) return [json];
  const field = route.upload;
  // A malformed form is an invalid request; "too large" keeps its own code.
  const refuseForm = (error: unknown) => (isTooLarge(error) ? refuseOf(error) : new Refusal(common.invalidRequest));
  let form: Promise<RequestHandler> | undefined;
  const readForm: RequestHandler = (request, response, next) => {
    form ??= import('./form.ts').then(({ formParser }) => guardBody(formParser(field, uploadLimitBytes), refuseForm));
    form.then((parse) => parse(request, response, next)).catch(next);
  };
  return [json, readForm];
}

function guardBody(parser: RequestHandler, refusalOf: (error: unknown) => unknown): RequestHandler {
  return (request, response, next) =>
    parser(request, response, (error: unknown) => next(error ? refusalOf(error) : undefined));
}

/** Whether PostgreSQL can store a text: it cannot contain NUL or unpaired surrogates. */
export const isStorable = (value: unknown) =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

function refuseUnstorableText(name: string, value: unknown): unknown {
  if (!isStorable(name) || !isStorable(value)) throw new SyntaxError('not a text');
  return value;
}

/** The uploaded file: a multipart file, or a base64 field in JSON. */
export function fileOf(route: RouteType, request: Request): UploadedFile | undefined {
  if (!route.upload) return undefined;
  if (request.file) return uploaded(request.file.buffer, request.file.originalname);
  const text: unknown = (request.body as Record<string, unknown> | undefined)?.[route.upload];
  if (text === undefined || text === null || text === '') return undefined;
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new Refusal({ ...common.invalidRequest, message: `${route.upload} must be base64` }, undefined, {
      [route.upload]: 'must be base64',
    });
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > uploadLimitBytes) throw new Refusal(tooLargeOf(route));
  return uploaded(bytes, route.upload);
}

function uploaded(bytes: Buffer, name: string): UploadedFile {
  // Node.js decodes small texts into a shared buffer, so these bytes must not be freed.
  const isOwn = bytes.buffer.byteLength > Buffer.poolSize;
  return { bytes, name, release: () => isOwn && release(new Uint8Array(bytes.buffer)) };
}

export function isTooLarge(error: unknown): boolean {
  const { type, code } = error as { type?: string; code?: string };
  return type === 'entity.too.large' || code === 'LIMIT_FILE_SIZE' || code === 'LIMIT_FIELD_VALUE';
}
