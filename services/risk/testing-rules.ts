/** Events for tests of rules, as their services publish them, with defaults for the fields that a test is not about. */
import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import { accountEvents } from '@fairline/proto/auth/account';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import { bettingAuditEvents } from '@fairline/proto/betting/audit';
import { betEvents } from '@fairline/proto/betting/bets';
import { offerEvents } from '@fairline/proto/betting/offer';
import { casinoAuditEvents } from '@fairline/proto/casino/audit';
import { roundEvents } from '@fairline/proto/casino/rounds';
import type { EventType, Infer } from '@fairline/proto/contract';
import { kycAuditEvents } from '@fairline/proto/kyc/audit';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { limitEvents } from '@fairline/proto/risk/limits';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { exchangeEvents } from '@fairline/proto/wallet/exchange';
import { paymentEvents } from '@fairline/proto/wallet/payments';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** Noon of a UTC day. */
export const noon = Date.parse('2026-11-20T12:00:00.000Z');

function of<E extends EventType>(event: E, atMs: number, data: Infer<E['data']>): AnyEvent {
  const { service, name, subject: type } = event;
  return {
    id: randomUUID(),
    aggregate: randomUUID(),
    version: 1,
    at: new Date(noon + atMs),
    service,
    name,
    type,
    traceparent: undefined,
    isDeclared: true,
    data,
  };
}

type Book = { book?: 'real' | 'play' };
const payment = (playerId: string, amountMinor: number, { book = 'real' }: Book = {}) =>
  ({ paymentId: randomUUID(), playerId, amountMinor, currency: 'EUR', method: 'card', book }) as const;

interface Leg {
  readonly market: string;
  readonly selection: string;
  readonly isLive?: boolean;
}

const bet = (playerId: string, stakeMinor: number, { book = 'real' }: Book = {}) =>
  ({
    betId: randomUUID(),
    playerId,
    currency: 'EUR',
    version: 1,
    stakeMinor,
    dueMinor: 0,
    status: 'accepted',
    book,
  }) as const;

/** `atMs` is the time after noon. */
export const events = {
  deposit: (atMs: number, playerId: string, amountMinor: number, own?: Book) =>
    of(paymentEvents.depositApproved, atMs, { ...payment(playerId, amountMinor, own), type: 'deposit' }),
  failedDeposit: (atMs: number, playerId: string) =>
    of(paymentEvents.depositFailed, atMs, { ...payment(playerId, 1_000), type: 'deposit', reason: 'declined' }),
  withdrawal: (atMs: number, playerId: string, amountMinor: number) =>
    of(paymentEvents.withdrawalRequested, atMs, { ...payment(playerId, amountMinor), type: 'withdrawal' }),
  destination: (atMs: number, playerId: string, destinationKey: string = randomUUID()) =>
    of(paymentEvents.destinationAdded, atMs, {
      playerId,
      paymentId: randomUUID(),
      method: 'card',
      destinationEnd: '1111',
      destinationKey,
    }),
  bet: (atMs: number, playerId: string, stakeMinor: number, legs: readonly Leg[] = [], own?: Book) =>
    of(betEvents.betAccepted, atMs, {
      ...bet(playerId, stakeMinor, own),
      legs: legs.map(({ market, selection, isLive = false }) => ({
        fixtureId: 'f',
        marketId: market,
        selectionId: selection,
        sport: 'soccer',
        isLive,
      })),
    }),
  /** A live bet is placed and, unless `after` says otherwise, rejected two seconds later. */
  liveBet: (
    atMs: number,
    playerId: string,
    after: string | undefined = 'price_changed',
    { isLive = true, book = 'real' }: Book & { isLive?: boolean } = {},
  ) => {
    const placed = bet(playerId, 1_000, { book });
    return [
      of(betEvents.betPlaced, atMs, { ...placed, status: 'pending', isLive }),
      ...(after === 'accepted'
        ? []
        : [of(betEvents.betRejected, atMs + 2_000, { ...placed, status: 'rejected', code: after, dueMinor: 1_000 })]),
    ];
  },
  settled: (atMs: number, playerId: string, dueMinor: number) =>
    of(betEvents.betSettled, atMs, { ...bet(playerId, 100), dueMinor, status: 'won' }),
  round: (atMs: number, playerId: string, wagerMinor: number, payoutMinor = 0, { book = 'real' }: Book = {}) =>
    of(roundEvents.roundSettled, atMs, {
      ...{
        roundId: randomUUID(),
        playerId,
        gameId: 'mega-fortune-slots',
        gameVersion: 1,
        currency: 'EUR',
        status: 'settled',
        wagerMinor,
        payoutMinor,
      },
      ...{ jurisdiction: 'open', book },
    }),
  suspended: (atMs: number, market: string, reason: 'feed' | 'operator' = 'feed') =>
    of(offerEvents.marketSuspended, atMs, { marketId: market, fixtureId: randomUUID(), reason }),
  signIn: (atMs: number, playerId: string, traits: { deviceKey?: string; addressKey?: string }) =>
    of(sessionEvents.userSignedIn, atMs, { playerId, sessionId: randomUUID(), ...traits }),
  failedSignIn: (atMs: number, playerId: string, addressKey?: string) =>
    of(sessionEvents.signInFailed, atMs, { playerId, reason: 'password', ...(addressKey && { addressKey }) }),
  password: (atMs: number, playerId: string) => of(sessionEvents.passwordChanged, atMs, { playerId }),
  twoFactor: (atMs: number, playerId: string, on: boolean) =>
    of(sessionEvents.twoFactorChanged, atMs, { playerId, on }),
  profile: (atMs: number, playerId: string, ...fields: string[]) =>
    of(accountEvents.profileUpdated, atMs, { playerId, fields }),
  kycRejected: (atMs: number, playerId: string) =>
    of(verificationEvents.rejected, atMs, {
      verificationId: randomUUID(),
      playerId,
      operatorId: null,
      reason: 'blurred',
    } as never),
  kycApproved: (atMs: number, playerId: string) =>
    of(verificationEvents.approved, atMs, {
      verificationId: randomUUID(),
      playerId,
      operatorId: null,
      validUntil: new Date(noon).toISOString(),
    } as never),
  limit: (
    atMs: number,
    playerId: string,
    change: 'raised' | 'removed' | 'lowered',
    limitType = 'deposit_daily' as const,
  ) => of(limitEvents.limitSet, atMs, { playerId, limitId: randomUUID(), limitType, change }),
  claim: (atMs: number, playerId: string) =>
    of(claimEvents.promotionClaimed, atMs, {
      claimId: randomUUID(),
      promotionId: randomUUID(),
      playerId,
      type: 'deposit_match' as never,
      currency: 'EUR',
    }),
  conversion: (
    atMs: number,
    playerId: string,
    amountMinor: number,
    [from, to]: readonly ['EUR' | 'BTC', 'USD' | 'EUR'] = ['EUR', 'USD'],
  ) =>
    of(exchangeEvents.currencyConverted, atMs, {
      playerId,
      quoteId: randomUUID(),
      from,
      to,
      amountMinor,
      receiveMinor: amountMinor,
    }),
  rate: (atMs: number, operatorId: string, pair = 'EUR-USD') =>
    of(walletAuditEvents.operatorActed, atMs, {
      operatorId,
      action: 'rate.set',
      resourceType: 'rate',
      resourceId: pair,
    }),
  prices: (atMs: number, operatorId: string, market: string) =>
    of(bettingAuditEvents.operatorActed, atMs, {
      operatorId,
      action: 'market.prices',
      resourceType: 'market',
      resourceId: market,
    }),
  asked: (atMs: number, operatorId: string, resourceId: string) =>
    of(walletAuditEvents.operatorActed, atMs, {
      operatorId,
      action: 'adjustment.request',
      resourceType: 'adjustment',
      resourceId,
    }),
  approved: (atMs: number, operatorId: string, resourceId: string, requestedBy?: string) =>
    of(walletAuditEvents.operatorActed, atMs, {
      ...{ operatorId, action: 'adjustment.approve', resourceType: 'adjustment', resourceId },
      ...(requestedBy && { after: { requestedBy } }),
    }),
  /** An adjustment that an operator made alone. */
  gave: (atMs: number, operatorId: string, playerId: string, amountMinor: number, own: Record<string, unknown> = {}) =>
    of(walletAuditEvents.operatorActed, atMs, {
      ...{ operatorId, action: 'adjustment.request', resourceType: 'adjustment', resourceId: randomUUID() },
      after: { userId: playerId, amountMinor, currency: 'EUR', book: 'real', status: 'approved', ...own },
    }),
  voided: (
    atMs: number,
    operatorId: string,
    playerId: string,
    returnedMinor: number,
    own: Record<string, unknown> = {},
  ) =>
    of(casinoAuditEvents.operatorActed, atMs, {
      ...{ operatorId, action: 'round.void', resourceType: 'round', resourceId: randomUUID() },
      after: { status: 'void', playerId, returnedMinor, currency: 'EUR', ...own },
    }),
  viewed: (atMs: number, operatorId: string, documentId: string) =>
    of(kycAuditEvents.operatorActed, atMs, {
      operatorId,
      action: 'kyc.document_viewed',
      resourceType: 'document',
      resourceId: documentId,
    }),
  documentApproved: (atMs: number, operatorId: string, playerId: string, ...documents: string[]) =>
    of(kycAuditEvents.operatorActed, atMs, {
      ...{ operatorId, action: 'kyc.approved', resourceType: 'verification', resourceId: randomUUID() },
      after: { status: 'approved', playerId, approvedDocuments: documents },
    }),
  invited: (atMs: number, operatorId: string, requestedBy: string, newId: string) =>
    of(authAuditEvents.operatorActed, atMs, {
      operatorId,
      action: 'operator.created',
      resourceType: 'operator',
      resourceId: newId,
      after: { requestedBy },
    }),
} as const;
