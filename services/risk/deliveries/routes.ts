/** HTTP: the data monitor. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { deliveryRoutes } from '@fairline/proto/risk/deliveries';
import type { Risk } from '../config.ts';
import { readAll, retry } from './commands.ts';

export function deliveryHandlers(risk: Risk): Handler[] {
  return [
    handle(deliveryRoutes.deliveries, async () => ({ services: await readAll(risk) })),
    handle(deliveryRoutes.retryDelivery, async ({ params, operator, address, agent }) => {
      await retry(risk, params.service, params.id, { operator, address, agent });
      return undefined;
    }),
  ];
}
