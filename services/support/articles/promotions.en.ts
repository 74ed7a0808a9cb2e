/** Articles in English: promotions and bonuses. */
import type { Article } from './article.ts';

export const promotionsEn: readonly Article[] = [];
