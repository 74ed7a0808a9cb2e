/** Use cases of the data monitor: the deliveries of all services and of one, the retry of its dead letters, and the pruning of its outbox. */
import type { RecordedAct } from '@fairline/chassis/http/operator-act';
import { RequestTimeout } from '@fairline/chassis/messaging/bus';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { type PlatformServiceName, platformServiceNames } from '@fairline/proto/processes';
import { type Deliveries, deliveryRefusals } from '@fairline/proto/risk/deliveries';
import type { Risk } from '../config.ts';
import { recordActionOnUnversioned } from '../operator.ts';
import { type DeliveryPage, deliveriesOf, pruneAt, retryAllAt, retryAt } from './peers.ts';

const own = 'risk';

/** Asks all services at once. A service that does not reply is listed without figures. */
export async function readAll({
  bus,
  deliveries: monitor,
  log,
}: Risk): Promise<{ service: string; deliveries?: Deliveries }[]> {
  const unread = (error: unknown) => {
    log.error({ error: (error as Error).message }, 'own deliveries cannot be read');
    return undefined;
  };
  return Promise.all(
    platformServiceNames.map(async (service) => {
      const deliveries = service === own ? await monitor.read({}).catch(unread) : await deliveriesOf(bus, service);
      return { service, ...(deliveries && { deliveries }) };
    }),
  );
}

/** Retries a dead letter. The action is recorded before the attempt, because a failed retry must be in the audit log too. */
export async function retry({ db, bus, deliveries }: Risk, name: string, id: string, act: RecordedAct): Promise<void> {
  const service = platformServiceNames.find((known) => known === name);
  if (!service || !Id.safeParse(id).success) throw new Refusal(deliveryRefusals.unknown);
  await db.tx((tx) =>
    recordActionOnUnversioned(tx, act, {
      action: 'delivery.retry',
      resourceType: 'dead_letter',
      resourceId: `${service}/${id}`,
    }),
  );
  await (service === own ? deliveries.retry({ id }) : orUnavailable(retryAt(bus, service, id)));
}

/** A page of one service's deliveries. */
export async function readOne(
  { bus, deliveries: monitor }: Risk,
  name: string,
  page: DeliveryPage,
): Promise<Deliveries> {
  const service = knownService(name);
  const found = await (service === own ? monitor.read(page) : deliveriesOf(bus, service, page));
  if (!found) throw new Refusal(common.unavailable);
  return found;
}

export async function retryAll(risk: Risk, name: string, act: RecordedAct) {
  const service = knownService(name);
  await recordWork(risk, act, 'delivery.retry_all', service);
  return service === own ? risk.deliveries.retryAll() : orUnavailable(retryAllAt(risk.bus, service));
}

export async function prune(risk: Risk, name: string, act: RecordedAct): Promise<{ pruned: number }> {
  const service = knownService(name);
  await recordWork(risk, act, 'delivery.prune', service);
  return service === own ? risk.deliveries.prune() : orUnavailable(pruneAt(risk.bus, service));
}

function knownService(name: string): PlatformServiceName {
  const service = platformServiceNames.find((known) => known === name);
  if (!service) throw new Refusal(common.notFound);
  return service;
}

const recordWork = ({ db }: Risk, act: RecordedAct, action: string, service: PlatformServiceName) =>
  db.tx((tx) => recordActionOnUnversioned(tx, act, { action, resourceType: 'deliveries', resourceId: service }));

/** Turns a missing reply into `unavailable`. */
async function orUnavailable<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw error instanceof RequestTimeout ? new Refusal(common.unavailable) : error;
  }
}
