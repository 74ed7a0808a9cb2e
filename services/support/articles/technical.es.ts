/** Articles in Spanish: technical issues. */
import type { Article } from './article.ts';

export const technicalEs: readonly Article[] = [];
