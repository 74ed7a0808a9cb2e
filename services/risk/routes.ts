/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import type { Risk } from './config.ts';
import { exclusionHandlers } from './exclusions/routes.ts';
import { limitHandlers } from './limits/routes.ts';
import { sessionHandlers } from './sessions/routes.ts';

export function routesOf(risk: Risk): Handler[] {
  return [...sessionHandlers(risk), ...exclusionHandlers(risk), ...limitHandlers(risk)];
}
