/** The environment of auth, and what its doors and commands are handed. */

import type { Bus } from '@fairline/chassis/bus';
import type { Clock } from '@fairline/chassis/clock';
import { jwk } from '@fairline/chassis/config';
import type { Log } from '@fairline/chassis/log';
import type { Database } from '@fairline/chassis/postgres';
import { roomConfig } from '@fairline/chassis/service';
import type { Jurisdiction } from '@fairline/proto/countries';
import { z } from 'zod';
import type { Passwords } from './credential.ts';
import type { Post } from './post.ts';
import type { Throttle } from './throttle.ts';
import type { Keys } from './token.ts';

export const authConfig = {
  ...roomConfig,
  /** Signs access tokens; the keys of refresh tokens, links and authenticator secrets are derived from it. */
  SESSION_PRIVATE_KEY: jwk.refine((key) => key.d !== undefined, 'must be a private key'),
  /** smtp://user:password@host:port; without it demo mode keeps mail in MAIL_DIR, and otherwise mail waits. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_DIR: z.string().default('.data/mail'),
  MAIL_FROM: z.string().default('Fairline <no-reply@fairline.example>'),
};

export interface Auth {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  demo: boolean;
  publicUrl: string;
  jurisdiction: Jurisdiction;
  keys: Keys;
  passwords: Passwords;
  throttle: Throttle;
  post: Post;
}
