/** The stand-in provider's environment, and what its routes and commands work with. */
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import type { Database } from '@fairline/chassis/storage/postgres';
import { z } from 'zod';

export const pspConfig = {
  /** What callers of the API show. */
  PSP_API_KEY: z.string().min(16),
  /** Signs webhooks. */
  PSP_WEBHOOK_SECRET: z.string().min(16),
  /** Where webhooks go. */
  PSP_WEBHOOK_URL: z.url(),
  /** Webhooks that were delivered are kept for so long. */
  PSP_WEBHOOKS_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** Where a payer's browser finds the hosted page. */
  PSP_PUBLIC_URL: z.url(),
  /** It moves no money anywhere, so outside demo mode it runs only where it is asked to. */
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
}
