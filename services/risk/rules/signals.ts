/**
 * Pure rules that extract signals from events about real money. A signal contains ids and keyed hashes, no personal data.
 * Amounts are minor units, with all play currencies at par. Other currencies count once they are converted to a play currency.
 */

import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import { accountEvents } from '@fairline/proto/auth/account';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import { betEvents, betRefusals } from '@fairline/proto/betting/bets';
import { offerEvents } from '@fairline/proto/betting/offer';
import { roundEvents } from '@fairline/proto/casino/rounds';
import type { EventType, Infer, OperatorAct } from '@fairline/proto/contract';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import { playCurrencies } from '@fairline/proto/money';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { limitEvents } from '@fairline/proto/risk/limits';
import { dayMs } from '@fairline/proto/time';
import { exchangeEvents } from '@fairline/proto/wallet/exchange';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { ofOperator } from './operator-signals.ts';
import type { Signal, SignalDraft, SignalKind } from './signal.ts';

/** Smaller wins, and rounds with smaller wagers, are too frequent to be stored one by one. */
export const storedFromMinor = { win: 10_000, round: 10_000 } as const;
/** A bet is rejected with these if its price or its market moved during the acceptance delay. */
const movedCodes: ReadonlySet<string> = new Set([betRefusals.priceChanged.code, betRefusals.marketClosed.code]);
const identityFields: readonly string[] = ['firstName', 'lastName', 'dateOfBirth', 'country'];
const isPlayCurrency = (currency: string) => (playCurrencies as readonly string[]).includes(currency);

type Reader = (data: never, event: AnyEvent) => readonly SignalDraft[];
const on = <E extends EventType>(
  event: E,
  read: (data: Infer<E['data']>, event: AnyEvent) => readonly SignalDraft[],
): [string, Reader] => [event.subject, read as Reader];

type Payment = Infer<typeof paymentEvents.depositApproved.data>;
const paymentAs =
  (kind: SignalKind) =>
  ({ playerId, amountMinor, currency, book }: Payment): SignalDraft[] =>
    book === 'real'
      ? [{ kind, subject: playerId, detail: currency, value: isPlayCurrency(currency) ? amountMinor : 0 }]
      : [];

const traitSignals = (kind: SignalKind, playerId: string, trait: string | undefined): SignalDraft[] =>
  trait ? [{ kind, subject: playerId, trait }] : [];

type Bet = Infer<typeof betEvents.betSettled.data>;
const winsOf = ({ playerId, currency, dueMinor, status, book }: Bet): SignalDraft[] =>
  book === 'real' && status !== 'void' && dueMinor >= storedFromMinor.win
    ? [{ kind: 'win', subject: playerId, detail: currency, value: dueMinor }]
    : [];

const readers = new Map<string, Reader>([
  on(userEvents.userRegistered, ({ playerId, demo }) => (demo ? [] : [{ kind: 'registered', subject: playerId }])),
  on(paymentEvents.depositApproved, (data) => [
    ...paymentAs('deposit')(data),
    ...traitSignals('instrument', data.playerId, data.instrumentKey),
  ]),
  on(paymentEvents.depositFailed, paymentAs('deposit_failed')),
  on(paymentEvents.withdrawalRequested, (data) => [
    ...paymentAs('withdrawal')(data),
    ...traitSignals('instrument', data.playerId, data.destinationKey),
  ]),
  on(paymentEvents.destinationAdded, ({ playerId, paymentId, destinationKey }) => [
    { kind: 'destination', subject: playerId, detail: paymentId },
    ...traitSignals('instrument', playerId, destinationKey),
  ]),
  on(exchangeEvents.currencyConverted, ({ playerId, from, to, amountMinor, receiveMinor }) => {
    const value = isPlayCurrency(from) ? amountMinor : isPlayCurrency(to) ? receiveMinor : 0;
    const conversion: SignalDraft = { kind: 'conversion', subject: playerId, trait: `${from}-${to}`, value };
    return isPlayCurrency(from) || value === 0
      ? [conversion]
      : [conversion, { kind: 'deposit', subject: playerId, detail: to, value }];
  }),
  on(betEvents.betPlaced, ({ playerId, betId, stakeMinor, book, isLive }) =>
    book === 'real' && isLive ? [{ kind: 'live_attempt', subject: playerId, detail: betId, value: stakeMinor }] : [],
  ),
  on(betEvents.betRejected, ({ playerId, betId, stakeMinor, book, code }) =>
    book === 'real' && movedCodes.has(code)
      ? [{ kind: 'bet_rejected', subject: playerId, detail: betId, value: stakeMinor }]
      : [],
  ),
  on(betEvents.betAccepted, ({ playerId, betId, stakeMinor, book, legs = [] }) => {
    if (book !== 'real') return [];
    const placed = legs.map(
      ({ marketId, selectionId, isLive }): SignalDraft => ({
        kind: isLive ? 'live_leg' : 'leg',
        subject: playerId,
        trait: marketId,
        detail: selectionId,
        value: stakeMinor,
      }),
    );
    return [{ kind: 'stake', subject: playerId, detail: betId, value: stakeMinor }, ...placed];
  }),
  on(betEvents.betSettled, winsOf),
  on(betEvents.betResettled, winsOf),
  on(roundEvents.roundSettled, ({ playerId, currency, wagerMinor, payoutMinor, status, book, createdAt }, { at }) => {
    if (book !== 'real' || status === 'void') return [];
    const round: SignalDraft = {
      kind: 'round',
      subject: playerId,
      value: wagerMinor,
      at: createdAt ? new Date(createdAt) : at,
    };
    return payoutMinor >= storedFromMinor.win
      ? [round, { kind: 'win', subject: playerId, detail: currency, value: payoutMinor }]
      : [round];
  }),
  on(offerEvents.marketSuspended, ({ marketId, reason }) =>
    reason === 'feed' ? [{ kind: 'suspended', subject: null, trait: marketId }] : [],
  ),
  on(sessionEvents.userSignedIn, ({ playerId, deviceKey, addressKey }) => [
    ...traitSignals('device', playerId, deviceKey),
    ...traitSignals('address', playerId, addressKey),
  ]),
  on(sessionEvents.signInFailed, ({ playerId, addressKey }) => [
    { kind: 'sign_in_failed', subject: playerId, trait: addressKey ?? '' },
  ]),
  on(sessionEvents.deviceAdded, ({ playerId }) => [{ kind: 'new_device', subject: playerId }]),
  on(sessionEvents.passwordChanged, ({ playerId }) => [{ kind: 'password', subject: playerId }]),
  on(sessionEvents.twoFactorChanged, ({ playerId, on: isOn }) =>
    isOn ? [] : [{ kind: 'two_factor_off', subject: playerId }],
  ),
  on(accountEvents.profileUpdated, ({ playerId, fields }) =>
    fields.some((field) => identityFields.includes(field)) ? [{ kind: 'identity_changed', subject: playerId }] : [],
  ),
  on(verificationEvents.rejected, ({ playerId }) => [{ kind: 'kyc_rejected', subject: playerId }]),
  on(verificationEvents.approved, ({ playerId }) => [{ kind: 'kyc_approved', subject: playerId }]),
  on(limitEvents.limitSet, ({ playerId, limitType, change }) =>
    limitType.startsWith('deposit_') && (change === 'raised' || change === 'removed')
      ? [{ kind: 'limit_loosened', subject: playerId }]
      : [],
  ),
  on(claimEvents.promotionClaimed, ({ playerId, promotionId }) => [
    { kind: 'claim', subject: playerId, detail: promotionId },
  ]),
]);

/** The signals of an event. An event that breaks its contract or has an unknown version gives none. */
export function signalsOf(event: AnyEvent): Signal[] {
  if (!event.isDeclared) return [];
  const drafts =
    event.name === 'OperatorActed'
      ? ofOperator(event.service, event.data as OperatorActed)
      : (readers.get(event.type)?.(event.data as never, event) ?? []);
  const { id, at, service, name, aggregate } = event;
  return drafts.map(({ kind, subject, trait = '', detail = '', value = 0, ...own }) => ({
    eventId: id,
    kind,
    subject,
    trait: trait.slice(0, 200),
    detail,
    value,
    at: own.at ?? at,
    service,
    name,
    aggregate,
  }));
}

type OperatorActed = Infer<typeof OperatorAct>;

/** Kinds that are also summed per day, for comparisons over longer times. */
const summed: ReadonlySet<SignalKind> = new Set(['registered', 'deposit', 'withdrawal', 'stake', 'round']);
export const isSummed = ({ kind }: Signal): boolean => summed.has(kind);
/** Whether the signal itself is stored, not only its sum. */
export const isStored = ({ kind, value }: Signal): boolean => kind !== 'round' || value >= storedFromMinor.round;

/** Days for which signals are kept, fewer for frequent kinds. Windows of rules may not be longer. */
const keptDays: Partial<Record<SignalKind, number>> = {
  stake: 3,
  leg: 3,
  live_leg: 3,
  live_attempt: 3,
  bet_rejected: 3,
  suspended: 3,
  invited: 400,
};
const usuallyKeptDays = 60;
export const sumsKeptDays = 400;

export const keptDaysOf = (kind: SignalKind): number => keptDays[kind] ?? usuallyKeptDays;
export const keptMinutesOf = (kinds: readonly SignalKind[]): number =>
  Math.min(...kinds.map(keptDaysOf)) * (dayMs / 60_000);
