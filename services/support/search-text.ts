/** Text as searches compare it: without case, accents and repeated spaces. */
export function searchTextOf(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** A pattern that matches the text itself, whatever characters it has. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
