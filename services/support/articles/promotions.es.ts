/** Articles in Spanish: promotions and bonuses. */
import type { Article } from './article.ts';

export const promotionsEs: readonly Article[] = [];
