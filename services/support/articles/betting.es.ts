/** Articles in Spanish: sports betting. */
import type { Article } from './article.ts';

export const bettingEs: readonly Article[] = [];
