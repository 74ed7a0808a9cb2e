/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import type { Promotions } from './config.ts';

export function routesOf(_context: Promotions): Handler[] {
  return [];
}
