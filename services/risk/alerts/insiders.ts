/** Rules for operators' actions: recorded requests that raise an alert before a second operator decides. Pure. A request and its decision have the same cause, so they raise one alert. */
import { Id, type Infer, type operatorActed } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { operatorControl } from '@fairline/proto/operator-control';
import type { AlertType } from '@fairline/proto/risk/alerts';
import { alertText } from './english.ts';
import { type Draft, isLargeAdjustment } from './intake.ts';

/** An `OperatorActed` event of a service. */
export interface Act {
  readonly service: string;
  readonly id: string;
  readonly data: Infer<ReturnType<typeof operatorActed>['data']>;
}

/** The player named in a record; only a valid id counts. */
function playerIn(after: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return [after?.playerId, after?.userId].find((id) => Id.safeParse(id).success) as string | undefined;
}

/** The players named in a record, before or after the action. */
export const playersIn = ({ before, after }: Act['data']): string[] =>
  [before, after].flatMap((state) => playerIn(state) ?? []);

/** An operator decided alone, close to the second-operator threshold. */
function ofFlagged({ service, id, data }: Act): Draft | undefined {
  if (data.after?.flagged !== true) return undefined;
  const { operatorId, resourceType, resourceId, after } = data;
  const playerId = playerIn(after);
  return {
    // A promotion may be changed many times, so each flagged change is a cause. Later records of a payment or a bet repeat the flag, so the resource is the cause.
    cause: `near_threshold ${service} ${resourceType} ${resourceType === 'promotion' ? id : resourceId}`,
    type: 'near_threshold',
    ...alertText('near_threshold', { share: operatorControl.flaggedShare }),
    operatorId,
    ...(playerId && { playerId }),
    ...(Number.isSafeInteger(after.amountMinor) && { amountMinor: Math.abs(after.amountMinor as number) }),
    ...(typeof after.currency === 'string' && { currency: after.currency }),
    about: { type: resourceType, id: resourceId },
  };
}

/** A large adjustment that waits for a second operator, or a large free bet. If an adjustment is made at once, `BalanceAdjusted` raises the alert under the same cause. */
function ofAdjustmentRequest({ service, data: { action, resourceId, operatorId, after } }: Act): Draft | undefined {
  if (service !== 'wallet' || action !== 'adjustment.request' || after?.book === 'play') return undefined;
  const { amountMinor, currency } = after ?? {};
  if (typeof amountMinor !== 'number' || !Number.isSafeInteger(amountMinor) || typeof currency !== 'string')
    return undefined;
  const isFreeBet = after?.freeBetUntil !== undefined;
  if (!(after?.status === 'pending' || isFreeBet) || !isLargeAdjustment(amountMinor, currency)) return undefined;
  const playerId = playerIn(after);
  const code = isFreeBet ? 'free_bet_requested' : amountMinor < 0 ? 'debit_requested' : 'credit_requested';
  const amount = { amountMinor: Math.abs(amountMinor), currency: currency as CurrencyCode };
  return {
    cause: `adjustment ${resourceId}`,
    type: 'large_adjustment',
    ...alertText(code, amount),
    operatorId,
    ...(playerId && { playerId }),
    ...amount,
    about: { type: 'adjustment', id: resourceId },
  };
}

/** An operator requested own prices too far above the fair ones to set them alone, or without known fair ones (`ratio` null). Betting requires a second operator for both. */
function ofPrices({ service, data }: Act): Draft | undefined {
  const change = data.after?.change as { kind?: unknown; ratio?: unknown } | undefined;
  if (service !== 'betting' || data.action !== 'request.ask' || change?.kind !== 'prices') return undefined;
  const { ratio } = change;
  if (ratio !== null && !(typeof ratio === 'number' && ratio > 1 + operatorControl.ownPriceShare + 1e-9))
    return undefined;
  return {
    cause: `prices ${data.resourceId}`,
    type: 'price_far_from_fair',
    ...(ratio === null ? alertText('price_without_fair', {}) : alertText('price_above_fair', { share: ratio - 1 })),
    operatorId: data.operatorId,
    about: { type: data.resourceType, id: data.resourceId },
  };
}

type RequestCode =
  | 'invitation_requested'
  | 'access_requested'
  | 'reset_requested'
  | 'auto_approval_requested'
  | 'limit_requested'
  | 'rate_requested';

interface RequestRule {
  readonly service: string;
  readonly action: string;
  readonly type: AlertType;
  /** The code of the alert's text; undefined if the request raises no alert. */
  readonly codeOf: (after: Readonly<Record<string, unknown>>) => RequestCode | undefined;
}

const accessCodes: Readonly<Record<string, RequestCode>> = {
  invite: 'invitation_requested',
  raise: 'access_requested',
  reset: 'reset_requested',
};

const requestRules: readonly RequestRule[] = [
  {
    service: 'auth',
    action: 'access.requested',
    type: 'operator_access',
    codeOf: ({ kind }) => (Object.hasOwn(accessCodes, String(kind)) ? accessCodes[String(kind)] : undefined),
  },
  {
    service: 'wallet',
    action: 'auto_approval.request',
    type: 'operator_rule',
    codeOf: () => 'auto_approval_requested',
  },
  {
    service: 'betting',
    action: 'request.ask',
    type: 'operator_rule',
    codeOf: ({ change }) =>
      (change as { kind?: unknown } | undefined)?.kind === 'limit' ? 'limit_requested' : undefined,
  },
  {
    service: 'wallet',
    action: 'rate.request',
    type: 'rate_far_from_market',
    codeOf: () => 'rate_requested',
  },
];

/** A request that a second operator must decide. */
function ofRequest({
  service,
  data: { action, operatorId, resourceType, resourceId, after = {} },
}: Act): Draft | undefined {
  for (const rule of requestRules) {
    if (rule.service !== service || rule.action !== action) continue;
    const code = rule.codeOf(after);
    if (!code) continue;
    // If a request is about an operator, the alert is about them, so that they cannot close it either.
    const about = Id.safeParse(after.operatorId).success
      ? { type: 'operator', id: after.operatorId as string }
      : { type: resourceType, id: resourceId };
    return {
      cause: `request ${resourceType} ${resourceId}`,
      type: rule.type,
      ...alertText(code, {}),
      operatorId,
      about,
    };
  }
  return undefined;
}

/** An exchange rate far from the previous one, set without a second operator. With one, the request has already raised the alert. */
function ofRate({
  service,
  id,
  data: { action, operatorId, resourceType, resourceId, before, after },
}: Act): Draft | undefined {
  if (service !== 'wallet' || action !== 'rate.set' || after?.changeId !== undefined) return undefined;
  const [was, is] = [before?.rate, after?.rate];
  if (typeof was !== 'number' || typeof is !== 'number' || !(was > 0 && is > 0)) return undefined;
  if (Math.max(was / is, is / was) <= 1 + operatorControl.rateShare + 1e-9) return undefined;
  return {
    cause: `rate ${id}`,
    type: 'rate_far_from_market',
    ...alertText('rate_changed', { share: operatorControl.rateShare }),
    operatorId,
    about: { type: resourceType, id: resourceId },
  };
}

/** A free bet that an operator gave by hand to a player at risk, to whom promotions would give none. */
export function ofFreeBet({
  data: { action, resourceId, operatorId, after },
}: Omit<Act, 'service'>): Draft | undefined {
  if (
    !['adjustment.request', 'adjustment.approve'].includes(action) ||
    after?.status !== 'approved' ||
    after.freeBetUntil === undefined
  )
    return undefined;
  const playerId = playerIn(after);
  if (!playerId) return undefined;
  return {
    cause: `free_bet_at_risk ${resourceId}`,
    type: 'harm_score',
    ...alertText('free_bet_at_risk', {}),
    playerId,
    operatorId,
    about: { type: 'adjustment', id: resourceId },
  };
}

/** An operator set a level below the one computed from alerts. */
export function ofLowered(playerId: string, version: number, operatorId: string): Draft {
  return {
    cause: `risk_level_lowered ${playerId} ${version}`,
    type: 'risk_level_lowered',
    ...alertText('level_lowered', {}),
    playerId,
    operatorId,
  };
}

export function ofAction(service: string, { id, data }: Omit<Act, 'service'>): Draft[] {
  const act = { service, id, data };
  return [ofFlagged, ofAdjustmentRequest, ofPrices, ofRequest, ofRate].flatMap((rule) => rule(act) ?? []);
}
