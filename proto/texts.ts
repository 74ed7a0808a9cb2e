/** Free text that people write: which characters it may hold. Every form and every route with free text uses these rules. */
import { z } from 'zod';

/**
 * Control and bidi characters, line separators and invisible characters can hide or reorder what a reader sees. Joiners stay, for scripts and emoji need them.
 * Line breaks and tabs pass `isMultilineText` only.
 */
const deceptive =
  /[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/u;

export function isText(text: string): boolean {
  return !/\p{Cc}/u.test(text) && !deceptive.test(text);
}

export function isMultilineText(text: string): boolean {
  return isText(text.replaceAll(/[\n\r\t]/g, ' '));
}

/** Letters and marks of any script, spaces, apostrophes, hyphens and dots: nothing a mail program would make a link of. */
export function isPersonName(text: string): boolean {
  const characters = /^['’]?\p{L}[\p{L}\p{M} '’.-]*$/u;
  const domainLike = /\.\p{L}{2}/u;
  const stackedMarks = /\p{M}{5}/u;
  return characters.test(text) && isText(text) && !/\p{Default_Ignorable_Code_Point}/u.test(text) && !domainLike.test(text) && !stackedMarks.test(text);
}

/** Trimmed text on one line, at most `max` characters. `label` begins its messages. */
export function lineOf(label: string, max: number) {
  return z.string().trim().max(max, `${label} must be at most ${max} characters`).refine(isText, `${label} is not valid`);
}
