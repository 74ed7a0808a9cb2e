/** The rules of the intake: which event raises which alert. Pure; `cause` is unique per alert, so a duplicate or another event of the same cause raises nothing. */
import type { casinoDeskEvents } from '@fairline/proto/casino/desk';
import { type EventType, Id, type Infer, type operatorActed } from '@fairline/proto/contract';
import { type CurrencyCode, formatMoney, playCurrencies } from '@fairline/proto/money';
import { operatorControl } from '@fairline/proto/operator-control';
import type { claimEvents } from '@fairline/proto/promotions/claims';
import { type AlertType, alertRules } from '@fairline/proto/risk/alerts';
import type { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import type { bookEvents } from '@fairline/proto/wallet/books';

/** An alert as a rule raises it; its severity follows from its type. */
export interface Draft {
  readonly cause: string;
  readonly type: AlertType;
  readonly description: string;
  readonly playerId?: string;
  readonly operatorId?: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly about?: { readonly type: string; readonly id: string };
}

/** What a rule reads of an event. */
interface Read<E extends EventType> {
  readonly id: string;
  readonly data: Infer<E['data']>;
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

/** A game left the confidence sequence of its maths. Casino has paused it. */
export function ofGame({ id, data }: Read<typeof casinoDeskEvents.gameOutOfRange>): Draft {
  const { gameId, version, rounds, observed, computed } = data;
  return {
    cause: `game_out_of_bounds ${id}`,
    type: 'game_out_of_bounds',
    description: `The game ${gameId}, version ${version}, returned ${percent(observed)} over ${rounds} rounds; its rules return ${percent(computed)}. It is paused.`,
    about: { type: 'game', id: gameId },
  };
}

/** The proof of the ledger stopped stakes and withdrawals. */
export function ofStop({ id, data }: Read<typeof bookEvents.booksStopped>): Draft {
  return {
    cause: `books_unbalanced ${id}`,
    type: 'books_unbalanced',
    description: `The ledger does not balance (${data.invariant}). Stakes and withdrawals are stopped until a super admin lifts the stop.`,
    about: { type: 'proof', id: data.proofId },
  };
}

/** Accounts that share a trait bet on opposite sides of a market. */
export function ofLinkedBets({ data }: Read<typeof claimEvents.linkedBetsFound>): Draft {
  const bets = data.sides.map(({ betId }) => betId).sort();
  const players = new Set(data.sides.map(({ playerId }) => playerId));
  const [wagering = data.sides[0]] = data.sides.filter(({ claimId }) => claimId !== undefined);
  return {
    cause: `linked_bets ${data.marketId} ${bets.join(' ')}`,
    type: 'bonus_abuse',
    description: `${players.size} accounts that share a trait bet on opposite sides of one market while a bonus was being wagered.`,
    ...(wagering && { playerId: wagering.playerId }),
    about: { type: 'market', id: data.marketId },
  };
}

/** A claim that waits for an operator was found suspicious by promotions. */
export function ofClaim({ data }: Read<typeof claimEvents.promotionClaimed>): Draft | undefined {
  if (data.waitingFor !== 'operator') return undefined;
  return {
    cause: `claim ${data.claimId}`,
    type: 'bonus_abuse',
    description: 'A claim of a promotion comes from an account that shares a trait with others. It waits for an operator.',
    playerId: data.playerId,
    about: { type: 'claim', id: data.claimId },
  };
}

/** In a currency that nobody plays in, the amount compares with nothing here: any raises an alert. */
export function ofAdjustment({ data }: Read<typeof adjustmentEvents.balanceAdjusted>): Draft | undefined {
  const { adjustmentId, playerId, amountMinor, currency, book } = data;
  const isPlayCurrency = (playCurrencies as readonly string[]).includes(currency);
  const isLarge = !isPlayCurrency || Math.abs(amountMinor) >= alertRules.largeAdjustmentMinor;
  if (book !== 'real' || !isLarge) return undefined;
  const amount = formatMoney(Math.abs(amountMinor), currency as CurrencyCode);
  return {
    cause: `adjustment ${adjustmentId}`,
    type: 'large_adjustment',
    description: `An adjustment ${amountMinor < 0 ? `took ${amount} from` : `gave ${amount} to`} a player.`,
    playerId,
    amountMinor: Math.abs(amountMinor),
    currency,
    about: { type: 'adjustment', id: adjustmentId },
  };
}

type Acted = Read<ReturnType<typeof operatorActed>>;

/** An operator decided alone, close to the amount from which two must decide. */
function ofFlagged(service: string, { id, data }: Acted): Draft | undefined {
  if (data.after?.flagged !== true) return undefined;
  const { operatorId, resourceType, resourceId, after } = data;
  const playerId = [after.playerId, after.userId].find((id) => Id.safeParse(id).success) as string | undefined;
  return {
    // A promotion may be changed many times. Of a payment or a bet, later records repeat the flag.
    cause: `near_threshold ${service} ${resourceType} ${resourceType === 'promotion' ? id : resourceId}`,
    type: 'near_threshold',
    description: `An operator's own decisions of the day came to at least ${percent(operatorControl.flaggedShare)} of the amount that needs a second operator.`,
    operatorId,
    ...(playerId && { playerId }),
    ...(Number.isSafeInteger(after.amountMinor) && { amountMinor: Math.abs(after.amountMinor as number) }),
    ...(typeof after.currency === 'string' && { currency: after.currency }),
    about: { type: resourceType, id: resourceId },
  };
}

/** An operator asked for prices of their own further above the fair ones than one may set alone. Betting lets nobody set them without a second operator. */
function ofPrices(service: string, { data }: Acted): Draft | undefined {
  const change = data.after?.change as { kind?: unknown; ratio?: unknown } | undefined;
  if (service !== 'betting' || data.action !== 'request.ask' || change?.kind !== 'prices' || typeof change.ratio !== 'number') return undefined;
  if (change.ratio <= 1 + operatorControl.ownPriceShare + 1e-9) return undefined;
  return {
    cause: `prices ${data.resourceId}`,
    type: 'price_far_from_fair',
    description: `An operator asked for a price ${percent(change.ratio - 1)} above the fair one. It waits for a second operator.`,
    operatorId: data.operatorId,
    about: { type: data.resourceType, id: data.resourceId },
  };
}

export function ofAction(service: string, event: Acted): Draft[] {
  return [ofFlagged(service, event), ofPrices(service, event)].filter((draft) => draft !== undefined);
}

/** A player's harm score reached the threshold. */
export function ofHarm(playerId: string, score: number, since: Date, reasons: readonly string[]): Draft {
  return {
    cause: `harm_score ${playerId} ${since.toISOString()}`,
    type: 'harm_score',
    description: `The harm score of a player reached ${score}: ${reasons.join('; ')}.`,
    playerId,
    about: { type: 'player', id: playerId },
  };
}
