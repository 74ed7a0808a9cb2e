/**
 * Compares the audit log with what the services themselves count as operator actions, so that rows missing at its end are found even if every head outside the database is gone too.
 * Actions on their way are no difference: only those of some seconds ago are compared, and only if nothing is pending between the service and the log.
 */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { DeliveryMonitor } from '@fairline/chassis/messaging/deliveries';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { eventStream, type PlatformServiceName, platformServiceNames } from '@fairline/proto/processes';
import type { OperatorActions } from '@fairline/proto/risk/deliveries';
import { durableName, services } from '@fairline/proto/services';
import { actionsAt } from './peers.ts';
import { actionDays } from './store.ts';

/** The durable consumer of risk that reads a service's operator actions. */
export function actionsDurable(service: PlatformServiceName): string {
  const event = services.risk.consumes.find((one) => one.name === 'OperatorActed' && one.service === service);
  if (!event) throw new Error(`risk does not consume the operator actions of ${service}`);
  return durableName('risk', event);
}

/** Younger actions are not compared: a transaction may last 5 s, and clocks differ. */
export const settledMs = 15_000;

export interface Difference {
  readonly service: PlatformServiceName;
  readonly day: string;
  /** The actions of the service, and those in the log. */
  readonly committed: number;
  readonly logged: number;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** Services that did not answer, or with actions on their way. */
  readonly uncompared: readonly PlatformServiceName[];
}

export interface ComparedParts {
  readonly db: Queries;
  readonly bus: Bus;
  /** The deliveries of risk itself. */
  readonly deliveries: Pick<DeliveryMonitor, 'operatorActions'>;
}

/** Compares all services. `until` should be `settledMs` ago. */
export async function compareActions(parts: ComparedParts, from: Date, until: Date): Promise<Comparison> {
  const all = await Promise.all(
    platformServiceNames.map(async (service) => ({ service, found: await compareOne(parts, service, from, until) })),
  );
  return {
    differences: all.flatMap(({ found }) => found ?? []),
    uncompared: all.filter(({ found }) => !found).map(({ service }) => service),
  };
}

/** Undefined if the service cannot be compared now. */
async function compareOne(
  { db, bus, deliveries }: ComparedParts,
  service: PlatformServiceName,
  from: Date,
  until: Date,
): Promise<Difference[] | undefined> {
  const times = { from: from.toISOString(), until: until.toISOString() };
  const actions =
    service === 'risk' ? await deliveries.operatorActions(times) : await actionsAt(bus, service, from, until);
  if (!actions) return undefined;
  const durable = actionsDurable(service);
  const differences = differencesOf(
    service,
    actions.days,
    await actionDays(db, service, durable, new Date(actions.from), until),
  );
  if (differences.length === 0) return [];
  const isPending = actions.oldestPendingAt !== undefined && Date.parse(actions.oldestPendingAt) <= until.getTime();
  return isPending || (await bus.undelivered(eventStream, durable)) > 0 ? undefined : differences;
}

type Days = OperatorActions['days'];

/** The days on which service and log have other actions. Pure. */
export function differencesOf(service: PlatformServiceName, committed: Days, logged: Days): Difference[] {
  const days = [...new Set([...committed, ...logged].map(({ day }) => day))].sort();
  return days.flatMap((day) => {
    const [own, log] = [committed.find((one) => one.day === day), logged.find((one) => one.day === day)];
    return own?.hash === log?.hash && own?.count === log?.count
      ? []
      : [{ service, day, committed: own?.count ?? 0, logged: log?.count ?? 0 }];
  });
}

export const differenceText = ({ service, day, committed, logged }: Difference): string =>
  committed === logged
    ? `${service} has other actions of ${day} than the log, though as many`
    : `${service} has ${committed} actions of ${day}, the log has ${logged}`;
