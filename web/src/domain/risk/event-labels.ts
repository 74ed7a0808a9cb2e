/** Names of the services' events, and the page of each event's resource. */
import { i18n } from '@lingui/core';
import { type ResourcePage, resourcePage } from './resource-page.ts';

const names: Record<string, () => string> = {
  UserRegistered: () => i18n._({ id: 'event.registered', message: 'Account opened' }),
  UserSignedIn: () => i18n._({ id: 'event.signedIn', message: 'Signed in' }),
  SignInFailed: () => i18n._({ id: 'event.signInFailed', message: 'Sign-in failed' }),
  DeviceAdded: () => i18n._({ id: 'event.device', message: 'New device' }),
  PasswordChanged: () => i18n._({ id: 'event.password', message: 'Password changed' }),
  TwoFactorChanged: () => i18n._({ id: 'event.twoFactor', message: 'Two-factor authentication changed' }),
  ProfileUpdated: () => i18n._({ id: 'event.profile', message: 'Profile changed' }),
  VerificationChanged: () => i18n._({ id: 'event.verification', message: 'Verification changed' }),
  DepositRequested: () => i18n._({ id: 'event.depositRequested', message: 'Deposit requested' }),
  DepositApproved: () => i18n._({ id: 'event.depositApproved', message: 'Deposit approved' }),
  DepositRejected: () => i18n._({ id: 'event.depositRejected', message: 'Deposit rejected' }),
  DepositFailed: () => i18n._({ id: 'event.depositFailed', message: 'Deposit failed' }),
  PaymentCounted: () => i18n._({ id: 'event.paymentCounted', message: 'Payment completed' }),
  DepositWithdrawn: () => i18n._({ id: 'event.depositWithdrawn', message: 'Deposit report withdrawn' }),
  WithdrawalPaid: () => i18n._({ id: 'event.withdrawalPaid', message: 'Withdrawal paid' }),
  WithdrawalRequested: () => i18n._({ id: 'event.withdrawalRequested', message: 'Withdrawal requested' }),
  WithdrawalApproved: () => i18n._({ id: 'event.withdrawalApproved', message: 'Withdrawal approved' }),
  WithdrawalRejected: () => i18n._({ id: 'event.withdrawalRejected', message: 'Withdrawal rejected' }),
  WithdrawalReturned: () => i18n._({ id: 'event.withdrawalReturned', message: 'Withdrawal returned' }),
  DestinationAdded: () => i18n._({ id: 'event.destination', message: 'New withdrawal destination' }),
  CurrencyConverted: () => i18n._({ id: 'event.converted', message: 'Currency converted' }),
  RatesChanged: () => i18n._({ id: 'event.rates', message: 'Exchange rates changed' }),
  BalanceAdjusted: () => i18n._({ id: 'event.adjusted', message: 'Balance adjusted' }),
  BonusGranted: () => i18n._({ id: 'event.bonus', message: 'Bonus granted' }),
  MarketSuspended: () => i18n._({ id: 'event.suspended', message: 'Market suspended' }),
  BetPlaced: () => i18n._({ id: 'event.betPlaced', message: 'Bet placed' }),
  BetAccepted: () => i18n._({ id: 'event.betAccepted', message: 'Bet accepted' }),
  BetRejected: () => i18n._({ id: 'event.betRejected', message: 'Bet rejected' }),
  BetSettled: () => i18n._({ id: 'event.betSettled', message: 'Bet settled' }),
  BetVoided: () => i18n._({ id: 'event.betVoided', message: 'Bet voided' }),
  BetCashedOut: () => i18n._({ id: 'event.betCashedOut', message: 'Bet cashed out' }),
  BetResettled: () => i18n._({ id: 'event.betResettled', message: 'Bet resettled' }),
  RoundSettled: () => i18n._({ id: 'event.round', message: 'Round settled' }),
  JackpotWon: () => i18n._({ id: 'event.jackpot', message: 'Jackpot won' }),
  GameOutOfRange: () => i18n._({ id: 'event.game', message: 'Game out of bounds' }),
  PromotionClaimed: () => i18n._({ id: 'event.claimed', message: 'Promotion claimed' }),
  KycSubmitted: () => i18n._({ id: 'event.kycSubmitted', message: 'Verification submitted' }),
  KycApproved: () => i18n._({ id: 'event.kycApproved', message: 'Verification approved' }),
  KycRejected: () => i18n._({ id: 'event.kycRejected', message: 'Verification rejected' }),
  LimitSet: () => i18n._({ id: 'event.limit', message: 'Limit set' }),
  OperatorActed: () => i18n._({ id: 'event.operator', message: 'Operator action' }),
};

/** An event without a label is named by its identifier: "ChatEnded" is "Chat ended". */
export function eventText(name: string): string {
  if (Object.hasOwn(names, name)) return names[name]?.() ?? name;
  const text = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Events about a payment, a bet or the like, by how their names begin. */
const abouts: readonly [RegExp, string][] = [
  [/^(Deposit|Withdrawal)[A-Z]|^PaymentCounted$/, 'payment'],
  [/^Bet[A-Z]/, 'bet'],
  [/^RoundSettled$/, 'round'],
  [/^Kyc(Submitted|Changed|Approved|Rejected|Expired)$/, 'verification'],
  [/^MarketSuspended$/, 'market'],
];

/** The page of an event's resource; none for an event of the player alone. */
export function eventPage(name: string, aggregate: string): ResourcePage | undefined {
  const about = abouts.find(([pattern]) => pattern.test(name));
  return about && resourcePage(about[1], aggregate);
}
