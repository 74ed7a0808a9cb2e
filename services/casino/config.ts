/** The environment of casino, read once at start. */
import { serviceConfig } from '@fairline/chassis/service';
import { maxMinor } from '@fairline/proto/money';
import { operatorControl } from '@fairline/proto/operator-control';
import { z } from 'zod';

export const casinoConfig = {
  ...serviceConfig,
  /** The key from which all server seeds are derived: 32 random bytes in base64url. No other service has it. */
  SEED_KEY: z.base64url().min(43),
  /** The most that one round may win, without the jackpot. */
  MAX_WIN_MINOR: z.coerce.number().int().min(1).max(maxMinor).default(50_000_000),
  /** A void needs a second operator once an operator's voids of the UTC day reach this value. */
  TWO_OPERATORS_MINOR: z.coerce.number().int().min(0).max(maxMinor).default(operatorControl.twoOperatorsMinor),
};
