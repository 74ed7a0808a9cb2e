/** A signal: who did what, when, and the amount. Rules measure signals, not events. */
export const signalKinds = [
  'registered',
  'deposit',
  'deposit_failed',
  'withdrawal',
  'destination',
  'instrument',
  'stake',
  'round',
  'win',
  'leg',
  'live_leg',
  'live_attempt',
  'bet_rejected',
  'suspended',
  'device',
  'address',
  'new_device',
  'sign_in_failed',
  'password',
  'two_factor_off',
  'identity_changed',
  'kyc_rejected',
  'kyc_approved',
  'limit_loosened',
  'claim',
  'conversion',
  'rate_set',
  'own_prices',
  'asked',
  'approved',
  'invited',
  'gift',
  'round_voided',
  'document_viewed',
  'document_approved',
] as const;
export type SignalKind = (typeof signalKinds)[number];

/** The part of a signal read from the event's data; the event adds its own id, name and time. */
export interface SignalDraft {
  readonly kind: SignalKind;
  /** A player or an operator; null if nobody acted, as in a suspension. */
  readonly subject: string | null;
  /** A device, market, currency pair or the like by which signals are grouped; empty for most kinds. */
  readonly trait?: string;
  readonly detail?: string;
  /** Minor units; 0 if there is no amount, negative if a void took money from the player. */
  readonly value?: number;
  readonly at?: Date;
}

export interface Signal {
  readonly eventId: string;
  readonly kind: SignalKind;
  readonly subject: string | null;
  readonly trait: string;
  readonly detail: string;
  readonly value: number;
  readonly at: Date;
  readonly service: string;
  readonly name: string;
  readonly aggregate: string;
  /** Whether it arrived less than `settleMs` ago. A rule that waits does not judge such a signal yet, but counts it when judging others. */
  readonly isNew?: boolean;
}

/** The time for which rules that compare wait for delayed events: an outbox relay may pause for 10 s, and a failed delivery is repeated after that. */
export const settleMs = 30_000;

/** The kinds of signals that are stakes. */
export const playKinds: readonly SignalKind[] = ['stake', 'round'];

/** Number and sum of a subject's signals of a kind on a UTC day. */
export interface DaySum {
  readonly kind: SignalKind;
  readonly day: string;
  readonly count: number;
  readonly sum: number;
}

export interface DayChange extends DaySum {
  readonly subject: string;
}

/** New signals of one kind, subject and trait that the rules have not measured yet. */
export interface Mark {
  readonly kind: SignalKind;
  readonly subject: string | null;
  readonly trait: string;
  readonly from: Date;
  readonly until: Date;
  /** The highest value among them. */
  readonly value: number;
  /** Set if the mark was stored again for one rule: it waits, has failed `failures` times, or is throttled. */
  readonly ruleId?: string | null;
  readonly failures?: number;
}

/** Sorts signals by time, then by event, kind and trait, so that the order is always the same. */
export function inOrder(one: Signal, other: Signal): number {
  return (
    one.at.getTime() - other.at.getTime() ||
    compare(one.eventId, other.eventId) ||
    compare(one.kind, other.kind) ||
    compare(one.trait, other.trait)
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export const ofKinds = (signals: readonly Signal[], kinds: readonly SignalKind[]) =>
  signals.filter(({ kind }) => kinds.includes(kind));
