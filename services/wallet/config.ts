/** The environment of wallet, read once at start, and the parts of the service that its use cases work with. */
import type { Clock } from '@fairline/chassis/process/clock';
import type { Log } from '@fairline/chassis/process/log';
import type { Metrics } from '@fairline/chassis/process/metrics';
import { serviceConfig } from '@fairline/chassis/service';
import type { Blobs } from '@fairline/chassis/storage/blob';
import type { Database } from '@fairline/chassis/storage/postgres';
import { maxMinor } from '@fairline/proto/money';
import { operatorControl } from '@fairline/proto/operator-control';
import { rateMaxAgeHours, welcomeBonusMinor } from '@fairline/proto/wallet/rules';
import { z } from 'zod';
import type { Provider } from './provider.ts';

const minor = z.coerce.number().int().min(0).max(maxMinor);

export const walletConfig = {
  ...serviceConfig,
  /** The folder of payment proofs, which are encrypted. */
  BLOB_DIR: z.string().min(1),
  /** The key of proofs and destinations: 32 bytes, base64url. */
  BLOB_KEY: z.string().transform((text, context) => {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== 32) context.addIssue('must be 32 bytes in base64url');
    return new Uint8Array(bytes);
  }),
  /** The payment provider; without it instant methods are not offered. */
  PSP_URL: z.url().optional(),
  PSP_API_KEY: z.string().optional(),
  /** The key that signs the provider's webhooks. */
  PSP_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** Days for which the provider's event ids are remembered, so that a repeat is recognised. A signature is valid for minutes only. */
  PROVIDER_EVENTS_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** The amount of the welcome bonus; 0 switches it off. */
  WELCOME_BONUS_MINOR: minor.default(welcomeBonusMinor),
  /** Two-operator threshold: the total of an operator's decisions about money in a UTC day from which a second one must approve. */
  TWO_OPERATORS_MINOR: minor.default(operatorControl.twoOperatorsMinor),
  /** The largest adjustment, with any approval. */
  MAX_ADJUSTMENT_MINOR: minor.default(operatorControl.maxAdjustmentMinor),
  /** Decisions on payments from this amount on need a fresh proof of identity. */
  STEP_UP_MINOR: minor.default(operatorControl.twoOperatorsMinor),
  /** Outside demo mode, rates older than this are not used for conversions. */
  RATE_MAX_AGE_HOURS: z.coerce.number().positive().max(8_784).default(rateMaxAgeHours),
  /** The cost of a conversion, in basis points of the rate. With less than 20 a round trip at the initial rates would make a profit. */
  SPREAD_BP: z.coerce.number().int().min(20).max(5_000).default(50),
};

export interface Wallet {
  readonly db: Database;
  /** For the whole proof, which takes minutes and opens its own connection. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly sealKey: Uint8Array;
  /** Demo mode: allows test wins of play money. */
  readonly demo: boolean;
  readonly welcomeBonusMinor: number;
  readonly twoOperatorsMinor: number;
  readonly maxAdjustmentMinor: number;
  readonly stepUpMinor: number;
  readonly provider: Provider | undefined;
  readonly webhookSecret: string | undefined;
  readonly eventsKeptDays: number;
  readonly publicUrl: string;
  readonly log: Log;
  readonly deadLetters: Metrics['deadLetters'];
  readonly spreadBp: number;
  readonly rateMaxAgeHours: number;
}
