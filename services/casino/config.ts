/** The environment of casino, read once at start. */
import { serviceConfig } from '@fairline/chassis/service';
import { maxMinor } from '@fairline/proto/money';
import { z } from 'zod';

export const casinoConfig = {
  ...serviceConfig,
  /** The server seeds of all players derive from it: 32 random bytes, base64url, casino's alone. */
  SEED_KEY: z.base64url().min(43),
  /** The most that one round may win, jackpot apart. */
  MAX_WIN_MINOR: z.coerce.number().int().min(1).max(maxMinor).default(50_000_000),
};
