/** Articles in English: sports betting. */
import type { Article } from './article.ts';

export const bettingEn: readonly Article[] = [];
