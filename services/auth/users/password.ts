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
const substitutes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const withoutSubstitutes = (text: string) => text.replaceAll(/[013457@$!]/g, (sign) => substitutes[sign] as string);

/** A password with more characters than this around a common word is accepted. */
const mostAround = 6;
const fewestDifferent = 5;
const shortestPart = 4;
const ownName = 'fairline';

/** Keys in the order in which people run along them, both ways. */
const alongKeys = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '!@#$%^&*()',
]
  .concat(
    '1qaz2wsx3edc4rfv5tgb',
    'qazwsxedcrfvtgb',
    '1q2w3e4r5t6y7u8i',
    'q1w2e3r4t5y6u7i8',
    'a1b2c3d4e5f6',
    '1a2b3c4d5e6f',
  )
  .flatMap((keys) => [keys, [...keys].reverse().join('')]);
const shortestRun = 4;
/** Besides runs, a password needs more characters than this. */
const mostBeside = 3;

/** The text without runs along keys, characters repeated three times or more, and years. */
function withoutRuns(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    let length = 0;
    while (at + length < text.length && alongKeys.some((keys) => keys.includes(text.slice(at, at + length + 1))))
      length++;
    if (length < shortestRun) rest += text[at];
    at += length < shortestRun ? 1 : length;
  }
  return rest.replaceAll(/(.)\1{2,}|(19|20)\d\d/gu, '');
}

/** Whether it is little more than runs along keys, alone or around a common word. */
function isMostlyRuns(text: string): boolean {
  const rest = withoutRuns(text);
  const core = rest.replaceAll(/[^\p{L}]/gu, '');
  return (
    rest.length < text.length &&
    (new Set(rest).size <= mostBeside || common.has(core) || common.has(withoutSubstitutes(rest)))
  );
}

/** Whether it is a common password or word, with at most a few digits or signs around it or in place of letters. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < fewestDifferent || isMostlyRuns(text)) return true;
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

export function refuseWeakPassword(
  password: string,
  email: string,
  field: 'password' | 'newPassword' = 'password',
): void {
  const refusal =
    (isPersonalPassword(password, email) && sessionRefusals.passwordPersonal) ||
    (isCommonPassword(password) && sessionRefusals.passwordCommon) ||
    undefined;
  if (refusal) throw new Refusal(refusal, undefined, { [field]: refusal.message });
}
