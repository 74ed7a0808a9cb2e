/** The environment of casino, read once at start. */
import { serviceConfig } from '@fairline/chassis/service';
import { maxMinor } from '@fairline/proto/money';
import { operatorControl } from '@fairline/proto/operator-control';
import { z } from 'zod';

export const casinoConfig = {
  ...serviceConfig,
  /** The server seeds of all players derive from it: 32 random bytes, base64url, casino's alone. */
  SEED_KEY: z.base64url().min(43),
  /** The most that one round may win, jackpot apart. */
  MAX_WIN_MINOR: z.coerce.number().int().min(1).max(maxMinor).default(50_000_000),
  /** From this worth of an operator's voids per UTC day on a second operator decides. */
  TWO_OPERATORS_MINOR: z.coerce.number().int().min(0).max(maxMinor).default(operatorControl.twoOperatorsMinor),
};
