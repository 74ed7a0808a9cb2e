/**
 * Translates texts of the server into the language of the page: names of methods and markets, and movements of money.
 * They arrive as English alone; refusals and alerts have codes. A text without a translation is shown in English.
 */
import type { AlertTexts } from '@fairline/proto/risk/alert-messages';
import type { HarmMarker } from '@fairline/proto/risk/harm';
import { figureText } from './figures.ts';

/** The texts of a language by code or key; each record is complete, or it does not compile. */
export interface ServerTexts {
  alerts: AlertTexts;
  harmMarkers: Readonly<Record<HarmMarker, string>>;
}

let texts: ServerTexts | null = null;

/** The texts of a language. Null for English, which the servers send. */
export function loadServerTexts(next: ServerTexts | null): void {
  texts = next;
}

export const serverTexts = (): ServerTexts | null => texts;

type Sentences = Readonly<Record<string, string>>;

interface Pattern {
  pattern: RegExp;
  names: string[];
  translation: string;
}

let sentences: Sentences = {};
let patterns: Pattern[] = [];
/** Patterns of figures alone, as "{number} days": they also occur within other sentences. */
let figurePatterns: Pattern[] = [];

const isFigure = (name: string): boolean => name.startsWith('number');

/** The sentences of a language, by their English; `{name}` stands for any text, `{number}` for a figure. None for English. */
export function loadSentences(next: Sentences): void {
  sentences = next;
  patterns = Object.entries(next)
    .filter(([english]) => english.includes('{'))
    .map(([english, translation]) => {
      const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const parts = english.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const source = parts.map((part, place) => part + (names[place] === undefined ? '' : isFigure(names[place]) ? '([\\d.,]+)' : '(.+)')).join('');
      return { pattern: new RegExp(`^${source}$`, 's'), names, translation };
    });
  figurePatterns = patterns.filter(({ names }) => names.every(isFigure));
}

/** Translates a sentence of the server. Params are translated too, if they are sentences of their own. */
export function translate(english: string): string {
  return findTranslation(english, patterns, translateFilling) ?? english;
}

function findTranslation(english: string, known: readonly Pattern[], translatePart: (text: string) => string): string | undefined {
  if (Object.hasOwn(sentences, english)) return sentences[english] as string;
  for (const { pattern, names, translation } of known) {
    const match = pattern.exec(english);
    if (!match) continue;
    const filled = Object.fromEntries(names.map((name, place) => [name, match[place + 1] as string]));
    return translation.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (filled[name] === undefined ? whole : translatePart(filled[name])));
  }
  return undefined;
}

/** A param: a sentence of its own, perhaps with a small first letter, a list of such, or a figure. */
function translateFilling(text: string): string {
  const whole = translateKnown(text);
  if (whole !== undefined) return whole;
  const separator = text.includes('; ') ? '; ' : ', ';
  const parts = text.split(separator).map(translateKnown);
  return parts.includes(undefined) ? figureText(text) : parts.join(separator);
}

function translateKnown(text: string): string | undefined {
  const translateFigures = (english: string) => findTranslation(english, figurePatterns, figureText);
  const began = translateFigures(text.charAt(0).toUpperCase() + text.slice(1));
  return translateFigures(text) ?? (began && began.charAt(0).toLowerCase() + began.slice(1));
}
