/** Articles in English: casino games. */
import type { Article } from './article.ts';

export const casinoEn: readonly Article[] = [];
