/** Articles in Spanish: deposits and withdrawals. */
import type { Article } from './article.ts';

export const paymentsEs: readonly Article[] = [];
