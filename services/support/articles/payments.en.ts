/** Articles in English: deposits and withdrawals. */
import type { Article } from './article.ts';

export const paymentsEn: readonly Article[] = [];
