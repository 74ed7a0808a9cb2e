/** Rules for operators' requests: which recorded actions raise an alert before anybody decides on them. Pure; one alert per cause, so a request and its outcome raise one. */
import { Id, type Infer, type operatorActed } from '@fairline/proto/contract';
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import { operatorControl } from '@fairline/proto/operator-control';
import type { AlertType } from '@fairline/proto/risk/alerts';
import { type Draft, isLargeAdjustment, percent } from './intake.ts';

/** OperatorActed of one service. */
export interface Act {
  readonly service: string;
  readonly id: string;
  readonly data: Infer<ReturnType<typeof operatorActed>['data']>;
}

/** The player named in a record; only a valid id counts. */
function playerIn(after: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return [after?.playerId, after?.userId].find((id) => Id.safeParse(id).success) as string | undefined;
}

/** An operator decided alone, close to the second-operator threshold. */
function ofFlagged({ service, id, data }: Act): Draft | undefined {
  if (data.after?.flagged !== true) return undefined;
  const { operatorId, resourceType, resourceId, after } = data;
  const playerId = playerIn(after);
  return {
    // A promotion may be changed many times. Of a payment or a bet, later records repeat the flag.
    cause: `near_threshold ${service} ${resourceType} ${resourceType === 'promotion' ? id : resourceId}`,
    type: 'near_threshold',
    description: `An operator's decisions in one day reached at least ${percent(operatorControl.flaggedShare)} of the second-operator threshold.`,
    operatorId,
    ...(playerId && { playerId }),
    ...(Number.isSafeInteger(after.amountMinor) && { amountMinor: Math.abs(after.amountMinor as number) }),
    ...(typeof after.currency === 'string' && { currency: after.currency }),
    about: { type: resourceType, id: resourceId },
  };
}

/** A large adjustment that awaits a second operator, or a large free bet. For one that was made at once, BalanceAdjusted raises the alert under the same cause. */
function ofAdjustmentRequest({ service, data: { action, resourceId, operatorId, after } }: Act): Draft | undefined {
  if (service !== 'wallet' || action !== 'adjustment.request' || after?.book === 'play') return undefined;
  const { amountMinor, currency } = after ?? {};
  if (typeof amountMinor !== 'number' || !Number.isSafeInteger(amountMinor) || typeof currency !== 'string') return undefined;
  const isFreeBet = after?.freeBetUntil !== undefined;
  if (!(after?.status === 'pending' || isFreeBet) || !isLargeAdjustment(amountMinor, currency)) return undefined;
  const playerId = playerIn(after);
  return {
    cause: `adjustment ${resourceId}`,
    type: 'large_adjustment',
    description: `An operator requested ${isFreeBet ? 'a free bet' : `a ${amountMinor < 0 ? 'debit' : 'credit'} adjustment`} of ${formatMoney(Math.abs(amountMinor), currency as CurrencyCode)}.`,
    operatorId,
    ...(playerId && { playerId }),
    amountMinor: Math.abs(amountMinor),
    currency,
    about: { type: 'adjustment', id: resourceId },
  };
}

/** An operator requested own prices further above the fair ones than one may set alone, or where the fair ones are unknown (`ratio` null). Betting requires a second operator for both. */
function ofPrices({ service, data }: Act): Draft | undefined {
  const change = data.after?.change as { kind?: unknown; ratio?: unknown } | undefined;
  if (service !== 'betting' || data.action !== 'request.ask' || change?.kind !== 'prices') return undefined;
  const { ratio } = change;
  if (ratio !== null && !(typeof ratio === 'number' && ratio > 1 + operatorControl.ownPriceShare + 1e-9)) return undefined;
  const what = ratio === null ? 'a price where the fair one is unknown' : `a price ${percent(ratio - 1)} above the fair price`;
  return {
    cause: `prices ${data.resourceId}`,
    type: 'price_far_from_fair',
    description: `An operator requested ${what}. It awaits a second operator.`,
    operatorId: data.operatorId,
    about: { type: data.resourceType, id: data.resourceId },
  };
}

interface RequestRule {
  readonly service: string;
  readonly action: string;
  readonly type: AlertType;
  /** The alert's text, without names or ids; undefined where the request raises none. */
  readonly describe: (after: Readonly<Record<string, unknown>>) => string | undefined;
}

const accessTexts: Readonly<Record<string, string>> = {
  invite: 'An operator requested an invitation for a new operator.',
  raise: 'An operator requested more access for another operator.',
  reset: "An operator requested a reset of another operator's credentials.",
};

const requestRules: readonly RequestRule[] = [
  {
    service: 'auth',
    action: 'access.requested',
    type: 'operator_access',
    describe: ({ kind }) => (Object.hasOwn(accessTexts, String(kind)) ? accessTexts[String(kind)] : undefined),
  },
  {
    service: 'wallet',
    action: 'auto_approval.request',
    type: 'operator_rule',
    describe: () => 'An operator requested looser auto-approval rules for payments. They await a second operator.',
  },
  {
    service: 'betting',
    action: 'request.ask',
    type: 'operator_rule',
    describe: ({ change }) =>
      (change as { kind?: unknown } | undefined)?.kind === 'limit' ? 'An operator requested a higher liability limit. It awaits a second operator.' : undefined,
  },
  {
    service: 'wallet',
    action: 'rate.request',
    type: 'rate_far_from_market',
    describe: () => 'An operator requested an exchange rate far from the current one. It awaits a second operator.',
  },
];

/** A request that another operator has to decide. */
function ofRequest({ service, data: { action, operatorId, resourceType, resourceId, after = {} } }: Act): Draft | undefined {
  for (const rule of requestRules) {
    if (rule.service !== service || rule.action !== action) continue;
    const description = rule.describe(after);
    if (!description) continue;
    // The operator whom a request is about may not close its alert either.
    const about = Id.safeParse(after.operatorId).success ? { type: 'operator', id: after.operatorId as string } : { type: resourceType, id: resourceId };
    return { cause: `request ${resourceType} ${resourceId}`, type: rule.type, description, operatorId, about };
  }
  return undefined;
}

/** An exchange rate far from the previous one, set without a second operator. With one, the request has already raised the alert. */
function ofRate({ service, id, data: { action, operatorId, resourceType, resourceId, before, after } }: Act): Draft | undefined {
  if (service !== 'wallet' || action !== 'rate.set' || after?.changeId !== undefined) return undefined;
  const [was, is] = [before?.rate, after?.rate];
  if (typeof was !== 'number' || typeof is !== 'number' || !(was > 0 && is > 0)) return undefined;
  if (Math.max(was / is, is / was) <= 1 + operatorControl.rateShare + 1e-9) return undefined;
  return {
    cause: `rate ${id}`,
    type: 'rate_far_from_market',
    description: `An operator changed an exchange rate by more than ${percent(operatorControl.rateShare)}.`,
    operatorId,
    about: { type: resourceType, id: resourceId },
  };
}

/** A free bet that an operator gave by hand to a player at risk, to whom promotions would give none. */
export function ofFreeBet({ data: { action, resourceId, operatorId, after } }: Omit<Act, 'service'>): Draft | undefined {
  if (!['adjustment.request', 'adjustment.approve'].includes(action) || after?.status !== 'approved' || after.freeBetUntil === undefined) return undefined;
  const playerId = playerIn(after);
  if (!playerId) return undefined;
  return {
    cause: `free_bet_at_risk ${resourceId}`,
    type: 'harm_score',
    description: 'An operator gave a free bet to a player whose harm score is at or above the threshold.',
    playerId,
    operatorId,
    about: { type: 'adjustment', id: resourceId },
  };
}

/** An operator set a level below the one that alerts have it. */
export function ofLowered(playerId: string, version: number, operatorId: string): Draft {
  return {
    cause: `risk_level_lowered ${playerId} ${version}`,
    type: 'risk_level_lowered',
    description: 'An operator set the risk level of a player below the computed one.',
    playerId,
    operatorId,
  };
}

export function ofAction(service: string, { id, data }: Omit<Act, 'service'>): Draft[] {
  const act = { service, id, data };
  return [ofFlagged, ofAdjustmentRequest, ofPrices, ofRequest, ofRate].flatMap((rule) => rule(act) ?? []);
}
