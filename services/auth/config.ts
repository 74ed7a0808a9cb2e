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
import type { Keys, Kind } from './session.ts';

const days = (least: number) => z.coerce.number().int().min(least).max(36_525);

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
  /** How many days are kept of notices, of browsers that were not seen again, of sign-ins, and of what else happened to accounts. The figures of the staff look back 60 days. */
  NOTICES_KEPT_DAYS: days(30).default(365),
  DEVICES_KEPT_DAYS: days(30).default(400),
  SIGN_INS_KEPT_DAYS: days(60).default(400),
  HISTORY_KEPT_DAYS: days(60).default(1_827),
  MAIL_FROM: z.string().default('Fairline <no-reply@fairline.example>'),
};

/** How many days things are kept. */
export interface KeptDays {
  notices: number;
  devices: number;
  signIns: number;
  history: number;
}

type Days = 'NOTICES_KEPT_DAYS' | 'DEVICES_KEPT_DAYS' | 'SIGN_INS_KEPT_DAYS' | 'HISTORY_KEPT_DAYS';

export function keptDaysOf(config: Record<Days, number>): KeptDays {
  return {
    notices: config.NOTICES_KEPT_DAYS,
    devices: config.DEVICES_KEPT_DAYS,
    signIns: config.SIGN_INS_KEPT_DAYS,
    history: config.HISTORY_KEPT_DAYS,
  };
}

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

/** What is worth counting and is on no record. */
export interface Count {
  /** A sign-in with an address that nobody has. */
  stranger(kind: Kind): void;
  /** A closed account that wallet has money of, so that its owner stays known. */
  unerased(): void;
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
  keptDays: KeptDays;
  jurisdiction: Jurisdiction;
  keys: Keys;
  passwords: Passwords;
  throttle: Throttle;
  count: Count;
  post: Post;
}
