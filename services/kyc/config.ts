/** The environment of kyc, read once at start, and the parts of the service that its use cases work with. */
import type { Mongo } from '@fairline/chassis/documents/mongo';
import type { Clock } from '@fairline/chassis/process/clock';
import { flag } from '@fairline/chassis/process/config';
import type { Log } from '@fairline/chassis/process/log';
import { serviceConfig } from '@fairline/chassis/service';
import { z } from 'zod';
import type { KeyRing, Scanner, Screening, Storage } from './ports.ts';

const keyBytes = 32;

/** `id:key` pairs separated by commas, keys of 32 bytes in base64url. */
export const MasterKeys = z.string().transform((text, context): KeyRing => {
  const pairs = text.split(',').map((pair) => /^([\w-]{1,40}):([\w-]+)$/.exec(pair.trim()));
  const entries = pairs.map(
    (pair) => [pair?.[1] ?? '', new Uint8Array(Buffer.from(pair?.[2] ?? '', 'base64url'))] as const,
  );
  const keys = new Map(entries);
  if (entries.some(([id, key]) => !id || key.length !== keyBytes) || keys.size !== entries.length) {
    context.addIssue('must be id:key pairs separated by commas, each id once, keys of 32 bytes in base64url');
    return z.NEVER;
  }
  return { currentId: entries[0]?.[0] as string, keys };
});

export const kycConfig = {
  ...serviceConfig,
  /** The folder of the encrypted documents. A configured bucket is used instead. */
  BLOB_DIR: z.string().min(1),
  /** Master keys, `id:key,id:key`; the first is the current one. */
  KYC_MASTER_KEYS: MasterKeys,
  /** The URL of a bucket with the S3 protocol: https://<server>/<bucket>. */
  KYC_S3_URL: z.url().optional(),
  KYC_S3_REGION: z.string().default('us-east-1'),
  KYC_S3_ACCESS_KEY_ID: z.string().default(''),
  KYC_S3_SECRET_ACCESS_KEY: z.string().default(''),
  /** The virus scanner clamd: host:port or the path of its socket. */
  KYC_CLAMD: z
    .string()
    .regex(/^(\/.+|[^:]+:\d{1,5})$/, 'must be host:port or the path of a socket')
    .optional(),
  /** A provider that screens each player who submits; without one operators screen by hand. */
  AML_SCREENING_URL: z.url({ protocol: /^https?$/ }).optional(),
  AML_SCREENING_KEY: z.string().optional(),
  /** 1: two operators approve each document and verification. */
  KYC_TWO_OPERATORS: flag,
};

export interface Kyc {
  readonly mongo: Mongo;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Storage;
  readonly keys: KeyRing;
  readonly scanner: Scanner;
  /** Undefined: operators screen by hand. */
  readonly screening?: Screening | undefined;
  readonly needsTwoOperators: boolean;
}
