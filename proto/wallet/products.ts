/** Products that bonus money is staked on: sports, and the categories of casino games. */
import { z } from 'zod';
import { gameCategories } from '../games/catalogue.ts';

export const products = ['sports', ...gameCategories] as const;
export type Product = (typeof products)[number];

/** `casino` stands for all its categories. */
export const GrantProducts = z
  .array(z.enum([...products, 'casino']))
  .min(1)
  .max(products.length + 1);

/** The products of a list, each once and in their order. */
export function productsOf(named: z.infer<typeof GrantProducts>): Product[] {
  return products.filter((product) => named.includes(product) || (product !== 'sports' && named.includes('casino')));
}
