/** Use cases of the data monitor: the deliveries of all services, and the retry of a dead letter of one. */
import type { RecordedAct } from '@fairline/chassis/http/operator-act';
import { RequestTimeout } from '@fairline/chassis/messaging/bus';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { type Deliveries, deliveryRefusals } from '@fairline/proto/risk/deliveries';
import { type PlatformServiceName, platformServiceNames } from '@fairline/proto/services';
import type { Risk } from '../config.ts';
import { recordActionOnUnversioned } from '../operator.ts';
import { deliveriesOf, retryAt } from './peers.ts';

const own = 'risk';

/** All services at once; one that does not answer is named without figures. */
export async function readAll({ bus, deliveries: monitor }: Risk): Promise<{ service: string; deliveries?: Deliveries }[]> {
  return Promise.all(
    platformServiceNames.map(async (service) => {
      const deliveries = service === own ? await monitor.read({}).catch(() => undefined) : await deliveriesOf(bus, service);
      return { service, ...(deliveries && { deliveries }) };
    }),
  );
}

/** Recorded before it is tried: a retry that fails is an act as well. */
export async function retry({ db, bus, deliveries }: Risk, name: string, id: string, act: RecordedAct): Promise<void> {
  const service = platformServiceNames.find((known) => known === name);
  if (!service || !Id.safeParse(id).success) throw new Refusal(deliveryRefusals.unknown);
  await db.tx((tx) => recordActionOnUnversioned(tx, act, { action: 'delivery.retry', resourceType: 'dead_letter', resourceId: `${service}/${id}` }));
  await (service === own ? deliveries.retry({ id }) : retryElsewhere(bus, service, id));
}

async function retryElsewhere(bus: Risk['bus'], service: PlatformServiceName, id: string): Promise<void> {
  try {
    await retryAt(bus, service, id);
  } catch (error) {
    throw error instanceof RequestTimeout ? new Refusal(common.unavailable) : error;
  }
}
