/** Requests to every service: how its events travel, and the retry of a dead letter. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import type { Deliveries } from '@fairline/proto/risk/deliveries';
import { deliveryRequestsOf, type PlatformServiceName } from '@fairline/proto/services';

const readWithinMs = 1_000;
/** A consumer may do much for one event. */
const retryWithinMs = 5_000;

/** Undefined if the service does not answer in time. */
export async function deliveriesOf(bus: Bus, service: PlatformServiceName): Promise<Deliveries | undefined> {
  const deliveryRequests = deliveryRequestsOf[service];
  try {
    return await bus.request(deliveryRequests.deliveries, {}, readWithinMs);
  } catch (error) {
    if (error instanceof RequestTimeout) return undefined;
    throw error;
  }
}

export async function retryAt(bus: Bus, service: PlatformServiceName, id: string): Promise<void> {
  const deliveryRequests = deliveryRequestsOf[service];
  await bus.request(deliveryRequests.retryDelivery, { id }, retryWithinMs);
}
