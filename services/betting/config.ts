/** The environment of betting, read once at start. */
import { type Env, jwk, readConfig } from '@fairline/chassis/process/config';
import { serviceConfig } from '@fairline/chassis/service';
import { settlements } from '@fairline/proto/betting/offer';
import { maxMinor } from '@fairline/proto/money';
import { operatorControl } from '@fairline/proto/operator-control';
import { z } from 'zod';

export const bettingConfig = {
  ...serviceConfig,
  /** Signs the receipts of bets. */
  RECEIPT_PRIVATE_KEY: jwk.refine((key) => key.d !== undefined, 'must be a private key'),
  /** Seals the prices that Redis keeps: 32 random bytes, base64url, betting's alone. */
  PRICE_KEY: z.base64url().min(43),
  /** From this total per UTC day on, a second operator must approve. */
  TWO_OPERATORS_MINOR: z.coerce.number().int().min(0).max(maxMinor).default(operatorControl.twoOperatorsMinor),
  /** `instant` settles by a coin, for demonstrations and load tests; the start is refused outside demo mode. */
  BETTING_SETTLEMENT: z.enum(settlements).default('results'),
};

/** The settlement mode. If a coin is configured outside demo mode, the start fails before anything is opened. */
export function settlementIn(env: Env): (typeof settlements)[number] {
  const config = readConfig('betting', env, bettingConfig);
  if (config.BETTING_SETTLEMENT === 'instant' && !config.FAIRLINE_DEMO) {
    throw new Error(
      'betting cannot start: BETTING_SETTLEMENT=instant is play money and needs demo mode (FAIRLINE_DEMO=1)',
    );
  }
  return config.BETTING_SETTLEMENT;
}
