/** Reads and validates the environment once, at start, and reports all faults together. Nothing else reads process.env. */

import { Jurisdiction } from '@fairline/proto/countries';
import { internalPortOffset, processes, type ServiceName } from '@fairline/proto/processes';
import { z } from 'zod';

export type Env = Record<string, string | undefined>;

export const flag = z
  .enum(['0', '1', ''])
  .default('0')
  .transform((text) => text === '1');
/** Optional text; an empty variable counts as not set. */
export const optionalText = (schema: z.ZodString | z.ZodEmail) =>
  schema.or(z.literal('').transform(() => undefined)).optional();
export const port = z.coerce.number().int().min(0).max(65_535);

/** An Ed25519 key as JWK JSON, base64url-encoded to fit into a variable. */
export const jwk = z.string().transform((text, context) => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as {
      kty: string;
      crv: string;
      x: string;
      d?: string;
    };
  } catch {
    context.addIssue('must be a base64url-encoded JWK');
    return z.NEVER;
  }
});

function base(defaultPort: number) {
  return {
    FAIRLINE_DEMO: flag,
    HTTP_HOST: z.string().default('127.0.0.1'),
    HTTP_PORT: port.default(defaultPort),
    INTERNAL_HOST: z.string().default('127.0.0.1'),
    INTERNAL_PORT: port.optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    JURISDICTION: Jurisdiction.default('open'),
    NATS_URL: z.string().default('nats://127.0.0.1:4222'),
    NATS_USER: z.string().optional(),
    NATS_PASSWORD: z.string().optional(),
    DATABASE_URL: z.string().optional(),
    MONGO_URL: z.string().optional(),
    /** Allows a MongoDB without users outside demo mode, for trying out. */
    FAIRLINE_MONGO_OPEN: flag,
    REDIS_URL: z.string().optional(),
  };
}

export type BaseConfig = z.output<z.ZodObject<ReturnType<typeof base>>> & { INTERNAL_PORT: number };

/** Reads the common variables and the service's own. Throws one Error that lists all faults. */
export function readConfig<S extends z.ZodRawShape>(
  name: ServiceName | 'gateway',
  env: Env,
  shape: S,
  defaultPort?: number,
): BaseConfig & z.output<z.ZodObject<S>> {
  const known = name === 'gateway' ? undefined : processes[name];
  const schema = z.object({ ...base(defaultPort ?? known?.port ?? 0), ...shape });
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = schema.safeParse(given);
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`${name} cannot start, its configuration is not valid:\n${faults.join('\n')}`);
  }
  const config = read.data as BaseConfig & z.output<z.ZodObject<S>>;
  const httpPort = config.HTTP_PORT;
  return { ...config, INTERNAL_PORT: config.INTERNAL_PORT ?? (httpPort === 0 ? 0 : httpPort + internalPortOffset) };
}
