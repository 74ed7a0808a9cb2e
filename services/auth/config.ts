/** The environment of auth, and what its doors and commands are handed. */

import type { Bus } from '@fairline/chassis/bus';
import type { Clock } from '@fairline/chassis/clock';
import { jwk } from '@fairline/chassis/config';
import type { Log } from '@fairline/chassis/log';
import type { Database } from '@fairline/chassis/postgres';
import { roomConfig } from '@fairline/chassis/service';
import type { Mail } from '@fairline/proto/auth';
import type { Jurisdiction } from '@fairline/proto/countries';
import { welcomeBonusMinor } from '@fairline/proto/wallet';
import { z } from 'zod';
import type { Passwords } from './credential.ts';
import type { Admission, Limit } from './limit.ts';
import type { ComposedMail, SendFailure } from './mail.ts';
import type { Keys } from './session.ts';

export const authConfig = {
  ...roomConfig,
  /** Signs access tokens; the keys of refresh tokens, links and authenticator secrets are derived from it. */
  SESSION_PRIVATE_KEY: jwk.refine((key) => key.d !== undefined, 'must be a private key'),
  /** smtp://user:password@host:port; without it demo mode keeps mail in MAIL_DIR, and otherwise mail waits. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_DIR: z.string().default('.data/mail'),
  /** What wallet pays a newcomer, so that the sign-up page tells the truth. */
  WELCOME_BONUS_MINOR: z.coerce.number().int().min(0).default(welcomeBonusMinor),
  /** Personal fields of a closed account are erased after so many years. */
  ERASE_AFTER_YEARS: z.coerce.number().min(0).max(100).default(5),
  MAIL_FROM: z.string().default('Fairline <no-reply@fairline.example>'),
};

/** How often something may be tried. */
export interface Throttle {
  /** Takes a point and says how many are left; refuses when there was none. */
  spend(limit: Limit, subject: string): Promise<number>;
  /** Admits a try to sign in before it is known to be right. */
  admit(account: string, address: string): Promise<Admission>;
  /** The try was no failure: it does not count. */
  forgive(admission: Admission): Promise<void>;
  /** Signed in: earlier failures of this account from this address are forgotten. */
  clear(admission: Admission): Promise<void>;
}

/** Where mail goes. */
export interface Post {
  readonly canSend: boolean;
  send(id: string, to: { name: string; address: string }, mail: ComposedMail): Promise<'sent' | SendFailure>;
  mailbox(to: string | undefined): Promise<z.infer<typeof Mail>[]>;
}

export interface Auth {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  demo: boolean;
  publicUrl: string;
  welcomeBonusMinor: number;
  eraseAfterYears: number;
  jurisdiction: Jurisdiction;
  keys: Keys;
  passwords: Passwords;
  throttle: Throttle;
  post: Post;
}
