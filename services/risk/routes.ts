/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import { alertHandlers } from './alerts/routes.ts';
import { auditHandlers } from './audit/routes.ts';
import type { Risk } from './config.ts';
import { deliveryHandlers } from './deliveries/routes.ts';
import { exclusionHandlers } from './exclusions/routes.ts';
import { harmHandlers } from './harm/routes.ts';
import { levelHandlers } from './levels/routes.ts';
import { limitHandlers } from './limits/routes.ts';
import { alertSearch } from './routes-search.ts';
import { ruleHandlers } from './rules/routes.ts';
import { sessionHandlers } from './sessions/routes.ts';
import { streamHandlers } from './stream/routes.ts';

export function routesOf(risk: Risk): Handler[] {
  return [
    ...sessionHandlers(risk),
    ...exclusionHandlers(risk),
    ...limitHandlers(risk),
    ...auditHandlers(risk),
    ...alertHandlers(risk),
    ...levelHandlers(risk),
    ...deliveryHandlers(risk),
    ...streamHandlers(risk),
    ...ruleHandlers(risk),
    ...harmHandlers(risk),
    alertSearch(risk),
  ];
}
