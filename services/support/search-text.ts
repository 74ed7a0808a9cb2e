/** Text as searches compare it: without case, accents and repeated spaces. */
export function searchTextOf(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** The distinct terms of a text, as searches compare them. */
export function termsOf(text: string): string[] {
  return [...new Set(searchTextOf(text).match(/[\p{L}\p{N}]+/gu))];
}

/** A pattern that matches the text itself, whatever characters it has. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
