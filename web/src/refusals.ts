/**
 * Refusals in the language of the page, by code, variant and params. English shows the message that the server sent; another language has a text for every
 * refusal and every error of a form field.
 */
import { common, type Refusal } from '@fairline/proto/contract';
import { figureText } from './figures.ts';
import type { RefusalText } from './locales/refusal-key.ts';

type Texts = Readonly<Record<string, RefusalText>>;

let texts: Texts = {};
let fieldTexts: Readonly<Record<string, string>> = {};

/** The refusals of a language. None for English. */
export function loadRefusals(next: Texts): void {
  texts = next;
}

/** The errors of form fields of a language, by their English. None for English. */
export function loadFieldTexts(next: Readonly<Record<string, string>>): void {
  fieldTexts = next;
}

/** A refusal as thrown, as stored with a bet, or as declared. */
type Refused = Pick<Refusal, 'code' | 'message'> & { params?: Refusal['params']; variant?: string };

/** Falls back to the server's English if its code is newer than this page or a param is missing. */
export function refusalText({
  code,
  message,
  params = {},
  variant = params.variant as string | undefined,
}: Refused): string {
  // A refusal without its own text has that of the first wrong field.
  if (code === common.invalidRequest.code && Object.hasOwn(fieldTexts, message)) return fieldText(message);
  const key = variant === undefined ? code : `${code}.${variant}`;
  const found = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (found === undefined) return message;
  const { text, values } = typeof found === 'string' ? { text: found, values: {} } : found;
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  if (!names.every((name) => isShown(params[name]))) return message;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueText(String(params[name]), values));
}

/** The error of a form field. An unknown text is unchanged. */
export function fieldText(english: string): string {
  return Object.hasOwn(fieldTexts, english) ? (fieldTexts[english] as string) : english;
}

const isShown = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** A param, or a list of them, translated by the text or with figures in the page's format. */
function valueText(value: string, values: Readonly<Record<string, string>>): string {
  const translationOf = (part: string) => (Object.hasOwn(values, part) ? values[part] : undefined);
  const parts = value.split(', ').map(translationOf);
  return parts.includes(undefined) ? figureText(value) : parts.join(', ');
}
