/** Code that routes and commands for operators share: the actor, and the control of decisions about money. */
import { checkSecondOperator, mayApprove, type Requester, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import { actRecords } from '@fairline/chassis/http/operator-act';
import type { Call } from '@fairline/chassis/http/server';
import type { Actor } from '@fairline/chassis/messaging/operator-action';
import type { RouteType } from '@fairline/proto/contract';
import { operatorControl } from '@fairline/proto/operator-control';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import type { Wallet } from './config.ts';

export const { recordExport } = actRecords(walletAuditEvents.operatorActed);

export function actorOf<R extends RouteType>({ operator, address, agent }: Call<R>): Actor {
  return { operatorId: operator.id, address, agent };
}

/** An operator who decides about money. */
export interface Decider extends Actor {
  operator: Operator;
}

export function deciderOf<R extends RouteType>(call: Call<R>): Decider {
  return { ...actorOf(call), operator: call.operator };
}

/** The thresholds of operator control, as JSON for the SQL functions. */
export function controlJson({ twoOperatorsMinor, maxAdjustmentMinor }: Wallet): string {
  return JSON.stringify({
    twoOperatorsMinor,
    flaggedFromMinor: Math.ceil(twoOperatorsMinor * operatorControl.flaggedShare),
    maxAdjustmentMinor,
  });
}

export function requesterJson({ operator }: Decider): string {
  return JSON.stringify(requesterOf(operator));
}

/** A request waiting for a second operator. */
export interface Waiting {
  /** Null for older rows, which did not store it. */
  requester: Requester | null;
  requestedBy: string;
  requestedAt: Date;
}

/** Refuses an operator who may not be the second one of the request. */
export function checkSecond(wallet: Wallet, { operator }: Decider, waiting: Waiting): void {
  checkSecondOperator(operator, requesterIn(waiting), waiting.requestedAt, wallet.clock.now());
}

export function mayDecide(wallet: Wallet, operator: Operator, waiting: Waiting): boolean {
  return mayApprove(operator, requesterIn(waiting), waiting.requestedAt, wallet.clock.now());
}

function requesterIn({ requester, requestedBy, requestedAt }: Waiting): Requester {
  const unknown = {
    activatedAt: requestedAt.toISOString(),
    invitedBy: null,
    resetBy: null,
    resetAt: null,
    raisedBy: null,
    raisedAt: null,
  };
  return requester ?? { operatorId: requestedBy, ...unknown };
}
