/** The deliveries of all services, for operators. */
import { z } from 'zod';
import { common, route } from '../contract.ts';
import { Deliveries, deliveryRefusals } from '../deliveries.ts';

export const deliveryRoutes = {
  deliveries: route('GET /api/admin/risk/deliveries', {
    summary: 'Outbox, inbox and newest dead letters of every service; one that does not answer is named without figures',
    access: { operator: 'system.read' },
    reply: z.object({ services: z.array(z.object({ service: z.string(), deliveries: Deliveries.optional() })) }),
  }),
  retryDelivery: route('POST /api/admin/risk/deliveries/:service/:id/retry', {
    summary: 'Hands a dead letter to its consumer again',
    access: { operator: 'system' },
    params: z.strictObject({ service: z.string().max(20), id: z.string().max(200) }),
    refusals: [deliveryRefusals.unknown, deliveryRefusals.failedAgain, common.unavailable],
  }),
} as const;
