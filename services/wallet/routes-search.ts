/** HTTP: wallet's part of the operators' search, which finds payments by the same fields as their list. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { searchRules, walletSearchRoutes } from '@fairline/proto/search';
import type { Wallet } from './config.ts';
import { paymentsForOperators } from './payments/store.ts';

export function paymentSearch({ db }: Wallet): Handler {
  return searchHandler(walletSearchRoutes.search, async ({ text }) => {
    const payments = await paymentsForOperators(db, { q: text, order: 'newest', cursor: undefined }, searchRules.most);
    return [
      payments.map(({ id, reference, status, playerId }) => ({
        kind: 'payment' as const,
        id,
        title: reference,
        detail: status,
        playerId,
      })),
    ];
  });
}
