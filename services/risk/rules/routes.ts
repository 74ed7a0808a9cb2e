/** HTTP: rules for operators. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { ruleRoutes } from '@fairline/proto/risk/rules';
import type { Risk } from '../config.ts';
import { changeRule, readRules, tryRule } from './commands-tuning.ts';

export function ruleHandlers(risk: Risk): Handler[] {
  return [
    handle(ruleRoutes.rules, async () => ({ items: await readRules(risk) })),
    handle(ruleRoutes.setRule, ({ body: { reason, ...change }, operator, address, agent }) =>
      changeRule(risk, change, { operator, address, agent, reason }),
    ),
    handle(ruleRoutes.backTest, ({ body }) => tryRule(risk, body)),
  ];
}
