/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import type { Risk } from './config.ts';

export function routesOf(_risk: Risk): Handler[] {
  return [];
}
