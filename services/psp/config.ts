/** The environment of the simulated provider, and the context that its routes and commands receive. */
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import type { Database } from '@fairline/chassis/storage/postgres';
import { z } from 'zod';

export const pspConfig = {
  /** The bearer token of the API. */
  PSP_API_KEY: z.string().min(16),
  /** The key that signs webhooks. */
  PSP_WEBHOOK_SECRET: z.string().min(16),
  /** The address that receives webhooks. */
  PSP_WEBHOOK_URL: z.url(),
  /** Days after which delivered webhooks are deleted. */
  PSP_WEBHOOKS_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** The base address of the hosted page, as the payer's browser reaches it. */
  PSP_PUBLIC_URL: z.url(),
  /** 1 lets it run outside demo mode. It moves no money, so this must be explicit. */
  PSP_STAND_IN: z.enum(['0', '1']).default('0'),
};

export interface Psp {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string;
  readonly webhooksKeptDays: number;
  readonly publicUrl: string;
  /** Whether it screens players. */
  readonly isDemo: boolean;
}
