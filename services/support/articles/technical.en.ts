/** Articles in English: technical issues. */
import type { Article } from './article.ts';

export const technicalEn: readonly Article[] = [];
