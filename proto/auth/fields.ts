/** Fields that several forms of auth share, with their rules and messages: e-mail, names, password, age, timezone, language, reason. No routes. */
import { z } from 'zod';
import { Reason } from '../contract.ts';
import { fieldMessages, isPersonName, isText } from '../texts.ts';

/** The rule of the specification: text, @, text, a dot, text. Invisible characters are not allowed. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const longestEmail = 254;

const isVisible = (text: string) => !/[\p{Cc}\p{Cf}]/u.test(text);

/** The length is checked first, because the work of the pattern grows with the square of it. */
export const isEmail = (text: string): boolean =>
  text.length <= longestEmail && emailShape.test(text) && isVisible(text);

export function email(message: string) {
  return z
    .string({ error: fieldMessages.emailRequired })
    .trim()
    .min(1, fieldMessages.emailRequired)
    .max(longestEmail, { error: message, abort: true })
    .regex(emailShape, message)
    .refine(isVisible, message);
}

export function personName(label: string, missing = `${label} is required`) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .min(2, `${label} must be at least 2 characters`)
    .max(100, `${label} must be at most 100 characters`)
    .refine(isPersonName, `${label} is not valid`);
}

export const NewPassword = z
  .string({ error: fieldMessages.passwordRequired })
  .min(1, fieldMessages.passwordRequired)
  .min(8, fieldMessages.passwordOfEight)
  .max(128, fieldMessages.passwordTooLong)
  .regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/s, fieldMessages.passwordWeak);

export const passwordLabels = ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** 0 to 5: one point each for 8 or more characters, lower case, upper case, a digit, a special character. */
export function passwordScore(password: string): number {
  const points = [
    password.length >= 8,
    /[a-z]/.test(password),
    /[A-Z]/.test(password),
    /\d/.test(password),
    /[^A-Za-z0-9]/.test(password),
  ];
  return points.filter(Boolean).length;
}

export const minimumAge = 18;

/** Version of the current terms: the day they took effect. A player who accepted an earlier version is asked again. */
export const termsVersion = '2026-11-28';

/** Whole years between a date of birth (YYYY-MM-DD) and a day, both UTC. */
export function ageOn(dateOfBirth: string, day: Date): number {
  const [year = 0, month = 0, date = 0] = dateOfBirth.split('-').map(Number);
  const before = day.getUTCMonth() + 1 < month || (day.getUTCMonth() + 1 === month && day.getUTCDate() < date);
  return day.getUTCFullYear() - year - (before ? 1 : 0);
}

/** The day (YYYY-MM-DD) on which somebody reaches an age; 29 February counts as 1 March in other years, as in `ageOn`. */
export function birthday(dateOfBirth: string, age: number): string {
  const [year = 0, month = 0, date = 0] = dateOfBirth.split('-').map(Number);
  return new Date(Date.UTC(year + age, month - 1, date)).toISOString().slice(0, 10);
}

/** A date of birth is in 1900 or later. */
export const DateOfBirth = z.iso
  .date({ error: fieldMessages.dateOfBirthRequired })
  .refine((date) => date >= '1900', fieldMessages.dateOfBirthRequired);

/** Timezones that are listed first. Any other name that Intl has may be chosen too. */
export const timezones = ['UTC', 'America/New_York', 'America/Los_Angeles', 'Europe/London'] as const;

/** Whether Intl has a timezone of this name. Offsets are not accepted, because they have no daylight saving time. */
export function isTimezone(name: string): boolean {
  try {
    return /^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const Timezone = z.string().max(64).refine(isTimezone, fieldMessages.timezoneUnknown);
export type Timezone = z.infer<typeof Timezone>;

/** Languages of the app and of mail. */
export const languages = ['en', 'es'] as const;

export type Language = (typeof languages)[number];

export const PlainReason = Reason.refine(isText, fieldMessages.reasonInvalid);

/** How closely operators watch a player. Risk computes it, and auth keeps a copy for its lists. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export const RiskLevelName = z.enum(riskLevels);
export type RiskLevelName = z.infer<typeof RiskLevelName>;
