/** How much of a balance can be staked: cash that is not held, and bonus money where it is for the product. */
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { Product } from '@fairline/proto/wallet/rules';

export function playableOn(
  { availableMinor, bonus }: Pick<Balance, 'availableMinor' | 'bonus'>,
  product: Product,
): number {
  return availableMinor + (bonus?.products.includes(product) ? bonus.remainingMinor : 0);
}

/** What can be staked on each of these products: a bonus counts only if it is for all of them. */
export function playableOnEach(
  balance: Pick<Balance, 'availableMinor' | 'bonus'>,
  products: readonly [Product, ...Product[]],
): number {
  return Math.min(...products.map((product) => playableOn(balance, product)));
}
