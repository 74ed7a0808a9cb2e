/** The operator behind a call, and the record of their actions. */
import type { Call } from '@fairline/chassis/http/server';
import { type Actor, type OperatorAction, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import type { UnitOfWork } from '@fairline/chassis/messaging/outbox';
import type { RouteType } from '@fairline/proto/contract';
import { supportAuditEvents } from '@fairline/proto/support/audit';

export function actorOf<R extends RouteType>({ operator, address, agent }: Call<R>): Actor {
  return { operatorId: operator.id, address, agent };
}

/** Publishes the action together with the change of its resource. `aggregate`: the id for events of a resource without versions. */
export function recordAction(
  unit: UnitOfWork,
  by: Actor,
  version: number,
  action: OperatorAction,
  aggregate?: string,
): Promise<void> {
  return recordOperatorAction(unit, supportAuditEvents.operatorActed, by, version, action, aggregate);
}
