/**
 * Translates texts of the server into the language of the page: refusals, form errors, names of methods and markets.
 * A text without a translation is shown in English.
 */
import { figureText } from './figures.ts';

type Sentences = Readonly<Record<string, string>>;

let sentences: Sentences = {};
let patterns: { pattern: RegExp; names: string[]; words: string }[] = [];

/** The sentences of a language, by their English; `{name}` stands for any text. None for English. */
export function learn(next: Sentences): void {
  sentences = next;
  patterns = Object.entries(next)
    .filter(([english]) => english.includes('{'))
    .map(([english, words]) => {
      const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const parts = english.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return { pattern: new RegExp(`^${parts.join('(.+)')}$`, 's'), names, words };
    });
}

/** A server's sentence in the language of the page. What was filled into it is said too, where it is a sentence of its own. */
export function said(english: string): string {
  if (Object.hasOwn(sentences, english)) return sentences[english] as string;
  for (const { pattern, names, words } of patterns) {
    const match = pattern.exec(english);
    if (!match) continue;
    const filled = Object.fromEntries(names.map((name, place) => [name, match[place + 1] as string]));
    return words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const text = filled[name];
      return text === undefined ? whole : (sentences[text] ?? figureText(text));
    });
  }
  return english;
}
