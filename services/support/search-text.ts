/** Normalises text for searches: case, accents and repeated spaces do not matter. */
export function searchTextOf(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** The distinct terms of a text, as searches compare them. */
export function termsOf(text: string): string[] {
  return [...new Set(searchTextOf(text).match(/[\p{L}\p{N}]+/gu))];
}

/** A regular expression that matches the text literally. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
