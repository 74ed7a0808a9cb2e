/** Refuses passwords that are easy to guess although they meet the character rules. */
import { readFileSync } from 'node:fs';
import { sessionRefusals } from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';

const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** Digits and signs used in place of letters. */
const substitutes: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };
const withoutSubstitutes = (text: string) => text.replaceAll(/[013457@$!]/g, (sign) => substitutes[sign] as string);

/** A password with more characters than this around a common word is accepted. */
const mostAround = 6;
const fewestDifferent = 5;
const shortestPart = 4;
const ownName = 'fairline';

/** Whether it is a common password or word, with at most a few digits or signs around it or in place of letters. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < fewestDifferent) return true;
  const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  // Digits at the ends are removed before digits are read as letters: the 1 of "password1" is not a letter.
  const inside = text.replaceAll(/^[\d\W_]{1,6}(?=\p{L})|[\d\W_]{1,6}$/gu, '');
  const candidates = [
    text,
    withoutSubstitutes(text),
    withoutSubstitutes(inside),
    ...(text.length - core.length <= mostAround ? [core, withoutSubstitutes(core)] : []),
  ];
  return candidates.some((one) => common.has(one));
}

/** Whether it contains the name in the email address, a part of that name, or "Fairline". */
export function isPersonalPassword(password: string, email: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const name = email.normalize('NFKC').toLowerCase().replace(/@.*$/s, '');
  const parts = [name, ...name.split(/[^\p{L}\p{N}]+/u)].filter((part) => [...part].length >= shortestPart);
  return [...parts, ownName].some((part) => text.includes(part) || withoutSubstitutes(text).includes(part));
}

export function refuseWeakPassword(password: string, email: string, field: 'password' | 'newPassword' = 'password'): void {
  const refusal =
    (isPersonalPassword(password, email) && sessionRefusals.passwordPersonal) || (isCommonPassword(password) && sessionRefusals.passwordCommon) || undefined;
  if (refusal) throw new Refusal(refusal, undefined, { [field]: refusal.message });
}
