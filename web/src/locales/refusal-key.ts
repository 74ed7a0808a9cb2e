/**
 * Types of the refusals in another language: one text per refusal of the contracts, checked by the compiler. It rejects a refusal without a text, a text
 * without a refusal, and a text with other params than the English one.
 */
import type { accountRefusals } from '@fairline/proto/auth/account';
import type { emailRefusals } from '@fairline/proto/auth/email';
import type { mailRefusals } from '@fairline/proto/auth/mail';
import type { passkeyRefusals } from '@fairline/proto/auth/passkeys';
import type { sessionRefusals } from '@fairline/proto/auth/sessions';
import type { staffRefusals } from '@fairline/proto/auth/staff';
import type { userRefusals } from '@fairline/proto/auth/users';
import type { betRefusals } from '@fairline/proto/betting/bets';
import type { cashOutRefusals } from '@fairline/proto/betting/cash-out';
import type { deskRefusals as tradingRefusals } from '@fairline/proto/betting/desk';
import type { favouriteRefusals, offerRefusals } from '@fairline/proto/betting/offer';
import type { settlementRefusals } from '@fairline/proto/betting/settlement';
import type { casinoDeskRefusals } from '@fairline/proto/casino/desk';
import type { fairnessRefusals } from '@fairline/proto/casino/fairness';
import type { gameRefusals } from '@fairline/proto/casino/games';
import type { roundRefusals } from '@fairline/proto/casino/rounds';
import type { common } from '@fairline/proto/contract';
import type { kycDeskRefusals } from '@fairline/proto/kyc/desk';
import type { documentRefusals } from '@fairline/proto/kyc/documents';
import type { verificationRefusals } from '@fairline/proto/kyc/verifications';
import type { claimRefusals } from '@fairline/proto/promotions/claims';
import type { deskRefusals as promotionRefusals } from '@fairline/proto/promotions/desk';
import type { loyaltyRefusals } from '@fairline/proto/promotions/loyalty';
import type { offerRefusals as promotionOfferRefusals } from '@fairline/proto/promotions/offers';
import type { alertRefusals } from '@fairline/proto/risk/alerts';
import type { deliveryRefusals } from '@fairline/proto/risk/deliveries';
import type { exclusionRefusals } from '@fairline/proto/risk/exclusions';
import type { harmRefusals } from '@fairline/proto/risk/harm';
import type { levelRefusals } from '@fairline/proto/risk/levels';
import type { limitRefusals } from '@fairline/proto/risk/limits';
import type { ruleRefusals } from '@fairline/proto/risk/rules';
import type { sessionRefusals as playSessionRefusals } from '@fairline/proto/risk/sessions';
import type { chatRefusals } from '@fairline/proto/support/chats';
import type { ticketRefusals } from '@fairline/proto/support/tickets';
import type { adjustmentRefusals } from '@fairline/proto/wallet/adjustments';
import type { automaticRefusals } from '@fairline/proto/wallet/approvals';
import type { bookRefusals } from '@fairline/proto/wallet/books';
import type { exchangeRefusals } from '@fairline/proto/wallet/exchange';
import type { grantRefusals, welcomeRefusals } from '@fairline/proto/wallet/grants';
import type { freeBetRefusals, ledgerRefusals } from '@fairline/proto/wallet/ledger';
import type { paymentRefusals } from '@fairline/proto/wallet/payments';
import type { playerRefusals } from '@fairline/proto/wallet/players';

/** Every record of refusals that a browser may receive; a test finds one that is missing here. */
type Records = [
  typeof common,
  typeof accountRefusals,
  typeof emailRefusals,
  typeof mailRefusals,
  typeof passkeyRefusals,
  typeof sessionRefusals,
  typeof staffRefusals,
  typeof userRefusals,
  typeof adjustmentRefusals,
  typeof automaticRefusals,
  typeof bookRefusals,
  typeof exchangeRefusals,
  typeof grantRefusals,
  typeof welcomeRefusals,
  typeof freeBetRefusals,
  typeof ledgerRefusals,
  typeof paymentRefusals,
  typeof playerRefusals,
  typeof betRefusals,
  typeof cashOutRefusals,
  typeof tradingRefusals,
  typeof favouriteRefusals,
  typeof offerRefusals,
  typeof settlementRefusals,
  typeof casinoDeskRefusals,
  typeof fairnessRefusals,
  typeof gameRefusals,
  typeof roundRefusals,
  typeof claimRefusals,
  typeof promotionRefusals,
  typeof loyaltyRefusals,
  typeof promotionOfferRefusals,
  typeof kycDeskRefusals,
  typeof documentRefusals,
  typeof verificationRefusals,
  typeof chatRefusals,
  typeof ticketRefusals,
  typeof alertRefusals,
  typeof deliveryRefusals,
  typeof exclusionRefusals,
  typeof harmRefusals,
  typeof levelRefusals,
  typeof limitRefusals,
  typeof ruleRefusals,
  typeof playSessionRefusals,
];

type ValuesOf<R> = R extends unknown ? R[keyof R] : never;
type Declared = ValuesOf<Records[number]>;

/** The code, with the variant if several refusals share it: `insufficient_balance`, `not_found.payment`. */
type KeyOf<R> = R extends { code: infer C extends string; variant: infer V extends string } ? `${C}.${V}` : R extends { code: infer C extends string } ? C : never;

type RefusalKey = KeyOf<Declared>;

/** The English messages by key. */
type Messages = { [R in Declared as KeyOf<R>]: R['message'] };

/** The params of a message: `'At most {max}'` has `'max'`. */
type Filled<M> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | Filled<Rest> : never;

/** `values` translates params that are English words; other params are shown as they are, figures in the page's format. */
export type RefusalText = string | { readonly text: string; readonly values: Readonly<Record<string, string>> };

type TextOf<T> = T extends { text: infer Text } ? Text : T;

/** Whether a text has the same params as the English one. If not, the expected type names the difference. */
type FillsLike<T, M> = [Filled<TextOf<T>>, Filled<M>] extends [Filled<M>, Filled<TextOf<T>>] ? unknown : { readonly fillsIn: Filled<M> };

/** The texts of one language: an object of this type has exactly one text for every refusal. */
export type RefusalTexts = Readonly<Record<RefusalKey, RefusalText>>;

/** Accepts texts with the same params as the English ones. */
export function checkRefusalTexts<const T extends Readonly<Record<string, RefusalText>>>(
  texts: T & { [K in keyof T]: K extends RefusalKey ? FillsLike<T[K], Messages[K]> : unknown },
): T {
  return texts;
}
