/** HTTP: the data monitor. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { deliveryRoutes } from '@fairline/proto/risk/deliveries';
import type { Risk } from '../config.ts';
import { prune, readAll, readOne, retry, retryAll } from './commands.ts';

const pageSize = 50;

export function deliveryHandlers(risk: Risk): Handler[] {
  return [
    handle(deliveryRoutes.deliveries, async () => ({ services: await readAll(risk) })),
    handle(deliveryRoutes.serviceDeliveries, ({ params, query }) =>
      readOne(risk, params.service, { limit: pageSize, ...query }),
    ),
    handle(deliveryRoutes.retryDeliveries, ({ params, operator, address, agent }) =>
      retryAll(risk, params.service, { operator, address, agent }),
    ),
    handle(deliveryRoutes.pruneDeliveries, ({ params, operator, address, agent }) =>
      prune(risk, params.service, { operator, address, agent }),
    ),
    handle(deliveryRoutes.retryDelivery, async ({ params, operator, address, agent }) => {
      await retry(risk, params.service, params.id, { operator, address, agent });
      return undefined;
    }),
  ];
}
