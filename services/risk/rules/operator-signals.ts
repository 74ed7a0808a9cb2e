/** Signals of operators' actions: requests, approvals, invitations, and own prices or rates. Pure. */
import { Id, type Infer, type OperatorAct } from '@fairline/proto/contract';
import { playCurrencies } from '@fairline/proto/money';
import { alertRules } from '@fairline/proto/risk/alerts';
import { inOrder, ofKinds, type Signal, type SignalDraft } from './signal.ts';

type Acted = Infer<typeof OperatorAct>;

const asks = /(\.request|\.requested|\.ask|_first)$/;
const approves = /(\.approve|approved)$/;
/** Actions that one operator may do alone. They are approvals only if the record names a requester. */
const mayNeedSecond: readonly string[] = ['betting bet.settle', 'casino round.void'];
const invites: readonly string[] = ['operator.created', 'operator.invited_again'];
const setsPrices: readonly string[] = ['market.prices', 'market.prices.approve'];

/**
 * The signals of an operator's action. A request and its approval name the same resource. The requester is named in the record, or else is the operator who acted on the resource before.
 * An approval of prices or of a rate is also recorded on the market or the pair. That record counts for the requester.
 */
export function ofOperator(service: string, acted: Acted): SignalDraft[] {
  return [...ofDecision(service, acted), ...ofGift(service, acted), ...ofDocuments(service, acted)];
}

/** Actions that give a player money. If two operators decided, the record names the requester, and nobody gave it alone. */
const gives: readonly string[] = ['wallet adjustment.request', 'betting bet.settle', 'casino round.void'];

/**
 * What an operator alone gave a player: an adjustment or a free bet, a bet settled by hand, a voided round. The trait is operator and player.
 * What a void takes from the player counts against what others returned. A large adjustment is none of these gifts, because it raises an alert of its own.
 */
function ofGift(service: string, { operatorId, action, after }: Acted): SignalDraft[] {
  const playerId = idOf(after?.playerId ?? after?.userId);
  const amount = service === 'wallet' ? after?.amountMinor : after?.returnedMinor;
  const isGiven =
    gives.includes(`${service} ${action}`) &&
    after?.requestedBy === undefined &&
    (service !== 'wallet' || after?.status === 'approved');
  if (!playerId || !isGiven || !Number.isSafeInteger(amount) || after?.book === 'play') return [];
  const value = (playCurrencies as readonly unknown[]).includes(after?.currency) ? (amount as number) : 0;
  const own = { subject: operatorId, trait: `${operatorId} ${playerId}`, value };
  const isAlerted = service === 'wallet' && value >= alertRules.largeAdjustmentMinor;
  return [
    ...(value > 0 && !isAlerted ? [{ kind: 'gift', ...own } as const] : []),
    ...(service === 'casino' ? [{ kind: 'round_voided', ...own } as const] : []),
  ];
}

/** Documents that an operator opened or approved. The trait is operator and document, so that an approval finds the operator's own views. */
function ofDocuments(service: string, { operatorId, action, resourceId, after }: Acted): SignalDraft[] {
  if (service !== 'kyc') return [];
  const on = (documentId: string) => `${operatorId} ${documentId}`;
  if (action === 'kyc.document_viewed')
    return [{ kind: 'document_viewed', subject: operatorId, trait: on(resourceId) }];
  const [playerId, documents] = [idOf(after?.playerId), after?.approvedDocuments];
  if (!playerId || !Array.isArray(documents)) return [];
  return documents.flatMap((id) =>
    idOf(id)
      ? [{ kind: 'document_approved', subject: operatorId, trait: on(id as string), detail: playerId } as const]
      : [],
  );
}

function ofDecision(service: string, { operatorId, action, resourceType, resourceId, after }: Acted): SignalDraft[] {
  const trait = `${service}/${resourceType}/${resourceId}`;
  const requester = idOf(after?.requestedBy);
  if (service === 'betting' && setsPrices.includes(action))
    return [{ kind: 'own_prices', subject: requester ?? operatorId, trait: resourceId }];
  if (service === 'wallet' && action === 'rate.set')
    return [{ kind: 'rate_set', subject: requester ?? operatorId, trait: resourceId }];
  if (service === 'auth' && invites.includes(action))
    return [{ kind: 'invited', subject: requester ?? operatorId, trait, detail: resourceId }];
  if (service === 'betting' && action === 'bet.sale.release') return ofRelease(operatorId, trait, after?.pricesSetBy);
  if (asks.test(action)) return [{ kind: 'asked', subject: operatorId, trait }];
  const isApproval =
    approves.test(action) || (requester !== undefined && mayNeedSecond.includes(`${service} ${action}`));
  return isApproval ? [{ kind: 'approved', subject: operatorId, trait, ...(requester && { detail: requester }) }] : [];
}

/** The release of a cash-out approves it for each operator who set prices of the bet. The trait names the operator, because an event has only one signal per kind and trait. */
function ofRelease(operatorId: string, trait: string, setBy: unknown): SignalDraft[] {
  const setters = Array.isArray(setBy) ? setBy.flatMap((id) => idOf(id) ?? []) : [];
  return [...new Set(setters)].map((detail) => ({
    kind: 'approved',
    subject: operatorId,
    trait: `${trait}/${detail}`,
    detail,
  }));
}

function idOf(value: unknown): string | undefined {
  return Id.safeParse(value).success ? (value as string) : undefined;
}

export interface Approval {
  readonly by: string;
  readonly of: string;
  readonly signal: Signal;
}

/** Pairs of approver and requester. The requester is named in the approval, or is the last other operator who acted on the same resource before. */
export function approvalsIn(signals: readonly Signal[]): Approval[] {
  const acted = Map.groupBy(ofKinds(signals, ['asked', 'approved']), ({ trait }) => trait);
  return ofKinds(signals, ['approved']).flatMap((signal) => {
    const { subject: by, detail, trait } = signal;
    const of =
      detail || acted.get(trait)?.findLast((other) => other.subject !== by && inOrder(other, signal) < 0)?.subject;
    return by && of && of !== by ? [{ by, of, signal }] : [];
  });
}
