/** How much of a balance can be staked on a product: cash, and bonus money that is for it. */
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { Product } from '@fairline/proto/wallet/rules';

export function playableOn({ availableMinor, bonus }: Pick<Balance, 'availableMinor' | 'bonus'>, product: Product): number {
  return availableMinor + (bonus?.products.includes(product) ? bonus.remainingMinor : 0);
}
