/** The environment of auth. */

import { jwk } from '@fairline/chassis/process/config';
import { serviceConfig } from '@fairline/chassis/service';
import { welcomeBonusMinor } from '@fairline/proto/wallet/rules';
import { z } from 'zod';
import type { KeptDays } from './account/context.ts';

const days = (least: number) => z.coerce.number().int().min(least).max(36_525);

export const authConfig = {
  ...serviceConfig,
  /** Signs access tokens. All other keys (of refresh tokens, links, authenticator secrets and hashes) are derived from it. */
  SESSION_PRIVATE_KEY: jwk.refine((key) => key.d !== undefined, 'must be a private key'),
  /** smtp://user:password@host:port. Without it, demo mode keeps mail in MAIL_DIR, and outside demo mode mail waits. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_DIR: z.string().default('.data/mail'),
  /** The welcome bonus that wallet pays, so that the sign-up page shows the right amount. */
  WELCOME_BONUS_MINOR: z.coerce.number().int().min(0).default(welcomeBonusMinor),
  /** Years after which the personal fields of a closed account are erased. */
  ERASE_AFTER_YEARS: z.coerce.number().min(0).max(100).default(5),
  /** Days that notices, browsers not seen again, sign-ins and other history of accounts are kept. Sign-ins need at least 60: operators' figures look back that far. */
  NOTICES_KEPT_DAYS: days(30).default(365),
  DEVICES_KEPT_DAYS: days(30).default(400),
  SIGN_INS_KEPT_DAYS: days(60).default(400),
  HISTORY_KEPT_DAYS: days(60).default(1_827),
  MAIL_FROM: z.string().default('Fairline <no-reply@fairline.example>'),
};

type Days = 'NOTICES_KEPT_DAYS' | 'DEVICES_KEPT_DAYS' | 'SIGN_INS_KEPT_DAYS' | 'HISTORY_KEPT_DAYS';

export function keptDaysOf(config: Record<Days, number>): KeptDays {
  return {
    notices: config.NOTICES_KEPT_DAYS,
    devices: config.DEVICES_KEPT_DAYS,
    signIns: config.SIGN_INS_KEPT_DAYS,
    history: config.HISTORY_KEPT_DAYS,
  };
}
