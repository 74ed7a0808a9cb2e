/** Articles in Spanish: casino games. */
import type { Article } from './article.ts';

export const casinoEs: readonly Article[] = [];
