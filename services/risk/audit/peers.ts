/** Requests to every service: the operator actions that it committed. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import type { PlatformServiceName } from '@fairline/proto/processes';
import type { OperatorActions } from '@fairline/proto/risk/deliveries';
import { deliveryRequestsOf } from '@fairline/proto/services';

const readWithinMs = 2_000;

/** Undefined if the service does not answer in time, or is of a release that does not know the request. */
export async function actionsAt(
  bus: Bus,
  service: PlatformServiceName,
  from: Date,
  until: Date,
): Promise<OperatorActions | undefined> {
  const deliveryRequests = deliveryRequestsOf[service];
  try {
    return await bus.request(
      deliveryRequests.operatorActions,
      { from: from.toISOString(), until: until.toISOString() },
      readWithinMs,
    );
  } catch (error) {
    if (error instanceof RequestTimeout) return undefined;
    throw error;
  }
}
