/** The rules of accounts: who may register, which addresses are the same, who may sign in, and which data is shown. Pure. */

import { domainToASCII, domainToUnicode } from 'node:url';
import { hasCardNumber } from '@fairline/chassis/process/card-number';
import { ageOn, birthday, minimumAge, termsVersion } from '@fairline/proto/auth/fields';
import type { refreshCookies } from '@fairline/proto/auth/sessions';
import { type User, type UserRow, userRefusals } from '@fairline/proto/auth/users';
import { common, Refusal } from '@fairline/proto/contract';
import type { Jurisdiction } from '@fairline/proto/countries';
import { casinoProfiles } from '@fairline/proto/games/profiles';
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { localDate } from '@fairline/proto/periods';

export type AccountKind = keyof typeof refreshCookies;

export interface Player {
  id: string;
  version: number;
  email: string;
  firstName: string;
  lastName: string;
  country: string;
  jurisdiction: Jurisdiction;
  /** Null once the account is erased. */
  dateOfBirth: string | null;
  currency: PlayCurrencyCode;
  level: 'unverified' | 'verified';
  status: 'active' | 'suspended' | 'closed';
  demo: boolean;
  emailVerifiedAt: Date | null;
  permitVersion: number;
  boundVersion: number;
  createdAt: Date;
  lastLoginAt: Date | null;
  language: string;
  /** The version of the terms that was accepted last. */
  termsVersion: string;
  /** Whether a sign-in needs a code. */
  twoFactor: boolean;
  /** Whether the personal fields are erased. Such an account stays closed. */
  erased: boolean;
}

/** The characters of a domain name, in any script. An address with other characters is not normalised, because no mail reaches it. */
const domainShape = /^[\p{L}\p{M}\p{N}._-]+$/u;

/**
 * The key by which two addresses are the same: one mailbox has one account. It ignores case, full-width and composed forms of letters, needless quotes around
 * the name, the two spellings of an international domain, and a dot at its end.
 */
export function emailKey(email: string): string {
  const text = email.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at).replace(/^"([^\s"\\@]+)"$/, '$1');
  const domain = text.slice(at + 1).replace(/\.$/, '');
  return `${name}@${(domainShape.test(domain) && domainToUnicode(domainToASCII(domain))) || domain}`;
}

/** The mailbox behind several addresses: most providers ignore dots and everything after a plus. A hint only, because not all do. */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const name = key.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return `${name || key.slice(0, at)}@${key.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')}`;
}

/** The key of a person from name and date of birth. It ignores case, accents, spaces and hyphens. Only a hint for operators, because namesakes exist. */
export function personKey(firstName: string, lastName: string, dateOfBirth: string): string {
  const name = `${firstName}${lastName}`
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
  return `${name} ${dateOfBirth}`;
}

export function refuseUnderage(dateOfBirth: string, now: Date): void {
  if (ageOn(dateOfBirth, now) < minimumAge) throw new Refusal(userRefusals.underage, { years: minimumAge });
}

/** The day of the player's 25th birthday, as a claim: only while it lies ahead, and only where the jurisdiction limits stakes by age. Without a date of birth the player counts as younger. */
export function ageClaim(
  { jurisdiction, dateOfBirth }: Pick<Player, 'jurisdiction' | 'dateOfBirth'>,
  now: Date,
): { under25Until?: string } {
  if (Object.keys(casinoProfiles[jurisdiction].stakeMinor).length === 0) return {};
  if (!dateOfBirth) return { under25Until: '9999-12-31' };
  const under25Until = birthday(dateOfBirth, 25);
  return localDate(now, jurisdictionRules[jurisdiction].timeZone) < under25Until ? { under25Until } : {};
}

/** Free text by field name. */
export function refuseCardNumbers(texts: Record<string, string>): void {
  const [field] = Object.entries(texts).find(([, text]) => hasCardNumber(text)) ?? [];
  if (field) throw new Refusal(common.cardNumber, undefined, { [field]: common.cardNumber.message });
}

/** Accounts marked demo have public passwords, so they exist in demo mode only. */
export function mayEnter(account: { demo: boolean }, demoMode: boolean): boolean {
  return demoMode || !account.demo;
}

export function bookOf({ demo }: Pick<Player, 'demo'>): 'real' | 'play' {
  return demo ? 'play' : 'real';
}

export function userView(player: Player): User {
  return {
    id: player.id,
    email: player.email,
    firstName: player.firstName,
    lastName: player.lastName,
    country: player.country,
    currency: player.currency,
    isVerified: player.level === 'verified',
    emailVerified: player.emailVerifiedAt !== null,
    status: player.status,
    createdAt: player.createdAt.toISOString(),
    lastLoginAt: player.lastLoginAt?.toISOString() ?? null,
    termsAccepted: player.termsVersion === termsVersion,
  };
}

export function userRowView(player: Player & Pick<UserRow, 'duplicates' | 'riskLevel'>): UserRow {
  const { demo, duplicates, riskLevel } = player;
  return { ...userView(player), demo, duplicates, riskLevel };
}
