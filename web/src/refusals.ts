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

/** The texts of a language. None for English. */
export function loadRefusals(next: Texts): void {
  texts = next;
}

/** The errors of form fields of a language, by their English. None for English. */
export function loadFieldTexts(next: Readonly<Record<string, string>>): void {
  fieldTexts = next;
}

/** A refusal as it was thrown, as it is kept with a bet, or as it is declared. */
type Refused = Pick<Refusal, 'code' | 'message'> & { params?: Refusal['params']; variant?: string };

/** Falls back to the server's English where it sent a code that is newer than this page, or left out a param. */
export function refusalText({ code, message, params = {}, variant = params.variant as string | undefined }: Refused): string {
  // Without a text of its own it has that of the first field that is wrong.
  if (code === common.invalidRequest.code && Object.hasOwn(fieldTexts, message)) return fieldText(message);
  const key = variant === undefined ? code : `${code}.${variant}`;
  const found = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (found === undefined) return message;
  const { text, values } = typeof found === 'string' ? { text: found, values: {} } : found;
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  if (!names.every((name) => isShown(params[name]))) return message;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueText(String(params[name]), values));
}

/** The error of a form field. A text that is no such error stays as it is. */
export function fieldText(english: string): string {
  return Object.hasOwn(fieldTexts, english) ? (fieldTexts[english] as string) : english;
}

const isShown = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** A value, or a list of values, as the text translates it or with figures written the page's way. */
function valueText(value: string, values: Readonly<Record<string, string>>): string {
  const translationOf = (part: string) => (Object.hasOwn(values, part) ? values[part] : undefined);
  const parts = value.split(', ').map(translationOf);
  return parts.includes(undefined) ? figureText(value) : parts.join(', ');
}
